#include "session.h"

static void report(struct seat *seat, csession_kind kind, int32_t touch, wl_fixed_t x, wl_fixed_t y,
                   struct wl_proxy *surface) {
    csession_event event = {.kind = kind, .seat = seat->id, .touch = touch};
    event.x = wl_fixed_to_double(x), event.y = wl_fixed_to_double(y);
    const struct screen *screen = surface ? wl_proxy_get_user_data(surface) : NULL;
    if (screen)
        event.width = screen->width, event.height = screen->height, event.output = screen->values;
    seat->session->handler(seat->session->context, &event);
}

enum { SEAT_CAPABILITIES = 0 };
enum { TOUCH_DOWN = 0, TOUCH_UP = 1, TOUCH_MOTION = 2, TOUCH_CANCEL = 4 };
enum { POINTER_ENTER = 0, POINTER_MOTION = 2, POINTER_BUTTON = 3, POINTER_AXIS = 4 };

// Dispatchers, because later versions of libwayland know more events than a listener here has.
static int touch_event(const void *data, void *proxy, uint32_t opcode,
                       const struct wl_message *message, union wl_argument *arguments) {
    (void)data, (void)message;
    struct seat *seat = wl_proxy_get_user_data(proxy);
    if (opcode == TOUCH_DOWN)
        report(seat, CSESSION_DOWN, arguments[3].i, arguments[4].f, arguments[5].f,
               (struct wl_proxy *)arguments[2].o);
    else if (opcode == TOUCH_UP)
        report(seat, CSESSION_UP, arguments[2].i, 0, 0, NULL);
    else if (opcode == TOUCH_MOTION)
        report(seat, CSESSION_MOTION, arguments[1].i, arguments[2].f, arguments[3].f, NULL);
    else if (opcode == TOUCH_CANCEL)
        report(seat, CSESSION_CANCEL, 0, 0, 0, NULL);
    return 0;
}

static void drop_touch(struct seat *seat) {
    if (!seat->touch)
        return;
    wl_touch_release(seat->touch);
    seat->touch = NULL;
    report(seat, CSESSION_CANCEL, 0, 0, 0, NULL);
}

static int pointer_event(const void *data, void *proxy, uint32_t opcode,
                         const struct wl_message *message, union wl_argument *arguments) {
    (void)data, (void)message;
    struct seat *seat = wl_proxy_get_user_data(proxy);
    if (opcode == POINTER_ENTER)
        // A surface that appears below a still pointer also receives `enter`.
        seat->enter_x = arguments[2].f, seat->enter_y = arguments[3].f;
    else if (opcode == POINTER_BUTTON || opcode == POINTER_AXIS ||
             (opcode == POINTER_MOTION &&
              (arguments[1].f != seat->enter_x || arguments[2].f != seat->enter_y)))
        report(seat, CSESSION_POINTER, 0, 0, 0, NULL);
    return 0;
}

static void drop_pointer(struct seat *seat) {
    if (!seat->pointer)
        return;
    wl_pointer_release(seat->pointer);
    seat->pointer = NULL;
}

// A dispatcher, too.
static int seat_event(const void *data, void *proxy, uint32_t opcode,
                      const struct wl_message *message, union wl_argument *arguments) {
    (void)data, (void)message;
    struct seat *seat = wl_proxy_get_user_data(proxy);
    if (opcode != SEAT_CAPABILITIES)
        return 0;
    if (!(arguments[0].u & WL_SEAT_CAPABILITY_POINTER))
        drop_pointer(seat);
    else if (!seat->pointer && (seat->pointer = wl_seat_get_pointer(proxy)))
        wl_proxy_add_dispatcher((struct wl_proxy *)seat->pointer, pointer_event, NULL, seat);
    if (!(arguments[0].u & WL_SEAT_CAPABILITY_TOUCH))
        drop_touch(seat);
    else if (!seat->touch && (seat->touch = wl_seat_get_touch(proxy)))
        wl_proxy_add_dispatcher((struct wl_proxy *)seat->touch, touch_event, NULL, seat);
    return 0;
}

void seat_add(struct csession *session, uint32_t id, uint32_t version) {
    for (int index = 0; index < CSESSION_SEATS; index++) {
        struct seat *seat = &session->seats[index];
        if (seat->proxy)
            continue;
        *seat = (struct seat){.session = session, .id = id};
        seat->proxy =
            wl_registry_bind(session->registry, id, &wl_seat_interface, version < 7 ? version : 7);
        if (seat->proxy)
            wl_proxy_add_dispatcher((struct wl_proxy *)seat->proxy, seat_event, NULL, seat);
        return;
    }
}

void seat_remove(struct seat *seat) {
    drop_touch(seat);
    drop_pointer(seat);
    wl_seat_release(seat->proxy);
    seat->proxy = NULL;
}
