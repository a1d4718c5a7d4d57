#ifndef EFFECT_THREADS_H
#define EFFECT_THREADS_H

#include <stddef.h>
#include <stdint.h>

/* Starts a thread, which blocks the signals that the calling one does. The name shows in ps and top,
   its first 15 bytes. Returns 0, or an errno. */
int32_t effect_thread_start(uintptr_t *thread, const uint8_t *name, size_t length,
                            void (*body)(void *), void *context);

/* Waits for the end of a thread and frees what it leaves. */
void effect_thread_join(uintptr_t thread);

/* Lets a thread free what it leaves by itself. */
void effect_thread_detach(uintptr_t thread);

#endif
