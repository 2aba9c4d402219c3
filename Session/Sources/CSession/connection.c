#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "session.h"

enum { CONNECT_MS = 5000 };

// Outputs.

enum { OUTPUT_GEOMETRY = 0, OUTPUT_DONE = 2, OUTPUT_SCALE = 3, OUTPUT_NAME = 4 };

// A dispatcher instead of listeners, as in seats.c.
static int output_event(const void *data, void *proxy, uint32_t opcode,
                        const struct wl_message *message, union wl_argument *arguments) {
    (void)data, (void)message;
    struct screen *screen = wl_proxy_get_user_data(proxy);
    csession_output *values = &screen->values;
    if (opcode == OUTPUT_GEOMETRY) {
        int32_t width = arguments[2].i, height = arguments[3].i, transform = arguments[7].i;
        values->width_mm = width > 0 ? width : 0, values->height_mm = height > 0 ? height : 0;
        values->transform = transform >= 0 && transform <= 7 ? transform : 0;
        const char *make = arguments[5].s, *model = arguments[6].s;
        (void)snprintf(values->model, sizeof values->model, "%s %s", make ? make : "",
                       model ? model : "");
    } else if (opcode == OUTPUT_SCALE) {
        int32_t factor = arguments[0].i;
        values->scale = factor < 1 ? 1 : factor > 8 ? 8 : factor;
    } else if (opcode == OUTPUT_NAME) {
        (void)snprintf(values->name, CSESSION_NAME, "%s", arguments[0].s ? arguments[0].s : "");
    } else if (opcode == OUTPUT_DONE) {
        screen->is_closed = false;
        screen_update(screen);
        screen->session->handler(screen->session->context,
                                 &(csession_event){.kind = CSESSION_OUTPUT, .output = *values});
    }
    return 0;
}

static void screen_add(struct csession *session, uint32_t id, uint32_t version) {
    struct screen *screen = session->screens, *end = screen + CSESSION_OUTPUTS;
    while (screen < end && screen->proxy)
        screen++;
    if (screen == end) {
        if (!session->has_ignored)
            session->handler(session->context, &(csession_event){.kind = CSESSION_OUTPUT_IGNORED});
        session->has_ignored = true;
        return;
    }
    *screen = (struct screen){.session = session, .values = {.id = id, .scale = 1}};
    screen->proxy =
        wl_registry_bind(session->registry, id, &wl_output_interface, version < 4 ? version : 4);
    if (screen->proxy)
        wl_proxy_add_dispatcher((struct wl_proxy *)screen->proxy, output_event, NULL, screen);
}

// Globals.

static void global(void *data, struct wl_registry *registry, uint32_t id, const char *interface,
                   uint32_t version) {
    struct csession *session = data;
    // Earlier versions have no request `release`.
    if (!strcmp(interface, "wl_output") && version < 3)
        session->lacks = "wl_output 3";
    else if (!strcmp(interface, "wl_seat") && version < 5)
        session->lacks = "wl_seat 5";
    else if (!strcmp(interface, "wl_output"))
        screen_add(session, id, version);
    else if (!strcmp(interface, "wl_seat"))
        seat_add(session, id, version);
    else if (!strcmp(interface, "wl_compositor") && !session->compositor && version >= 4)
        session->compositor = wl_registry_bind(registry, id, &wl_compositor_interface, 4);
    else if (!strcmp(interface, "wl_subcompositor") && !session->subcompositor)
        session->subcompositor = wl_registry_bind(registry, id, &wl_subcompositor_interface, 1);
    else if (!strcmp(interface, "wl_shm") && !session->shm)
        session->shm = wl_registry_bind(registry, id, &wl_shm_interface, 1);
    else if (!strcmp(interface, "zwlr_layer_shell_v1") && !session->layer_shell)
        session->layer_shell =
            wl_registry_bind(registry, id, &csession_layer_shell, version < 4 ? version : 4);
    else if (!strcmp(interface, "wp_viewporter") && !session->viewporter)
        session->viewporter = wl_registry_bind(registry, id, &csession_viewporter, 1);
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t id) {
    (void)registry;
    struct csession *session = data;
    for (int index = 0; index < CSESSION_OUTPUTS; index++) {
        struct screen *screen = &session->screens[index];
        if (!screen->proxy || screen->values.id != id)
            continue;
        screen_remove_surface(screen);
        wl_output_release(screen->proxy);
        screen->proxy = NULL;
        session->handler(session->context, &(csession_event){.kind = CSESSION_OUTPUT_REMOVED,
                                                             .output = screen->values});
    }
    for (int index = 0; index < CSESSION_SEATS; index++)
        if (session->seats[index].proxy && session->seats[index].id == id)
            seat_remove(&session->seats[index]);
}

static const struct wl_registry_listener registry_listener = {global, global_remove};

// The connection.

static void synchronised(void *data, struct wl_callback *callback, uint32_t serial) {
    (void)serial;
    struct csession *session = data;
    wl_callback_destroy(callback);
    session->sync = NULL;
    session->handler(session->context, &(csession_event){.kind = CSESSION_SYNCHRONISED});
}

static const struct wl_callback_listener sync_listener = {synchronised};

