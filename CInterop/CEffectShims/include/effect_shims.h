#ifndef EFFECT_SHIMS_H
#define EFFECT_SHIMS_H

/* Only what Swift cannot import: macros, ioctls, variadics, probes. One theme a file. */

#include "effect_signals.h"

#endif
