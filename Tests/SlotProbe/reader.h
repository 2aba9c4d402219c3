/// A device and its assembler.
#ifndef SLOT_PROBE_READER_H
#define SLOT_PROBE_READER_H

#include "CEvdev.h"

/// Reads one device, resynchronises if necessary, and keeps the slots of the last frame.
struct reader {
    cevdev_device *device;
    cevdev_assembler *assembler;
    int64_t last_us;         ///< The latest timestamp.
    uint64_t frames;         ///< The number of frames, including resynchronised ones.
    uint64_t resynchronised; ///< The number of resynchronised frames, including that at opening.
    touch_slot slots[TOUCH_MAX_SLOTS];
};

/// Opens a node and queries its contacts. Returns 0 or -errno.
int reader_open(struct reader *reader, const char *path);

/// Reads all available events. Returns 0 or -errno: -ENODEV if the device was removed.
int reader_read(struct reader *reader);

/// Closes the node.
void reader_close(struct reader *reader);

#endif
