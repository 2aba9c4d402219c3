#include "queue.h"
#include "kernel.h"

#include <errno.h>
#include <string.h>

static struct {
    struct input_event events[KERNEL_QUEUE];
    size_t count;
    size_t readable; // The number of events in complete packets, at the front.
    bool loses;      // Whether added events are lost.
} queue;

static struct {
    bool set;
    unsigned long codes[KEY_CNT / (8 * sizeof(unsigned long))];
} masks[EV_CNT]; // By type; the mask of type 0 has the types.

void queue_reset(void) {
    memset(&queue, 0, sizeof queue);
    memset(masks, 0, sizeof masks);
}

static bool passes(unsigned type, unsigned bit) {
    size_t width = sizeof(unsigned long) * 8;
    return !masks[type].set || (masks[type].codes[bit / width] >> bit % width & 1);
}

static void add(unsigned type, unsigned code, int32_t value, int64_t time_us) {
    struct input_event event = {.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
    event.input_event_sec = time_us / 1000000;
    event.input_event_usec = time_us % 1000000;
    queue.events[queue.count++] = event;
    if (queue.count < KERNEL_QUEUE)
        return;
    queue.events[0] = event;
    queue.events[0].type = EV_SYN;
    queue.events[0].code = SYN_DROPPED;
    queue.events[0].value = 0;
    queue.events[1] = event;
    queue.count = 2;
    queue.readable = 0;
}

void queue_add(unsigned type, unsigned code, int32_t value, int64_t time_us) {
    if (!queue.loses && passes(0, type) && passes(type, code))
        add(type, code, value, time_us);
}

void queue_begin_loss(int64_t time_us) {
    add(EV_SYN, SYN_DROPPED, 0, time_us);
    queue.loses = true;
}

void queue_end_loss(void) {
    queue.loses = false;
}

void queue_report(int64_t time_us, int32_t value) {
    if (queue.count == queue.readable)
        return;
    add(EV_SYN, SYN_REPORT, value, time_us);
    queue.readable = queue.count;
}

size_t queue_pop(struct input_event *events, size_t capacity) {
    size_t count = queue.readable < capacity ? queue.readable : capacity;
    memcpy(events, queue.events, count * sizeof *events);
    queue.count -= count;
    queue.readable -= count;
    memmove(queue.events, queue.events + count, queue.count * sizeof *events);
    return count;
}

bool queue_is_readable(void) {
    return queue.readable > 0;
}

void queue_flush(unsigned type) {
    size_t kept = 0, packet = 0;
    queue.readable = 0;
    for (size_t i = 0; i < queue.count; i++) {
        struct input_event event = queue.events[i];
        bool report = event.type == EV_SYN && event.code == SYN_REPORT;
        if (event.type == type || (report && kept == packet))
            continue;
        queue.events[kept++] = event;
        if (report)
            queue.readable = packet = kept;
    }
    queue.count = kept;
}

int queue_restart(void) {
    if (queue.count == 0)
        return 0;
    queue.count = queue.readable = 0;
    add(EV_SYN, SYN_DROPPED, 0, 0);
    return 0;
}

int queue_set_mask(const struct input_mask *mask) {
    if (mask->codes_size % sizeof(unsigned long) || mask->type >= EV_CNT) {
        errno = EINVAL;
        return -1;
    }
    size_t size = sizeof masks[mask->type].codes;
    memset(masks[mask->type].codes, 0, size);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel's interface has addresses as numbers.
    const void *codes = (const void *)(uintptr_t)mask->codes_ptr;
    memcpy(masks[mask->type].codes, codes, mask->codes_size < size ? mask->codes_size : size);
    masks[mask->type].set = true;
    return 0;
}
