#define _GNU_SOURCE
#include "FaultInjector.h"
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <link.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// glibc's own names for its functions: dlsym(RTLD_NEXT) would allocate during the lookup.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): they are glibc's.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

// Set while allocations of this thread do not count: during the lookup of a caller, and in Swift's
// runtime.
static _Thread_local bool is_exempt;

// The name of the object file that contains the code at `caller`; NULL if that code does not handle
// a failed allocation.
static const char *failing_object(const void *caller, const char *function) {
    static const char *const fatal[] = {"libswift",        "libFoundation", "lib_Foundation",
                                        "libstdc++",       "libdispatch",   "ld-linux",
                                        "libFaultInjector"};
    // Not dladdr(3): it searches the symbols, too, which takes longer than the rest of a start.
    struct dl_find_object object;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the function takes a pointer without const.
    if (_dl_find_object((void *)(uintptr_t)caller, &object) != 0)
        return NULL;
    const char *path = object.dlfo_link_map->l_name;
    // The program itself. Its calls of malloc do not count: code that the Swift compiler makes for
    // coroutines calls it without checking the result.
    if (!*path)
        return strcmp(function, "malloc") ? "program" : NULL;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        if (!strncmp(name, fatal[i], strlen(fatal[i])))
            return NULL;
    return name;
}

static bool strikes(const void *caller, const char *function) {
    if (is_exempt || !faults_are_armed(FAULT_ALLOCATIONS))
        return false;
    is_exempt = true;
    int before = errno;
    char name[24];
    const char *object = failing_object(caller, function);
    if (object)
        snprintf(name, sizeof name, "%s %s", function, object);
    bool result = object && fault_strikes(FAULT_ALLOCATIONS, name);
    is_exempt = false;
    errno = result ? ENOMEM : before;
    return result;
}

// Swift's runtime ends this function with a jump to malloc, which would treat the caller of this
// function as its own.
void *swift_slowAlloc(size_t size, size_t alignment) {
    static void *(*next)(size_t, size_t);
    bool before = is_exempt;
    is_exempt = true;
    if (!next)
        next = (void *(*)(size_t, size_t))fault_next("swift_slowAlloc");
    void *block = next(size, alignment);
    is_exempt = before;
    return block;
}

#define CALLER __builtin_return_address(0)

// glibc aborts if an allocation of a name lookup fails. So allocations in these functions do not
// count; each call counts as a system call.
int getgrnam_r(const char *name, struct group *group, char *buffer, size_t size,
               struct group **result) {
    static int (*next)(const char *, struct group *, char *, size_t, struct group **);
    bool before = is_exempt;
    is_exempt = true;
    if (!next)
        next = (int (*)(const char *, struct group *, char *, size_t, struct group **))fault_next(
            "getgrnam_r");
    int error = fault_strikes(FAULT_SYSTEM_CALLS, "getgrnam_r")
                    ? errno
                    : next(name, group, buffer, size, result);
    is_exempt = before;
    return error;
}

int getpwnam_r(const char *name, struct passwd *user, char *buffer, size_t size,
               struct passwd **result) {
    static int (*next)(const char *, struct passwd *, char *, size_t, struct passwd **);
    bool before = is_exempt;
    is_exempt = true;
    if (!next)
        next = (int (*)(const char *, struct passwd *, char *, size_t, struct passwd **))fault_next(
            "getpwnam_r");
    int error = fault_strikes(FAULT_SYSTEM_CALLS, "getpwnam_r")
                    ? errno
                    : next(name, user, buffer, size, result);
    is_exempt = before;
    return error;
}

void *malloc(size_t size) {
    return strikes(CALLER, "malloc") ? NULL : __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
    return strikes(CALLER, "calloc") ? NULL : __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
    return strikes(CALLER, "realloc") ? NULL : __libc_realloc(block, size);
}

void *reallocarray(void *block, size_t members, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(members, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return strikes(CALLER, "reallocarray") ? NULL : __libc_realloc(block, total);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return strikes(CALLER, "aligned_alloc") ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    bool is_power_of_two = alignment && (alignment & (alignment - 1)) == 0;
    if (!is_power_of_two || alignment % sizeof(void *))
        return EINVAL;
    void *result = strikes(CALLER, "posix_memalign") ? NULL : __libc_memalign(alignment, size);
    if (!result)
        return ENOMEM;
    *block = result;
    return 0;
}
