/// Functions that the wrappers of libc's functions call.
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>
#include <stddef.h>

/// Whether calls of the kind count now.
bool faults_are_armed(unsigned kind);

/// Counts a call of `name`, if calls of the kind count now. Returns whether the call must fail; if
/// so, `errno` is set.
bool fault_strikes(unsigned kind, const char *name);

/// The function that a wrapper hides: the next definition of the name, in libc or another library.
void *fault_next(const char *name);

/// Whether the descriptor is a panel's: a FIFO.
bool is_panel(int descriptor);

/// Answers an ioctl like an event node. Returns -1 with errno set if it fails.
int panel_answer(int descriptor, unsigned long request, void *argument);

#endif
