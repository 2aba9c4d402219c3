/// What the files that put frames together share.
#ifndef CEVDEV_ASSEMBLER_H
#define CEVDEV_ASSEMBLER_H

#include "CEvdev.h"

/// Kept out of the loop over events, whose registers they would take.
#define RARE __attribute__((noinline))

/// What an ABS code means to an assembler: the offset of the value of `cevdev_slot` that it sets
/// (tracking_id, at 0, is not set but begins and ends contacts), or one of these.
enum cevdev_role {
    ROLE_NONE = 0,
    ROLE_SLOT = sizeof(cevdev_slot),
    ROLE_TRACKING_ID,
    ROLE_UNKEPT,   ///< An event of the slot whose value no one asks for.
    ROLE_DISTANCE, ///< How far from the glass a finger is.
    ROLE_PRESSURE, ///< Of a device that has nothing else to say that it is touched.
};

/// What outlives a frame beside the slots, and goes back with them on SYN_DROPPED.
struct cevdev_state {
    uint64_t held;     ///< Slots with a tracking id.
    uint64_t denied;   ///< Of `held`: slots that the kernel let go of, and that say no more.
    uint64_t hovering; ///< Slots whose finger is not on the glass, whether they are held or not.
    uint64_t bit;      ///< Of the current slot; 0 while it is one that was not announced.
    uint32_t current;  ///< The current slot; meaningless while `bit` is 0.
    bool on_glass;     ///< Contacts touch the glass, as far as BTN_TOUCH is believed.
    bool believed;     ///< BTN_TOUCH has been 1 once.
    uint8_t pen_tools; ///< Tools of a pen that are near, one bit each.
};

/// The contacts of a frame of protocol A, as far as they have been told.
struct cevdev_told {
    bool any;    ///< The frame told of contacts, or that there are none.
    bool hovers; ///< The contact that is being told does not touch the glass.
    uint32_t count;
    cevdev_slot contact; ///< The one that is being told.
    cevdev_slot contacts[CEVDEV_MAX_ANONYMOUS];
    int32_t ids[CEVDEV_MAX_ANONYMOUS]; ///< By slot: the device's own tracking id, -1 without.
};

struct cevdev_assembler {
    const uint8_t *roles; ///< By ABS code: `enum cevdev_role`.
    uint32_t slots;       ///< That a device can make current; none in protocol A.
    cevdev_layout layout;
    int32_t next_tracking_id; ///< Where they are our own.
    struct cevdev_state now;
    struct cevdev_state at_report; ///< `now` as of the last SYN_REPORT.

    /// The frame in assembly. All masks but `live` are empty when it begins.
    uint64_t live;
    uint64_t dirty; ///< Slots with an event; `before` has what they held when the frame began.
    uint64_t landed;
    uint64_t lifted;
    uint64_t ended_moved;
    bool resynchronised;
    uint64_t earlier_events; ///< Events of this frame that former calls brought.

    bool knows_pen;      ///< A pen has come near; until then nothing of it is looked at.
    int64_t pen_left_us; ///< When the last pen left; meaningless while one is near.
    struct cevdev_told told;

    cevdev_counters counters;
    cevdev_slot before[CEVDEV_MAX_SLOTS];
    cevdev_frame frame;
};

static inline uint64_t cevdev_bit(uint32_t slot) {
    return UINT64_C(1) << slot;
}

static inline uint32_t cevdev_take_first(uint64_t *mask) {
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

/// Ends the contact of a live slot, before the slot takes any value of the next.
void cevdev_lift(cevdev_assembler *a, uint32_t slot);

/// Gives a slot another tracking id; below 0 for none.
void cevdev_set_tracking_id(cevdev_assembler *a, uint32_t slot, int32_t value);

/// Gives a slot a tracking id of our own.
void cevdev_set_own_id(cevdev_assembler *a, uint32_t slot);

/// Takes ABS_MT_DISTANCE of a slot.
void cevdev_set_distance(cevdev_assembler *a, uint32_t slot, int32_t distance);

/// Takes ABS_PRESSURE of a device without BTN_TOUCH.
void cevdev_set_pressure(cevdev_assembler *a, int32_t pressure);

/// Takes an event of the current slot, which is a denied one: its finger is there after all.
void cevdev_allow(cevdev_assembler *a);

/// Takes a report of the kernel's own.
void cevdev_take_own_report(cevdev_assembler *a);

/// Takes any key.
void cevdev_take_key(cevdev_assembler *a, uint16_t code, bool pressed);

/// Says whether a pen is near, for a frame that is finished; only where one has been.
void cevdev_follow_pen(cevdev_assembler *a, int64_t time_us);

/// Ends the contact of protocol A that is being told.
void cevdev_end_told(cevdev_assembler *a);

/// Forgets the contacts of protocol A that were told since the last report.
void cevdev_forget_told(cevdev_assembler *a);

/// Puts the contacts of protocol A that the frame told into slots.
void cevdev_place_told(cevdev_assembler *a);

/// A place on the axes of a device.
typedef struct cevdev_place {
    double x, y;
} cevdev_place;

/// Pairs places with others so that the sum of squared distances is least, and as many as can be.
///
/// `partners[i]` is then the index in `to` of what `from[i]` goes with, -1 for none. Neither count
/// may be above CEVDEV_MAX_ANONYMOUS.
void cevdev_match(const cevdev_place *from, size_t from_count, const cevdev_place *to,
                  size_t to_count, int8_t *partners);

#endif
