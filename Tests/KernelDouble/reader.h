/// Consumes the events of a device like any reader: events as they arrive, up to a loss, and then
/// the kernel's answers. A second assembler consumes the same events at once, as a replay of their
/// recording does.
#ifndef KERNEL_DOUBLE_READER_H
#define KERNEL_DOUBLE_READER_H

#include "CEvdev.h"

#include <stdbool.h>
#include <stddef.h>

/// An assembler and its last frame.
struct consumer {
    cevdev_assembler *assembler;
    touch_frame frame;
    uint64_t frames; ///< The number of frames so far.
};

extern struct consumer live, whole;

/// Starts again, for a device of the layout. Returns false if out of memory.
bool reader_begin(const cevdev_layout *layout);

/// Frees everything.
void reader_end(void);

/// Consumes events that were read, up to SYN_DROPPED. Returns whether there was one.
bool reader_consume_read(const struct input_event *events, size_t count);

/// Consumes the kernel's answers to queries.
void reader_consume_answer(const struct input_event *events, size_t count);

/// Lets `whole` consume the events that `live` has consumed since the last call.
void reader_consume_whole(void);

#endif
