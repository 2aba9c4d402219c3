/// One reader's queue of events, and its filter.
#ifndef KERNEL_DOUBLE_QUEUE_H
#define KERNEL_DOUBLE_QUEUE_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Empties the queue, and removes the filter.
void queue_reset(void);

/// Adds an event that passes the filter; on overflow SYN_DROPPED and the event remain.
void queue_add(unsigned type, unsigned code, int32_t value, int64_t time_us);

/// Ends a packet, unless it is empty, with a report of that value; only whole packets can be taken.
void queue_report(int64_t time_us, int32_t value);

/// Adds a SYN_DROPPED after the queued events, as if events were lost while a reader read those
/// before; events added until `queue_find` are lost.
void queue_lose(int64_t time_us);

/// Loses no more.
void queue_find(void);

/// Removes the oldest events, `capacity` at most. Returns their number.
size_t queue_take(struct input_event *events, size_t capacity);

/// Whether a packet can be read.
bool queue_is_readable(void);

/// Drops the unread events of a type, and packets that are then empty.
void queue_flush(unsigned type);

/// EVIOCSCLOCKID: queued events have timestamps of another clock, and are dropped. Returns 0.
int queue_restart(void);

/// EVIOCSMASK. Returns 0, or -1 with errno.
int queue_let_through(const struct input_mask *mask);

#endif
