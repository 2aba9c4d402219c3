// Prints the frames of random events as text, which must be the same on every processor. Events are
// in the order of a driver and in other orders, in pieces of any length, for both multitouch
// protocols and for a single touch.
#include "CEvdev.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define EVENTS 4096

// xorshift64*: of fixed width, unlike random(3).
static uint64_t state = 0x9e3779b97f4a7c15;

static uint32_t next_below(uint32_t limit) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 0x2545f4914f6cdd1d) >> 33) % limit;
}

static int32_t random_value(uint16_t code) {
    switch (code) {
    case ABS_MT_SLOT:
        return (int32_t)next_below(12) - 1;
    case ABS_MT_TRACKING_ID:
        return (int32_t)next_below(30) - 8;
    case ABS_MT_DISTANCE:
        return (int32_t)next_below(2);
    default:
        return next_below(50) == 0 ? INT32_MIN : (int32_t)next_below(40000);
    }
}

static void randomise_axis(struct input_event *event) {
    static const uint16_t axes[] = {ABS_MT_SLOT,
                                    ABS_MT_TRACKING_ID,
                                    ABS_MT_POSITION_X,
                                    ABS_MT_POSITION_Y,
                                    ABS_MT_PRESSURE,
                                    ABS_MT_TOUCH_MAJOR,
                                    ABS_MT_TOUCH_MINOR,
                                    ABS_MT_TOOL_TYPE,
                                    ABS_MT_DISTANCE,
                                    ABS_X,
                                    ABS_Y};
    event->type = EV_ABS;
    event->code = axes[next_below(sizeof axes / sizeof *axes)];
    event->value = random_value(event->code);
}

static struct input_event random_event(int64_t us, bool anonymous) {
    struct input_event event = {0};
    event.input_event_sec = us / 1000000;
    event.input_event_usec = us % 1000000;
    uint32_t kind = next_below(16);
    if (kind < 2) {
        event.type = EV_SYN;
        event.value = next_below(40) == 0;
    } else if (kind == 2) {
        event.type = EV_KEY;
        event.code = next_below(8) == 0 ? BTN_TOOL_PEN : BTN_TOUCH;
        event.value = (int32_t)next_below(2);
    } else if (kind == 3) {
        event.type = EV_MSC;
        event.code = MSC_TIMESTAMP;
        event.value = (int32_t)(uint32_t)us;
    } else if (kind == 4 && next_below(20) == 0) {
        event.type = EV_SYN;
        event.code = SYN_DROPPED;
    } else if (kind < 7 && anonymous) {
        event.type = EV_SYN;
        event.code = SYN_MT_REPORT;
    } else {
        randomise_axis(&event);
    }
    return event;
}

static void print_slots(const char *name, uint64_t mask, const touch_slot *slots) {
    for (int slot = 0; slot < TOUCH_MAX_SLOTS; slot++) {
        if (!(mask >> slot & 1))
            continue;
        const touch_slot *values = &slots[slot];
        printf(" %s%d:%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32
               ",%" PRId32,
               name, slot, values->tracking_id, values->x, values->y, values->pressure,
               values->touch_major, values->touch_minor, values->tool_type);
    }
}

static void print_frame(const touch_frame *frame) {
    printf("%" PRId64 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64
           " %d%d%d%d%d %" PRIu32,
           frame->time_us, frame->live, frame->landed, frame->lifted, frame->sampled,
           frame->ended_moved, frame->resynchronised, frame->pen, frame->released,
           frame->has_pressed, frame->has_device_time,
           frame->has_device_time ? frame->device_time_us : 0);
    print_slots("", frame->live, frame->slots);
    print_slots("-", frame->lifted, frame->ended);
    putchar('\n');
}

static int play(cevdev_layout layout) {
    static struct input_event events[EVENTS];
    cevdev_assembler *assembler = cevdev_assembler_create(&layout);
    if (!assembler)
        return 1;
    // The seconds exceed 31 bits, which 32-bit machines with a time_t of 64 bits must handle.
    int64_t us = 2200000000LL * 1000000;
    for (size_t i = 0; i < EVENTS; i++) {
        us += next_below(9000);
        events[i] = random_event(us, layout.anonymous);
    }
    for (size_t first = 0; first < EVENTS;) {
        size_t count = 1 + next_below(64);
        if (count > EVENTS - first)
            count = EVENTS - first;
        const touch_frame *frame;
        first += cevdev_assembler_feed(assembler, events + first, count, &frame);
        if (frame)
            print_frame(frame);
    }
    cevdev_counters counters = cevdev_assembler_counters(assembler);
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", counters.dropouts,
           counters.dropped_events, counters.unknown_slot_events, counters.brief_contacts);
    cevdev_assembler_destroy(assembler);
    return 0;
}

int main(void) {
    int status = 0;
    for (int round = 0; round < 20; round++) {
        status |=
            play((cevdev_layout){.slots = 10, .multitouch = true, .has_btn_touch = round % 2});
        status |= play((cevdev_layout){.slots = 5, .anonymous = true, .has_btn_touch = true});
        status |= play((cevdev_layout){.slots = 1, .has_btn_touch = true});
    }
    return status;
}
