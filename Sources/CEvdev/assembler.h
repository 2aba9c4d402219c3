/// Internals of the assembler, shared by its source files.
#ifndef CEVDEV_ASSEMBLER_H
#define CEVDEV_ASSEMBLER_H

#include "CEvdev.h"

/// Marks functions that are not inlined, because they would spill registers of the event loop.
#define RARE __attribute__((noinline))

/// The meaning of an ABS code for an assembler: the offset in `touch_slot` of the value that the
/// code sets, or one of these. The offset 0 is not used: a tracking id begins and ends contacts.
enum cevdev_role {
    ROLE_NONE = 0,
    ROLE_SLOT = sizeof(touch_slot),
    ROLE_TRACKING_ID,
    ROLE_UNUSED_VALUE, ///< An event of the slot whose value is not needed.
    ROLE_DISTANCE,     ///< The distance of a hovering finger.
    ROLE_PRESSURE,     ///< The pressure of a device that reports touches by no other code.
};

/// State besides the slots that persists across frames, and is restored with them on SYN_DROPPED.
struct cevdev_state {
    uint64_t identified;  ///< Slots with a tracking id.
    uint64_t doubtful;    ///< Of `identified`: released by the kernel, and without an event since.
    uint64_t hovering;    ///< Slots whose finger hovers, with or without a tracking id.
    uint64_t current_bit; ///< The bit of the current slot; 0 if that slot was not announced.
    uint32_t current;     ///< The slot that the device selected last, announced or not.
    bool is_touching;     ///< Whether BTN_TOUCH is 1, or not trusted.
    bool touch_key_trusted; ///< BTN_TOUCH has been 1 at least once, or the layout `hovers`.
    uint8_t pen_tools;      ///< The tools of a pen in proximity, one bit each.
};

/// The contacts of a frame of protocol A, as received so far.
struct cevdev_type_a_frame {
    bool describes_contacts; ///< The frame contains contacts, or a report that there are none.
    bool hovers;             ///< The contact being received hovers.
    uint32_t count;
    touch_slot contact; ///< The contact being received.
    touch_slot contacts[CEVDEV_MAX_ANONYMOUS];
    int32_t ids[CEVDEV_MAX_ANONYMOUS]; ///< By slot: the device's own tracking id, -1 if none.
};

struct cevdev_assembler {
    const uint8_t *roles; ///< By ABS code: `enum cevdev_role`.
    uint32_t slots;       ///< The number of slots that a device can select; none in protocol A.
    cevdev_layout layout;
    int32_t next_tracking_id; ///< Used if the device has none.
    struct cevdev_state now;
    struct cevdev_state at_report; ///< `now` as of the last SYN_REPORT.

    /// The frame being assembled. All masks except `live` are empty when it begins.
    uint64_t live;
    uint64_t dirty; ///< Slots with an event; `before` has their values at the start of the frame.
    uint64_t landed;
    uint64_t lifted;
    uint64_t ended_moved;
    bool resynchronised;
    uint64_t earlier_events; ///< Events of this frame in earlier calls.
    uint32_t device_time_us; ///< The panel's last scan time; undefined before the first.
    bool has_device_time;    ///< The frame being assembled has a scan time.

    bool knows_pen; ///< A pen has been in proximity; before, `touch_frame.pen` is not computed.
    int64_t pen_left_us; ///< When the last pen left proximity; undefined while one is present.
    struct cevdev_type_a_frame type_a;

    cevdev_counters counters;
    touch_slot before[TOUCH_MAX_SLOTS];
    touch_frame frame;
};

static inline uint64_t cevdev_bit(uint32_t slot) {
    return UINT64_C(1) << slot;
}

static inline uint32_t cevdev_pop_first(uint64_t *mask) {
    uint32_t slot = (uint32_t)__builtin_ctzll(*mask);
    *mask &= *mask - 1;
    return slot;
}

static inline void cevdev_mark_dirty(cevdev_assembler *a, uint32_t slot) {
    if (a->dirty & cevdev_bit(slot))
        return;
    a->dirty |= cevdev_bit(slot);
    a->before[slot] = a->frame.slots[slot];
}

/// Ends the contact of a live slot, before the slot gets values of the next contact.
void cevdev_lift(cevdev_assembler *a, uint32_t slot);

/// Sets the tracking id of a slot; below 0 for none.
void cevdev_set_tracking_id(cevdev_assembler *a, uint32_t slot, int32_t value);

/// Assigns a generated tracking id to a slot.
void cevdev_set_generated_id(cevdev_assembler *a, uint32_t slot);

/// Handles ABS_MT_DISTANCE of a slot.
void cevdev_set_distance(cevdev_assembler *a, uint32_t slot, int32_t distance);

/// Handles ABS_PRESSURE of a device without BTN_TOUCH.
void cevdev_set_pressure(cevdev_assembler *a, int32_t pressure);

/// Handles an event of the current slot, which is doubtful: the event shows that its finger is
/// still down.
void cevdev_trust_current_slot(cevdev_assembler *a);

/// Handles a SYN_REPORT of the kernel itself (value 1).
void cevdev_handle_kernel_report(cevdev_assembler *a);

/// Handles any key.
void cevdev_handle_key(cevdev_assembler *a, uint16_t code, bool pressed);

/// Sets whether a pen is in proximity in a finished frame; only called once `knows_pen` is true.
void cevdev_update_pen(cevdev_assembler *a, int64_t time_us);

/// Ends the contact of protocol A being received.
void cevdev_end_type_a_contact(cevdev_assembler *a);

/// Discards the contacts of protocol A received since the last report.
void cevdev_discard_type_a(cevdev_assembler *a);

/// Assigns the contacts of a frame of protocol A to slots.
void cevdev_assign_type_a(cevdev_assembler *a);

/// A position on the axes of a device.
typedef struct cevdev_position {
    double x, y;
} cevdev_position;

/// Pairs as many positions as possible so that the sum of squared distances is minimal.
///
/// `partners[i]` becomes the index in `to` of the partner of `from[i]`, or -1. Neither count may
/// exceed CEVDEV_MAX_ANONYMOUS.
void cevdev_match(const cevdev_position *from, size_t from_count, const cevdev_position *to,
                  size_t to_count, int8_t *partners);

#endif
