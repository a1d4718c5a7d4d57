#ifndef BASELINE_H
#define BASELINE_H

/* The work of a small daemon written in C on libuv: what the same work in Swift is measured
   against. Every function does `count` operations and returns CPU nanoseconds for all of them. */

typedef void (*baseline_callback)(void *context, long value);

/* CPU time of the process, in nanoseconds. */
unsigned long long baseline_cpu_time(void);

/* An event source in C: calls back `count` times. Used by both sides. */
void baseline_emit(long count, baseline_callback callback, void *context);

unsigned long long baseline_dispatch(long count);
unsigned long long baseline_one_shots(long batches, long timers);
unsigned long long baseline_debounce(long count);
unsigned long long baseline_start_and_cancel(long count, long ids);

/* Ticks of a fixed grid that begins one period from now, and how late each of them is, in
   nanoseconds: by one timer of libuv that is started again for each tick, and by a timerfd in an
   epoll loop without libuv. */
void baseline_ticks_of_libuv(long count, long long period, long long *lateness);
void baseline_ticks_of_timerfd(long count, long long period, long long *lateness);

#endif
