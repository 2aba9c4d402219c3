/// A device and what an assembler makes of it.
#ifndef SLOT_PROBE_READER_H
#define SLOT_PROBE_READER_H

#include "CEvdev.h"

/// Reads one device, resynchronising where it has to, and keeps the slots of the last frame.
struct reader {
    cevdev_device *device;
    cevdev_assembler *assembler;
    int64_t last_us;         ///< The latest stamp seen.
    uint64_t frames;         ///< Frames assembled, resynchronised ones among them.
    uint64_t resynchronised; ///< The one at open included.
    touch_slot slots[TOUCH_MAX_SLOTS];
};

/// Opens a node and asks what is on the glass. Returns 0 or -errno.
int reader_open(struct reader *reader, const char *path);

/// Reads until there is nothing more. Returns 0 or -errno: -ENODEV where the device is gone.
int reader_read(struct reader *reader);

/// Closes the node.
void reader_close(struct reader *reader);

#endif
