/*
 * arena.c -- memory for one job, allocated in chunks of growing size.
 *
 * Chunks start at ARENA_FIRST_BYTES and double up to ARENA_LARGEST_BYTES.  A
 * larger request gets a chunk of its own size.  arena_clear() keeps the chunk
 * in use for the next job unless it is larger than ARENA_LARGEST_BYTES.
 */
#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* size of the first chunk; enough for a small page */
#define ARENA_FIRST_BYTES ((size_t)64 * 1024)
/* largest size of a chunk for small requests; limits the unused part of the
 * last chunk */
#define ARENA_LARGEST_BYTES ((size_t)4 * 1024 * 1024)
#define ARENA_FORMAT_BYTES  512 /* longer results are formatted twice */
#define ARENA_ALIGN         alignof(max_align_t)

struct arena_chunk {
	struct arena_chunk *older;
	size_t size_bytes, filled_bytes; /* allocated and used part of
					    bytes[] */
	alignas(max_align_t) char bytes[];
};

void
arena_init(struct arena *a, size_t cap_bytes)
{
	arena_init_with(a, cap_bytes, NULL);
}

void
arena_init_with(
    struct arena *a, size_t cap_bytes, const struct allocator *allocator)
{
	*a = (struct arena){ .cap_bytes = cap_bytes, .allocator = allocator };
}

/* Rounds up to the alignment, so that the next allocation is aligned, too. */
static inline size_t
arena_round_up(size_t size_bytes)
{
	return (size_bytes + ARENA_ALIGN - 1) & ~(ARENA_ALIGN - 1);
}

static void
arena_free_chunks(struct arena *a, struct arena_chunk *chunk)
{
	while (chunk != NULL) {
		struct arena_chunk *older = chunk->older;

		allocator_release(a->allocator, chunk);
		chunk = older;
	}
}

void
arena_clear(struct arena *a)
{
	struct arena_chunk *kept = a->chunk;

	a->used_bytes = 0;
	a->no_memory = false;
	if (kept == NULL)
		return;
	arena_free_chunks(a, kept->older);
	kept->older = NULL;
	kept->filled_bytes = 0;
	if (kept->size_bytes > ARENA_LARGEST_BYTES) {
		allocator_release(a->allocator, kept);
		kept = NULL;
	}
	a->chunk = kept;
}

void
arena_release(struct arena *a)
{
	arena_free_chunks(a, a->chunk);
	a->chunk = NULL;
	a->used_bytes = 0;
	a->no_memory = false;
}

static void __attribute__((noreturn)) arena_jump(struct arena *a)
{
	assert(a->exhausted != NULL);
	longjmp(*a->exhausted, 1);
}

void
arena_give_up(struct arena *a)
{
	a->no_memory = true;
	arena_jump(a);
}

/* Adds a chunk with space for at least size_bytes. */
static struct arena_chunk *
arena_add_chunk(struct arena *a, size_t size_bytes)
{
	struct arena_chunk *head = a->chunk, *chunk;
	size_t want = ARENA_FIRST_BYTES;

	if (head != NULL)
		want = head->size_bytes < ARENA_LARGEST_BYTES / 2
			   ? head->size_bytes * 2
			   : ARENA_LARGEST_BYTES;
	if (want < size_bytes)
		want = size_bytes;
	chunk = allocator_allocate(a->allocator, sizeof(*chunk) + want);
	if (chunk == NULL)
		arena_give_up(a);
	chunk->size_bytes = want;
	chunk->filled_bytes = 0;
	if (head != NULL && want > ARENA_LARGEST_BYTES) {
		/* The request fills the new chunk, so later requests use the
		 * chunk that was in use before. */
		chunk->older = head->older;
		head->older = chunk;
	} else {
		chunk->older = head;
		a->chunk = chunk;
	}
	return chunk;
}

/* Like arena_alloc(), but the memory is not zeroed. */
static void *
arena_take(struct arena *a, size_t size_bytes)
{
	struct arena_chunk *chunk = a->chunk;
	size_t need;
	char *p;

	if (size_bytes > SIZE_MAX / 2)
		arena_jump(a);
	need = arena_round_up(size_bytes);
	if (need > a->cap_bytes - a->used_bytes)
		arena_jump(a);
	if (chunk == NULL || need > chunk->size_bytes - chunk->filled_bytes)
		chunk = arena_add_chunk(a, need);
	p = chunk->bytes + chunk->filled_bytes;
	chunk->filled_bytes += need;
	a->used_bytes += need;
	return p;
}

