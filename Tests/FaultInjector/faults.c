#define _GNU_SOURCE
#include "faults.h"
#include "FaultInjector.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct fault_control *control;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv(FAULT_CONTROL);
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0) : -1;
    if (file < 0)
        return;
    // An off_t of 0: 64 bits are read, of which an int would leave the upper half undefined.
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a system call returns a number.
    void *page = (void *)syscall(SYS_mmap, NULL, sizeof *control, PROT_READ | PROT_WRITE,
                                 MAP_SHARED, file, (off_t)0);
    syscall(SYS_close, file);
    if (page != MAP_FAILED)
        control = page;
    unsetenv("LD_PRELOAD"); // Calls of a child must not count.
}

bool faults_are_armed(unsigned kind) {
    return control && (control->armed & kind);
}

bool fault_strikes(unsigned kind, const char *name) {
    if (!faults_are_armed(kind))
        return false;
    if (control->only[0] && strncmp(control->only, name, sizeof control->only) != 0)
        return false;
    uint64_t count = __atomic_add_fetch(&control->count, 1, __ATOMIC_RELAXED);
    if (count <= FAULT_NAMES)
        strncpy(control->names[count - 1], name, sizeof control->names[0] - 1);
    if (control->fail_at == 0 || count < control->fail_at ||
        count - control->fail_at >= control->length)
        return false;
    __atomic_add_fetch(&control->failed, 1, __ATOMIC_RELAXED);
    errno = (int)control->error;
    return true;
}

void *fault_next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}
