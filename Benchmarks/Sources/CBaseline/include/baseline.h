#ifndef BASELINE_H
#define BASELINE_H
void baseline(void);
#endif
