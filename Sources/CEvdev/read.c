#include "device.h"

#include <string.h>
#include <unistd.h>

static bool is_report(const struct input_event *event) {
    return event->type == EV_SYN && event->code == SYN_REPORT;
}

static bool is_pen(uint16_t key) {
    return key >= BTN_TOOL_PEN && key <= BTN_TOOL_AIRBRUSH;
}

// Whether an event can be in a frame in which the kernel releases a device's keys and slots.
static bool is_release(const struct input_event *event) {
    if (event->type == EV_KEY)
        return event->value == 0 && !is_pen(event->code);
    return event->type == EV_ABS &&
           (event->code == ABS_MT_SLOT || (event->code == ABS_MT_TRACKING_ID && event->value < 0));
}

// The index from which on all events may be releases by the kernel: its own frames (SYN_REPORT 1),
// and an unfinished frame that may become one. `count` if the events end in a frame of the driver.
static size_t find_releases(const struct input_event *events, size_t count) {
    size_t start = count;
    for (size_t i = count; i-- > 0;) {
        if (is_report(&events[i])) {
            start = i + 1;
            if (events[i].value != 1)
                return start;
        } else if (!is_release(&events[i])) {
            return start;
        }
    }
    return 0;
}

// Moves `capacity` held events to `events`, which has no room to read more. Returns their number.
static size_t pop_held(cevdev_device *device, struct input_event *events, size_t capacity) {
    memcpy(events, device->held, capacity * sizeof *events);
    device->held_count -= capacity;
    memmove(device->held, device->held + capacity, device->held_count * sizeof *events);
    return capacity;
}

// Holds back the releases at the end of the events. Returns how many events remain.
static size_t hold_releases(cevdev_device *device, const struct input_event *events, size_t count) {
    size_t start = find_releases(events, count);
    // The kernel cannot release that many keys and slots: these events are the driver's.
    if (count - start > CEVDEV_MAX_HELD)
        start = count;
    device->held_count = count - start;
    if (device->held_count > 0)
        memcpy(device->held, events + start, device->held_count * sizeof *events);
    return start;
}

ssize_t cevdev_device_read(cevdev_device *device, struct input_event *events, size_t capacity) {
    size_t count;
    do {
        size_t held = device->held_count;
        if (held >= capacity) {
            count = pop_held(device, events, capacity);
            break;
        }
        ssize_t size;
        do
            size = read(device->fd, events + held, (capacity - held) * sizeof *events);
        while (size < 0 && errno == EINTR);
        if (size < 0)
            return errno == EAGAIN ? 0 : -errno;
        // read(2) of a removed node returns ENODEV. An end of file counts as removal, too: the node
        // would be readable for ever.
        if (size == 0)
            return -ENODEV;
        if (held > 0)
            memcpy(events, device->held, held * sizeof *events);
        count = hold_releases(device, events, held + (size_t)size / sizeof *events);
    } while (count == 0);
    return (ssize_t)count;
}

bool cevdev_device_is_released(const cevdev_device *device) {
    return device->held_count > 0 && is_report(&device->held[device->held_count - 1]);
}
