/// Makes chosen calls of a process fail, and replaces panels and udev, which not every machine has.
/// It is preloaded into the process (LD_PRELOAD).
///
/// The file that FAULT_CONTROL names begins with a `struct fault_control`, which the parent of the
/// process may read and write at any time. Calls are counted while `armed` is set: system calls (by
/// their wrappers in libc) and answers of libudev, allocations, or both.
///
/// An allocation counts if its caller checks the result: libevdev, libyaml, libc, and the program
/// itself with calloc, realloc, aligned_alloc and posix_memalign. Allocations of Swift and of C++,
/// whose failure ends the process, do not count.
///
/// The folder that FAULT_PANELS names has a FIFO for each panel, from which struct input_event are
/// read as from an event node. It answers the ioctls of an event node: ten slots, no contact, 4096
/// units a side. A FIFO without a writer is a device that was removed. udev lists the FIFOs named
/// event*, and reports each message that is sent to the datagram socket `udev` in that folder, such
/// as `add event3`.
#ifndef FAULT_INJECTOR_H
#define FAULT_INJECTOR_H

#include <stdint.h>

#define FAULT_CONTROL "FAULT_CONTROL"
#define FAULT_PANELS  "FAULT_PANELS"
#define FAULT_NAMES   8192

enum { FAULT_SYSTEM_CALLS = 1, FAULT_ALLOCATIONS = 2 };

struct fault_control {
    uint64_t armed;   ///< The kinds that count: FAULT_SYSTEM_CALLS, FAULT_ALLOCATIONS; 0 if none.
    uint64_t count;   ///< The number of counted calls.
    uint64_t fail_at; ///< The number of the first call that fails, from 1; 0 if none does.
    uint64_t length;  ///< The number of calls that fail in a row.
    int64_t error;    ///< The errno of failed calls.
    uint64_t failed;  ///< The number of failed calls.
    char only[24];    ///< The name of the only call that counts; empty if all do.
    char names[FAULT_NAMES][24]; ///< The counted calls, in order.
};

#endif
