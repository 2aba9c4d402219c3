/// Input devices that a program makes (uinput), for `gesturectl play`.
///
/// Functions return -1 with `errno` set on failure, as system calls do. `device` is an open
/// /dev/uinput; the kernel removes its device when the descriptor is closed, or the process ends.
#ifndef CUINPUT_H
#define CUINPUT_H

#include <stddef.h>
#include <stdint.h>

/// An axis of `code`, as EVIOCGABS describes it.
typedef struct {
    uint16_t code;
    int32_t minimum, maximum, resolution;
} cuinput_axis;

/// An event; the kernel stamps it.
typedef struct {
    uint16_t type, code;
    int32_t value;
} cuinput_event;

/// UI_SET_EVBIT, and UI_SET_KEYBIT, UI_SET_ABSBIT or UI_SET_MSCBIT: the device has the code. Other
/// types are refused with EINVAL.
int cuinput_enable(int device, uint16_t type, uint16_t code);

/// UI_SET_PROPBIT: the device has the property (INPUT_PROP_*).
int cuinput_enable_property(int device, uint16_t property);

/// UI_ABS_SETUP: the range of an axis.
int cuinput_set_axis(int device, const cuinput_axis *axis);

/// UI_DEV_SETUP and UI_DEV_CREATE: the device appears. The kernel has room for 79 bytes of `name`.
int cuinput_create(int device, const char *name, uint16_t bus, uint16_t vendor, uint16_t product,
                   uint16_t version);

/// UI_GET_SYSNAME: the name of the device below /sys/devices/virtual/input, with its NUL.
int cuinput_system_name(int device, char *name, size_t size);

/// write(2): passes events to the readers of the device.
int cuinput_write(int device, const cuinput_event *events, size_t count);

#endif
