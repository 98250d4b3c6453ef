/*
 * refusals.c -- counts memory requests of SQLite that failed; see refusals.h.
 */
#include "store/feed/refusals.h"

#include <stddef.h>

#include <sqlite3.h>

static sqlite3_mem_methods library;
static _Thread_local unsigned refusals;

static void *
refusals_counted_malloc(int n)
{
	void *p = library.xMalloc(n);

	if (p == NULL)
		refusals++;
	return p;
}

static void *
refusals_counted_realloc(void *old, int n)
{
	void *p = library.xRealloc(old, n);

	if (p == NULL)
		refusals++;
	return p;
}

void
refusals_count(void)
{
	sqlite3_mem_methods counted;

	if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &library) != SQLITE_OK)
		return;
	counted = library;
	counted.xMalloc = refusals_counted_malloc;
	counted.xRealloc = refusals_counted_realloc;
	sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
}

unsigned
refusals_so_far(void)
{
	return refusals;
}
