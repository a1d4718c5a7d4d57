#include "effect_signals.h"

#include <signal.h>
#include <stddef.h>

void effect_ignore_sigpipe(void) {
    struct sigaction current;
    if (sigaction(SIGPIPE, NULL, &current) == 0 && current.sa_handler == SIG_DFL) {
        signal(SIGPIPE, SIG_IGN);
    }
}

void effect_unblock_signal(int number) {
    sigset_t set;
    sigemptyset(&set);
    if (sigaddset(&set, number) == 0) pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
