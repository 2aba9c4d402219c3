/// Consumes the events of a device like any reader: up to lost events as they arrive, and then the
/// kernel's answers. The same events are consumed again as a whole, like a recording of them.
#ifndef KERNEL_DOUBLE_READER_H
#define KERNEL_DOUBLE_READER_H

#include "CEvdev.h"

#include <stdbool.h>
#include <stddef.h>

/// One of the two ways in which events are consumed.
struct way {
    cevdev_assembler *assembler;
    touch_frame frame; ///< The last.
    uint64_t frames;
};

extern struct way live, whole;

/// Starts again, for a device of that layout. Returns false if out of memory.
bool reader_begin(const cevdev_layout *layout);

/// Frees everything.
void reader_end(void);

/// Consumes events that were read. Returns whether some were lost: the following ones are ignored.
bool reader_take_read(const struct input_event *events, size_t count);

/// Consumes the kernel's answers to queries.
void reader_take_answer(const struct input_event *events, size_t count);

/// Consumes as a whole the events that were consumed live since the last call.
void reader_take_whole(void);

#endif
