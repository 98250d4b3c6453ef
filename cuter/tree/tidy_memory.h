/*
 * tidy_memory.h -- an allocator for tidy with a limit. All its memory is freed
 * at
 * once.
 *
 * An arena is not suitable, because tidy enlarges its buffers in small steps:
 * an arena would need 528 MB for a page of 0.9 MB. Small blocks have size
 * classes with free lists; larger blocks come from malloc. tidy cannot handle a
 * failed allocation. At the limit the allocator therefore jumps to `exhausted`.
 */
#ifndef CUTER_TREE_TIDY_MEMORY_H
#define CUTER_TREE_TIDY_MEMORY_H

#include <setjmp.h>
#include <stddef.h>

#include <tidy/tidy.h>

#define TIDY_MEMORY_CLASSES 24

struct tidy_chunk;
struct tidy_block;

struct tidy_memory {
	TidyAllocator allocator;   /* must be first: tidy passes its address */
	struct tidy_chunk *chunks; /* the newest chunk, which is being filled */
	struct tidy_block *large;  /* large blocks from malloc, doubly linked */
	struct tidy_block *free[TIDY_MEMORY_CLASSES];
	size_t used_bytes, cap_bytes;
	jmp_buf *exhausted; /* must be set while tidy runs */
};

void tidy_memory_init(struct tidy_memory *, size_t cap_bytes);
/* Frees all blocks; one chunk is kept for the next page. */
void tidy_memory_clear(struct tidy_memory *);
void tidy_memory_release(struct tidy_memory *);

#endif
