#include "assembler.h"

#include <stdlib.h>

// Assumptions of the readers of a frame.
_Static_assert(TOUCH_MAX_SLOTS == 8 * sizeof(((touch_frame *)0)->live), "a mask has a bit a slot");
_Static_assert(offsetof(touch_slot, tracking_id) == 0, "offset 0 is not a role");

static const uint8_t multitouch_roles[ABS_CNT] = {
    [ABS_MT_SLOT] = ROLE_SLOT,
    [ABS_MT_TRACKING_ID] = ROLE_TRACKING_ID,
    [ABS_MT_POSITION_X] = offsetof(touch_slot, x),
    [ABS_MT_POSITION_Y] = offsetof(touch_slot, y),
    [ABS_MT_PRESSURE] = offsetof(touch_slot, pressure),
    [ABS_MT_TOUCH_MAJOR] = offsetof(touch_slot, touch_major),
    [ABS_MT_TOUCH_MINOR] = offsetof(touch_slot, touch_minor),
    [ABS_MT_TOOL_TYPE] = offsetof(touch_slot, tool_type),
    [ABS_MT_WIDTH_MAJOR] = ROLE_UNUSED_VALUE,
    [ABS_MT_WIDTH_MINOR] = ROLE_UNUSED_VALUE,
    [ABS_MT_ORIENTATION] = ROLE_UNUSED_VALUE,
    [ABS_MT_BLOB_ID] = ROLE_UNUSED_VALUE,
    [ABS_MT_DISTANCE] = ROLE_DISTANCE,
    [ABS_MT_TOOL_X] = ROLE_UNUSED_VALUE,
    [ABS_MT_TOOL_Y] = ROLE_UNUSED_VALUE,
};

static const uint8_t single_touch_roles[ABS_CNT] = {
    [ABS_X] = offsetof(touch_slot, x),
    [ABS_Y] = offsetof(touch_slot, y),
    [ABS_PRESSURE] = offsetof(touch_slot, pressure),
};

// For a device that is touched while its pressure is high.
static const uint8_t pressed_roles[ABS_CNT] = {
    [ABS_X] = offsetof(touch_slot, x),
    [ABS_Y] = offsetof(touch_slot, y),
    [ABS_PRESSURE] = ROLE_PRESSURE,
};

static const uint8_t *roles_for(const cevdev_layout *layout) {
    if (layout->multitouch || layout->anonymous)
        return multitouch_roles;
    return layout->has_pressure && !layout->has_btn_touch ? pressed_roles : single_touch_roles;
}

static uint32_t slots_for(const cevdev_layout *layout) {
    if (!layout->multitouch)
        return layout->anonymous ? 0 : 1;
    int32_t slots = layout->slots;
    return slots < 1 ? 1 : slots > TOUCH_MAX_SLOTS ? TOUCH_MAX_SLOTS : (uint32_t)slots;
}

cevdev_assembler *cevdev_assembler_create(const cevdev_layout *layout) {
    cevdev_assembler *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->layout = *layout;
    a->layout.anonymous &= !layout->multitouch;
    if (a->layout.touch_key == 0)
        a->layout.touch_key = BTN_TOUCH;
    a->slots = slots_for(layout);
    a->roles = roles_for(layout);
    bool hovers = layout->multitouch && layout->hovers && layout->has_btn_touch;
    a->now = (struct cevdev_state){
        .current_bit = a->slots ? 1 : 0, .is_touching = !hovers, .touch_key_trusted = hovers};
    a->at_report = a->now;
    for (int i = 0; i < TOUCH_MAX_SLOTS; i++)
        a->frame.slots[i].tracking_id = -1;
    cevdev_discard_type_a(a);
    return a;
}

void cevdev_assembler_destroy(cevdev_assembler *assembler) {
    free(assembler);
}

cevdev_counters cevdev_assembler_counters(const cevdev_assembler *assembler) {
    return assembler->counters;
}

static inline void set_current_slot(cevdev_assembler *a, int32_t value) {
    a->now.current = (uint32_t)value;
    if (value < 0 || (uint32_t)value >= a->slots) {
        a->now.current_bit = 0;
        a->counters.unknown_slot_events++;
        return;
    }
    a->now.current_bit = cevdev_bit((uint32_t)value);
}

// The contact of protocol A being received, which has no slot; NULL in protocol B, where the
// current slot was not announced.
static RARE touch_slot *open_without_slot(cevdev_assembler *a) {
    if (a->layout.anonymous)
        return &a->type_a.contact;
    a->counters.unknown_slot_events++;
    return NULL;
}

// Handles the codes that begin and end contacts.
static RARE void handle_contact_code(cevdev_assembler *a, unsigned role, int32_t value) {
    if (role == ROLE_PRESSURE)
        cevdev_set_pressure(a, value);
    else if (role == ROLE_TRACKING_ID && a->layout.anonymous)
        a->type_a.contact.tracking_id = value < 0 ? -1 : value;
    else if (role == ROLE_TRACKING_ID)
        cevdev_set_tracking_id(a, a->now.current, value);
    else if (a->layout.anonymous)
        a->type_a.hovers = value > 0;
    else
        cevdev_set_distance(a, a->now.current, value);
}

// The current slot, marked dirty for an event of it; NULL if the slot was not announced.
static RARE touch_slot *open_unusual(cevdev_assembler *a, unsigned role) {
    if (!a->now.current_bit)
        return open_without_slot(a);
    if (a->now.doubtful & a->now.current_bit && role != ROLE_TRACKING_ID)
        cevdev_trust_current_slot(a);
    cevdev_mark_dirty(a, a->now.current);
    return &a->frame.slots[a->now.current];
}

