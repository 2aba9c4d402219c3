#include "ToolchainFaults.h"

const char *__asan_default_suppressions(void) {
    // Foundation's Process reads each name in /proc/self/fd as 256 bytes: past the end of readdir's
    // buffer where some 1 350 descriptors are open.
    return "interceptor_via_fun:*findMaximumOpenFromProcSelfFD*\n";
}
