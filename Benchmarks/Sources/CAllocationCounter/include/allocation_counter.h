#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/* How many blocks the process has allocated so far, on any thread. */
unsigned long allocation_count(void);

#endif
