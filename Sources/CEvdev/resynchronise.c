#include "device.h"

#include <poll.h>
#include <string.h>

// The maximum number of queries of the state, if frames arrive between the answers each time.
#define MAX_QUERIES 4

// The current slot after events, given the one before them; below 0 if it is unknown because of a
// dropout.
static int32_t slot_after(const struct input_event *events, size_t count, int32_t slot) {
    for (size_t i = 0; i < count; i++) {
        if (events[i].type == EV_SYN && events[i].code == SYN_DROPPED)
            slot = -1;
        else if (events[i].type == EV_ABS && events[i].code == ABS_MT_SLOT)
            slot = events[i].value;
    }
    return slot;
}

// Discards the readable events and updates the current slot. Returns their number, or -errno.
static ssize_t drain(cevdev_device *device, int64_t *last_us, int32_t *slot) {
    struct input_event events[TOUCH_MAX_SLOTS];
    ssize_t total = 0, count;
    while ((count = cevdev_device_read(device, events, TOUCH_MAX_SLOTS)) > 0) {
        *slot = slot_after(events, (size_t)count, *slot);
        int64_t stamp = cevdev_event_time_us(&events[count - 1]);
        if (device->monotonic && stamp > *last_us)
            *last_us = stamp;
        total += count;
    }
    if (count < 0)
        return count;
    // Held events are discarded too, and count as arrived between the answers.
    total += (ssize_t)device->held_count;
    *slot = slot_after(device->held, device->held_count, *slot);
    device->held_count = 0;
    return total;
}

// The argument of EVIOCGMTSLOTS.
struct slot_values {
    uint32_t code;
    int32_t values[TOUCH_MAX_SLOTS];
};

// Queries one axis of every slot, into `request`. Returns 0 or -errno.
static int query_values(const cevdev_device *device, uint16_t code, struct slot_values *request) {
    // A slot that the kernel does not fill in has no contact.
    memset(request, 0xff, sizeof *request);
    request->code = code;
    int result = cevdev_ioctl(device->fd, EVIOCGMTSLOTS(sizeof *request), request);
    return result < 0 ? result : 0;
}

// Queries one axis of every slot, into each slot's events. Returns 0 or -errno.
static int query_slots(const cevdev_device *device, size_t axis, struct input_event *slots) {
    struct slot_values request;
    int result = query_values(device, device->axes[axis], &request);
    if (result < 0)
        return result;
    for (int32_t slot = 0; slot < device->layout.slots; slot++) {
        struct input_event *state = slots + (size_t)slot * (1 + device->axis_count);
        state[0] = (struct input_event){.type = EV_ABS, .code = ABS_MT_SLOT, .value = slot};
        state[1 + axis] = (struct input_event){
            .type = EV_ABS, .code = device->axes[axis], .value = request.values[slot]};
    }
    return 0;
}

// Queries the value of an axis, into one event. Returns 0 or -errno.
static int query_axis(const cevdev_device *device, uint16_t code, struct input_event *event) {
    struct input_absinfo axis;
    int result = cevdev_ioctl(device->fd, EVIOCGABS(code), &axis);
    if (result < 0)
        return result;
    *event = (struct input_event){.type = EV_ABS, .code = code, .value = axis.value};
    return 0;
}

static struct input_event key_event(const unsigned long *keys, uint16_t code) {
    return (struct input_event){.type = EV_KEY, .code = code, .value = cevdev_has_bit(keys, code)};
}

static size_t key_count(const cevdev_device *device) {
    return (device->layout.has_btn_touch ? 1 : 0) + (device->has_pen ? CEVDEV_PEN_TOOLS : 0);
}

// Queries BTN_TOUCH and the tools of a pen, into `key_count` events. The kernel returns the state
// of all keys up to BTN_TOUCH. Returns 0 or -errno.
static int query_keys(const cevdev_device *device, struct input_event *events) {
    unsigned long keys[CEVDEV_LONGS_FOR(BTN_TOUCH + 1)] = {0};
    int result = cevdev_ioctl(device->fd, EVIOCGKEY(sizeof keys), keys);
    if (result < 0)
        return result;
    for (uint16_t i = 0; device->has_pen && i < CEVDEV_PEN_TOOLS; i++)
        *events++ = key_event(keys, BTN_TOOL_PEN + i);
    if (device->layout.has_btn_touch)
        *events = key_event(keys, device->layout.touch_key);
    return 0;
}

