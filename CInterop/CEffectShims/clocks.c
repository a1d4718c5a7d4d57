#include "effect_clocks.h"

#include <time.h>

int64_t effect_boottime_nanoseconds(void) {
    struct timespec now;
    /* Every Linux since 2.6.39 has the clock; a fallback keeps the order of time elsewhere. */
    if (clock_gettime(CLOCK_BOOTTIME, &now) != 0) clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t effect_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t effect_wall_seconds(int32_t *nanoseconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *nanoseconds = (int32_t)now.tv_nsec;
    return (int64_t)now.tv_sec;
}
