#include "CEvdev.h"

#include <stdlib.h>

// Kept out of the loop over events, whose registers they would take.
#define RARE __attribute__((noinline))

// What an ABS code means to an assembler: the offset of the value of `cevdev_slot` that it sets
// (tracking_id, at 0, is not set but begins and ends contacts), or one of these.
enum role {
    ROLE_NONE = 0,
    ROLE_SLOT = sizeof(cevdev_slot),
    ROLE_TRACKING_ID,
    ROLE_UNKEPT, // An event of the slot whose value no one asks for.
};

static const uint8_t multitouch_roles[ABS_CNT] = {
    [ABS_MT_SLOT] = ROLE_SLOT,
    [ABS_MT_TRACKING_ID] = ROLE_TRACKING_ID,
    [ABS_MT_POSITION_X] = offsetof(cevdev_slot, x),
    [ABS_MT_POSITION_Y] = offsetof(cevdev_slot, y),
    [ABS_MT_PRESSURE] = offsetof(cevdev_slot, pressure),
    [ABS_MT_TOUCH_MAJOR] = offsetof(cevdev_slot, touch_major),
    [ABS_MT_TOUCH_MINOR] = offsetof(cevdev_slot, touch_minor),
    [ABS_MT_TOOL_TYPE] = offsetof(cevdev_slot, tool_type),
    [ABS_MT_WIDTH_MAJOR] = ROLE_UNKEPT,
    [ABS_MT_WIDTH_MINOR] = ROLE_UNKEPT,
    [ABS_MT_ORIENTATION] = ROLE_UNKEPT,
    [ABS_MT_BLOB_ID] = ROLE_UNKEPT,
    [ABS_MT_DISTANCE] = ROLE_UNKEPT,
    [ABS_MT_TOOL_X] = ROLE_UNKEPT,
    [ABS_MT_TOOL_Y] = ROLE_UNKEPT,
};

static const uint8_t single_touch_roles[ABS_CNT] = {
    [ABS_X] = offsetof(cevdev_slot, x),
    [ABS_Y] = offsetof(cevdev_slot, y),
    [ABS_PRESSURE] = offsetof(cevdev_slot, pressure),
};

// What outlives a frame beside the slots, and goes back with them on SYN_DROPPED.
struct state {
    uint64_t held;    // Slots with a tracking id.
    uint64_t bit;     // Of the current slot; 0 while it is one that was not announced.
    uint32_t current; // The current slot; meaningless while `bit` is 0.
    bool on_glass;    // Contacts touch the glass, as far as BTN_TOUCH is believed.
    bool believed;    // BTN_TOUCH has been 1 once.
};

struct cevdev_assembler {
    const uint8_t *roles; // By ABS code: one of the tables above.
    uint32_t slots;
    bool multitouch;
    bool has_btn_touch;
    int32_t next_tracking_id; // Single touch only.
    struct state now;
    struct state at_report; // `now` as of the last SYN_REPORT.

    // The frame in assembly. All masks but `live` are empty when it begins.
    uint64_t live;
    uint64_t dirty; // Slots with an event; `before` has what they held when the frame began.
    uint64_t landed;
    uint64_t lifted;
    uint64_t ended_moved;
    bool resynchronised;
    uint64_t earlier_events; // Events of this frame that former calls brought.

    cevdev_counters counters;
    cevdev_slot before[CEVDEV_MAX_SLOTS];
    cevdev_frame frame;
};

cevdev_assembler *cevdev_assembler_create(const cevdev_layout *layout) {
    cevdev_assembler *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    int32_t slots = layout->multitouch ? layout->slots : 1;
    a->slots = slots < 1 ? 1 : slots > CEVDEV_MAX_SLOTS ? CEVDEV_MAX_SLOTS : (uint32_t)slots;
    a->multitouch = layout->multitouch;
    a->has_btn_touch = layout->has_btn_touch;
    a->roles = layout->multitouch ? multitouch_roles : single_touch_roles;
    a->now = (struct state){.bit = 1, .on_glass = true};
    a->at_report = a->now;
    for (int i = 0; i < CEVDEV_MAX_SLOTS; i++)
        a->frame.slots[i].tracking_id = -1;
    return a;
}

