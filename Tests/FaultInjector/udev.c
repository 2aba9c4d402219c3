#define _GNU_SOURCE
#include "FaultInjector.h"
#include "faults.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#define MAX_PANELS 64

struct udev_device {
    char action[16];
    char name[32];
    char node[256];
};

struct udev_list_entry {
    char name[32];
    struct udev_list_entry *next;
};

// libudev's opaque objects, which need no contents; the monitor's is the descriptor of its socket.
static char library, query;
static int messages = -1;
static struct udev_list_entry entries[MAX_PANELS];
static size_t entry_count;

static bool strikes(const char *name) {
    return fault_strikes(FAULT_SYSTEM_CALLS, name);
}

static const char *folder(void) {
    const char *path = getenv(FAULT_PANELS);
    return path ? path : "/nonexistent";
}

static struct udev_device *make(const char *action, const char *name) {
    struct udev_device *device = calloc(1, sizeof *device);
    if (!device)
        return NULL;
    snprintf(device->action, sizeof device->action, "%s", action);
    snprintf(device->name, sizeof device->name, "%s", name);
    snprintf(device->node, sizeof device->node, "%s/%s", folder(), name);
    return device;
}

struct udev *udev_new(void) {
    return strikes("udev_new") ? NULL : (struct udev *)&library;
}

struct udev *udev_unref(struct udev *udev) {
    (void)udev;
    return NULL;
}

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
    (void)udev, (void)name;
    if (strikes("udev_monitor_new"))
        return NULL;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/udev", folder());
    messages = (int)syscall(SYS_socket, AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    syscall(SYS_unlinkat, AT_FDCWD, address.sun_path, 0);
    syscall(SYS_bind, messages, &address, sizeof address);
    return (struct udev_monitor *)&messages;
}

struct udev_monitor *udev_monitor_unref(struct udev_monitor *monitor) {
    if (monitor && messages >= 0)
        syscall(SYS_close, messages);
    messages = -1;
    return NULL;
}

int udev_monitor_filter_add_match_subsystem_devtype(struct udev_monitor *monitor,
                                                    const char *subsystem, const char *devtype) {
    (void)monitor, (void)subsystem, (void)devtype;
    return strikes("udev_monitor_filter") ? -errno : 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) {
    (void)monitor;
    return strikes("udev_monitor_enable") ? -errno : 0;
}

int udev_monitor_get_fd(struct udev_monitor *monitor) {
    (void)monitor;
    return messages;
}

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
    (void)monitor;
    if (strikes("udev_monitor_receive"))
        return NULL;
    char text[64] = {0}, action[16], name[32];
    if (syscall(SYS_recvfrom, messages, text, sizeof text - 1, 0, NULL, NULL) < 0 ||
        sscanf(text, "%15s %31s", action, name) != 2)
        return NULL;
    return make(action, name);
}

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
    (void)udev;
    return strikes("udev_enumerate_new") ? NULL : (struct udev_enumerate *)&query;
}

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *enumerate) {
    (void)enumerate;
    return NULL;
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *enumerate, const char *subsystem) {
    (void)enumerate, (void)subsystem;
    return strikes("udev_enumerate_match") ? -errno : 0;
}

int udev_enumerate_add_match_property(struct udev_enumerate *enumerate, const char *property,
                                      const char *value) {
    (void)enumerate, (void)property, (void)value;
    return strikes("udev_enumerate_match") ? -errno : 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *enumerate) {
    (void)enumerate;
    if (strikes("udev_enumerate_scan"))
        return -errno;
    // Every name is tried by a system call: opendir(3) is wrapped, and would count.
    entry_count = 0;
    for (int number = 0; number < MAX_PANELS; number++) {
        struct udev_list_entry *entry = &entries[entry_count];
        char path[256];
        struct stat status;
        snprintf(entry->name, sizeof entry->name, "event%d", number);
        snprintf(path, sizeof path, "%s/%s", folder(), entry->name);
        if (syscall(SYS_newfstatat, AT_FDCWD, path, &status, 0) == 0)
            entry_count++;
    }
    return 0;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *enumerate) {
    (void)enumerate;
    for (size_t i = 0; i < entry_count; i++)
        entries[i].next = i + 1 < entry_count ? &entries[i + 1] : NULL;
    return entry_count > 0 ? &entries[0] : NULL;
}

struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) {
    return entry->next;
}

const char *udev_list_entry_get_name(struct udev_list_entry *entry) {
    return entry->name;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
    (void)udev;
    return strikes("udev_device_new") ? NULL : make("", path);
}

struct udev_device *udev_device_unref(struct udev_device *device) {
    free(device);
    return NULL;
}

const char *udev_device_get_sysname(struct udev_device *device) {
    return device->name;
}

const char *udev_device_get_devnode(struct udev_device *device) {
    return device->node;
}

const char *udev_device_get_action(struct udev_device *device) {
    return device->action;
}

dev_t udev_device_get_devnum(struct udev_device *device) {
    return makedev(13, 64 + (unsigned)strtoul(device->name + strlen("event"), NULL, 10));
}

const char *udev_device_get_property_value(struct udev_device *device, const char *key) {
    (void)device;
    return strcmp(key, "ID_INPUT_TOUCHSCREEN") ? NULL : "1";
}
