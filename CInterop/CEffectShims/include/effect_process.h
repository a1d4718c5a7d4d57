#ifndef EFFECT_PROCESS_H
#define EFFECT_PROCESS_H

#include <stdint.h>

/* A number that no two living threads of the process share; never zero. */
uintptr_t effect_thread_identity(void);

/* The value of a variable of the environment, or null; as getenv, not to be kept. */
const char *effect_environment_value(const char *name);

/* The process, so that a use in a forked child is found out. */
int32_t effect_process_identity(void);

#endif
