/// Corrections of toolchain faults, in the tests' own process.
#ifndef TOOLCHAIN_FAULTS_H
#define TOOLCHAIN_FAULTS_H

#include <dirent.h>
#include <unistd.h>

/// readdir(3) for the whole process, including Foundation: all bytes of a `struct dirent` may be
/// read from each entry.
///
/// libc's entries are as long as their names. Foundation's Process copies each entry of
/// /proc/self/fd as 280 bytes. If about 1 350 descriptors are open, the copy exceeds the end of
/// libc's buffer, and sometimes the tests crash (swift-corelibs-foundation, pull request 5472:
/// corrected after 6.3).
///
/// - Returns: an entry that the thread's next call overwrites, whatever the directory.
struct dirent *readdir(DIR *directory);

/// sysconf(3) for the whole process, with at least 16 processors configured.
///
/// Dispatch runs one of Swift's tasks for each processor at a time. Tests make calls that block,
/// such as a write to a socket or a wait for a program. With two processors, two tests that wait
/// for a reader in the same process would never end, because no thread is left for the reader's
/// task; and processors would be idle while tests wait for programs.
long sysconf(int name);

#endif
