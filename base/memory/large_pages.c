/*
 * large_pages.c -- see large_pages.h.
 *
 * glibc has a setting for large pages, but only as an environment variable
 * (GLIBC_TUNABLES), which it reads before main().
 */
#include "base/memory/large_pages.h"

#include <sys/mman.h>

#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE) && !defined(GLEANER_SANITIZED)

/* Largest value that glibc accepts.  Larger blocks are mapped and unmapped
 * alone. */
#define MAPPED_BLOCK_BYTES (32 * MIB)
#define DEFAULT_BYTES      (128 * KIB) /* the default of all these options */
#define LARGEST_HOLE       ((size_t)1 * MIB)
#define SMALLEST_HOLE      ((size_t)512)
#define SPARE_BYTES        ((size_t)32 * KIB)
#define END_BYTES          ((size_t)2 * KIB) /* no smaller hole is left */

/* The block between the end of the heap in use and the first large page.  It is
 * never freed, so that malloc() continues with the large page.  A spare block
 * of SPARE_BYTES is before the large page.  The zygote uses it and does not
 * touch the large page, because its children would have to copy that page. */
static char *large_pages_filler;
static size_t large_pages_bytes; /* 0: nothing was reserved */

/* The heap shrinks when a block beyond the reserved bytes is freed, but not to
 * less than these, because it would grow again in normal pages. */
static void
large_pages_set_options(size_t bytes)
{
	mallopt(M_MMAP_THRESHOLD, MAPPED_BLOCK_BYTES);
	mallopt(M_TOP_PAD, (int)bytes);
	mallopt(M_TRIM_THRESHOLD, (int)(bytes + bytes / 8));
}

static void
large_pages_set_defaults(void)
{
	mallopt(M_MMAP_THRESHOLD, DEFAULT_BYTES);
	mallopt(M_TOP_PAD, DEFAULT_BYTES);
	mallopt(M_TRIM_THRESHOLD, DEFAULT_BYTES);
}

/* Allocates the free blocks below an address for ever.  Otherwise malloc()
 * would return them first.  The loops end, because the blocks have at most the
 * size that mallinfo2() states. */
static void
large_pages_fill_holes(uintptr_t below)
{
	size_t left = mallinfo2().fordblks;

	for (size_t bytes = LARGEST_HOLE; bytes >= SMALLEST_HOLE; bytes /= 2) {
		char *volatile block = malloc(bytes);

		while (block != NULL && (uintptr_t)block < below && left > 0) {
			size_t filled = below - (uintptr_t)block;

			if (filled > bytes)
				filled = bytes;
			left = left > filled ? left - filled : 0;
			block = malloc(bytes);
		}
		free(block);
	}
}

/* Extends the heap by `bytes` in steps of malloc(). Returns false if it could
 * not grow, because the address space is limited (`ulimit -v`). Each further
 * step must then be small. */
static bool
large_pages_grow(size_t bytes)
{
	uintptr_t end = (uintptr_t)sbrk(0);

	large_pages_set_options(bytes);
	large_pages_fill_holes(end);
	if ((uintptr_t)sbrk(0) - end >= bytes)
		return true;
	large_pages_set_defaults();
	return false;
}

/* Fills the heap up to a large page, except for the spare block. Returns the
 * address of the large page; 0: there is none in the heap. */
static uintptr_t
large_pages_fill_up(void)
{
	char *volatile filler = malloc(SMALLEST_HOLE);
	char *volatile spare, *volatile last;
	uintptr_t first =
	    ((uintptr_t)filler + SPARE_BYTES + 2 * LARGE_PAGE_BYTES) /
	    LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;

	if (filler == NULL || (uintptr_t)sbrk(0) <= first)
		return 0;
	/* The block grows in place, because no block is behind it. The last
	 * block ends before the large page, so that malloc() writes the head of
	 * the next block into a normal page. */
	large_pages_filler = realloc(
	    filler, first - (uintptr_t)filler - SPARE_BYTES - 2 * END_BYTES);
	spare = malloc(SPARE_BYTES);
	last = malloc(END_BYTES);
	free(spare);
	return last == NULL ? 0 : first;
}

void
large_pages_reserve(size_t bytes)
{
	const size_t more = 3 * LARGE_PAGE_BYTES; /* for the alignment */
	static bool was_called;
	uintptr_t first, end;

	if (was_called)
		return;
	was_called = true;
	if (!large_pages_grow(bytes + more))
		return;
	large_pages_bytes = bytes + more;
	mallopt(M_ARENA_MAX, 1);
	first = large_pages_fill_up();
	end = (uintptr_t)sbrk(0) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
	if (first != 0 && first < end)
		madvise((void *)first, end - first, MADV_HUGEPAGE);
}

void
large_pages_trim(void)
{
	malloc_trim(large_pages_bytes);
}

#else

void
large_pages_reserve(size_t bytes)
{
	(void)bytes;
}

void
large_pages_trim(void)
{
}

#endif
