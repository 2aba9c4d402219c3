#include "reader.h"

#include <errno.h>
#include <string.h>

static void record(struct reader *reader, const touch_frame *frame) {
    reader->frames++;
    reader->resynchronised += frame->resynchronised;
    memcpy(reader->slots, frame->slots, sizeof reader->slots);
}

// Returns whether events were lost.
static bool feed_live(struct reader *reader, const struct input_event *events, size_t count) {
    const touch_frame *frame;
    size_t consumed;
    for (; count > 0; events += consumed, count -= consumed) {
        consumed = cevdev_assembler_feed_live(reader->assembler, events, count, &frame);
        if (!frame)
            return consumed < count;
        record(reader, frame);
    }
    return false;
}

static void feed(struct reader *reader, const struct input_event *events, size_t count) {
    const touch_frame *frame;
    size_t consumed;
    for (; count > 0; events += consumed, count -= consumed) {
        consumed = cevdev_assembler_feed(reader->assembler, events, count, &frame);
        if (frame)
            record(reader, frame);
    }
}

// `events` has room for CEVDEV_RESYNCHRONISATION_MAX events; its first `known` ones are those of
// the last read.
static int resynchronise(struct reader *reader, struct input_event *events, size_t known) {
    ssize_t count = cevdev_device_resynchronise(reader->device, &reader->last_us, events, known,
                                                CEVDEV_RESYNCHRONISATION_MAX);
    if (count < 0)
        return (int)count;
    feed(reader, events, (size_t)count);
    return 0;
}

int reader_open(struct reader *reader, const char *path) {
    int result = cevdev_device_open(path, &reader->device);
    if (result < 0)
        return result;
    cevdev_layout layout = cevdev_device_layout(reader->device);
    reader->assembler = cevdev_assembler_create(&layout);
    struct input_event events[CEVDEV_RESYNCHRONISATION_MAX];
    return reader->assembler ? resynchronise(reader, events, 0) : -ENOMEM;
}

int reader_read(struct reader *reader) {
    struct input_event events[CEVDEV_RESYNCHRONISATION_MAX];
    ssize_t count;
    while ((count = cevdev_device_read(reader->device, events, 256)) > 0) {
        bool has_dropout = feed_live(reader, events, (size_t)count);
        int64_t stamp = cevdev_event_time_us(&events[count - 1]);
        if (stamp > reader->last_us)
            reader->last_us = stamp;
        if (!has_dropout)
            continue;
        int result = resynchronise(reader, events, (size_t)count);
        if (result < 0)
            return result;
    }
    return (int)count;
}

void reader_close(struct reader *reader) {
    cevdev_assembler_destroy(reader->assembler);
    cevdev_device_close(reader->device);
}
