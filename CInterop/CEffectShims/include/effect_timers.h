#ifndef EFFECT_TIMERS_H
#define EFFECT_TIMERS_H

#include <stdbool.h>
#include <stdint.h>

/* A timer of the kernel as a descriptor, on the monotonic or on the boot-time clock; or -errno. */
int effect_timer_create(bool counts_suspend);

/* Arms the timer for a time of its clock, in nanoseconds. What it had to report is forgotten. */
void effect_timer_arm(int descriptor, int64_t deadline);

/* Disarms the timer. What it had to report is forgotten. */
void effect_timer_disarm(int descriptor);

void effect_timer_close(int descriptor);

#endif
