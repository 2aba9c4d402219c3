#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Releases the code and the constants of one object: its pages that are not writable, which the
// kernel can read again from the file.
static int release_object(struct dl_phdr_info *object, size_t size, void *result) {
    (void)size;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W))
            continue;
        uintptr_t start = (uintptr_t)object->dlpi_addr + segment->p_vaddr;
        uintptr_t first = start & ~(page - 1);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader returns addresses as numbers.
        if (madvise((void *)first, start + segment->p_memsz - first, MADV_DONTNEED) < 0)
            *(int *)result = -1;
    }
    return 0;
}

int clinux_release_memory(void) {
    int result = 0;
    malloc_trim(0);
    dl_iterate_phdr(release_object, &result);
    return result;
}
