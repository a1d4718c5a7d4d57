#include "effect_process.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

uintptr_t effect_thread_identity(void) {
    return (uintptr_t)pthread_self();
}

int32_t effect_process_identity(void) {
    return (int32_t)getpid();
}

const char *effect_environment_value(const char *name) {
    return getenv(name);
}
