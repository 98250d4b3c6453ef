/*
 * arena.h -- an allocator with a limit: the memory of one page or one feed is
 * allocated in pieces and freed all at once.
 *
 * arena_alloc() does not return NULL.  When the limit is reached or malloc()
 * fails, it jumps to the jmp_buf that the owner of the job has set, so that
 * callers need no error checks for memory.  The owner (feed_read, cuter_cut)
 * turns the jump into ERR_LIMIT or ERR_MEMORY (see no_memory) and frees
 * everything that is not in the arena:
 *
 *	jmp_buf exhausted;
 *	if (setjmp(exhausted) != 0) {
 *		rc = err_set(e, ERR_LIMIT, …);
 *		goto out;
 *	}
 *	arena->exhausted = &exhausted;
 *
 * Local variables that are changed after setjmp() and read at `out` must be
 * volatile or members of a struct.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/allocator.h"
#include "base/slice.h"

struct arena_chunk;

struct arena {
	struct arena_chunk *chunk; /* chunk in use; links to the older ones */
	size_t used_bytes;         /* bytes allocated since the last
				      arena_clear() */
	size_t cap_bytes;
	jmp_buf *exhausted; /* jump target at the limit; must be set */
	bool no_memory;     /* malloc() failed; the limit was not reached */
	const struct allocator
	    *allocator; /* allocates the chunks; NULL: malloc() */
};

/* Makes an empty arena that may allocate up to cap_bytes.  The caller must set
 * `exhausted` before the first allocation, and call arena_release() at the end.
 */
void arena_init(struct arena *, size_t cap_bytes);
/* Like arena_init(), with chunks from the allocator, which is borrowed until
 * arena_release(). */
void arena_init_with(
    struct arena *, size_t cap_bytes, const struct allocator *);
/* Frees all allocations, but keeps the chunk in use for the next job if it is
 * not too large. */
void arena_clear(struct arena *);
/* Frees all memory of the arena. */
void arena_release(struct arena *);

/* Returns size_bytes zeroed bytes, aligned for any type.  O(size_bytes). */
void *arena_alloc(struct arena *, size_t size_bytes);
/* Returns n elements of size_bytes each, zeroed. An overflow of n * size_bytes
 * is treated like a request above the limit. */
void *arena_array(struct arena *, size_t n, size_t size_bytes);
/* Like arena_array(), but the memory is not zeroed. The caller must write all
 * of it. */
void *arena_array_uninit(struct arena *, size_t n, size_t size_bytes);
/* Grows an array from arena_array(): returns new_n elements, of which the first
 * old_n are those of `old` and the others are zero.  `old` may be NULL.  If
 * new_n is not larger than old_n, `old` is returned.  The array moves unless it
 * is the last allocation and its chunk has space. */
void *arena_grow(
    struct arena *, void *old, size_t old_n, size_t new_n, size_t size_bytes);
/* Returns a copy that ends with a NUL.  The copy of SLICE_NONE is
 * SLICE_NONE. */
struct slice arena_copy(struct arena *, struct slice);
/* Returns a copy that ends with a NUL, also of SLICE_NONE (""). */
char *arena_string(struct arena *, struct slice);
/* Returns the concatenation of n parts, ended with a NUL. */
struct slice arena_join(struct arena *, const struct slice *parts, size_t n);
/* Returns the text that printf() would write, ended with a NUL. */
struct slice arena_format(struct arena *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Jumps to `exhausted`, like arena_alloc(), and sets no_memory.  A function
 * calls this when its struct buf ran out of memory.  The caller must have
 * released all memory that is not in the arena. */
void arena_give_up(struct arena *) __attribute__((noreturn));

#endif
