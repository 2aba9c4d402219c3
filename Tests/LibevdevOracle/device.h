/// A touchscreen that exists only as answers to ioctl(2) and read(2).
///
/// libevdev queries the description by ioctl and refuses other files than event devices, so this
/// program defines both functions itself: libevdev's calls end here, all others are passed on to
/// the kernel.
#ifndef ORACLE_DEVICE_H
#define ORACLE_DEVICE_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>

/// The device that answers the next queries.
struct oracle_device {
    int descriptor;                   ///< The descriptor that represents it.
    int slots;                        ///< 0: single touch.
    bool has_btn_touch;               ///< Whether it announces BTN_TOUCH.
    const struct input_event *events; ///< The events for read(2), oldest first.
    size_t count;                     ///< Events that were not read yet.
};

extern struct oracle_device oracle_device;

#endif
