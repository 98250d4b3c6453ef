/*
 * memory.c -- an allocator that fails at the nth allocation.
 *
 * The linker redirects malloc, calloc, realloc, free, strdup and strndup of
 * this project's code to this file (-Wl,--wrap, in the Makefile). SQLite is
 * configured to use it, too.
 */
#include "tests/torture/memory.h"

#include <malloc.h>
#include <stdlib.h>

#include <sqlite3.h>

struct memory memory;

static void *
memory_counted(void *p)
{
	memory.n_live += p != NULL;
	return p;
}

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
	if (memory_is_refused())
		return NULL;
	return p == NULL ? memory_counted(__real_malloc(n))
			 : __real_realloc(p, n);
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
	memory.n_live -= p != NULL;
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
