/// Functions that the wrappers call first.
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>
#include <stddef.h>

/// Whether calls of the kind count now.
bool faults_are_armed(unsigned kind);

/// Counts a call of the kind if it counts; returns whether it is to fail, with `errno` set.
bool fault_strikes(unsigned kind, const char *name);

/// The next definition of a function, that of libc or of a library.
void *fault_next(const char *name);

/// Whether the descriptor is a panel's, as far as the ioctl `request` or an earlier one was called
/// on it.
bool panel_knows(int descriptor);

/// The answer of an event node; -1 with errno.
int panel_answer(int descriptor, unsigned long request, void *argument);

#endif
