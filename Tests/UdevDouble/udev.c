#include "udev.h"

#include <errno.h>
#include <libudev.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ENTRIES 100

struct udev_list_entry {
    char path[2]; // Its index in `list` plus one, as one character.
    struct udev_list_entry *next;
};

static struct udev_device list[MAX_ENTRIES], messages[MAX_ENTRIES];
static size_t listed, sent, received;
static struct udev_list_entry entries[MAX_ENTRIES];
static bool receiving, matches_input, matches_touchscreen, matches_pen;
static int references;

// The opaque objects need no contents.
static char library, netlink, query;

void udev_double_list(const struct udev_device *device) {
    if (listed == MAX_ENTRIES)
        abort();
    list[listed++] = *device;
}

void udev_double_clear(void) {
    listed = 0;
}

void udev_double_send(const struct udev_device *message) {
    if (sent == MAX_ENTRIES)
        abort();
    // Without a subscriber the message is lost.
    if (receiving)
        messages[sent++] = *message;
}

int udev_double_references(void) {
    return references;
}

struct udev *udev_new(void) {
    references++;
    return (struct udev *)&library;
}

struct udev *udev_unref(struct udev *udev) {
    references -= udev != NULL;
    return NULL;
}

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
    (void)udev;
    if (strcmp(name, "udev") != 0)
        return NULL;
    references++;
    return (struct udev_monitor *)&netlink;
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) {
    references -= monitor != NULL;
    return NULL;
}

int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor,
                                                    const char *subsystem, const char *devtype) {
    (void)monitor;
    return strcmp(subsystem, "input") == 0 && !devtype ? 0 : -EINVAL;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
    (void)monitor;
    receiving = true;
    return 0;
}

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
    (void)monitor;
    if (received == sent) {
        errno = EAGAIN;
        return NULL;
    }
    struct udev_device *message = &messages[received++];
    if (message->error) {
        errno = message->error;
        return NULL;
    }
    references++;
    return message;
}

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
    (void)udev;
    references++;
    matches_input = matches_touchscreen = matches_pen = false;
    return (struct udev_enumerate *)&query;
}

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *enumerate) {
    references -= enumerate != NULL;
    return NULL;
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *enumerate, const char *subsystem) {
    (void)enumerate;
    matches_input = strcmp(subsystem, "input") == 0;
    return 0;
}

int udev_enumerate_add_match_property(struct udev_enumerate *enumerate, const char *property,
                                      const char *value) {
    (void)enumerate;
    matches_touchscreen |= !strcmp(property, "ID_INPUT_TOUCHSCREEN") && !strcmp(value, "1");
    matches_pen |= !strcmp(property, "ID_INPUT_TABLET") && !strcmp(value, "1");
    return 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *enumerate) {
    (void)enumerate;
    return matches_input ? 0 : -EINVAL;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *enumerate) {
    (void)enumerate;
    struct udev_list_entry *first = NULL;
    for (size_t i = listed; i-- > 0;) {
        bool matches = (matches_touchscreen && list[i].is_touchscreen) ||
                       (matches_pen && (list[i].is_pen || list[i].is_pad));
        if ((matches_touchscreen || matches_pen) && !matches)
            continue;
        entries[i].next = first;
        entries[i].path[0] = (char)(i + 1);
        first = &entries[i];
    }
    return first;
}

struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) {
    return entry->next;
}

const char *udev_list_entry_get_name(struct udev_list_entry *entry) {
    return entry->path;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
    (void)udev;
    struct udev_device *device = &list[path[0] - 1];
    // A number of 0 means a device that was removed since it was listed.
    if (device->number == 0)
        return NULL;
    references++;
    return device;
}

struct udev_device *udev_device_unref(struct udev_device *device) {
    references -= device != NULL;
    return NULL;
}

const char *udev_device_get_sysname(struct udev_device *device) {
    return device->name;
}

const char *udev_device_get_devnode(struct udev_device *device) {
    // The parent of the nodes, such as input3, has no node.
    return strncmp(device->name, "input", strlen("input")) ? device->node : NULL;
}

const char *udev_device_get_action(struct udev_device *device) {
    return device->action;
}

dev_t udev_device_get_devnum(struct udev_device *device) {
    return device->number;
}

const char *udev_device_get_property_value(struct udev_device *device, const char *key) {
    if (!strcmp(key, "ID_INPUT_TOUCHSCREEN") && device->is_touchscreen)
        return "1";
    if (!strcmp(key, "ID_INPUT_TABLET") && (device->is_pen || device->is_pad))
        return "1";
    if (!strcmp(key, "ID_INPUT_TABLET_PAD") && device->is_pad)
        return "1";
    if (!strcmp(key, "LIBINPUT_CALIBRATION_MATRIX") && device->calibration[0])
        return device->calibration;
    return NULL;
}

struct udev_device *udev_device_get_parent(struct udev_device *device) {
    // The attributes belong to the parent of the node; `device` represents both.
    return device->label[0] ? device : NULL;
}

const char *udev_device_get_sysattr_value(struct udev_device *device, const char *attribute) {
    if (!strcmp(attribute, "name"))
        return device->label;
    if (!strcmp(attribute, "phys"))
        return device->phys[0] ? device->phys : NULL;
    if (!strcmp(attribute, "id/vendor"))
        return device->vendor;
    return strcmp(attribute, "id/product") ? NULL : device->product;
}
