#include "effect_thread_values.h"

#include <pthread.h>

static _Thread_local void *surroundings;
static _Thread_local void *object;
static _Thread_local uintptr_t mark;

static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static void (*release_object)(void *);

static void thread_ended(void *value) {
    /* What is released may ask for the object again, and then gets a new one. */
    object = 0;
    release_object(value);
}

static void make_key(void) {
    pthread_key_create(&key, thread_ended);
}

void *effect_thread_surroundings(void) {
    return surroundings;
}

void *effect_thread_exchange_surroundings(void *next) {
    void *old = surroundings;
    surroundings = next;
    return old;
}

void *effect_thread_object(void) {
    return object;
}

void effect_thread_set_object(void *value, void (*release)(void *)) {
    __atomic_store_n(&release_object, release, __ATOMIC_RELEASE);
    pthread_once(&key_once, make_key);
    object = value;
    pthread_setspecific(key, value);
}

uintptr_t effect_thread_exchange_mark(uintptr_t next) {
    uintptr_t old = mark;
    mark = next;
    return old;
}
