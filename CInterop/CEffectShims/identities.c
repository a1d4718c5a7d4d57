#include "effect_identities.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

int effect_identities_create(void) {
    int set = epoll_create1(EPOLL_CLOEXEC);
    return set < 0 ? -errno : set;
}

int effect_identities_add(int set, int descriptor) {
    struct epoll_event event = {0};
    if (epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
    /* An earlier watch of the same pair, which had another owner as it ended. */
    return errno == EEXIST ? 0 : -errno;
}

bool effect_identities_contain(int set, int descriptor) {
    struct epoll_event event = {0};
    return epoll_ctl(set, EPOLL_CTL_MOD, descriptor, &event) == 0;
}

bool effect_identities_remove(int set, int descriptor) {
    struct epoll_event event = {0};
    return epoll_ctl(set, EPOLL_CTL_DEL, descriptor, &event) == 0;
}

void effect_identities_close(int set) { close(set); }