void csession_sync(struct csession *session) {
    if (session->sync)
        return;
    session->sync = wl_display_sync(session->display);
    if (session->sync)
        wl_callback_add_listener(session->sync, &sync_listener, session);
}

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits for the compositor's answer, at most until `end`.
static bool wait_for_answer(struct csession *session, int64_t end) {
    csession_sync(session);
    while (session->sync) {
        int left = (int)(end - now_ms());
        int blocked = csession_flush(session);
        if (left <= 0 || blocked < 0)
            return false;
        struct pollfd ready = {csession_descriptor(session), blocked ? POLLIN | POLLOUT : POLLIN,
                               0};
        if (poll(&ready, 1, left) < 0 && errno != EINTR)
            return false;
        if (csession_read(session) < 0)
            return false;
    }
    return true;
}

// The protocol that the compositor lacks; NULL if it lacks none.
static const char *missing(const struct csession *session) {
    return !session->compositor      ? "wl_compositor 4"
           : !session->subcompositor ? "wl_subcompositor"
           : !session->shm           ? "wl_shm"
           : !session->viewporter    ? "wp_viewporter"
           : !session->layer_shell   ? "zwlr_layer_shell_v1 (GNOME has none)"
                                     : session->lacks;
}

// What csession_problem returns.
static char problem[CSESSION_TEXT] = "no connection is possible";

// Like wl_display_connect(3), which would wait forever for a compositor that accepts no connection;
// this function tries until `end`.
static struct wl_display *connect_display(int64_t end) {
    // NOLINTBEGIN(concurrency-mt-unsafe): no thread changes the environment.
    const char *folder = getenv("XDG_RUNTIME_DIR"), *name = getenv("WAYLAND_DISPLAY");
    if (getenv("WAYLAND_SOCKET"))
        return wl_display_connect(NULL);
    // NOLINTEND(concurrency-mt-unsafe)
    // Longer than the path of a socket.
    char path[128];
    bool is_path = name && name[0] == '/';
    (void)snprintf(path, sizeof path, "%s%s%s", is_path || !folder ? "" : folder,
                   is_path ? "" : "/", name ? name : "wayland-0");
    int descriptor = csession_connect_socket(path);
    while (descriptor < 0 && errno == EAGAIN && now_ms() < end) {
        poll(NULL, 0, 50);
        descriptor = csession_connect_socket(path);
    }
    if (descriptor >= 0)
        return wl_display_connect_to_fd(descriptor);
    (void)snprintf(problem, CSESSION_TEXT, "%s: %s%s", path, strerrordesc_np(errno),
                   name ? "" : ", and WAYLAND_DISPLAY is not set");
    return NULL;
}

struct csession *csession_connect(csession_handler handler, void *context, bool *lacks) {
    struct csession *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->handler = handler, session->context = context;
    int64_t end = now_ms() + CONNECT_MS;
    session->display = connect_display(end);
    if (!session->display) {
        free(session);
        return NULL;
    }
    session->registry = wl_display_get_registry(session->display);
    if (session->registry)
        wl_registry_add_listener(session->registry, &registry_listener, session);
    // The first answer follows all globals, the second the events of what `global` has bound.
    bool answers =
        session->registry && wait_for_answer(session, end) && wait_for_answer(session, end);
    if (answers)
        session->lacks = missing(session);
    if (answers && !session->lacks && make_buffer(&session->pixel, session->shm, 1, 1))
        return session;
    *lacks = session->lacks;
    if (*lacks || wl_display_get_error(session->display))
        csession_problem(session);
    else
        (void)snprintf(problem, CSESSION_TEXT, "%s",
                       answers ? "no memory for a buffer" : "it does not answer");
    csession_close(session);
    return NULL;
}

void csession_close(struct csession *session) {
    for (int index = 0; index < CSESSION_OUTPUTS; index++)
        if (session->screens[index].proxy)
            screen_remove_surface(&session->screens[index]);
    wl_display_flush(session->display);
    wl_display_disconnect(session->display);
    free(session);
}

int csession_descriptor(const struct csession *session) {
    return wl_display_get_fd(session->display);
}

int csession_flush(struct csession *session) {
    if (wl_display_flush(session->display) >= 0) {
        session->is_blocked = false;
        return 0;
    }
    // EAGAIN is also the error of a connection that ended because its queue was full.
    session->is_blocked = errno == EAGAIN && !wl_display_get_error(session->display);
    return session->is_blocked ? 1 : -1;
}

int csession_read(struct csession *session) {
    while (wl_display_prepare_read(session->display) != 0)
        if (wl_display_dispatch_pending(session->display) < 0)
            return -1;
    // Does not wait: libwayland reads with MSG_DONTWAIT.
    if (wl_display_read_events(session->display) < 0 && errno != EAGAIN)
        return -1;
    return wl_display_dispatch_pending(session->display) < 0 || session->lacks ? -1 : 0;
}

const char *csession_problem(struct csession *session) {
    int error = session ? wl_display_get_error(session->display) : 0;
    if (session && session->lacks) {
        (void)snprintf(problem, CSESSION_TEXT, "it lacks %s", session->lacks);
    } else if (error == EPROTO) {
        const struct wl_interface *interface = NULL;
        uint32_t id = 0;
        uint32_t code = wl_display_get_protocol_error(session->display, &interface, &id);
        (void)snprintf(problem, CSESSION_TEXT, "protocol error %u of %s", code,
                       interface ? interface->name : "no object");
    } else if (session) {
        (void)snprintf(problem, CSESSION_TEXT, "%s",
                       error ? strerrordesc_np(error) : "it has ended the connection");
    }
    return problem;
}
