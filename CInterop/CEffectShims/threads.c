#define _GNU_SOURCE
#include "effect_threads.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int32_t effect_thread_start(uintptr_t *thread, const uint8_t *name, size_t length,
                            void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return ENOMEM;
    start->body = body;
    start->context = context;

    pthread_t created;
    int status = pthread_create(&created, NULL, run, start);
    if (status != 0) {
        free(start);
        return status;
    }

    char text[16] = {0};
    memcpy(text, name, length < 15 ? length : 15);
    pthread_setname_np(created, text);
    *thread = (uintptr_t)created;
    return 0;
}

void effect_thread_join(uintptr_t thread) {
    pthread_join((pthread_t)thread, NULL);
}

void effect_thread_detach(uintptr_t thread) {
    pthread_detach((pthread_t)thread);
}
