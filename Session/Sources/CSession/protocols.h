/// Protocols that no package of Debian 12 describes in C, as tables in the form of wayland-scanner.
#ifndef CSESSION_PROTOCOLS_H
#define CSESSION_PROTOCOLS_H

#include <wayland-client.h>

/// zwlr_layer_shell_v1, version 4 (wlr-protocols, wlr-layer-shell-unstable-v1.xml).
extern const struct wl_interface csession_layer_shell, csession_layer_surface;
enum { LAYER_SHELL_GET_LAYER_SURFACE = 0, LAYER_SHELL_DESTROY = 1 };
enum {
    LAYER_SURFACE_SET_SIZE = 0,
    LAYER_SURFACE_SET_ANCHOR = 1,
    LAYER_SURFACE_SET_EXCLUSIVE_ZONE = 2,
    LAYER_SURFACE_SET_KEYBOARD_INTERACTIVITY = 4,
    LAYER_SURFACE_ACK_CONFIGURE = 6,
    LAYER_SURFACE_DESTROY = 7,
};
enum { LAYER_OVERLAY = 3, ANCHOR_ALL = 15 };
struct csession_layer_surface_listener {
    void (*configure)(void *data, struct wl_proxy *surface, uint32_t serial, uint32_t width,
                      uint32_t height);
    void (*closed)(void *data, struct wl_proxy *surface);
};

/// wp_viewporter, version 1 (wayland-protocols 1.31, stable/viewporter).
extern const struct wl_interface csession_viewporter, csession_viewport;
enum { VIEWPORTER_DESTROY = 0, VIEWPORTER_GET_VIEWPORT = 1 };
enum { VIEWPORT_DESTROY = 0, VIEWPORT_SET_DESTINATION = 2 };

#endif
