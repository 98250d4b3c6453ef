/*
 * large_pages.h -- a heap in pages of 2 MiB.
 *
 * The kernel provides a page of memory at the first access to it.  Each first
 * access is a page fault, which took 12 to 17 microseconds in the virtual
 * machine of the measurements.  With pages of 2 MiB instead of 4 KiB there are
 * fewer page faults (docs/experiments/performance.md).
 */
#ifndef BASE_MEMORY_LARGE_PAGES_H
#define BASE_MEMORY_LARGE_PAGES_H

#include <stddef.h>

#include "base/limits.h"

#define LARGE_PAGE_BYTES ((size_t)2 * MIB)

/* Sizes for large_pages_reserve(). The daemon needs the page cache of SQLite
 * and some hundred requests. A worker needs less for most pages; an idle worker
 * keeps as much as its documents needed. A command reads the database. */
#define LARGE_PAGES_DAEMON  ((size_t)64 * MIB)
#define LARGE_PAGES_WORKER  ((size_t)8 * MIB)
#define LARGE_PAGES_COMMAND ((size_t)32 * MIB)

/* Extends the heap of malloc() by about `bytes`, and asks the kernel for pages
 * of LARGE_PAGE_BYTES in this part, from which malloc() then allocates.  The
 * kernel provides the memory at the first access.  When the part is full, the
 * heap grows in steps of the same size, in normal pages.  All threads use this
 * one heap.  Call this before the process has threads; later calls do nothing.
 *
 * Nothing changes under a sanitizer, if the C library is not glibc, or if the
 * address space is limited (RLIMIT_AS) to less.  If the kernel has no large
 * pages (transparent_hugepage/enabled is "never", or the memory is fragmented),
 * the pages are normal ones. */
void large_pages_reserve(size_t bytes);

/* Gives unused memory of the heap back to the kernel, as malloc_trim(0) does,
 * but keeps the reserved addresses.  O(heap). */
void large_pages_trim(void);

#endif
