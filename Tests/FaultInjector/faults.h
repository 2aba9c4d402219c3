/// What the wrappers ask before they do anything.
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>
#include <stddef.h>

/// Whether calls of the kind count now.
bool faults_are_armed(unsigned kind);

/// Counts a call of the kind where it counts; whether it is to fail, `errno` set.
bool fault_strikes(unsigned kind, const char *name);

/// The next definition of a function, which is libc's or a library's.
void *fault_next(const char *name);

/// Whether the descriptor is a panel's, as far as the ioctl `request` was asked of it or one
/// before.
bool panel_knows(int descriptor);

/// What an event node answers; -1 with errno.
int panel_answer(int descriptor, unsigned long request, void *argument);

#endif