static inline touch_slot *open_current(cevdev_assembler *a, unsigned role) {
    if (__builtin_expect(!(a->now.current_bit & ~a->now.doubtful), 0))
        return open_unusual(a, role);
    cevdev_mark_dirty(a, a->now.current);
    return &a->frame.slots[a->now.current];
}

// Handles one event of an ABS code that is kept.
//
// `open` is the current slot once it is marked dirty in this frame; NULL requires a check. Returns
// the new `open`.
static inline touch_slot *handle_axis(cevdev_assembler *a, touch_slot *open, unsigned role,
                                      int32_t value) {
    if (role == ROLE_SLOT) {
        set_current_slot(a, value);
        return NULL;
    }
    if (!open && !(open = open_current(a, role)))
        return NULL;
    // The caller excludes ROLE_NONE (0). Other roles that are not offsets are at or above the size.
    if (__builtin_expect(role < sizeof(touch_slot), 1))
        *(int32_t *)((char *)open + role) = value;
    else if (role != ROLE_UNUSED_VALUE)
        handle_contact_code(a, role, value);
    return open;
}

// Discards the frame being assembled.
static RARE void drop_frame(cevdev_assembler *a) {
    a->counters.dropouts++;
    a->counters.dropped_events += a->earlier_events;
    a->earlier_events = 0;
    while (a->dirty) {
        uint32_t slot = cevdev_pop_first(&a->dirty);
        a->frame.slots[slot] = a->before[slot];
    }
    a->now = a->at_report;
    a->live = a->frame.live;
    a->landed = 0;
    a->ended_moved = 0;
    a->lifted = a->live;
    for (uint64_t mask = a->live; mask;) {
        uint32_t slot = cevdev_pop_first(&mask);
        a->frame.ended[slot] = a->frame.slots[slot];
    }
    a->resynchronised = true;
    a->has_device_time = false;
    cevdev_discard_type_a(a);
}

int64_t cevdev_event_time_us(const struct input_event *event) {
    int64_t seconds = event->input_event_sec, us;
    if (__builtin_mul_overflow(seconds, INT64_C(1000000), &us) ||
        __builtin_add_overflow(us, (int64_t)event->input_event_usec, &us))
        return seconds < 0 ? INT64_MIN : INT64_MAX;
    return us;
}

// Only sets and clears masks: a frame of ten fingers must not pay for 64 slots.
static RARE void finish_frame(cevdev_assembler *a, const struct input_event *report) {
    touch_frame *frame = &a->frame;
    if (a->layout.anonymous)
        cevdev_assign_type_a(a);
    uint64_t landed = a->resynchronised ? a->live : a->landed;
    frame->time_us = cevdev_event_time_us(report);
    frame->live = a->live;
    frame->landed = landed;
    frame->lifted = a->lifted;
    // Every event of a live slot is of its present contact, which was down throughout the frame or
    // landed in it.
    frame->sampled = (a->dirty | landed) & a->live;
    frame->ended_moved = a->ended_moved;
    frame->resynchronised = a->resynchronised;
    frame->has_pressed = a->now.touch_key_trusted;
    frame->released = false;
    frame->device_time_us = a->device_time_us;
    frame->has_device_time = a->has_device_time;
    if (__builtin_expect(report->value == 1, 0))
        cevdev_handle_kernel_report(a);
    if (a->knows_pen)
        cevdev_update_pen(a, frame->time_us);
    a->at_report = a->now;
    a->dirty = 0;
    a->landed = 0;
    a->lifted = 0;
    a->ended_moved = 0;
    a->resynchronised = false;
    a->has_device_time = false;
    a->earlier_events = 0;
}

int32_t cevdev_assembler_slot(const cevdev_assembler *assembler) {
    return (int32_t)assembler->now.current;
}

size_t cevdev_assembler_feed_live(cevdev_assembler *assembler, const struct input_event *events,
                                  size_t count, const touch_frame **frame) {
    const struct input_event *event = events, *end = events + count;
    const uint8_t *roles = assembler->roles;
    touch_slot *open = NULL;
    for (; event != end; event++) {
        if (__builtin_expect(event->type == EV_ABS, 1)) {
            unsigned role = event->code < ABS_CNT ? roles[event->code] : ROLE_NONE;
            if (role != ROLE_NONE)
                open = handle_axis(assembler, open, role, event->value);
        } else if (event->type == EV_KEY) {
            cevdev_handle_key(assembler, event->code, event->value != 0);
        } else if (event->type == EV_SYN && event->code == SYN_REPORT) {
            finish_frame(assembler, event);
            *frame = &assembler->frame;
            return (size_t)(event - events) + 1;
        } else if (event->type == EV_SYN && event->code == SYN_DROPPED) {
            break;
        } else if (event->type == EV_SYN && event->code == SYN_MT_REPORT) {
            cevdev_end_type_a_contact(assembler); // Only relevant in protocol A.
            open = NULL;
        } else if (event->type == EV_MSC && event->code == MSC_TIMESTAMP) {
            assembler->device_time_us = (uint32_t)event->value;
            assembler->has_device_time = true;
        }
    }
    size_t consumed = (size_t)(event - events);
    assembler->earlier_events += consumed;
    *frame = NULL;
    return consumed;
}

size_t cevdev_assembler_feed(cevdev_assembler *assembler, const struct input_event *events,
                             size_t count, const touch_frame **frame) {
    size_t consumed = cevdev_assembler_feed_live(assembler, events, count, frame);
    while (!*frame && consumed < count) {
        drop_frame(assembler);
        consumed++;
        consumed +=
            cevdev_assembler_feed_live(assembler, events + consumed, count - consumed, frame);
    }
    return consumed;
}
