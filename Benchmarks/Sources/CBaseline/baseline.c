void baseline(void) {}
