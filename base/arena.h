/*
 * arena.h -- memory of one page or one feed: taken in pieces, given back at
 * once, never above a cap.
 *
 * arena_alloc() does not return NULL.  At the cap, or when malloc says no, it
 * jumps to the jmp_buf that the owner of the job has set, so that the code of
 * a pass carries no check for memory; the owner (feed_read, cuter_cut) turns
 * the jump into ERR_LIMIT and frees what is not in the arena.  Use it so:
 *
 *	jmp_buf exhausted;
 *	if (setjmp(exhausted) != 0) { rc = err_set(e, ERR_LIMIT, …); goto out; }
 *	arena->exhausted = &exhausted;
 *
 * Locals that are changed after setjmp and read at `out` must be volatile or
 * live in a struct.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

struct arena_chunk;

struct arena {
	struct arena_chunk *chunk; /* the one being filled; older ones behind */
	size_t used_bytes;         /* asked for since the last clear */
	size_t cap_bytes;
	jmp_buf *exhausted; /* where to go at the cap; must be set */
	bool no_memory;     /* that is why: it was not the cap */
};

void arena_init(struct arena *, size_t cap_bytes);
/* All allocations end; one chunk is kept for the next job. */
void arena_clear(struct arena *);
void arena_release(struct arena *);

/* Zeroed, aligned for any type.  O(size). */
void *arena_alloc(struct arena *, size_t size_bytes);
/* n * size with overflow checked. */
void *arena_array(struct arena *, size_t n, size_t size_bytes);
/* The same, not zeroed, for what is written whole before it is read. */
void *arena_room(struct arena *, size_t n, size_t size_bytes);
/* Grows an array that arena_array gave: old_n elements are copied to a new
 * place of new_n, unless it was the last allocation and can grow where it is.
 */
void *arena_grow(
    struct arena *, void *old, size_t old_n, size_t new_n, size_t size_bytes);
/* A copy with a NUL behind it; SLICE_NONE stays SLICE_NONE. */
struct slice arena_copy(struct arena *, struct slice);
char *arena_string(struct arena *, struct slice);
/* One behind the other, with a NUL behind the last; cheaper than a format. */
struct slice arena_join(struct arena *, const struct slice *parts, size_t n);
struct slice arena_format(struct arena *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same jump, where a buf beside the arena had no memory; its owner has
 * released what the jump would leave behind. */
void arena_give_up(struct arena *) __attribute__((noreturn));

#endif
