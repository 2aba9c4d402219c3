#include "CUinput.h"

#include <errno.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define EVENTS_AT_ONCE 64

int cuinput_enable(int device, uint16_t type, uint16_t code) {
    unsigned long request;
    switch (type) {
    case EV_KEY:
        request = UI_SET_KEYBIT;
        break;
    case EV_ABS:
        request = UI_SET_ABSBIT;
        break;
    case EV_MSC:
        request = UI_SET_MSCBIT;
        break;
    default:
        errno = EINVAL;
        return -1;
    }
    if (ioctl(device, UI_SET_EVBIT, type) < 0)
        return -1;
    return ioctl(device, request, code);
}

int cuinput_enable_property(int device, uint16_t property) {
    return ioctl(device, UI_SET_PROPBIT, property);
}

int cuinput_set_axis(int device, const cuinput_axis *axis) {
    struct uinput_abs_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.code = axis->code;
    setup.absinfo.minimum = axis->minimum;
    setup.absinfo.maximum = axis->maximum;
    setup.absinfo.resolution = axis->resolution;
    return ioctl(device, UI_ABS_SETUP, &setup);
}

int cuinput_create(int device, const char *name, uint16_t bus, uint16_t vendor, uint16_t product,
                   uint16_t version) {
    struct uinput_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.id.bustype = bus;
    setup.id.vendor = vendor;
    setup.id.product = product;
    setup.id.version = version;
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(device, UI_DEV_SETUP, &setup) < 0)
        return -1;
    return ioctl(device, UI_DEV_CREATE);
}

int cuinput_system_name(int device, char *name, size_t size) {
    return ioctl(device, UI_GET_SYSNAME(size), name);
}

static int write_all(int device, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(device, bytes, count);
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return 0;
}

int cuinput_write(int device, const cuinput_event *events, size_t count) {
    struct input_event packed[EVENTS_AT_ONCE];
    while (count > 0) {
        size_t length = count < EVENTS_AT_ONCE ? count : EVENTS_AT_ONCE;
        memset(packed, 0, sizeof packed);
        for (size_t i = 0; i < length; i++) {
            packed[i].type = events[i].type;
            packed[i].code = events[i].code;
            packed[i].value = events[i].value;
        }
        if (write_all(device, (const char *)packed, length * sizeof *packed) < 0)
            return -1;
        events += length;
        count -= length;
    }
    return 0;
}
