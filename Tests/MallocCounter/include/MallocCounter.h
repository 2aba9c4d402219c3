/// Counts the allocations of a process that it is preloaded into (LD_PRELOAD).
///
/// The count, a uint64_t, stands at the start of the file that MALLOC_COUNTER_FILE names, which
/// must be there and hold 8 bytes; it is set to 0 when the counter starts, so that a file left as
/// it was shows that the counter never ran. It is right at any moment, also after a crash.
/// Counted: malloc, calloc, realloc, reallocarray, memalign, aligned_alloc, posix_memalign, valloc
/// and pvalloc, on all threads. Not counted: free, mmap, what runs before constructors do,
/// and what child processes do.
#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

#define MALLOC_COUNTER_FILE "MALLOC_COUNTER_FILE"

#endif
