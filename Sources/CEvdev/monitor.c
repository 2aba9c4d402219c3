#include "CEvdev.h"

#include <errno.h>
#include <libudev.h>
#include <stdlib.h>
#include <string.h>

// Nodes that are remembered as told of; beyond them a node may be told of twice.
#define MOST_KNOWN 64

struct cevdev_monitor {
    struct udev *udev;
    struct udev_monitor *messages;
    dev_t known[MOST_KNOWN]; // Touchscreens that were told of as added and not as removed.
    size_t known_count;
};

// libudev says in errno why, but not always.
static int failure(void) {
    return errno > 0 ? -errno : -EIO;
}

static int listen_to_input(cevdev_monitor *monitor) {
    errno = 0;
    monitor->udev = udev_new();
    if (!monitor->udev)
        return failure();
    // "udev", not "kernel": its messages come when the rules have run and the node has its mode.
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

int cevdev_monitor_fd(const cevdev_monitor *monitor) {
    return udev_monitor_get_fd(monitor->messages);
}

// Whether the device is an event node; the parent and the mouse node bear the same tags.
static bool is_event_node(struct udev_device *device) {
    const char *name = udev_device_get_sysname(device);
    return name && !strncmp(name, "event", strlen("event")) && udev_device_get_devnode(device);
}

static bool is_touchscreen(struct udev_device *device) {
    const char *tag = udev_device_get_property_value(device, "ID_INPUT_TOUCHSCREEN");
    return tag && !strcmp(tag, "1");
}

// Returns whether the node was not known before.
static bool remember(cevdev_monitor *monitor, dev_t node) {
    for (size_t i = 0; i < monitor->known_count; i++)
        if (monitor->known[i] == node)
            return false;
    if (monitor->known_count < MOST_KNOWN)
        monitor->known[monitor->known_count++] = node;
    return true;
}

static void forget(cevdev_monitor *monitor, dev_t node) {
    for (size_t i = 0; i < monitor->known_count; i++)
        if (monitor->known[i] == node) {
            monitor->known[i] = monitor->known[--monitor->known_count];
            return;
        }
}

static void tell(struct udev_device *device, cevdev_change change, cevdev_found found,
                 void *context) {
    found(context, change, udev_device_get_devnode(device),
          udev_device_get_property_value(device, "LIBINPUT_CALIBRATION_MATRIX"));
}

static int list_touchscreens(cevdev_monitor *monitor, struct udev_enumerate *list,
                             cevdev_found found, void *context) {
    int result = udev_enumerate_add_match_subsystem(list, "input");
    if (result >= 0)
        result = udev_enumerate_add_match_property(list, "ID_INPUT_TOUCHSCREEN", "1");
    if (result >= 0)
        result = udev_enumerate_scan_devices(list);
    if (result < 0)
        return result;
    struct udev_list_entry *entry;
    udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(list)) {
        const char *path = udev_list_entry_get_name(entry);
        struct udev_device *device = udev_device_new_from_syspath(monitor->udev, path);
        if (!device)
            continue; // It went meanwhile.
        if (is_event_node(device) && remember(monitor, udev_device_get_devnum(device)))
            tell(device, CEVDEV_ADDED, found, context);
        udev_device_unref(device);
    }
    return 0;
}

int cevdev_monitor_enumerate(cevdev_monitor *monitor, cevdev_found found, void *context) {
    struct udev_enumerate *list = udev_enumerate_new(monitor->udev);
    if (!list)
        return -ENOMEM;
    monitor->known_count = 0;
    int result = list_touchscreens(monitor, list, found, context);
    udev_enumerate_unref(list);
    return result;
}

static void take_message(cevdev_monitor *monitor, struct udev_device *device, cevdev_found found,
                         void *context) {
    const char *action = udev_device_get_action(device);
    if (!action || !is_event_node(device))
        return;
    dev_t node = udev_device_get_devnum(device);
    if (!strcmp(action, "remove")) {
        // Its properties may be gone too, so whoever has it open decides whether it matters.
        forget(monitor, node);
        tell(device, CEVDEV_REMOVED, found, context);
    } else if (is_touchscreen(device)) {
        bool added = remember(monitor, node);
        // Rules that were run again can make a touchscreen of what was none.
        if (added || !strcmp(action, "change"))
            tell(device, added ? CEVDEV_ADDED : CEVDEV_CHANGED, found, context);
    }
}

int cevdev_monitor_receive(cevdev_monitor *monitor, cevdev_found found, void *context) {
    for (;;) {
        errno = 0;
        struct udev_device *device = udev_monitor_receive_device(monitor->messages);
        if (device) {
            take_message(monitor, device, found, context);
            udev_device_unref(device);
        } else if (errno == ENOBUFS) {
            found(context, CEVDEV_RESCAN, NULL, NULL);
        } else if (errno != EINTR) {
            return errno == EAGAIN || errno == 0 ? 0 : -errno;
        }
    }
}
