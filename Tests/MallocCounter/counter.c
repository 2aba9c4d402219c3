#include "MallocCounter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// glibc's own names for its functions: dlsym(RTLD_NEXT) would allocate during the lookup.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): these are glibc's.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

static uint64_t unmapped; // The count until the file is mapped, or if there is none.
static uint64_t *count = &unmapped;

static void add_one(void) {
    __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv(MALLOC_COUNTER_FILE);
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page == MAP_FAILED)
        return;
    *(uint64_t *)page = 0;
    count = page;
    unsetenv("LD_PRELOAD"); // In a child, the counter would reset the count.
}

void *malloc(size_t size) {
    add_one();
    return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
    add_one();
    return __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
    add_one();
    return __libc_realloc(block, size);
}

void *reallocarray(void *block, size_t members, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(members, size, &total)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, total);
}

void *memalign(size_t alignment, size_t size) {
    add_one();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    bool is_power_of_two = alignment && (alignment & (alignment - 1)) == 0;
    if (!is_power_of_two || alignment % sizeof(void *))
        return EINVAL;
    void *result = memalign(alignment, size);
    if (!result)
        return ENOMEM;
    *block = result;
    return 0;
}

void *valloc(size_t size) {
    return memalign((size_t)sysconf(_SC_PAGESIZE), size);
}

void *pvalloc(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return memalign(page, (size + page - 1) & ~(page - 1));
}
