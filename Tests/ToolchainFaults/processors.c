#define _GNU_SOURCE
#include "ToolchainFaults.h"

#include <dlfcn.h>

static const long minimum_processors = 16;

long sysconf(int name) {
    static long (*sysconf_of_libc)(int);
    if (!sysconf_of_libc)
        sysconf_of_libc = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");
    const long value = sysconf_of_libc(name);
    if (name == _SC_NPROCESSORS_CONF && value < minimum_processors)
        return minimum_processors;
    return value;
}