void *
arena_alloc(struct arena *a, size_t size_bytes)
{
	void *p = arena_take(a, size_bytes);

	memset(p, 0, size_bytes);
	return p;
}

void *
arena_array(struct arena *a, size_t n, size_t size_bytes)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size_bytes, &bytes))
		arena_jump(a);
	return arena_alloc(a, bytes);
}

void *
arena_array_uninit(struct arena *a, size_t n, size_t size_bytes)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size_bytes, &bytes))
		arena_jump(a);
	return arena_take(a, bytes);
}

/* Extends `old` in place if it is the last allocation and the chunk has space.
 */
static bool
arena_extend(struct arena *a, char *old, size_t old_bytes, size_t new_bytes)
{
	struct arena_chunk *chunk = a->chunk;
	size_t start, old_need = arena_round_up(old_bytes), new_need;

	if (chunk == NULL || old_need > chunk->filled_bytes)
		return false;
	start = chunk->filled_bytes - old_need;
	if (old != chunk->bytes + start ||
	    new_bytes > chunk->size_bytes - start)
		return false;
	new_need = arena_round_up(new_bytes);
	if (new_need > chunk->size_bytes - start)
		return false;
	if (new_need - old_need > a->cap_bytes - a->used_bytes)
		arena_jump(a);
	chunk->filled_bytes = start + new_need;
	a->used_bytes += new_need - old_need;
	return true;
}

void *
arena_grow(
    struct arena *a, void *old, size_t old_n, size_t new_n, size_t size_bytes)
{
	size_t old_bytes, new_bytes;
	char *new;

	if (__builtin_mul_overflow(old_n, size_bytes, &old_bytes) ||
	    __builtin_mul_overflow(new_n, size_bytes, &new_bytes))
		arena_jump(a);
	if (old != NULL && new_n <= old_n)
		return old;
	if (old == NULL || old_bytes == 0)
		return arena_alloc(a, new_bytes);
	new = arena_extend(a, old, old_bytes, new_bytes) ? old : NULL;
	if (new == NULL) {
		new = arena_take(a, new_bytes);
		memcpy(new, old, old_bytes);
	}
	memset(new + old_bytes, 0, new_bytes - old_bytes);
	return new;
}

char *
arena_string(struct arena *a, struct slice s)
{
	char *p;

	if (s.len == SIZE_MAX)
		arena_jump(a);
	p = arena_take(a, s.len + 1);
	if (s.len > 0)
		memcpy(p, s.p, s.len);
	p[s.len] = '\0';
	return p;
}

struct slice
arena_copy(struct arena *a, struct slice s)
{
	if (s.p == NULL)
		return SLICE_NONE;
	return (struct slice){ arena_string(a, s), s.len };
}

struct slice
arena_join(struct arena *a, const struct slice *parts, size_t n)
{
	size_t len = 0, at = 0;
	char *p;

	for (size_t i = 0; i < n; i++)
		len += parts[i].len;
	p = arena_take(a, len + 1);
	for (size_t i = 0; i < n; i++) {
		if (parts[i].len > 0)
			memcpy(p + at, parts[i].p, parts[i].len);
		at += parts[i].len;
	}
	p[len] = '\0';
	return (struct slice){ p, len };
}

struct slice
arena_format(struct arena *a, const char *format, ...)
{
	char text[ARENA_FORMAT_BYTES];
	va_list ap;
	int len;
	char *p;

	va_start(ap, format);
	len = vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	if (len < 0)
		arena_jump(a);
	p = arena_take(a, (size_t)len + 1);
	if ((size_t)len < sizeof(text)) {
		memcpy(p, text, (size_t)len + 1);
		return (struct slice){ p, (size_t)len };
	}
	va_start(ap, format);
	vsnprintf(p, (size_t)len + 1, format, ap);
	va_end(ap);
	return (struct slice){ p, (size_t)len };
}
