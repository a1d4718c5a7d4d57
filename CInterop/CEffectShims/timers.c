#include "effect_timers.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int effect_timer_create(bool counts_suspend) {
    int clock = counts_suspend ? CLOCK_BOOTTIME : CLOCK_MONOTONIC;
    int descriptor = timerfd_create(clock, TFD_NONBLOCK | TFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

void effect_timer_arm(int descriptor, int64_t deadline) {
    struct itimerspec wait = {0};
    /* All zero would disarm; such a deadline has passed, like the first nanosecond. */
    if (deadline < 1) deadline = 1;
    wait.it_value.tv_sec = (time_t)(deadline / 1000000000);
    wait.it_value.tv_nsec = (long)(deadline % 1000000000);
    /* Where seconds have 32 bits, a deadline beyond them: the loop looks again at their end. */
    if ((int64_t)wait.it_value.tv_sec != deadline / 1000000000) {
        wait.it_value.tv_sec = 0x7fffffff;
    }
    timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &wait, NULL);
}

void effect_timer_disarm(int descriptor) {
    struct itimerspec never = {0};
    timerfd_settime(descriptor, 0, &never, NULL);
}

void effect_timer_close(int descriptor) { close(descriptor); }
