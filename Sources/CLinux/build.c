// The build's record of itself in the programs. A separate file, so that a new commit only
// recompiles these lines.
#include "CLinux.h"

#ifndef CLINUX_BUILD
#define CLINUX_BUILD ""
#endif

const char *clinux_build(void) {
    return CLINUX_BUILD;
}
