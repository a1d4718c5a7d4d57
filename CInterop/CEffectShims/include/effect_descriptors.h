#ifndef EFFECT_DESCRIPTORS_H
#define EFFECT_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number that tells the open file behind a descriptor from another one; 0 for none. */
uint64_t effect_descriptor_identity(int descriptor);

/* Whether reads and writes of the open file wait; and making them wait again. */
bool effect_descriptor_is_blocking(int descriptor);
void effect_descriptor_make_blocking(int descriptor);

/* What a descriptor is ready for now, as far as it is asked for: readable 1, writable 2, the other
   side's end 4, urgent 8; and an error 16 or a hang-up 32, which cannot be masked. */
uint8_t effect_descriptor_poll(int descriptor, uint8_t interest);

/* Writes all bytes to standard error, as far as it takes them; sets no errno. */
void effect_write_standard_error(const void *bytes, size_t count);

#endif
