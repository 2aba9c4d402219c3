#include "session.h"

static void report(struct seat *seat, csession_kind kind, int32_t touch, wl_fixed_t x,
                   wl_fixed_t y) {
    csession_event event = {.kind = kind, .seat = seat->id, .touch = touch};
    event.x = wl_fixed_to_double(x), event.y = wl_fixed_to_double(y);
    seat->session->handler(seat->session->context, &event);
}

static void down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time,
                 struct wl_surface *surface, int32_t id, wl_fixed_t x, wl_fixed_t y) {
    (void)touch, (void)serial, (void)time, (void)surface;
    report(data, CSESSION_DOWN, id, x, y);
}

static void up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
    (void)touch, (void)serial, (void)time;
    report(data, CSESSION_UP, id, 0, 0);
}

static void motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x,
                   wl_fixed_t y) {
    (void)touch, (void)time;
    report(data, CSESSION_MOTION, id, x, y);
}

static void frame(void *data, struct wl_touch *touch) {
    (void)data, (void)touch;
}

static void cancel(void *data, struct wl_touch *touch) {
    (void)touch;
    report(data, CSESSION_CANCEL, 0, 0, 0);
}

static void shape(void *data, struct wl_touch *touch, int32_t id, wl_fixed_t major,
                  wl_fixed_t minor) {
    (void)data, (void)touch, (void)id, (void)major, (void)minor;
}

static void orientation(void *data, struct wl_touch *touch, int32_t id, wl_fixed_t angle) {
    (void)data, (void)touch, (void)id, (void)angle;
}

static const struct wl_touch_listener touch_listener = {down,   up,    motion,     frame,
                                                        cancel, shape, orientation};

static void drop_touch(struct seat *seat) {
    if (!seat->touch)
        return;
    if (wl_touch_get_version(seat->touch) >= WL_TOUCH_RELEASE_SINCE_VERSION)
        wl_touch_release(seat->touch);
    else
        wl_touch_destroy(seat->touch);
    seat->touch = NULL;
    report(seat, CSESSION_CANCEL, 0, 0, 0);
}

static void capabilities(void *data, struct wl_seat *proxy, uint32_t all) {
    struct seat *seat = data;
    if (!(all & WL_SEAT_CAPABILITY_TOUCH))
        return drop_touch(seat);
    if (seat->touch)
        return;
    seat->touch = wl_seat_get_touch(proxy);
    if (seat->touch)
        wl_touch_add_listener(seat->touch, &touch_listener, seat);
}

static void name(void *data, struct wl_seat *proxy, const char *text) {
    (void)data, (void)proxy, (void)text;
}

static const struct wl_seat_listener seat_listener = {capabilities, name};

void seat_add(struct csession *session, uint32_t id, uint32_t version) {
    for (int index = 0; index < CSESSION_SEATS; index++) {
        struct seat *seat = &session->seats[index];
        if (seat->proxy)
            continue;
        *seat = (struct seat){.session = session, .id = id};
        seat->proxy =
            wl_registry_bind(session->registry, id, &wl_seat_interface, version < 7 ? version : 7);
        if (seat->proxy)
            wl_seat_add_listener(seat->proxy, &seat_listener, seat);
        return;
    }
}

void seat_remove(struct seat *seat) {
    drop_touch(seat);
    if (wl_seat_get_version(seat->proxy) >= WL_SEAT_RELEASE_SINCE_VERSION)
        wl_seat_release(seat->proxy);
    else
        wl_seat_destroy(seat->proxy);
    seat->proxy = NULL;
}
