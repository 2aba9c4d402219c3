/// Fails a chosen call of a process that it is preloaded into (LD_PRELOAD), and replaces panels and
/// udev, which not every machine has.
///
/// The file that FAULT_CONTROL names begins with a `struct fault_control`, which the parent of the
/// process may read and write at any time. Calls are counted while `armed` is set: system calls (by
/// their wrappers in libc) and answers of libudev, allocations, or both.
///
/// An allocation counts if its caller checks the result: libevdev, libyaml, libc, and the program
/// itself with calloc, realloc, aligned_alloc and posix_memalign. Those of Swift and of C++, whose
/// failure ends the process, do not count.
///
/// The folder that FAULT_PANELS names has a FIFO for each panel, which sends struct input_event
/// like an event node. It answers the ioctls of an event node: ten slots, an empty glass, 4096
/// units a side. A FIFO without a writer is a device that was removed. udev lists the FIFOs named
/// event*, and reports the messages to the datagram socket `udev` in that folder: `add event3`.
#ifndef FAULT_INJECTOR_H
#define FAULT_INJECTOR_H

#include <stdint.h>

#define FAULT_CONTROL "FAULT_CONTROL"
#define FAULT_PANELS  "FAULT_PANELS"
#define FAULT_NAMES   8192

enum { FAULT_SYSTEM_CALLS = 1, FAULT_ALLOCATIONS = 2 };

struct fault_control {
    uint64_t armed;   ///< Which calls count: FAULT_SYSTEM_CALLS, FAULT_ALLOCATIONS; 0: none.
    uint64_t count;   ///< Calls counted so far.
    uint64_t fail_at; ///< The first call that fails, from 1; 0: none does.
    uint64_t length;  ///< How many fail in a row.
    int64_t error;    ///< The value of errno then.
    uint64_t failed;  ///< How many have failed.
    char only[24];    ///< The name of the only call that counts; empty: all do.
    char names[FAULT_NAMES][24]; ///< The counted calls, in order.
};

#endif
