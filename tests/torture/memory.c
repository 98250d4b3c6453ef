/*
 * memory.c -- an allocator that fails at the nth allocation.
 *
 * The linker redirects malloc, calloc, realloc, free, strdup and strndup of
 * this project's code to this file (-Wl,--wrap, in the Makefile). SQLite is
 * configured to use it, too.
 */
#include "tests/torture/memory.h"

#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include <sqlite3.h>

struct memory memory;

/* ---- live allocations ---- */

/* Open addressing with linear probing; NULL: free. Addresses that are near each
 * other have places that are near each other, so that a small heap uses few
 * pages of the table. Memory that a library (libunistring) allocates and this
 * project's code frees is not in the table, and must not be subtracted. */
#define PLACES (1U << 21)

static void *live[PLACES];
static pthread_mutex_t live_lock = PTHREAD_MUTEX_INITIALIZER;

static uint32_t
memory_place_of(const void *p)
{
	return (uint32_t)((uintptr_t)p / 16 % PLACES);
}

static void *
memory_counted(void *p)
{
	uint32_t i = memory_place_of(p);

	if (p == NULL)
		return NULL;
	pthread_mutex_lock(&live_lock);
	while (live[i] != NULL)
		i = (i + 1) % PLACES;
	live[i] = p;
	if (++memory.n_live == PLACES)
		abort();
	pthread_mutex_unlock(&live_lock);
	return p;
}

/* Frees place i. Later pointers that would not be found any more move back
 * (Knuth, The Art of Computer Programming 3, section 6.4, algorithm R). */
static void
memory_free_place(uint32_t i)
{
	for (uint32_t j = (i + 1) % PLACES; live[j] != NULL;
	     j = (j + 1) % PLACES)
		if ((j - memory_place_of(live[j])) % PLACES >=
		    (j - i) % PLACES) {
			live[i] = live[j];
			i = j;
		}
	live[i] = NULL;
}

static void
memory_uncount(const void *p)
{
	uint32_t i = memory_place_of(p);

	pthread_mutex_lock(&live_lock);
	while (live[i] != NULL && live[i] != p)
		i = (i + 1) % PLACES;
	if (live[i] != NULL) {
		memory_free_place(i);
		memory.n_live--;
	}
	pthread_mutex_unlock(&live_lock);
}

/* ---- allocations ---- */

static bool
memory_is_refused(void)
{
	if (memory.fails_at == 0)
		return false;
	memory.n_asked++;
	if (memory.n_asked == memory.fails_at ||
	    (memory.lasts && memory.n_asked > memory.fails_at)) {
		memory.failed = true;
		return true;
	}
	return false;
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
char *__real_strdup(const char *);
char *__real_strndup(const char *, size_t);
void __real_free(void *);
void __wrap_free(void *);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
char *__wrap_strdup(const char *);
char *__wrap_strndup(const char *, size_t);

void *
__wrap_malloc(size_t n)
{
	return memory_is_refused() ? NULL : memory_counted(__real_malloc(n));
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return memory_is_refused() ? NULL
				   : memory_counted(__real_calloc(n, size));
}

void *
__wrap_realloc(void *p, size_t n)
{
	void *moved;

	if (memory_is_refused())
		return NULL;
	if (p == NULL)
		return memory_counted(__real_malloc(n));
	memory_uncount(p);
	moved = __real_realloc(p, n);
	memory_counted(moved != NULL ? moved : p);
	return moved;
}

char *
__wrap_strdup(const char *s)
{
	return memory_is_refused() ? NULL : memory_counted(__real_strdup(s));
}

char *
__wrap_strndup(const char *s, size_t n)
{
	return memory_is_refused() ? NULL
				   : memory_counted(__real_strndup(s, n));
}

void
__wrap_free(void *p)
{
	if (p != NULL)
		memory_uncount(p);
	__real_free(p);
}

static void *
memory_give(int n)
{
	return __wrap_malloc((size_t)n);
}

static void *
memory_give_more(void *p, int n)
{
	return __wrap_realloc(p, (size_t)n);
}

static int
memory_size_of(void *p)
{
	return (int)malloc_usable_size(p);
}

static int
memory_round_up(int n)
{
	return (n + 7) & ~7;
}

static int
memory_do_begin(void *arg)
{
	(void)arg;
	return SQLITE_OK;
}

static void
memory_end(void *arg)
{
	(void)arg;
}

void
memory_begin(void)
{
	static const sqlite3_mem_methods methods = { memory_give, free,
		memory_give_more, memory_size_of, memory_round_up,
		memory_do_begin, memory_end, NULL };

	sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
	sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}
