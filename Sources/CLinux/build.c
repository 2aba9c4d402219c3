// What the build put into the programs about itself. In a file of its own, so that another commit
// compiles these lines and nothing else.
#include "CLinux.h"

#ifndef CLINUX_BUILD
#define CLINUX_BUILD ""
#endif

const char *clinux_build(void) {
    return CLINUX_BUILD;
}
