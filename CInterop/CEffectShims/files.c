#define _GNU_SOURCE
#include "effect_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int32_t effect_file_read(const char *path, uint8_t **bytes, size_t *count) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    size_t capacity = 0;
    size_t used = 0;
    uint8_t *buffer = 0;
    for (;;) {
        if (used == capacity) {
            capacity = capacity == 0 ? 4096 : capacity * 2;
            uint8_t *larger = realloc(buffer, capacity);
            if (!larger) {
                free(buffer);
                close(file);
                return ENOMEM;
            }
            buffer = larger;
        }
        ssize_t got = read(file, buffer + used, capacity - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            int error = errno;
            free(buffer);
            close(file);
            return error;
        }
        if (got == 0) break;
        used += (size_t)got;
    }
    close(file);
    *bytes = buffer;
    *count = used;
    return 0;
}

void effect_file_free(uint8_t *bytes) {
    free(bytes);
}

static int write_all(int file, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return -1;
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

/* A rename lasts once the directory is on the disk; one that cannot be synchronised is let be. */
static void synchronise_directory(const char *path) {
    char *directory = strdup(path);
    if (!directory) return;
    char *slash = strrchr(directory, '/');
    if (slash == directory) slash[1] = 0;
    else if (slash) *slash = 0;
    int file = open(slash ? directory : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(directory);
}

/* As `open` would do for a new file: 0666 without what the mask of the process takes away. */
static mode_t mode_of_new_file(void) {
    char line[128];
    unsigned mask = 022;
    FILE *status = fopen("/proc/self/status", "re");
    if (!status) return 0666 & ~(mode_t)mask;
    while (fgets(line, sizeof line, status)) {
        if (sscanf(line, "Umask: %o", &mask) == 1) break;
    }
    fclose(status);
    return 0666 & ~(mode_t)mask;
}

int32_t effect_file_replace(const char *path, const uint8_t *bytes, size_t count,
                            const char **operation) {
    struct stat old;
    char *temporary = 0;
    /* A symbolic link stays one: what it points at is replaced. */
    char *resolved = realpath(path, 0);
    const char *target = resolved ? resolved : path;
    int error = 0;
    int file = -1;
    *operation = "open";
    if (asprintf(&temporary, "%s.XXXXXX", target) < 0) {
        free(resolved);
        return ENOMEM;
    }
    file = mkostemp(temporary, O_CLOEXEC);
    if (file < 0) {
        error = errno;
        free(temporary);
        free(resolved);
        return error;
    }
    mode_t mode = stat(target, &old) == 0 ? old.st_mode & 07777 : mode_of_new_file();
    if (fchmod(file, mode) != 0) {
        error = errno;
        *operation = "fchmod";
    } else if (write_all(file, bytes, count) != 0) {
        error = errno;
        *operation = "write";
    } else if (fsync(file) != 0) {
        error = errno;
        *operation = "fsync";
    }
    if (close(file) != 0 && error == 0) {
        error = errno;
        *operation = "close";
    }
    if (error == 0 && rename(temporary, target) != 0) {
        error = errno;
        *operation = "rename";
    }
    if (error != 0) unlink(temporary);
    else synchronise_directory(target);
    free(temporary);
    free(resolved);
    return error;
}

void effect_error_reason(int32_t code, char *reason, size_t capacity) {
    char own[128];
    const char *words = strerror_r(code, own, sizeof own);
    strncpy(reason, words, capacity);
    if (capacity > 0) reason[capacity - 1] = 0;
}
