/// Kernel input events to frames of multitouch slots.
///
/// The only module that sees <linux/input.h>, libevdev and libudev. Names begin with `cevdev_`;
/// functions that can fail return 0 or -errno.
#ifndef CEVDEV_H
#define CEVDEV_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The most slots a device can have here; one bit each in the masks of a frame.
#define CEVDEV_MAX_SLOTS 64

/// What one slot holds, in device units, as the kernel last said it.
///
/// Values persist from contact to contact, as the kernel's own do: it leaves out what did not change.
typedef struct cevdev_slot {
    int32_t tracking_id; ///< -1: no contact.
    int32_t x;
    int32_t y;
    int32_t pressure;
    int32_t touch_major;
    int32_t touch_minor;
    int32_t tool_type; ///< MT_TOOL_FINGER, MT_TOOL_PEN, MT_TOOL_PALM.
} cevdev_slot;

/// Everything that changed up to and including one SYN_REPORT.
typedef struct cevdev_frame {
    int64_t time_us;       ///< The kernel's stamp of the SYN_REPORT.
    uint64_t live;         ///< Slots that hold a contact now.
    uint64_t landed;       ///< Slots whose present contact is new in this frame.
    uint64_t lifted;       ///< Slots whose former contact ended in this frame; `ended` has its last values.
    uint64_t sampled;      ///< Slots with any ABS_MT event that belongs to the present contact.
    uint64_t ended_moved;  ///< Of `lifted`: the contact's position changed in this frame before it ended.
    bool resynchronised;   ///< After SYN_DROPPED: `slots` is the present state, the past is lost.
    cevdev_slot slots[CEVDEV_MAX_SLOTS];
    cevdev_slot ended[CEVDEV_MAX_SLOTS];
} cevdev_frame;

#endif
