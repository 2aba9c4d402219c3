#include "device.h"

#include <unistd.h>

// Remembers which slot is current after the events that were read.
static void follow_slot(cevdev_device *device, const struct input_event *events, size_t count) {
    while (count-- > 0) {
        if (events[count].type == EV_ABS && events[count].code == ABS_MT_SLOT) {
            device->slot = events[count].value;
            return;
        }
        if (events[count].type == EV_SYN && events[count].code == SYN_DROPPED) {
            device->slot = -1;
            return;
        }
    }
}

ssize_t cevdev_device_read(cevdev_device *device, struct input_event *events, size_t capacity) {
    ssize_t size;
    do
        size = read(device->fd, events, capacity * sizeof *events);
    while (size < 0 && errno == EINTR);
    if (size < 0)
        return errno == EAGAIN ? 0 : -errno;
    // A node that is gone says ENODEV itself; an end of file would be polled for ever.
    if (size == 0)
        return -ENODEV;
    size_t count = cevdev_forget_releases(events, (size_t)size / sizeof *events);
    if (device->layout.multitouch)
        follow_slot(device, events, count);
    return (ssize_t)count;
}

static bool is_pen(uint16_t key) {
    return key >= BTN_TOOL_PEN && key <= BTN_TOOL_AIRBRUSH;
}

// Drivers report 0: in most reads nothing is to be taken out.
static bool holds_own_report(const struct input_event *events, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (events[i].type == EV_SYN && events[i].value == 1)
            return true;
    return false;
}

size_t cevdev_forget_releases(struct input_event *events, size_t count) {
    size_t kept = 0, frame = 0;
    bool only_releases = true;
    if (!holds_own_report(events, count))
        return count;
    for (size_t i = 0; i < count; i++) {
        struct input_event event = events[i];
        events[kept++] = event;
        if (event.type != EV_SYN || event.code != SYN_REPORT) {
            only_releases &= event.type == EV_KEY && event.value == 0 && !is_pen(event.code);
            continue;
        }
        if (only_releases && event.value == 1 && kept - frame > 1)
            kept = frame;
        frame = kept;
        only_releases = true;
    }
    return kept;
}

size_t cevdev_find_dropout(const struct input_event *events, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (events[i].type == EV_SYN && events[i].code == SYN_DROPPED)
            return i;
    return count;
}
