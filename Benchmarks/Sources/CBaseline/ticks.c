#include "baseline.h"

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

struct ticks {
    long count;
    long done;
    long long start;
    long long period;
    long long *lateness;
};

static long long next_deadline(const struct ticks *ticks) {
    return ticks->start + (ticks->done + 1) * ticks->period;
}

static void start(uv_timer_t *timer);

static void on_tick(uv_timer_t *timer) {
    struct ticks *ticks = timer->data;
    ticks->lateness[ticks->done] = now() - next_deadline(ticks);
    if (++ticks->done < ticks->count) start(timer);
}

/* Rounded to whole milliseconds, as the API wants it, and up, so as not to be early on purpose. */
static void start(uv_timer_t *timer) {
    long long left = next_deadline(timer->data) - now();
    uv_update_time(timer->loop);
    uv_timer_start(timer, on_tick, left > 0 ? (uint64_t)((left + 999999) / 1000000) : 0, 0);
}

void baseline_ticks_of_libuv(long count, long long period, long long *lateness) {
    uv_loop_t loop;
    uv_timer_t timer;
    struct ticks ticks = {.count = count, .start = now(), .period = period, .lateness = lateness};
    uv_loop_init(&loop);
    uv_timer_init(&loop, &timer);
    timer.data = &ticks;
    start(&timer);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
}

void baseline_ticks_of_timerfd(long count, long long period, long long *lateness) {
    int poller = epoll_create1(EPOLL_CLOEXEC);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    struct ticks ticks = {.count = count, .start = now(), .period = period, .lateness = lateness};
    epoll_ctl(poller, EPOLL_CTL_ADD, timer, &event);
    while (ticks.done < count) {
        long long deadline = next_deadline(&ticks);
        struct itimerspec wait = {.it_value = {deadline / 1000000000, deadline % 1000000000}};
        timerfd_settime(timer, TFD_TIMER_ABSTIME, &wait, NULL);
        if (epoll_wait(poller, &event, 1, -1) != 1) continue;
        ticks.lateness[ticks.done++] = now() - deadline;
    }
    close(timer);
    close(poller);
}
