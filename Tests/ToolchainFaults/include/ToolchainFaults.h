/// Corrections of toolchain faults, in the tests' own process.
#ifndef TOOLCHAIN_FAULTS_H
#define TOOLCHAIN_FAULTS_H

#include <dirent.h>
#include <unistd.h>

/// readdir(3) for the whole process, Foundation in it: an entry may be read to its last byte.
///
/// libc's entries are as long as their names. Foundation's Process copies each entry of
/// /proc/self/fd as 280 bytes, which exceeds the end of libc's buffer if some 1 350 descriptors are
/// open, and sometimes ends the tests there (swift-corelibs-foundation, pull request 5472:
/// corrected after 6.3).
///
/// - Returns: an entry of the thread's own, which its next call overwrites, for any directory.
struct dirent *readdir(DIR *directory);

/// sysconf(3) for the whole process, with at least 16 processors configured.
///
/// Dispatch runs as many of Swift's tasks at a time. Tests make blocking calls, a write to a socket
/// or a wait for a program: with two processors configured, two tests that wait for a reader in the
/// same process never end, as the reader is a task without a thread, and the processors are idle
/// while two tests wait.
long sysconf(int name);

#endif
