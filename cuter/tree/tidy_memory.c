/*
 * tidy_memory.c -- allocates memory for tidy: small blocks from chunks, with
 * size classes and free lists; large blocks from malloc.
 */
#include "cuter/tree/tidy_memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES ((size_t)256 * 1024)
/* Larger blocks are allocated with malloc. */
#define LARGE_BYTES ((size_t)32 * 1024)
#define LARGE_CLASS UINT32_MAX

struct tidy_chunk {
	struct tidy_chunk *older;
	size_t filled_bytes; /* of bytes[] */
	alignas(max_align_t) char bytes[CHUNK_BYTES];
};

struct tidy_block {
	size_t size_bytes;       /* of bytes[] */
	uint32_t class;          /* or LARGE_CLASS */
	struct tidy_block *next; /* next block in the free list, or in the list
				    of large blocks */
	struct tidy_block *previous;
	alignas(max_align_t) char bytes[];
};

/* Sizes 32, 48, 64, 96, 128, 192 ...: two classes for each power of two. */
static size_t
tidy_memory_class_bytes(unsigned class)
{
	size_t power = (size_t)32 << (class / 2);

	return class % 2 ? power + power / 2 : power;
}

static struct tidy_memory *
tidy_memory_of(TidyAllocator *allocator)
{
	return (struct tidy_memory *)(void *)allocator;
}

static struct tidy_block *
tidy_memory_block_of(void *bytes)
{
	return (
	    struct tidy_block *)(void *)((char *)bytes -
					 offsetof(struct tidy_block, bytes));
}

static _Noreturn void
tidy_memory_exhaust(struct tidy_memory *m)
{
	longjmp(*m->exhausted, 1);
}

static void
tidy_memory_charge(struct tidy_memory *m, size_t bytes)
{
	if (bytes > m->cap_bytes - m->used_bytes)
		tidy_memory_exhaust(m);
	m->used_bytes += bytes;
}

static void *
tidy_memory_alloc_large(struct tidy_memory *m, size_t size)
{
	struct tidy_block *block;

	if (size > SIZE_MAX - sizeof(*block))
		tidy_memory_exhaust(m);
	tidy_memory_charge(m, sizeof(*block) + size);
	block = malloc(sizeof(*block) + size);
	if (block == NULL)
		tidy_memory_exhaust(m);
	block->size_bytes = size;
	block->class = LARGE_CLASS;
	block->previous = NULL;
	block->next = m->large;
	if (m->large != NULL)
		m->large->previous = block;
	m->large = block;
	return block->bytes;
}

static void
tidy_memory_free_large(struct tidy_memory *m, struct tidy_block *block)
{
	if (block->previous != NULL)
		block->previous->next = block->next;
	else
		m->large = block->next;
	if (block->next != NULL)
		block->next->previous = block->previous;
	m->used_bytes -= sizeof(*block) + block->size_bytes;
	free(block);
}

static struct tidy_block *
tidy_memory_carve(struct tidy_memory *m, size_t bytes)
{
	struct tidy_chunk *chunk = m->chunks;

	if (chunk == NULL || bytes > CHUNK_BYTES - chunk->filled_bytes) {
		tidy_memory_charge(m, sizeof(*chunk));
		chunk = malloc(sizeof(*chunk));
		if (chunk == NULL)
			tidy_memory_exhaust(m);
		chunk->older = m->chunks;
		chunk->filled_bytes = 0;
		m->chunks = chunk;
	}
	chunk->filled_bytes += bytes;
	return (struct tidy_block *)(void *)(chunk->bytes +
					     chunk->filled_bytes - bytes);
}

static void *TIDY_CALL
tidy_memory_alloc(TidyAllocator *self, size_t size)
{
	struct tidy_memory *m = tidy_memory_of(self);
	struct tidy_block *block;
	unsigned class = 0;

	if (size > LARGE_BYTES)
		return tidy_memory_alloc_large(m, size);
	while (tidy_memory_class_bytes(class) < size)
		class ++;
	block = m->free[class];
	if (block != NULL) {
		m->free[class] = block->next;
		return block->bytes;
	}
	block = tidy_memory_carve(
	    m, sizeof(*block) + tidy_memory_class_bytes(class));
	block->size_bytes = tidy_memory_class_bytes(class);
	block->class = class;
	return block->bytes;
}

static void TIDY_CALL
tidy_memory_free(TidyAllocator *self, void *bytes)
{
	struct tidy_memory *m = tidy_memory_of(self);
	struct tidy_block *block;

	if (bytes == NULL)
		return;
	block = tidy_memory_block_of(bytes);
	if (block->class == LARGE_CLASS) {
		tidy_memory_free_large(m, block);
		return;
	}
	block->next = m->free[block->class];
	m->free[block->class] = block;
}

static void *TIDY_CALL
tidy_memory_realloc(TidyAllocator *self, void *bytes, size_t size)
{
	void *moved;
	size_t had;

	if (bytes == NULL)
		return tidy_memory_alloc(self, size);
	had = tidy_memory_block_of(bytes)->size_bytes;
	if (size <= had)
		return bytes;
	/* The size of a large block grows by half, because tidy often enlarges
	 * a buffer by a small amount. */
	moved = tidy_memory_alloc(
	    self, size <= LARGE_BYTES ? size : size + size / 2);
	memcpy(moved, bytes, had);
	tidy_memory_free(self, bytes);
	return moved;
}

static void TIDY_CALL
tidy_memory_panic(TidyAllocator *self, ctmbstr text)
{
	(void)text;
	tidy_memory_exhaust(tidy_memory_of(self));
}

void
tidy_memory_init(struct tidy_memory *m, size_t cap_bytes)
{
	static const TidyAllocatorVtbl calls = { tidy_memory_alloc,
		tidy_memory_realloc, tidy_memory_free, tidy_memory_panic };

	memset(m, 0, sizeof(*m));
	m->allocator.vtbl = &calls;
	m->cap_bytes = cap_bytes;
}

void
tidy_memory_clear(struct tidy_memory *m)
{
	while (m->large != NULL)
		tidy_memory_free_large(m, m->large);
	while (m->chunks != NULL && m->chunks->older != NULL) {
		struct tidy_chunk *older = m->chunks->older;

		free(m->chunks);
		m->chunks = older;
	}
	memset(m->free, 0, sizeof(m->free));
	m->used_bytes = 0;
	if (m->chunks != NULL) {
		m->chunks->filled_bytes = 0;
		m->used_bytes = sizeof(*m->chunks);
	}
}

void
tidy_memory_release(struct tidy_memory *m)
{
	tidy_memory_clear(m);
	free(m->chunks);
	m->chunks = NULL;
}
