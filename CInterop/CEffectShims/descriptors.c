#define _GNU_SOURCE
#include "effect_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

uint64_t effect_descriptor_inode(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return 0;
    return (uint64_t)status.st_ino * 0x9E3779B97F4A7C15u + (uint64_t)status.st_dev + 1;
}

int effect_descriptors_compare(int first, int second) {
#ifdef SYS_kcmp
    /* KCMP_FILE, of a header that not every system has. */
    long order = syscall(SYS_kcmp, getpid(), getpid(), 0, first, second);
    if (order >= 0) return order == 0 ? 0 : 1;
#endif
    return -1;
}

bool effect_descriptor_is_blocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags != -1 && (flags & O_NONBLOCK) == 0;
}

void effect_descriptor_make_blocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags != -1) fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
}

uint8_t effect_descriptor_poll(int descriptor, uint8_t interest) {
    static const short conditions[] = {POLLIN, POLLOUT, POLLRDHUP, POLLPRI, POLLERR, POLLHUP};
    struct pollfd entry = {.fd = descriptor};
    for (int bit = 0; bit < 4; bit++) {
        if (interest & 1 << bit) entry.events |= conditions[bit];
    }
    if (poll(&entry, 1, 0) <= 0) return 0;
    uint8_t ready = 0;
    for (int bit = 0; bit < 6; bit++) {
        if (entry.revents & conditions[bit]) ready |= (uint8_t)(1 << bit);
    }
    return ready;
}

void effect_write_standard_error(const void *bytes, size_t count) {
    int saved = errno;
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = write(STDERR_FILENO, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        next += written;
        count -= (size_t)written;
    }
    errno = saved;
}