// Queries all slots of a multitouch device, and adds the event that selects the current slot.
//
// The current slot is the one that the events read last have selected. The kernel is queried for it
// only if these selected none, because its answer may be newer: the driver may be in the middle of
// a frame that began in one slot and has already selected another. This query is made before the
// others, so that later events apply on top of its answer.
static int query_multitouch(const cevdev_device *device, int32_t *slot,
                            struct input_event *events) {
    size_t count = (size_t)device->layout.slots * (1 + device->axis_count);
    int result = 0;
    if (*slot < 0) {
        result = query_axis(device, ABS_MT_SLOT, &events[count]);
        if (result == 0)
            *slot = events[count].value;
    }
    events[count] = (struct input_event){.type = EV_ABS, .code = ABS_MT_SLOT, .value = *slot};
    for (size_t axis = 0; result == 0 && axis < device->axis_count; axis++)
        result = query_slots(device, axis, events);
    return result;
}

static int query_single_touch(const cevdev_device *device, struct input_event *events) {
    int result = 0;
    for (size_t axis = 0; result == 0 && axis < device->axis_count; axis++)
        result = query_axis(device, device->axes[axis], &events[axis]);
    return result;
}

static size_t state_size(const cevdev_device *device) {
    size_t axes = device->axis_count;
    size_t values =
        device->layout.multitouch ? (size_t)device->layout.slots * (1 + axes) + 1 : axes;
    return values + key_count(device);
}

// Queries axes and keys, into `state_size` events. Returns 0 or -errno.
static int query_state(const cevdev_device *device, int32_t *slot, struct input_event *events) {
    int result = device->layout.multitouch ? query_multitouch(device, slot, events)
                                           : query_single_touch(device, events);
    if (result == 0 && key_count(device) > 0)
        result = query_keys(device, &events[state_size(device) - key_count(device)]);
    return result;
}

// Repeats the queries until no frame arrives between the answers. Returns 0 or -errno.
//
// The queries do not empty the queue. Events in it that are older than the answers are discarded.
// Events that arrive during the last query stay, because the kernel does not repeat discarded
// values: they are a frame or two that end in the present state.
static int query_between_frames(cevdev_device *device, int64_t *last_us, int32_t slot,
                                struct input_event *state) {
    ssize_t drained = drain(device, last_us, &slot);
    for (int queries = 1; drained >= 0; queries++) {
        int result = query_state(device, &slot, state);
        if (result < 0 || queries == MAX_QUERIES)
            return result;
        drained = drain(device, last_us, &slot);
        if (drained == 0)
            return 0;
    }
    return (int)drained;
}

static void stamp(struct input_event *events, size_t count, int64_t time_us) {
    for (size_t i = 0; i < count; i++) {
        events[i].input_event_sec = time_us / 1000000;
        events[i].input_event_usec = time_us % 1000000;
    }
}

// Whether contacts may be down that the kernel does not know. Without BTN_TOUCH this is a guess: a
// finger is rarely down when the device is opened, and usually down when events were lost.
static bool may_be_touched(const cevdev_device *device, const struct input_event *last_key) {
    if (!device->layout.anonymous)
        return false;
    return device->layout.has_btn_touch ? last_key->value != 0 : device->queried;
}

// Whether slots have contacts although BTN_TOUCH is 0 in the kernel: the kernel released the key
// itself, or the driver did not empty the slots.
static bool has_stale_contacts(const cevdev_device *device, const struct input_event *events,
                               size_t count) {
    if (!device->layout.multitouch || !device->layout.has_btn_touch || events[count - 1].value)
        return false;
    for (size_t i = 0; i < count; i++)
        if (events[i].code == ABS_MT_TRACKING_ID && events[i].value >= 0)
            return true;
    return false;
}

ssize_t cevdev_device_resynchronise(cevdev_device *device, int64_t *last_us,
                                    struct input_event *events, size_t known, size_t capacity) {
    size_t count = state_size(device) + 2;
    if (capacity < count + (device->layout.anonymous ? 1 : 0))
        return -ENOSPC;
    int32_t slot = slot_after(events, known < capacity ? known : capacity, -1);
    int result = query_between_frames(device, last_us, slot, events + 1);
    if (result < 0)
        return result;
    bool is_stale = has_stale_contacts(device, events + 1, count - 2);
    events[0] = (struct input_event){.type = EV_SYN, .code = SYN_DROPPED};
    events[count - 1] = (struct input_event){.type = EV_SYN, .code = SYN_REPORT, .value = is_stale};
    if (may_be_touched(device, &events[count - 2]))
        events[count++] = (struct input_event){.type = EV_SYN, .code = SYN_DROPPED};
    device->queried = true;
    stamp(events, count, *last_us);
    return (ssize_t)count;
}

