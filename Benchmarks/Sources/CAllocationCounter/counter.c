#include "allocation_counter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

/* glibc's own entry points: the executable's definitions below take the place of the public ones. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong count;

unsigned long allocation_count(void) { return atomic_load(&count); }

void *malloc(size_t size) {
    atomic_fetch_add(&count, 1);
    return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
    atomic_fetch_add(&count, 1);
    return __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
    atomic_fetch_add(&count, 1);
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    atomic_fetch_add(&count, 1);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    atomic_fetch_add(&count, 1);
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? ENOMEM : 0;
}
