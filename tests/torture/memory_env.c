/*
 * memory_env.c -- makes a program's allocation number $FAIL_AT fail, and all
 * later ones if $FAIL_LASTS is 1.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/torture/memory.h"

__attribute__((constructor)) static void
memory_env_begin(void)
{
	const char *at = getenv("FAIL_AT"), *lasts = getenv("FAIL_LASTS");

	memory_begin();
	memory.lasts = lasts != NULL && strcmp(lasts, "1") == 0;
	if (at != NULL)
		memory.fails_at = strtol(at, NULL, 10);
}