// Writes events that lift the slots of a mask, and then select the slot `current`, in which the
// next frame begins. Returns their number.
static size_t lift_slots(uint64_t slots, int32_t current, struct input_event *events) {
    size_t count = 0;
    for (int32_t slot = 0; slot < TOUCH_MAX_SLOTS; slot++) {
        if (!(slots >> slot & 1))
            continue;
        events[count++] = (struct input_event){.type = EV_ABS, .code = ABS_MT_SLOT, .value = slot};
        events[count++] =
            (struct input_event){.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = -1};
    }
    events[count++] = (struct input_event){.type = EV_ABS, .code = ABS_MT_SLOT, .value = current};
    return count;
}

static bool is_queue_empty(const cevdev_device *device) {
    struct pollfd queue = {.fd = device->fd, .events = POLLIN};
    return poll(&queue, 1, 0) == 0;
}

// Queries BTN_TOUCH, into one event. Returns 1 if the key is released in the kernel, 0 if it is
// pressed, or -errno. The kernel removes key events from the queue when it answers, so that no
// older one follows.
static ssize_t query_touch(const cevdev_device *device, struct input_event *event) {
    unsigned long keys[CEVDEV_LONGS_FOR(BTN_TOUCH + 1)] = {0};
    int result = cevdev_ioctl(device->fd, EVIOCGKEY(sizeof keys), keys);
    if (result < 0)
        return result;
    *event = key_event(keys, device->layout.touch_key);
    return !event->value;
}

// Fills `events` with a frame that lifts the contacts of `frame` that the kernel no longer has.
// Returns the number of events, 0 if all are present or newer events are unread, or -errno.
static ssize_t lift_gone_slots(const cevdev_device *device, const touch_frame *frame,
                               int32_t current, struct input_event *events) {
    struct slot_values ids;
    int result = query_values(device, ABS_MT_TRACKING_ID, &ids);
    if (result < 0)
        return result;
    uint64_t gone = 0;
    for (int i = 0; i < TOUCH_MAX_SLOTS; i++)
        if ((frame->live >> i & 1) && ids.values[i] != frame->slots[i].tracking_id)
            gone |= UINT64_C(1) << i;
    if (!is_queue_empty(device))
        return 0;
    size_t count = gone ? lift_slots(gone, current, events) : 0;
    if (!frame->live || !frame->has_pressed || !device->layout.has_btn_touch)
        return (ssize_t)count;
    ssize_t untouched = query_touch(device, &events[count]);
    return untouched < 0 ? untouched : (ssize_t)count + untouched;
}

// The equivalent of lift_gone_slots for a device of whose contacts the kernel knows only BTN_TOUCH.
static ssize_t lift_gone_touch(const cevdev_device *device, const touch_frame *frame,
                               struct input_event *events) {
    if (!frame->live || !device->layout.has_btn_touch)
        return 0;
    return query_touch(device, events);
}

// The equivalent of lift_gone_slots for a device that is touched while its pressure is high.
static ssize_t lift_gone_press(const cevdev_device *device, const touch_frame *frame,
                               struct input_event *events) {
    if (!frame->live)
        return 0;
    int result = query_axis(device, ABS_PRESSURE, events);
    if (result < 0)
        return result;
    return events->value <= device->layout.pressure_threshold && is_queue_empty(device);
}

// Fills `events` with the held frame in which the kernel released the keys of a device that was not
// removed. Returns the number of its events without the report, 0 if newer events are unread, or
// -errno.
static ssize_t lift_released(cevdev_device *device, struct input_event *events) {
    int result = cevdev_device_check(device);
    if (result < 0)
        return result;
    if (!is_queue_empty(device))
        return 0;
    size_t count = device->held_count;
    memcpy(events, device->held, count * sizeof *events);
    device->held_count = 0;
    return (ssize_t)count - 1;
}

static ssize_t lift_gone(cevdev_device *device, const touch_frame *frame, int32_t slot,
                         struct input_event *events) {
    const cevdev_layout *layout = &device->layout;
    if (cevdev_device_is_released(device))
        return lift_released(device, events);
    if (layout->multitouch)
        return lift_gone_slots(device, frame, slot, events);
    if (!layout->anonymous && !layout->has_btn_touch && layout->has_pressure)
        return lift_gone_press(device, frame, events);
    return lift_gone_touch(device, frame, events);
}

ssize_t cevdev_device_lift_gone(cevdev_device *device, const touch_frame *frame, int32_t slot,
                                int64_t time_us, struct input_event *events, size_t capacity) {
    if (capacity < CEVDEV_RESYNCHRONISATION_MAX)
        return -ENOSPC;
    ssize_t count = lift_gone(device, frame, slot, events);
    if (count <= 0)
        return count;
    events[count++] = (struct input_event){.type = EV_SYN, .code = SYN_REPORT, .value = 1};
    stamp(events, (size_t)count, time_us);
    return count;
}
