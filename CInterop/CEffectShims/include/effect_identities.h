#ifndef EFFECT_IDENTITIES_H
#define EFFECT_IDENTITIES_H

#include <stdbool.h>

/* A set of descriptors that tells whether a number still stands for the open file that it stood for
   when it was added. The kernel keys it by both; it keeps no file open, and nothing waits for it. */

/* A new set, or -errno. */
int effect_identities_create(void);

/* Returns 0, or -errno where the kernel could not poll the descriptor either: EPERM, EBADF. */
int effect_identities_add(int set, int descriptor);

/* Whether the number stands for an open file with which it was added. */
bool effect_identities_contain(int set, int descriptor);

/* Takes it out; false, and nothing happens, where the set does not contain it. */
bool effect_identities_remove(int set, int descriptor);

void effect_identities_close(int set);

#endif
