#ifndef EFFECT_DESCRIPTORS_H
#define EFFECT_DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number that is equal for descriptors of one inode; 0 for none. */
uint64_t effect_descriptor_inode(int descriptor);

/* 0 for two descriptors of one open file, 1 for others, -1 where the system does not tell. */
int effect_descriptors_compare(int first, int second);

/* Whether reads and writes of the open file wait; and making them wait again. */
bool effect_descriptor_is_blocking(int descriptor);
void effect_descriptor_make_blocking(int descriptor);

/* What a descriptor is ready for now, as far as it is asked for: readable 1, writable 2, the other
   side's end 4, urgent 8; and an error 16 or a hang-up 32, which cannot be masked. */
uint8_t effect_descriptor_poll(int descriptor, uint8_t interest);

/* Writes all bytes to standard error, as far as it takes them; sets no errno. */
void effect_write_standard_error(const void *bytes, size_t count);

#endif
