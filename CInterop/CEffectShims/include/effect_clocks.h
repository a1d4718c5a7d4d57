#ifndef EFFECT_CLOCKS_H
#define EFFECT_CLOCKS_H

#include <stdint.h>

/* Nanoseconds since boot, the time in which the machine was suspended included. */
int64_t effect_boottime_nanoseconds(void);

/* Nanoseconds of the monotonic clock, as libuv reads it. */
int64_t effect_monotonic_nanoseconds(void);

/* The wall clock: whole seconds since 1970 (UTC), and nanoseconds within the present one. */
int64_t effect_wall_seconds(int32_t *nanoseconds);

#endif
