/// What the toolchain does wrong, mended in the tests' own process.
#ifndef TOOLCHAIN_FAULTS_H
#define TOOLCHAIN_FAULTS_H

#include <dirent.h>
#include <unistd.h>

/// readdir(3) for the whole process, Foundation in it: an entry may be read to its last byte.
///
/// libc's entries are as long as their names. Foundation's Process copies each entry of
/// /proc/self/fd as 280 bytes, which goes past the end of libc's buffer where some 1 350
/// descriptors are open, and ends the tests there now and then (swift-corelibs-foundation, pull
/// request 5472: mended after 6.3).
///
/// - Returns: an entry of the thread's own, which its next call overwrites, for any directory.
struct dirent *readdir(DIR *directory);

/// sysconf(3) for the whole process, with at least 16 processors configured.
///
/// Dispatch runs as many of Swift's tasks at a time. Tests call what blocks, a write to a socket or
/// a wait for a program: where two processors are configured, two tests that wait for a reader in
/// the same process never end, as the reader is a task that gets no thread, and the processors are
/// idle while two tests wait.
long sysconf(int name);

#endif
