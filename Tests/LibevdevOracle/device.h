/// A touchscreen that exists only as answers to ioctl(2) and read(2).
///
/// libevdev queries the description by ioctl(2) and refuses files that are not event devices. So
/// this program defines both functions itself: it answers libevdev's calls, and passes all others
/// on to the kernel.
#ifndef ORACLE_DEVICE_H
#define ORACLE_DEVICE_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>

/// The device that answers the next queries.
struct oracle_device {
    int descriptor;                   ///< The descriptor that represents it.
    int slots;                        ///< 0 for single touch.
    bool has_btn_touch;               ///< Whether it announces BTN_TOUCH.
    const struct input_event *events; ///< The events for read(2), oldest first.
    size_t count;                     ///< Events that were not read yet.
};

extern struct oracle_device oracle_device;

#endif
