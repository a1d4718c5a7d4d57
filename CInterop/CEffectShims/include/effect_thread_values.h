#ifndef EFFECT_THREAD_VALUES_H
#define EFFECT_THREAD_VALUES_H

#include <stdint.h>

/* What is kept for each thread by itself; null, or 0, at first. */

/* The surroundings in place on the calling thread; and others in their place, the old ones returned. */
void *effect_thread_surroundings(void);
void *effect_thread_exchange_surroundings(void *surroundings);

/* An object of the calling thread, which `release` gets when the thread ends. Set once. */
void *effect_thread_object(void);
void effect_thread_set_object(void *object, void (*release)(void *));

/* A mark that a callee leaves for its caller; the old one is returned. */
uintptr_t effect_thread_exchange_mark(uintptr_t mark);

#endif
