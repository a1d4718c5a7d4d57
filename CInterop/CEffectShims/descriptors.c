#include "effect_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool effect_descriptor_is_open(int descriptor) {
    return fcntl(descriptor, F_GETFD) != -1;
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
