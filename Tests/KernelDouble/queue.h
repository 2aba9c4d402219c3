/// One reader's queue of events, and what it lets through.
#ifndef KERNEL_DOUBLE_QUEUE_H
#define KERNEL_DOUBLE_QUEUE_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Empties the queue, and lets everything through.
void queue_reset(void);

/// Adds an event that is let through; one too many leaves SYN_DROPPED and itself.
void queue_add(unsigned type, unsigned code, int32_t value, int64_t time_us);

/// Ends a packet, unless it is empty, with a report of that value; only whole packets can be taken.
void queue_report(int64_t time_us, int32_t value);

/// Adds a SYN_DROPPED behind what is queued, as it stands there where events were lost while a
/// reader took those before them; what is added until `queue_find` is lost.
void queue_lose(int64_t time_us);

/// Loses no more.
void queue_find(void);

/// Takes the oldest events, `capacity` at most. Returns their number.
size_t queue_take(struct input_event *events, size_t capacity);

/// Whether a packet waits to be taken.
bool queue_is_readable(void);

/// Drops the events of a type that were not taken yet, and packets that are empty then.
void queue_flush(unsigned type);

/// EVIOCSCLOCKID: what is queued bears stamps of another clock, and goes. Returns 0.
int queue_restart(void);

/// EVIOCSMASK. Returns 0, or -1 with errno.
int queue_let_through(const struct input_mask *mask);

#endif
