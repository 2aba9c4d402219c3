// The description of the build. A separate file, so that a new commit recompiles only this one.
#include "CLinux.h"

#ifndef CLINUX_BUILD
#define CLINUX_BUILD ""
#endif

const char *clinux_build(void) {
    return CLINUX_BUILD;
}
