#ifndef EFFECT_SIGNALS_H
#define EFFECT_SIGNALS_H

/* Ignores SIGPIPE for the whole process unless the process handles it already. */
void effect_ignore_sigpipe(void);

/* Lets the calling thread receive the signal. */
void effect_unblock_signal(int number);

#endif
