#define _GNU_SOURCE
#include "effect_signal_flags.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <uv.h>

/* The handler runs on any thread, at any point of it: it takes no lock and allocates nothing. It
   walks a list that only ever grows at its head; who closes leaves its place to the next loop. */

_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2
                   && ATOMIC_POINTER_LOCK_FREE == 2,
               "a signal handler must not take a lock");

enum { number_count = _NSIG };

struct effect_signal_flags {
    struct effect_signal_flags *next;
    bool is_taken;
    /* Changes only while nothing is watched and no handler is inside. */
    uv_async_t *wake_up;
    /* How many handlers may be about to wake the loop. */
    atomic_int inside;
    atomic_bool is_watched[number_count];
    atomic_bool has_arrived[number_count];
};

static _Atomic(struct effect_signal_flags *) first;

/* Under the lock: how many loops watch each number, and what it did before the first. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned watcher_count[number_count];
static struct sigaction action_before[number_count];

static void handle(int number) {
    int saved = errno;
    for (struct effect_signal_flags *flags = atomic_load(&first); flags != NULL;
         flags = flags->next) {
        atomic_fetch_add(&flags->inside, 1);
        if (atomic_load(&flags->is_watched[number])) {
            atomic_store(&flags->has_arrived[number], true);
            /* libuv sends nothing where a wake-up is pending, and finds that out by a plain read,
               which must not come before the flag is there to be seen. */
            atomic_thread_fence(memory_order_seq_cst);
            uv_async_send(flags->wake_up);
        }
        atomic_fetch_sub(&flags->inside, 1);
    }
    errno = saved;
}

static bool is_own(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == handle;
}

static void restore(int number) {
    struct sigaction current;
    if (sigaction(number, NULL, &current) == 0 && is_own(&current)) {
        sigaction(number, &action_before[number], NULL);
    }
}

/* A forked child has the handler, but none of the loops: its signals get back the action from
   before, so that it can be ended. It takes none in between. */

static sigset_t mask_before_fork;

static void before_fork(void) {
    sigset_t all, own;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &own);
    pthread_mutex_lock(&lock);
    mask_before_fork = own;
}

static void after_fork(void) {
    sigset_t own = mask_before_fork;
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &own, NULL);
}

static void after_fork_in_child(void) {
    for (int number = 1; number < number_count; number++) {
        if (watcher_count[number] > 0) restore(number);
        watcher_count[number] = 0;
    }
    for (struct effect_signal_flags *flags = atomic_load(&first); flags != NULL;
         flags = flags->next) {
        for (int number = 1; number < number_count; number++) {
            atomic_store(&flags->is_watched[number], false);
            atomic_store(&flags->has_arrived[number], false);
        }
        /* The threads that were inside are the parent's. */
        atomic_store(&flags->inside, 0);
    }
    after_fork();
}

static void prepare_for_forks(void) {
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

struct effect_signal_flags *effect_signal_flags_open(void *wake_up) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare_for_forks);
    pthread_mutex_lock(&lock);
    struct effect_signal_flags *flags = atomic_load(&first);
    while (flags != NULL && flags->is_taken) flags = flags->next;
    if (flags == NULL) {
        flags = calloc(1, sizeof *flags);
        if (flags != NULL) {
            flags->next = atomic_load(&first);
            atomic_store(&first, flags);
        }
    }
    if (flags != NULL) {
        flags->is_taken = true;
        flags->wake_up = wake_up;
    }
    pthread_mutex_unlock(&lock);
    return flags;
}

int effect_signal_flags_watch(struct effect_signal_flags *flags, int number) {
    if (number < 1 || number >= number_count) return EINVAL;
    int status = 0;
    pthread_mutex_lock(&lock);
    if (!atomic_load(&flags->is_watched[number])) {
        /* What arrived for an earlier watch is not for this one. */
        atomic_store(&flags->has_arrived[number], false);
        /* Before the handler is there: a signal that it gets is not to be lost. */
        atomic_store(&flags->is_watched[number], true);
        if (watcher_count[number] == 0) {
            struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
            sigfillset(&action.sa_mask);
            if (sigaction(number, &action, &action_before[number]) != 0) status = errno;
        }
        if (status == 0) {
            watcher_count[number] += 1;
        } else {
            atomic_store(&flags->is_watched[number], false);
        }
    }
    pthread_mutex_unlock(&lock);
    return status;
}

void effect_signal_flags_unwatch(struct effect_signal_flags *flags, int number) {
    pthread_mutex_lock(&lock);
    /* In a forked child nothing is watched. */
    if (atomic_load(&flags->is_watched[number])) {
        watcher_count[number] -= 1;
        if (watcher_count[number] == 0) restore(number);
        atomic_store(&flags->is_watched[number], false);
    }
    pthread_mutex_unlock(&lock);
}

bool effect_signal_flags_take(struct effect_signal_flags *flags, int number) {
    return atomic_load(&flags->has_arrived[number])
        && atomic_exchange(&flags->has_arrived[number], false);
}

void effect_signal_flags_close(struct effect_signal_flags *flags) {
    /* Of handlers on other threads, a few instructions are left. Sleeping lets them run even where
       this thread is the more urgent one. */
    struct timespec pause = {.tv_nsec = 50000};
    while (atomic_load(&flags->inside) != 0) nanosleep(&pause, NULL);
    pthread_mutex_lock(&lock);
    flags->is_taken = false;
    pthread_mutex_unlock(&lock);
}
