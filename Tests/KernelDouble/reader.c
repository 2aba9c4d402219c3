#include "reader.h"

#include <string.h>

struct consumer live, whole;

// The events that `whole` has not consumed yet.
static struct {
    struct input_event events[1 << 14];
    size_t count;
} pending;

static bool begin(struct consumer *consumer, const cevdev_layout *layout) {
    consumer->assembler = cevdev_assembler_create(layout);
    for (size_t i = 0; i < TOUCH_MAX_SLOTS; i++)
        consumer->frame.slots[i].tracking_id = -1;
    return consumer->assembler != NULL;
}

bool reader_begin(const cevdev_layout *layout) {
    reader_end();
    return begin(&live, layout) && begin(&whole, layout);
}

static void end(struct consumer *consumer) {
    cevdev_assembler_destroy(consumer->assembler);
    *consumer = (struct consumer){0};
}

void reader_end(void) {
    end(&live);
    end(&whole);
    pending.count = 0;
}

static void store(const struct input_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (pending.count == sizeof pending.events / sizeof *pending.events)
            reader_consume_whole();
        pending.events[pending.count++] = events[i];
    }
}

static void record(struct consumer *consumer, const touch_frame *frame) {
    if (!frame)
        return;
    consumer->frame = *frame;
    consumer->frames++;
}

static void feed(struct consumer *consumer, const struct input_event *events, size_t count) {
    const touch_frame *frame;
    for (size_t first = 0; first < count;) {
        first += cevdev_assembler_feed(consumer->assembler, events + first, count - first, &frame);
        record(consumer, frame);
    }
}

bool reader_consume_read(const struct input_event *events, size_t count) {
    const touch_frame *frame;
    size_t first = 0;
    do {
        first += cevdev_assembler_feed_live(live.assembler, events + first, count - first, &frame);
        record(&live, frame);
    } while (frame && first < count);
    store(events, first);
    return first < count;
}

void reader_consume_answer(const struct input_event *events, size_t count) {
    feed(&live, events, count);
    store(events, count);
}

void reader_consume_whole(void) {
    feed(&whole, pending.events, pending.count);
    pending.count = 0;
}
