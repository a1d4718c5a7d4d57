#ifndef EFFECT_SIGNAL_FLAGS_H
#define EFFECT_SIGNAL_FLAGS_H

#include <stdbool.h>

/* The signals that have arrived for one event loop: a flag for each number, set by a handler of the
   process. Equal signals coalesce, different ones never hide each other. */
struct effect_signal_flags;

/* Flags for the loop that `wake_up`, a uv_async_t, wakes. NULL when there is no memory. */
struct effect_signal_flags *effect_signal_flags_open(void *wake_up);

/* Sets the flag and wakes the loop whenever the signal arrives. The handler of the first loop that
   watches a number is installed for the process. Returns 0, or an errno. */
int effect_signal_flags_watch(struct effect_signal_flags *flags, int number);

/* Undoes it. After the last loop that watches the number, the process has the action again that it
   had before the first, unless it has installed another meanwhile. */
void effect_signal_flags_unwatch(struct effect_signal_flags *flags, int number);

/* Whether the signal has arrived since the last call. */
bool effect_signal_flags_take(struct effect_signal_flags *flags, int number);

/* Lets go of the loop, which watches no signal any more: when this returns, no handler is in the
   middle of waking it. */
void effect_signal_flags_close(struct effect_signal_flags *flags);

#endif
