#ifndef EFFECT_SHIMS_H
#define EFFECT_SHIMS_H

/* Only what Swift cannot import: macros, ioctls, variadics, probes. One theme a file. */

#include "effect_clocks.h"
#include "effect_descriptors.h"
#include "effect_files.h"
#include "effect_identities.h"
#include "effect_process.h"
#include "effect_signal_flags.h"
#include "effect_signals.h"
#include "effect_thread_values.h"
#include "effect_threads.h"
#include "effect_timers.h"

#endif
