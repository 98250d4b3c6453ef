/*
 * memory.h -- an allocator that fails at the nth allocation.
 */
#ifndef TESTS_TORTURE_MEMORY_H
#define TESTS_TORTURE_MEMORY_H

#include <stdbool.h>

extern struct memory {
	long n_asked, fails_at; /* 0: never */
	bool lasts, failed;     /* lasts: every later allocation fails, too */
	long n_live;            /* number of allocations that were not freed */
} memory;

/* Must be called first: makes SQLite use this allocator. */
void memory_begin(void);

#endif
