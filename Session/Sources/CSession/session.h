/// The state that the files of CSession share.
#ifndef CSESSION_SESSION_H
#define CSESSION_SESSION_H

#include "csession.h"
#include "protocols.h"

/// A picture's memory, which the compositor may still read.
struct picture_buffer {
    struct wl_buffer *buffer;
    unsigned char *pixels;
    int32_t width, height;
    bool is_busy;
};

/// A subsurface of the shield that shows the lock.
struct picture {
    struct wl_surface *surface;
    struct wl_subsurface *subsurface;
    struct wl_proxy *viewport;
    struct picture_buffer buffers[2];
};

/// An output with its surface. `proxy` is NULL in an unused element.
struct screen {
    struct csession *session;
    struct wl_output *proxy;
    csession_output values;
    csession_strip strips[CSESSION_STRIPS];
    size_t strip_count;
    struct wl_surface *surface;
    struct wl_proxy *layer_surface, *viewport;
    /// The size of the layer surface; 0 before it is configured.
    int32_t width, height;
    bool is_mapped;
    /// The compositor has closed the surface: another one is made at the next change.
    bool is_closed;
    struct picture picture;
};

struct seat {
    struct csession *session;
    struct wl_seat *proxy;
    struct wl_touch *touch;
    struct wl_pointer *pointer;
    /// The position at which the pointer entered the surface.
    wl_fixed_t enter_x, enter_y;
    uint32_t id;
};

struct csession {
    csession_handler handler;
    void *context;
    struct wl_display *display;
    struct wl_registry *registry;
    struct wl_compositor *compositor;
    struct wl_subcompositor *subcompositor;
    struct wl_shm *shm;
    struct wl_proxy *layer_shell, *viewporter;
    struct picture_buffer pixel;
    struct wl_callback *sync;
    struct screen screens[CSESSION_OUTPUTS];
    struct seat seats[CSESSION_SEATS];
    csession_cover cover;
    /// The protocol that the compositor lacks, or is too old for; NULL if none.
    const char *lacks;
    bool has_picture;
    /// Whether an output beyond CSESSION_OUTPUTS has been reported.
    bool has_ignored;
    /// The picture to draw; its message is the copy in `message`.
    csession_picture picture;
    char message[CSESSION_TEXT];
    /// Whether the compositor does not read: meanwhile no picture is drawn.
    bool is_blocked;
};

/// The largest side of a surface; more is an error of the compositor.
enum { LARGEST_SIDE = 16384 };

// surfaces.c
void screen_update(struct screen *screen);
void screen_remove_surface(struct screen *screen);

// picture.c
/// Sends a request without arguments that ends an object.
void destroy_proxy(struct wl_proxy *proxy, uint32_t opcode);
/// Makes an ARGB buffer of shared memory, filled with 0; false on failure.
bool make_buffer(struct picture_buffer *buffer, struct wl_shm *shm, int32_t width, int32_t height);
void picture_show(struct screen *screen);
void picture_remove(struct picture *picture);

// seats.c
void seat_add(struct csession *session, uint32_t id, uint32_t version);
void seat_remove(struct seat *seat);

#endif
