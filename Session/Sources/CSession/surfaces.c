#include <stdio.h>
#include <string.h>

#include "session.h"

// One surface for each output, on the layer above everything except a session lock, from the
// output's top left corner.
//
//   no surface ──update──▶ made ──configure──▶ mapped ──update──▶ other region, or no surface
//                                        └──closed──▶ no surface, until csession_show
//
// It is a square of the output's longer side: until this program learns that the output has turned,
// the shield still covers it. Its picture is one transparent pixel.

static int32_t clamp_side(uint32_t side) {
    return side < 1 ? 1 : side > LARGEST_SIDE ? LARGEST_SIDE : (int32_t)side;
}

static bool is_wanted(const struct screen *screen) {
    csession_cover cover = screen->session->cover;
    return cover == CSESSION_EVERYTHING ||
           (cover == CSESSION_STRIPS_ONLY && screen->strip_count > 0);
}

static void set_region(struct screen *screen) {
    // Without a region the whole surface receives touches.
    if (screen->session->cover == CSESSION_EVERYTHING)
        return wl_surface_set_input_region(screen->surface, NULL);
    struct wl_region *region = wl_compositor_create_region(screen->session->compositor);
    if (!region)
        return;
    for (size_t index = 0; index < screen->strip_count; index++) {
        const csession_strip *strip = &screen->strips[index];
        // Both sides are rounded to the outside.
        int32_t left = (int32_t)(strip->x * screen->width),
                top = (int32_t)(strip->y * screen->height);
        int32_t right = (int32_t)((strip->x + strip->width) * screen->width + 0.999);
        int32_t bottom = (int32_t)((strip->y + strip->height) * screen->height + 0.999);
        wl_region_add(region, left, top, right - left, bottom - top);
    }
    wl_surface_set_input_region(screen->surface, region);
    wl_region_destroy(region);
}

static void commit(struct screen *screen) {
    int32_t side = screen->width > screen->height ? screen->width : screen->height;
    wl_proxy_marshal(screen->viewport, VIEWPORT_SET_DESTINATION, side, side);
    if (!screen->is_mapped) {
        wl_surface_attach(screen->surface, screen->session->pixel.buffer, 0, 0);
        wl_surface_damage_buffer(screen->surface, 0, 0, 1, 1);
        screen->is_mapped = true;
    }
    set_region(screen);
    picture_show(screen);
    wl_surface_commit(screen->surface);
}

static void configure(void *data, struct wl_proxy *proxy, uint32_t serial, uint32_t width,
                      uint32_t height) {
    struct screen *screen = data;
    wl_proxy_marshal(proxy, LAYER_SURFACE_ACK_CONFIGURE, serial);
    screen->width = clamp_side(width), screen->height = clamp_side(height);
    commit(screen);
}

static void closed(void *data, struct wl_proxy *proxy) {
    (void)proxy;
    struct screen *screen = data;
    screen_remove_surface(screen);
    screen->is_closed = true;
}

static const struct csession_layer_surface_listener listener = {configure, closed};

static void make_surface(struct screen *screen) {
    struct csession *session = screen->session;
    screen->surface = wl_compositor_create_surface(session->compositor);
    if (!screen->surface)
        return;
    wl_surface_set_user_data(screen->surface, screen);
    screen->viewport = wl_proxy_marshal_flags(session->viewporter, VIEWPORTER_GET_VIEWPORT,
                                              &csession_viewport, 1, 0, NULL, screen->surface);
    uint32_t version = wl_proxy_get_version(session->layer_shell);
    screen->layer_surface = wl_proxy_marshal_flags(
        session->layer_shell, LAYER_SHELL_GET_LAYER_SURFACE, &csession_layer_surface, version, 0,
        NULL, screen->surface, screen->proxy, LAYER_OVERLAY, "gestured-session");
    if (!screen->layer_surface || !screen->viewport)
        return screen_remove_surface(screen);
    wl_proxy_add_listener(screen->layer_surface, (void (**)(void)) & listener, screen);
    wl_proxy_marshal(screen->layer_surface, LAYER_SURFACE_SET_SIZE, 0, 0);
    wl_proxy_marshal(screen->layer_surface, LAYER_SURFACE_SET_ANCHOR, ANCHOR_ALL);
    wl_proxy_marshal(screen->layer_surface, LAYER_SURFACE_SET_EXCLUSIVE_ZONE, -1);
    wl_proxy_marshal(screen->layer_surface, LAYER_SURFACE_SET_KEYBOARD_INTERACTIVITY, 0);
    wl_surface_commit(screen->surface);
}

void screen_remove_surface(struct screen *screen) {
    picture_remove(&screen->picture);
    if (screen->layer_surface)
        destroy_proxy(screen->layer_surface, LAYER_SURFACE_DESTROY);
    if (screen->viewport)
        destroy_proxy(screen->viewport, VIEWPORT_DESTROY);
    if (screen->surface)
        wl_surface_destroy(screen->surface);
    screen->layer_surface = screen->viewport = NULL;
    screen->surface = NULL;
    screen->width = screen->height = 0;
    screen->is_mapped = false;
}

void screen_update(struct screen *screen) {
    if (!is_wanted(screen))
        screen_remove_surface(screen);
    else if (screen->is_mapped)
        commit(screen);
    else if (!screen->surface && !screen->is_closed)
        make_surface(screen);
}

void csession_show(struct csession *session, csession_cover cover,
                   const csession_picture *picture) {
    session->cover = cover;
    session->has_picture = picture != NULL;
    if (picture) {
        (void)snprintf(session->message, sizeof session->message, "%s", picture->message);
        session->picture = *picture;
    }
    for (int index = 0; index < CSESSION_OUTPUTS; index++) {
        struct screen *screen = &session->screens[index];
        if (!screen->proxy)
            continue;
        screen->is_closed = false;
        screen_update(screen);
    }
}

void csession_set_strips(struct csession *session, uint32_t output, const csession_strip *strips,
                         size_t count) {
    for (int index = 0; index < CSESSION_OUTPUTS; index++) {
        struct screen *screen = &session->screens[index];
        if (!screen->proxy || screen->values.id != output)
            continue;
        screen->strip_count = count < CSESSION_STRIPS ? count : CSESSION_STRIPS;
        if (screen->strip_count > 0)
            memcpy(screen->strips, strips, screen->strip_count * sizeof *strips);
    }
}