void cevdev_assembler_destroy(cevdev_assembler *assembler) {
    free(assembler);
}

cevdev_counters cevdev_assembler_counters(const cevdev_assembler *assembler) {
    return assembler->counters;
}

static inline uint64_t bit_of(uint32_t slot) {
    return UINT64_C(1) << slot;
}

static inline uint32_t take_first(uint64_t *mask) {
    uint32_t slot = (uint32_t)__builtin_ctzll(*mask);
    *mask &= *mask - 1;
    return slot;
}

static inline void mark_dirty(cevdev_assembler *a, uint32_t slot) {
    if (a->dirty & bit_of(slot))
        return;
    a->dirty |= bit_of(slot);
    a->before[slot] = a->frame.slots[slot];
}

static void land(cevdev_assembler *a, uint32_t slot) {
    mark_dirty(a, slot);
    a->live |= bit_of(slot);
    a->landed |= bit_of(slot);
}

// Ends the contact of a live slot, before the slot takes any value of the next.
static void lift(cevdev_assembler *a, uint32_t slot) {
    uint64_t bit = bit_of(slot);
    a->live &= ~bit;
    if (a->landed & bit) {
        a->landed &= ~bit;
        a->counters.brief_contacts++;
        return;
    }
    // After SYN_DROPPED all that was live has ended already, with its values of before.
    if (a->lifted & bit)
        return;
    mark_dirty(a, slot);
    const cevdev_slot *last = &a->frame.slots[slot], *first = &a->before[slot];
    a->frame.ended[slot] = *last;
    a->lifted |= bit;
    if (last->x != first->x || last->y != first->y)
        a->ended_moved |= bit;
}

static RARE void set_tracking_id(cevdev_assembler *a, uint32_t slot, int32_t value) {
    uint64_t bit = bit_of(slot);
    cevdev_slot *s = &a->frame.slots[slot];
    int32_t id = value < 0 ? -1 : value;
    if (id == s->tracking_id)
        return;
    mark_dirty(a, slot);
    if (a->live & bit)
        lift(a, slot);
    else if (s->tracking_id >= 0 && s->tracking_id != a->before[slot].tracking_id)
        a->counters.brief_contacts++; // It came before its BTN_TOUCH 1, and went before it too.
    s->tracking_id = id;
    if (id < 0) {
        a->now.held &= ~bit;
        return;
    }
    a->now.held |= bit;
    if (a->now.on_glass)
        land(a, slot);
}

static void set_current_slot(cevdev_assembler *a, int32_t value) {
    if (value < 0 || (uint32_t)value >= a->slots) {
        a->now.bit = 0;
        a->counters.unknown_slot_events++;
        return;
    }
    a->now.current = (uint32_t)value;
    a->now.bit = bit_of((uint32_t)value);
}

static void set_glass(cevdev_assembler *a, bool on_glass) {
    a->now.believed |= on_glass;
    if (!a->now.believed)
        return;
    a->now.on_glass = on_glass;
    uint64_t changed = on_glass ? a->now.held & ~a->live : a->live;
    while (changed) {
        uint32_t slot = take_first(&changed);
        if (on_glass)
            land(a, slot);
        else
            lift(a, slot);
    }
}

static RARE void take_btn_touch(cevdev_assembler *a, bool pressed) {
    if (!a->has_btn_touch)
        return;
    if (a->multitouch) {
        set_glass(a, pressed);
    } else if (!pressed) {
        set_tracking_id(a, 0, -1);
    } else if (!a->live) {
        set_tracking_id(a, 0, a->next_tracking_id);
        a->next_tracking_id = (a->next_tracking_id + 1) & INT32_MAX;
    }
}

