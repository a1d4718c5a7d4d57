#ifndef EFFECT_CLOCKS_H
#define EFFECT_CLOCKS_H

#include <stdint.h>

/* Nanoseconds since boot, the time in which the machine was suspended included. */
int64_t effect_boottime_nanoseconds(void);

#endif
