#include "CEvdev.h"

#include <errno.h>
#include <libudev.h>
#include <stdlib.h>
#include <string.h>

// Keeps no list of nodes: the caller knows which of them are open. With a list, a missed removal
// would suppress the next node with the same number.
struct cevdev_monitor {
    struct udev *udev;
    struct udev_monitor *messages;
    bool includes_others;
};

// libudev often, but not always, sets errno.
static int failure(void) {
    return errno > 0 ? -errno : -EIO;
}

static int listen_to_input(cevdev_monitor *monitor) {
    errno = 0;
    monitor->udev = udev_new();
    if (!monitor->udev)
        return failure();
    // "udev", not "kernel": its messages arrive when the rules have run and the node has its mode.
    monitor->messages = udev_monitor_new_from_netlink(monitor->udev, "udev");
    if (!monitor->messages)
        return failure();
    int result = udev_monitor_filter_add_match_subsystem_devtype(monitor->messages, "input", NULL);
    return result < 0 ? result : udev_monitor_enable_receiving(monitor->messages);
}

int cevdev_monitor_open(cevdev_monitor **monitor) {
    *monitor = NULL;
    cevdev_monitor *opened = calloc(1, sizeof *opened);
    if (!opened)
        return -ENOMEM;
    int result = listen_to_input(opened);
    if (result < 0) {
        cevdev_monitor_close(opened);
        return result;
    }
    *monitor = opened;
    return 0;
}

void cevdev_monitor_close(cevdev_monitor *monitor) {
    if (!monitor)
        return;
    udev_monitor_unref(monitor->messages);
    udev_unref(monitor->udev);
    free(monitor);
}

void cevdev_monitor_include_others(cevdev_monitor *monitor, bool include) {
    monitor->includes_others = include;
}

int cevdev_monitor_fd(const cevdev_monitor *monitor) {
    return udev_monitor_get_fd(monitor->messages);
}

// Whether the device is an event node; the parent and the mouse node have the same tags.
static bool is_event_node(struct udev_device *device) {
    const char *name = udev_device_get_sysname(device);
    return name && !strncmp(name, "event", strlen("event")) && udev_device_get_devnode(device);
}

static bool has_tag(struct udev_device *device, const char *property) {
    const char *tag = udev_device_get_property_value(device, property);
    return tag && !strcmp(tag, "1");
}

static bool is_touchscreen(struct udev_device *device) {
    return has_tag(device, "ID_INPUT_TOUCHSCREEN");
}

// The buttons of a tablet are a node of their own with both tags.
static bool is_pen(struct udev_device *device) {
    return has_tag(device, "ID_INPUT_TABLET") && !has_tag(device, "ID_INPUT_TABLET_PAD");
}

// Whether the monitor reports an event node.
static bool is_wanted(const cevdev_monitor *monitor, struct udev_device *device) {
    return monitor->includes_others || is_touchscreen(device) || is_pen(device);
}

// A hexadecimal number in sysfs; 0 if there is no such attribute.
static uint16_t number(struct udev_device *device, const char *attribute) {
    const char *text = udev_device_get_sysattr_value(device, attribute);
    return text ? (uint16_t)strtoul(text, NULL, 16) : 0;
}

// Reads the identity of the device behind a node from sysfs, without opening it.
static void identify(struct udev_device *device, cevdev_node *node) {
    struct udev_device *parent = udev_device_get_parent(device); // Owned by the node.
    if (!parent)
        return;
    node->name = udev_device_get_sysattr_value(parent, "name");
    node->phys = udev_device_get_sysattr_value(parent, "phys");
    node->vendor = number(parent, "id/vendor");
    node->product = number(parent, "id/product");
}

static void report(struct udev_device *device, cevdev_change change, cevdev_found found,
                   void *context) {
    cevdev_node node = {
        .path = udev_device_get_devnode(device),
        .calibration = udev_device_get_property_value(device, "LIBINPUT_CALIBRATION_MATRIX"),
        .is_touchscreen = is_touchscreen(device),
        .is_pen = is_pen(device),
    };
    if (change != CEVDEV_REMOVED && (node.is_pen || !node.is_touchscreen))
        identify(device, &node);
    found(context, change, &node);
}

static int list_nodes(cevdev_monitor *monitor, struct udev_enumerate *list, cevdev_found found,
                      void *context) {
    int result = udev_enumerate_add_match_subsystem(list, "input");
    // A device matches if one of its properties does.
    if (result >= 0 && !monitor->includes_others)
        result = udev_enumerate_add_match_property(list, "ID_INPUT_TOUCHSCREEN", "1");
    if (result >= 0 && !monitor->includes_others)
        result = udev_enumerate_add_match_property(list, "ID_INPUT_TABLET", "1");
    if (result >= 0)
        result = udev_enumerate_scan_devices(list);
    if (result < 0)
        return result;
    struct udev_list_entry *entry;
    udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(list)) {
        const char *path = udev_list_entry_get_name(entry);
        struct udev_device *device = udev_device_new_from_syspath(monitor->udev, path);
        if (!device)
            continue; // It was removed meanwhile.
        if (is_event_node(device) && is_wanted(monitor, device))
            report(device, CEVDEV_ADDED, found, context);
        udev_device_unref(device);
    }
    return 0;
}

int cevdev_monitor_enumerate(cevdev_monitor *monitor, cevdev_found found, void *context) {
    struct udev_enumerate *list = udev_enumerate_new(monitor->udev);
    if (!list)
        return -ENOMEM;
    int result = list_nodes(monitor, list, found, context);
    udev_enumerate_unref(list);
    return result;
}

static void handle_message(const cevdev_monitor *monitor, struct udev_device *device,
                           cevdev_found found, void *context) {
    const char *action = udev_device_get_action(device);
    if (!action || !is_event_node(device))
        return;
    // A removed device may have lost its properties: the caller knows whether it has the node open.
    if (!strcmp(action, "remove"))
        report(device, CEVDEV_REMOVED, found, context);
    else if (is_wanted(monitor, device))
        report(device, !strcmp(action, "add") ? CEVDEV_ADDED : CEVDEV_CHANGED, found, context);
}

int cevdev_monitor_receive(cevdev_monitor *monitor, cevdev_found found, void *context) {
    for (;;) {
        errno = 0;
        struct udev_device *device = udev_monitor_receive_device(monitor->messages);
        if (device) {
            handle_message(monitor, device, found, context);
            udev_device_unref(device);
        } else if (errno == ENOBUFS) {
            found(context, CEVDEV_RESCAN, NULL);
        } else if (errno != EINTR) {
            return errno == EAGAIN || errno == 0 ? 0 : -errno;
        }
    }
}
