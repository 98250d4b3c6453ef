/*
 * memory_env.c -- makes a program's allocation number $FAIL_AT fail, and all
 * later ones if $FAIL_LASTS is set.
 */
#include <stdlib.h>

#include "tests/torture/memory.h"

__attribute__((constructor)) static void
memory_env_begin(void)
{
	const char *at = getenv("FAIL_AT");

	memory_begin();
	memory.lasts = getenv("FAIL_LASTS") != NULL;
	if (at != NULL)
		memory.fails_at = strtol(at, NULL, 10);
}
