#define _GNU_SOURCE
#include <fcntl.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "session.h"

// The maximum number of pixels of a picture: a larger screen shows it enlarged.
static const double largest_area = 1920.0 * 1200.0;

void destroy_proxy(struct wl_proxy *proxy, uint32_t opcode) {
    wl_proxy_marshal(proxy, opcode);
    wl_proxy_destroy(proxy);
}

static void released(void *data, struct wl_buffer *buffer) {
    (void)buffer;
    ((struct picture_buffer *)data)->is_busy = false;
}

static const struct wl_buffer_listener buffer_listener = {released};

static void drop_buffer(struct picture_buffer *buffer) {
    if (buffer->pixels)
        munmap(buffer->pixels, (size_t)buffer->width * (size_t)buffer->height * 4);
    if (buffer->buffer)
        wl_buffer_destroy(buffer->buffer);
    *buffer = (struct picture_buffer){0};
}

bool make_buffer(struct picture_buffer *buffer, struct wl_shm *shm, int32_t width, int32_t height) {
    int32_t size = width * height * 4;
    int file = memfd_create("gestured-session", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return false;
    *buffer = (struct picture_buffer){.width = width, .height = height};
    struct wl_shm_pool *pool = NULL;
    // The receiver of the file cannot truncate it during a drawing.
    if (ftruncate(file, size) == 0 &&
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
        void *memory = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        buffer->pixels = memory == MAP_FAILED ? NULL : memory;
        pool = wl_shm_create_pool(shm, file, size);
    }
    close(file);
    if (pool) {
        buffer->buffer =
            wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_ARGB8888);
        wl_shm_pool_destroy(pool);
    }
    if (buffer->buffer && buffer->pixels)
        return true;
    drop_buffer(buffer);
    return false;
}

// A buffer of this size that the compositor does not read; NULL if there is none.
static struct picture_buffer *free_buffer(struct screen *screen, int32_t width, int32_t height) {
    for (int index = 0; index < 2; index++) {
        struct picture_buffer *buffer = &screen->picture.buffers[index];
        if (buffer->is_busy)
            continue;
        if (buffer->buffer && buffer->width == width && buffer->height == height)
            return buffer;
        drop_buffer(buffer);
        if (!make_buffer(buffer, screen->session->shm, width, height))
            return NULL;
        wl_buffer_add_listener(buffer->buffer, &buffer_listener, buffer);
        return buffer;
    }
    return NULL;
}

// Draws `text` in the middle of a band from `top` to `bottom`, in lines, as large as fits. Words
// are split below a fifth of the first size.
static void draw_text(cairo_t *cairo, const char *text, double width, double top, double bottom) {
    PangoLayout *layout = pango_cairo_create_layout(cairo);
    PangoFontDescription *font = pango_font_description_from_string("Sans Bold");
    double size = (bottom - top) * 0.7;
    int text_width = 0, text_height = 0;
    pango_layout_set_text(layout, text, -1);
    pango_layout_set_width(layout, (int)(width * 0.9 * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD);
    pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
    for (int round = 0; round < 60; round++) {
        if (round == 20)
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
        pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
        pango_layout_set_font_description(layout, font);
        pango_layout_get_pixel_size(layout, &text_width, &text_height);
        if (text_width <= width * 0.9 && text_height <= bottom - top)
            break;
        size *= 0.92;
    }
    cairo_move_to(cairo, width * 0.05, (top + bottom - text_height) / 2);
    pango_cairo_show_layout(cairo, layout);
    pango_font_description_free(font);
    g_object_unref(layout);
}

// Draws a cross whose arms are a fifteenth of the shorter side.
static void draw_cross(cairo_t *cairo, double x, double y, double side) {
    cairo_set_line_width(cairo, side / 100);
    cairo_move_to(cairo, x - side / 15, y);
    cairo_line_to(cairo, x + side / 15, y);
    cairo_move_to(cairo, x, y - side / 15);
    cairo_line_to(cairo, x, y + side / 15);
    cairo_stroke(cairo);
}

static void draw(const struct csession *session, struct picture_buffer *buffer) {
    const csession_picture *picture = &session->picture;
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        buffer->pixels, CAIRO_FORMAT_ARGB32, buffer->width, buffer->height, buffer->width * 4);
    cairo_t *cairo = cairo_create(surface);
    double paper = picture->is_dark ? 0.06 : 0.97, ink = picture->is_dark ? 0.95 : 0.08;
    cairo_set_source_rgb(cairo, paper, paper, paper);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, ink, ink, ink);
    char time[64];
    long long seconds = picture->seconds, minutes = seconds / 60;
    if (minutes < 1)
        (void)snprintf(time, sizeof time, "%lld", seconds);
    else if (minutes < 60)
        (void)snprintf(time, sizeof time, "%lld:%02lld", minutes, seconds % 60);
    else
        (void)snprintf(time, sizeof time, "%lld:%02lld:%02lld", minutes / 60, minutes % 60,
                       seconds % 60);
    double width = buffer->width, height = buffer->height;
    // The number is a third of the height: it can be read at 3 m on a panel of 7 inches. Beside a
    // cross, the message and the number are smaller, in the middle.
    bool has_cross = picture->has_cross;
    double top = has_cross ? 0.35 : 0.04, middle = has_cross ? 0.55 : 0.38;
    draw_text(cairo, session->message, width, top * height, middle * height);
    draw_text(cairo, time, width, middle * height, (has_cross ? 0.65 : 0.88) * height);
    if (has_cross)
        draw_cross(cairo, picture->x * width, picture->y * height, width < height ? width : height);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
}

