#include "reader.h"

#include <errno.h>
#include <string.h>

static void feed(struct reader *reader, const struct input_event *events, size_t count) {
    while (count > 0) {
        const touch_frame *frame;
        size_t consumed = cevdev_assembler_feed(reader->assembler, events, count, &frame);
        events += consumed;
        count -= consumed;
        if (!frame)
            continue;
        reader->frames++;
        reader->resynchronised += frame->resynchronised;
        memcpy(reader->slots, frame->slots, sizeof reader->slots);
    }
}

static int resynchronise(struct reader *reader) {
    struct input_event events[CEVDEV_RESYNCHRONISATION_MAX];
    ssize_t count = cevdev_device_resynchronise(reader->device, &reader->last_us, events,
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
    return reader->assembler ? resynchronise(reader) : -ENOMEM;
}

int reader_read(struct reader *reader) {
    struct input_event events[256];
    ssize_t count;
    while ((count = cevdev_device_read(reader->device, events, 256)) > 0) {
        size_t before = cevdev_find_dropout(events, (size_t)count);
        feed(reader, events, before);
        int64_t stamp = cevdev_event_time_us(&events[count - 1]);
        if (stamp > reader->last_us)
            reader->last_us = stamp;
        if (before == (size_t)count)
            continue;
        int result = resynchronise(reader);
        if (result < 0)
            return result;
    }
    return (int)count;
}

void reader_close(struct reader *reader) {
    cevdev_assembler_destroy(reader->assembler);
    cevdev_device_close(reader->device);
}
