/// What the files about one device share.
#ifndef CEVDEV_DEVICE_H
#define CEVDEV_DEVICE_H

#include "CEvdev.h"

#include <errno.h>
#include <limits.h>
#include <sys/ioctl.h>

/// The kernel's bit sets are arrays of long, and it takes and gives whole ones only.
#define CEVDEV_LONG_BITS       (sizeof(unsigned long) * CHAR_BIT)
#define CEVDEV_LONGS_FOR(bits) (((bits) + CEVDEV_LONG_BITS - 1) / CEVDEV_LONG_BITS)

/// The most axes that an assembler keeps of a slot, the tracking id included.
#define CEVDEV_MAX_AXES 8

/// The most events that are held back: every slot and every key that is let through, let go of.
#define CEVDEV_MAX_HELD (2 * CEVDEV_MAX_SLOTS + 32)

struct cevdev_device {
    int fd;
    struct libevdev *description;
    bool monotonic;
    cevdev_layout layout;
    uint16_t axes[CEVDEV_MAX_AXES]; ///< Those that an assembler keeps and the device has.
    size_t axis_count;
    bool has_pen; ///< Whether it has BTN_TOOL_PEN, or another tool of a pen.
    bool asked;   ///< Whether what is on the glass has been asked for before.

    /// The slot in which the next frame to be read begins, told by those that were read; -1 where a
    /// dropout hides it, and before the first.
    int32_t slot;

    /// What was read and not handed out: releases that may be the kernel's own.
    struct input_event held[CEVDEV_MAX_HELD];
    size_t held_count;
};

/// Remembers which slot is current after the events that were handed out.
void cevdev_follow_slot(cevdev_device *device, const struct input_event *events, size_t count);

/// Whether a bit of one of the kernel's sets is 1.
static inline bool cevdev_has_bit(const unsigned long *bits, unsigned bit) {
    return bits[bit / CEVDEV_LONG_BITS] >> bit % CEVDEV_LONG_BITS & 1;
}

/// Asks the kernel about a node; evdev waits for its lock in a way that a signal interrupts.
/// Returns what ioctl(2) returned, or -errno.
static inline int cevdev_ask(int fd, unsigned long request, void *argument) {
    int result;
    do
        result = ioctl(fd, request, argument);
    while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : result;
}

#endif