void csession_load_fonts(void) {
    static struct csession none;
    static unsigned char pixels[16 * 16 * 4];
    if (!none.has_picture)
        draw(&none, &(struct picture_buffer){.pixels = pixels, .width = 16, .height = 16});
    none.has_picture = true;
}

static bool make_picture(struct screen *screen) {
    struct csession *session = screen->session;
    struct picture *picture = &screen->picture;
    if (picture->surface)
        return true;
    picture->surface = wl_compositor_create_surface(session->compositor);
    if (!picture->surface)
        return false;
    picture->subsurface =
        wl_subcompositor_get_subsurface(session->subcompositor, picture->surface, screen->surface);
    picture->viewport = wl_proxy_marshal_flags(session->viewporter, VIEWPORTER_GET_VIEWPORT,
                                               &csession_viewport, 1, 0, NULL, picture->surface);
    struct wl_region *region = wl_compositor_create_region(session->compositor);
    if (!picture->subsurface || !picture->viewport || !region) {
        picture_remove(picture);
        return false;
    }
    // Touches reach the shield.
    wl_surface_set_input_region(picture->surface, region);
    wl_region_destroy(region);
    wl_subsurface_set_desync(picture->subsurface);
    return true;
}

void picture_show(struct screen *screen) {
    struct csession *session = screen->session;
    if (!session->has_picture)
        return picture_remove(&screen->picture);
    if (session->is_blocked || !make_picture(screen))
        return;
    double scale = screen->values.scale;
    double area = scale * scale * screen->width * screen->height;
    if (area > largest_area)
        scale *= __builtin_sqrt(largest_area / area);
    int32_t width = (int32_t)(screen->width * scale), height = (int32_t)(screen->height * scale);
    struct picture_buffer *buffer =
        free_buffer(screen, width < 1 ? 1 : width, height < 1 ? 1 : height);
    if (!buffer)
        return;
    draw(session, buffer);
    struct picture *picture = &screen->picture;
    wl_proxy_marshal(picture->viewport, VIEWPORT_SET_DESTINATION, screen->width, screen->height);
    wl_surface_attach(picture->surface, buffer->buffer, 0, 0);
    wl_surface_damage_buffer(picture->surface, 0, 0, buffer->width, buffer->height);
    wl_surface_commit(picture->surface);
    buffer->is_busy = true;
}

void picture_remove(struct picture *picture) {
    if (picture->viewport)
        destroy_proxy(picture->viewport, VIEWPORT_DESTROY);
    if (picture->subsurface)
        wl_subsurface_destroy(picture->subsurface);
    if (picture->surface)
        wl_surface_destroy(picture->surface);
    drop_buffer(&picture->buffers[0]);
    drop_buffer(&picture->buffers[1]);
    *picture = (struct picture){0};
}
