/// What the toolchain does wrong, mended in the tests' own process.
#ifndef TOOLCHAIN_FAULTS_H
#define TOOLCHAIN_FAULTS_H

#include <dirent.h>

/// readdir(3) for the whole process, Foundation in it: an entry may be read to its last byte.
///
/// libc's entries are as long as their names. Foundation's Process copies each entry of
/// /proc/self/fd as 280 bytes, which goes past the end of libc's buffer where some 1 350
/// descriptors are open, and ends the tests there now and then (swift-corelibs-foundation, pull
/// request 5472: mended after 6.3).
///
/// - Returns: an entry of the thread's own, which its next call overwrites, for any directory.
struct dirent *readdir(DIR *directory);

#endif
