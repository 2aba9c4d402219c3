#include "protocols.h"

// The types of arguments that are objects; NULL for all others, and for objects that are never
// sent.
static const struct wl_interface *none[6];
static const struct wl_interface *layer_surface_types[] = {
    &csession_layer_surface, &wl_surface_interface, &wl_output_interface, NULL, NULL};
static const struct wl_interface *viewport_types[] = {&csession_viewport, &wl_surface_interface};

static const struct wl_message layer_shell_requests[] = {
    {"get_layer_surface", "no?ous", layer_surface_types},
    {"destroy", "3", none},
};
const struct wl_interface csession_layer_shell = {"zwlr_layer_shell_v1", 4, 2,
                                                  layer_shell_requests,  0, NULL};

static const struct wl_message layer_surface_requests[] = {
    {"set_size", "uu", none},
    {"set_anchor", "u", none},
    {"set_exclusive_zone", "i", none},
    {"set_margin", "iiii", none},
    {"set_keyboard_interactivity", "u", none},
    {"get_popup", "o", none},
    {"ack_configure", "u", none},
    {"destroy", "", none},
    {"set_layer", "2u", none},
};
static const struct wl_message layer_surface_events[] = {{"configure", "uuu", none},
                                                         {"closed", "", none}};
const struct wl_interface csession_layer_surface = {
    "zwlr_layer_surface_v1", 4, 9, layer_surface_requests, 2, layer_surface_events};

static const struct wl_message viewporter_requests[] = {
    {"destroy", "", none},
    {"get_viewport", "no", viewport_types},
};
const struct wl_interface csession_viewporter = {"wp_viewporter",     1, 2,
                                                 viewporter_requests, 0, NULL};

static const struct wl_message viewport_requests[] = {
    {"destroy", "", none},
    {"set_source", "ffff", none},
    {"set_destination", "ii", none},
};
const struct wl_interface csession_viewport = {"wp_viewport", 1, 3, viewport_requests, 0, NULL};
