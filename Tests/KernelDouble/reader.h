/// Takes what is read of a device, as whoever reads one does: up to lost events as it comes, and
/// then what the kernel answers. The same events are taken a second time whole, as a recording of
/// them is.
#ifndef KERNEL_DOUBLE_READER_H
#define KERNEL_DOUBLE_READER_H

#include "CEvdev.h"

#include <stdbool.h>
#include <stddef.h>

/// One of the two ways in which events are taken.
struct way {
    cevdev_assembler *assembler;
    touch_frame frame; ///< The last.
    uint64_t frames;
};

extern struct way live, whole;

/// Begins anew, for a device of that layout. Returns false if there is no memory.
bool reader_begin(const cevdev_layout *layout);

/// Forgets everything.
void reader_end(void);

/// Takes events that were read. Returns whether some were lost: what follows is left.
bool reader_take_read(const struct input_event *events, size_t count);

/// Takes events that the kernel was asked for.
void reader_take_answer(const struct input_event *events, size_t count);

/// Takes whole what was taken live since the last call.
void reader_take_whole(void);

#endif
