/// A frame of a touchscreen: masks of slots, and the values of each slot.
#ifndef TOUCH_FRAME_H
#define TOUCH_FRAME_H

#include <stdbool.h>
#include <stdint.h>

/// The maximum number of slots; one bit each in the masks of a frame.
#define TOUCH_MAX_SLOTS 64

/// The values of one slot, in device units, as last reported by the kernel.
///
/// Values persist from contact to contact, as in the kernel, which omits values that did not
/// change. That applies to `tool_type` too: of two palms in a row in one slot, the kernel reports
/// MT_TOOL_PALM once (input_handle_abs_event() filters it like every other axis of the slot).
typedef struct touch_slot {
    int32_t tracking_id; ///< -1: no contact.
    int32_t x;
    int32_t y;
    int32_t pressure;
    int32_t touch_major;
    int32_t touch_minor;
    int32_t tool_type; ///< MT_TOOL_FINGER, MT_TOOL_PEN, MT_TOOL_PALM.
} touch_slot;

/// All changes up to and including one SYN_REPORT.
///
/// Bit n of a mask is slot n. A contact that landed and lifted within the frame is in none of the
/// masks (`cevdev_counters.brief_contacts`). A slot can be in both `lifted` and `landed`: its old
/// contact ended and a new one began.
typedef struct touch_frame {
    int64_t time_us;      ///< The timestamp of the SYN_REPORT, µs; saturates.
    uint64_t live;        ///< Slots whose contact is down at the end of the frame.
    uint64_t landed;      ///< Slots whose present contact is new in this frame; part of `live`.
    uint64_t lifted;      ///< Slots whose previous contact ended in this frame (`ended`).
    uint64_t sampled;     ///< Slots with an event of the present contact, including every landing.
    uint64_t ended_moved; ///< Of `lifted`: those that moved in this frame before the lift.
    bool resynchronised;  ///< After SYN_DROPPED: `slots` is the present state; events were lost.
    bool pen;             ///< A pen is in proximity, or was less than CEVDEV_PEN_QUIET_US ago.
    bool released;    ///< The kernel ended the contacts in `lifted`; no finger was seen to lift.
    bool has_pressed; ///< BTN_TOUCH is trusted: it has been 1, or the device `hovers`.

    /// When the panel scanned, on its own clock, µs (MSC_TIMESTAMP). The clock wraps, and restarts
    /// after a silence.
    uint32_t device_time_us;
    bool has_device_time; ///< The frame has `device_time_us`.

    /// The slots at the end of the frame. `tracking_id` is the device's: a slot has an id without
    /// being `live` while BTN_TOUCH is 0, for example.
    touch_slot slots[TOUCH_MAX_SLOTS];

    /// For slots in `lifted`, the values of the old contact when it ended. Other slots are
    /// undefined.
    touch_slot ended[TOUCH_MAX_SLOTS];
} touch_frame;

/// The slots of a frame, for callers that cannot index a C array.
static inline const touch_slot *touch_frame_slots(const touch_frame *frame) {
    return frame->slots;
}

/// The ended contacts of a frame, by slot; only those in `lifted` are defined.
static inline const touch_slot *touch_frame_ended(const touch_frame *frame) {
    return frame->ended;
}

#endif
