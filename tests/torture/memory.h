/*
 * memory.h -- memory that ends at the nth request.
 */
#ifndef TESTS_TORTURE_MEMORY_H
#define TESTS_TORTURE_MEMORY_H

#include <stdbool.h>

extern struct memory {
	long n_asked, fails_at; /* 0: never */
	bool lasts, failed;     /* every later one, too */
	long n_live;            /* given and not taken back */
} memory;

/* First thing: SQLite asks here from now on. */
void memory_begin(void);

#endif
