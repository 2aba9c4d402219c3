/// Calls one allocating function many times: `MallocProbe FUNCTION TIMES`.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Volatile and not static, so that the compiler cannot remove an allocation.
void *volatile last_block;

static void *allocate(const char *function) {
    void *block = NULL;
    if (!strcmp(function, "malloc"))
        return malloc(100);
    if (!strcmp(function, "calloc"))
        return calloc(10, 10);
    if (!strcmp(function, "realloc"))
        return realloc(NULL, 100);
    if (!strcmp(function, "reallocarray"))
        return reallocarray(NULL, 10, 10);
    if (!strcmp(function, "memalign"))
        return memalign(64, 100);
    if (!strcmp(function, "aligned_alloc"))
        return aligned_alloc(64, 128);
    if (!strcmp(function, "posix_memalign"))
        return posix_memalign(&block, 64, 100) ? NULL : block;
    if (!strcmp(function, "valloc"))
        return valloc(100);
    if (!strcmp(function, "pvalloc"))
        return pvalloc(100);
    if (!strcmp(function, "strdup")) // An allocation by the C library itself.
        return strdup("contact");
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 3)
        return 64;
    for (long times = strtol(arguments[2], NULL, 10); times > 0; times--) {
        last_block = allocate(arguments[1]);
        if (!last_block) {
            fprintf(stderr, "cannot call %s\n", arguments[1]);
            return 1;
        }
        free(last_block);
    }
    return 0;
}
