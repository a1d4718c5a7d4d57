#ifndef EFFECT_FILES_H
#define EFFECT_FILES_H

#include <stddef.h>
#include <stdint.h>

/* All of a file, to be freed with `effect_file_free`. Returns 0, or an errno. */
int32_t effect_file_read(const char *path, uint8_t **bytes, size_t *count);
void effect_file_free(uint8_t *bytes);

/* Puts other bytes in place of what a file holds: after a crash it holds all of the old or all of
   the new ones. Keeps its permissions. Returns 0, or an errno and the call that failed. */
int32_t effect_file_replace(const char *path, const uint8_t *bytes, size_t count,
                            const char **operation);

/* The system's words for an error number, at most `capacity` bytes with the zero. */
void effect_error_reason(int32_t code, char *reason, size_t capacity);

#endif