// Takes one event of the current slot, or one that makes another slot current.
//
// `*open` is the current slot once it is known to be dirty in this frame; NULL asks to look.
static inline void take_axis(cevdev_assembler *a, cevdev_slot **open, uint16_t code,
                             int32_t value) {
    unsigned role = code < ABS_CNT ? a->roles[code] : ROLE_NONE;
    if (role == ROLE_NONE)
        return;
    if (role == ROLE_SLOT) {
        *open = NULL;
        set_current_slot(a, value);
        return;
    }
    if (!*open) {
        if (!a->now.bit) {
            a->counters.unknown_slot_events++;
            return;
        }
        mark_dirty(a, a->now.current);
        *open = &a->frame.slots[a->now.current];
    }
    if (role < sizeof(cevdev_slot))
        *(int32_t *)((char *)*open + role) = value;
    else if (role == ROLE_TRACKING_ID)
        set_tracking_id(a, a->now.current, value);
}

// Throws the frame in assembly away, `events` of which came in this call.
static RARE void drop_frame(cevdev_assembler *a, size_t events) {
    a->counters.dropouts++;
    a->counters.dropped_events += a->earlier_events + events;
    a->earlier_events = 0;
    while (a->dirty) {
        uint32_t slot = take_first(&a->dirty);
        a->frame.slots[slot] = a->before[slot];
    }
    a->now = a->at_report;
    a->live = a->frame.live;
    a->landed = 0;
    a->ended_moved = 0;
    a->lifted = a->live;
    for (uint64_t mask = a->live; mask;) {
        uint32_t slot = take_first(&mask);
        a->frame.ended[slot] = a->frame.slots[slot];
    }
    a->resynchronised = true;
}

int64_t cevdev_event_time_us(const struct input_event *event) {
    int64_t seconds = event->input_event_sec, us;
    if (__builtin_mul_overflow(seconds, INT64_C(1000000), &us) ||
        __builtin_add_overflow(us, (int64_t)event->input_event_usec, &us))
        return seconds < 0 ? INT64_MIN : INT64_MAX;
    return us;
}

// Only the masks are set and cleared here: a frame of ten fingers must not pay for 64 slots.
static RARE void finish_frame(cevdev_assembler *a, const struct input_event *report) {
    cevdev_frame *frame = &a->frame;
    uint64_t landed = a->resynchronised ? a->live : a->landed;
    frame->time_us = cevdev_event_time_us(report);
    frame->live = a->live;
    frame->landed = landed;
    frame->lifted = a->lifted;
    // A slot that is live had its present contact all through the frame, or that contact landed
    // in it: so every event of it counts.
    frame->sampled = (a->dirty | landed) & a->live;
    frame->ended_moved = a->ended_moved;
    frame->resynchronised = a->resynchronised;
    a->at_report = a->now;
    a->dirty = 0;
    a->landed = 0;
    a->lifted = 0;
    a->ended_moved = 0;
    a->resynchronised = false;
    a->earlier_events = 0;
}

size_t cevdev_assembler_feed(cevdev_assembler *assembler, const struct input_event *events,
                             size_t count, const cevdev_frame **frame) {
    const struct input_event *start = events, *end = events + count;
    cevdev_slot *open = NULL;
    for (const struct input_event *event = events; event != end; event++) {
        if (__builtin_expect(event->type == EV_ABS, 1)) {
            take_axis(assembler, &open, event->code, event->value);
        } else if (event->type == EV_KEY && event->code == BTN_TOUCH) {
            take_btn_touch(assembler, event->value != 0);
        } else if (event->type == EV_SYN && event->code == SYN_DROPPED) {
            drop_frame(assembler, (size_t)(event - start));
            open = NULL;
            start = event + 1; // Of what a second SYN_DROPPED would throw away.
        } else if (event->type == EV_SYN && event->code == SYN_REPORT) {
            finish_frame(assembler, event);
            *frame = &assembler->frame;
            return (size_t)(event - events) + 1;
        }
    }
    assembler->earlier_events += (size_t)(end - start);
    *frame = NULL;
    return count;
}
