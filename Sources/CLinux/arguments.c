#include "CLinux.h"

#include <stddef.h>

static int argument_count;
static char **argument_values;

// glibc passes the arguments of main to constructors, too. Swift's runtime reads /proc/self/cmdline
// instead, which may not exist in a chroot.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    argument_values = values;
}

const char *clinux_argument(int index) {
    return index >= 0 && index < argument_count ? argument_values[index] : NULL;
}
