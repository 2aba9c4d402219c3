#include "reader.h"

#include <string.h>

struct way live, whole;

// The events that `whole` has not consumed yet.
static struct {
    struct input_event events[1 << 14];
    size_t count;
} taken;

static bool begin(struct way *way, const cevdev_layout *layout) {
    way->assembler = cevdev_assembler_create(layout);
    for (size_t i = 0; i < TOUCH_MAX_SLOTS; i++)
        way->frame.slots[i].tracking_id = -1;
    return way->assembler != NULL;
}

bool reader_begin(const cevdev_layout *layout) {
    reader_end();
    return begin(&live, layout) && begin(&whole, layout);
}

static void end(struct way *way) {
    cevdev_assembler_destroy(way->assembler);
    *way = (struct way){0};
}

void reader_end(void) {
    end(&live);
    end(&whole);
    taken.count = 0;
}

static void keep(const struct input_event *events, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (taken.count == sizeof taken.events / sizeof *taken.events)
            reader_take_whole();
        taken.events[taken.count++] = events[i];
    }
}

static void take(struct way *way, const touch_frame *frame) {
    if (!frame)
        return;
    way->frame = *frame;
    way->frames++;
}

static void feed(struct way *way, const struct input_event *events, size_t count) {
    const touch_frame *frame;
    for (size_t first = 0; first < count;) {
        first += cevdev_assembler_feed(way->assembler, events + first, count - first, &frame);
        take(way, frame);
    }
}

bool reader_take_read(const struct input_event *events, size_t count) {
    const touch_frame *frame;
    size_t first = 0;
    do {
        first += cevdev_assembler_feed_live(live.assembler, events + first, count - first, &frame);
        take(&live, frame);
    } while (frame && first < count);
    keep(events, first);
    return first < count;
}

void reader_take_answer(const struct input_event *events, size_t count) {
    feed(&live, events, count);
    keep(events, count);
}

void reader_take_whole(void) {
    feed(&whole, taken.events, taken.count);
    taken.count = 0;
}
