/// One reader's queue of events, and its filter.
#ifndef KERNEL_DOUBLE_QUEUE_H
#define KERNEL_DOUBLE_QUEUE_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Empties the queue, and removes the filter.
void queue_reset(void);

/// Adds an event, if it passes the filter. On overflow only SYN_DROPPED and this event remain.
void queue_add(unsigned type, unsigned code, int32_t value, int64_t time_us);

/// Ends a packet, unless it is empty, with a SYN_REPORT of the value. Only whole packets are read.
void queue_report(int64_t time_us, int32_t value);

/// Adds SYN_DROPPED after the queued events, as if the queue had overflowed after they were read.
/// Events that are added before `queue_end_loss` are lost.
void queue_begin_loss(int64_t time_us);

/// Ends the loss of events.
void queue_end_loss(void);

/// Removes the oldest events of whole packets, `capacity` at most. Returns their number.
size_t queue_pop(struct input_event *events, size_t capacity);

/// Whether a packet can be read.
bool queue_is_readable(void);

/// Drops the unread events of a type, and packets that become empty by that.
void queue_flush(unsigned type);

/// EVIOCSCLOCKID: drops the queued events, whose timestamps are from another clock. Returns 0.
int queue_restart(void);

/// EVIOCSMASK: sets the filter of one type. Returns 0, or -1 with errno.
int queue_set_mask(const struct input_mask *mask);

#endif
