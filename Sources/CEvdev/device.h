/// Internals of a device, shared by its source files.
#ifndef CEVDEV_DEVICE_H
#define CEVDEV_DEVICE_H

#include "CEvdev.h"

#include <errno.h>
#include <limits.h>
#include <sys/ioctl.h>

/// The kernel's bit sets are arrays of long; only whole elements are copied.
#define CEVDEV_LONG_BITS       (sizeof(unsigned long) * CHAR_BIT)
#define CEVDEV_LONGS_FOR(bits) (((bits) + CEVDEV_LONG_BITS - 1) / CEVDEV_LONG_BITS)

/// The maximum number of axes that an assembler keeps for a slot, including the tracking id.
#define CEVDEV_MAX_AXES 8

/// The maximum number of events held back: releases of every slot and of every key that passes.
#define CEVDEV_MAX_HELD (2 * TOUCH_MAX_SLOTS + 32)

struct cevdev_device {
    int fd;
    struct libevdev *description;
    bool monotonic;
    cevdev_layout layout;
    uint16_t axes[CEVDEV_MAX_AXES]; ///< Those that an assembler keeps and the device has.
    size_t axis_count;
    bool has_pen; ///< Whether it has BTN_TOOL_PEN, or another tool of a pen.
    bool queried; ///< Whether the state of the contacts has been queried before.

    /// Events that were read and not returned: releases that may be the kernel's own.
    struct input_event held[CEVDEV_MAX_HELD];
    size_t held_count;
};

/// Whether a bit of one of the kernel's sets is set.
static inline bool cevdev_has_bit(const unsigned long *bits, unsigned bit) {
    return bits[bit / CEVDEV_LONG_BITS] >> bit % CEVDEV_LONG_BITS & 1;
}

/// Sets a bit of one of the kernel's sets.
static inline void cevdev_set_bit(unsigned long *bits, unsigned bit) {
    bits[bit / CEVDEV_LONG_BITS] |= 1ul << bit % CEVDEV_LONG_BITS;
}

/// Makes the kernel drop all codes of a type except those in `bits`; type 0 means the event types.
/// Returns 0 or -errno: -ENOTSUP if the kernel does not support masks.
int cevdev_set_event_mask(int fd, uint32_t type, const unsigned long *bits, uint32_t size);

/// Calls ioctl(2), and repeats it after EINTR: a signal can interrupt evdev while it waits for its
/// lock. Returns the result, or -errno.
static inline int cevdev_ioctl(int fd, unsigned long request, void *argument) {
    int result;
    do
        result = ioctl(fd, request, argument);
    while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : result;
}

#endif
