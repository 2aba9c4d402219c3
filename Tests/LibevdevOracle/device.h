/// A touchscreen that exists only as answers to ioctl(2) and read(2).
///
/// libevdev asks its descriptor for a description by ioctl and refuses what is no event device, so
/// this program defines both functions itself: libevdev's calls end here, all others go on to the
/// kernel.
#ifndef ORACLE_DEVICE_H
#define ORACLE_DEVICE_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>

/// The device that is asked next.
struct oracle_device {
    int descriptor;                   ///< The descriptor that stands for it.
    int slots;                        ///< 0: single touch.
    bool has_btn_touch;               ///< Whether it announces BTN_TOUCH.
    const struct input_event *events; ///< What read(2) gives, oldest first.
    size_t count;                     ///< Events that were not read yet.
};

extern struct oracle_device oracle_device;

#endif
