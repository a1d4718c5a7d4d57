#include "baseline.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

unsigned long long baseline_cpu_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (unsigned long long)now.tv_sec * 1000000000ull + (unsigned long long)now.tv_nsec;
}

void baseline_emit(long count, baseline_callback callback, void *context) {
    for (long value = 0; value < count; value++) callback(context, value & 7);
}

/* A daemon's state and its reducer behind a pointer, as a plug-in or a table would have it. */

enum event { EVENT_ADD, EVENT_TICK, EVENT_TYPE, EVENT_SAVE };

struct state {
    long total;
    long saves;
    void (*reduce)(struct state *, enum event, long);
    uv_loop_t *loop;
    uv_timer_t *debounce;
};

static void on_save(uv_timer_t *timer);

static void reduce(struct state *state, enum event event, long value) {
    switch (event) {
    case EVENT_ADD: state->total += value; break;
    case EVENT_TICK: state->total += 1; break;
    case EVENT_TYPE:
        state->total += 1;
        uv_timer_stop(state->debounce);
        uv_timer_start(state->debounce, on_save, 300, 0);
        break;
    case EVENT_SAVE: state->saves += 1; break;
    }
}

static void on_save(uv_timer_t *timer) {
    struct state *state = timer->data;
    state->reduce(state, EVENT_SAVE, 0);
}

static void add(void *context, long value) {
    struct state *state = context;
    state->reduce(state, EVENT_ADD, value);
}

static void type(void *context, long value) {
    struct state *state = context;
    state->reduce(state, EVENT_TYPE, value);
}

unsigned long long baseline_dispatch(long count) {
    struct state state = {.reduce = reduce};
    unsigned long long start = baseline_cpu_time();
    baseline_emit(count, add, &state);
    unsigned long long spent = baseline_cpu_time() - start;
    return state.total == 0 ? 0 : spent;
}

/* One-shot timers: a block each, as a daemon that starts them on demand has it. */

static void free_timer(uv_handle_t *handle) { free(handle); }

static void on_once(uv_timer_t *timer) {
    struct state *state = timer->data;
    state->reduce(state, EVENT_TICK, 0);
    uv_close((uv_handle_t *)timer, free_timer);
}

unsigned long long baseline_one_shots(long batches, long timers) {
    uv_loop_t loop;
    uv_loop_init(&loop);
    struct state state = {.reduce = reduce, .loop = &loop};
    unsigned long long start = baseline_cpu_time();
    for (long batch = 0; batch < batches; batch++) {
        for (long index = 0; index < timers; index++) {
            uv_timer_t *timer = malloc(sizeof *timer);
            uv_timer_init(&loop, timer);
            timer->data = &state;
            uv_timer_start(timer, on_once, 1 + (uint64_t)(index % 5), 0);
        }
        uv_run(&loop, UV_RUN_DEFAULT);
    }
    unsigned long long spent = baseline_cpu_time() - start;
    uv_loop_close(&loop);
    return state.total == batches * timers ? spent : 0;
}

unsigned long long baseline_debounce(long count) {
    uv_loop_t loop;
    uv_timer_t timer;
    uv_loop_init(&loop);
    uv_timer_init(&loop, &timer);
    struct state state = {.reduce = reduce, .loop = &loop, .debounce = &timer};
    timer.data = &state;
    unsigned long long start = baseline_cpu_time();
    baseline_emit(count, type, &state);
    unsigned long long spent = baseline_cpu_time() - start;
    uv_timer_stop(&timer);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return state.total == count ? spent : 0;
}

/* Effects by id: a chained hash table, the usual one in C. */

struct entry {
    struct entry *next;
    long id;
    uv_timer_t timer;
};

#define BUCKETS 1024

struct table {
    struct entry *buckets[BUCKETS];
};

static struct entry **place(struct table *table, long id) {
    struct entry **link = &table->buckets[((uint64_t)id * 0x9E3779B97F4A7C15ull) >> 54];
    while (*link != NULL && (*link)->id != id) link = &(*link)->next;
    return link;
}

static void free_entry(uv_handle_t *handle) { free(handle->data); }

unsigned long long baseline_start_and_cancel(long count, long ids) {
    uv_loop_t loop;
    uv_loop_init(&loop);
    static struct table table;
    memset(&table, 0, sizeof table);
    struct state state = {.reduce = reduce, .loop = &loop};
    unsigned long long start = baseline_cpu_time();
    for (long index = 0; index < count; index++) {
        long id = index % ids;
        struct entry **link = place(&table, id);
        struct entry *entry = malloc(sizeof *entry);
        entry->next = NULL;
        entry->id = id;
        *link = entry;
        uv_timer_init(&loop, &entry->timer);
        entry->timer.data = entry;
        uv_timer_start(&entry->timer, on_once, 60000, 0);
        state.reduce(&state, EVENT_TICK, 0);

        link = place(&table, id);
        entry = *link;
        *link = entry->next;
        uv_timer_stop(&entry->timer);
        uv_close((uv_handle_t *)&entry->timer, free_entry);
        state.reduce(&state, EVENT_TICK, 0);
        if (index % 64 == 63) uv_run(&loop, UV_RUN_NOWAIT);
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    unsigned long long spent = baseline_cpu_time() - start;
    uv_loop_close(&loop);
    return state.total == 2 * count ? spent : 0;
}
