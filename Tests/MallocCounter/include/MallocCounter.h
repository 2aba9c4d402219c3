/// Counts the allocations of the process into which it is preloaded (LD_PRELOAD).
///
/// The count, a uint64_t, is at the start of the file that MALLOC_COUNTER_FILE names, which must
/// exist and have 8 bytes. The counter sets the count to 0 when it starts, so an unchanged file
/// shows that the counter never ran. The count is correct at any time, even after a crash. Counted:
/// malloc, calloc, realloc, reallocarray, memalign, aligned_alloc, posix_memalign, valloc and
/// pvalloc, on all threads. Not counted: free, mmap, calls before constructors run, and calls of
/// child processes.
#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

#define MALLOC_COUNTER_FILE "MALLOC_COUNTER_FILE"

#endif
