/*
 * tidy_memory.h -- the memory tidy works in: capped, given back at once.
 *
 * A plain bump arena would not do: tidy reallocs its buffers byte by byte
 * (528 MB for a page of 0.9 MB).  Blocks have size classes with free lists;
 * what is larger comes from malloc.  tidy cannot be told that there is no
 * memory, so at the cap the allocator jumps.
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
	TidyAllocator allocator;   /* first: tidy hands back its address */
	struct tidy_chunk *chunks; /* filled from the first */
	struct tidy_block *large;  /* those from malloc, doubly linked */
	struct tidy_block *free[TIDY_MEMORY_CLASSES];
	size_t used_bytes, cap_bytes;
	jmp_buf *exhausted; /* must be set while tidy runs */
};

void tidy_memory_init(struct tidy_memory *, size_t cap_bytes);
/* Everything is free again; one chunk is kept. */
void tidy_memory_clear(struct tidy_memory *);
void tidy_memory_release(struct tidy_memory *);

#endif
