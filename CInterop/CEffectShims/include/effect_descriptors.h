#ifndef EFFECT_DESCRIPTORS_H
#define EFFECT_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the number is that of an open descriptor. */
bool effect_descriptor_is_open(int descriptor);

/* Writes all bytes to standard error, as far as it takes them; sets no errno. */
void effect_write_standard_error(const void *bytes, size_t count);

#endif
