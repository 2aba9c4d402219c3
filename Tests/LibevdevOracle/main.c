/// Prints libevdev's slots for streams of input events: the oracle for the frame assembler.
///
/// Standard input is any number of streams, each a `struct header` and its events; standard output
/// has, for each SYN_REPORT, the slots of the device as `touch_slot`s. A single-touch device has
/// one slot, whose tracking id is 0 while BTN_TOUCH is down. Byte order is the machine's.
#include "CEvdev.h"
#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header {
    int32_t slots;         ///< 0 for single touch.
    int32_t has_btn_touch; ///< 0 or 1.
    int32_t events;        ///< The number of events.
};

static void fail(const char *what, int error) {
    fprintf(stderr, "oracle: %s: %s\n", what, error ? strerror(error) : "no stream");
    exit(1);
}

static touch_slot slot_of(const struct libevdev *device, unsigned slot) {
    return (touch_slot){
        .tracking_id = libevdev_get_slot_value(device, slot, ABS_MT_TRACKING_ID),
        .x = libevdev_get_slot_value(device, slot, ABS_MT_POSITION_X),
        .y = libevdev_get_slot_value(device, slot, ABS_MT_POSITION_Y),
        .pressure = libevdev_get_slot_value(device, slot, ABS_MT_PRESSURE),
        .touch_major = libevdev_get_slot_value(device, slot, ABS_MT_TOUCH_MAJOR),
        .touch_minor = libevdev_get_slot_value(device, slot, ABS_MT_TOUCH_MINOR),
        .tool_type = libevdev_get_slot_value(device, slot, ABS_MT_TOOL_TYPE),
    };
}

static touch_slot single_touch(const struct libevdev *device) {
    return (touch_slot){
        .tracking_id = libevdev_get_event_value(device, EV_KEY, BTN_TOUCH) ? 0 : -1,
        .x = libevdev_get_event_value(device, EV_ABS, ABS_X),
        .y = libevdev_get_event_value(device, EV_ABS, ABS_Y),
        .pressure = libevdev_get_event_value(device, EV_ABS, ABS_PRESSURE),
    };
}

static void write_slots(const struct libevdev *device, int slots) {
    touch_slot table[TOUCH_MAX_SLOTS];
    int count = slots ? slots : 1;
    for (int i = 0; i < count; i++)
        table[i] = slots ? slot_of(device, (unsigned)i) : single_touch(device);
    if (fwrite(table, sizeof *table, (size_t)count, stdout) != (size_t)count)
        fail("cannot write", errno);
}

static void write_stream(const struct header *header, const struct input_event *events) {
    oracle_device.slots = header->slots;
    oracle_device.has_btn_touch = header->has_btn_touch;
    oracle_device.events = events;
    oracle_device.count = (size_t)header->events;
    struct libevdev *device = NULL;
    int result = libevdev_new_from_fd(oracle_device.descriptor, &device);
    if (result < 0)
        fail("libevdev refuses the device", -result);
    if (header->slots && libevdev_get_num_slots(device) != header->slots)
        fail("libevdev sees other slots", EINVAL);
    for (;;) {
        struct input_event event;
        result = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event);
        if (result == -EAGAIN)
            break;
        if (result != LIBEVDEV_READ_STATUS_SUCCESS)
            fail("libevdev wants to synchronise", result < 0 ? -result : EPROTO);
        if (event.type == EV_SYN && event.code == SYN_REPORT)
            write_slots(device, header->slots);
    }
    libevdev_free(device);
}

// libevdev complains about streams that no kernel would send, which tests contain.
static void ignore_log(enum libevdev_log_priority priority, void *data, const char *file, int line,
                       const char *function, const char *format, va_list arguments) {
    (void)priority, (void)data, (void)file, (void)line, (void)function, (void)format;
    (void)arguments;
}

int main(void) {
    struct header header;
    libevdev_set_log_function(ignore_log, NULL);
    oracle_device.descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (oracle_device.descriptor < 0)
        fail("cannot open /dev/null", errno);
    while (fread(&header, sizeof header, 1, stdin) == 1) {
        if (header.slots < 0 || header.slots > TOUCH_MAX_SLOTS || header.events < 0)
            fail("bad header", EINVAL);
        struct input_event *events = calloc((size_t)header.events + 1, sizeof *events);
        if (!events)
            fail("no memory", ENOMEM);
        if (fread(events, sizeof *events, (size_t)header.events, stdin) != (size_t)header.events)
            fail("standard input ends inside a stream", EPROTO);
        write_stream(&header, events);
        free(events);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
