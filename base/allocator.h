/*
 * allocator.h -- the functions that provide memory to an arena or a buf.
 *
 * A pointer to an allocator may be NULL. In this case malloc(), realloc() and
 * free() are used.  The owner of an allocator keeps it until all memory is
 * released.
 */
#ifndef BASE_ALLOCATOR_H
#define BASE_ALLOCATOR_H

#include <stdlib.h>

struct allocator {
	void *context; /* first argument of the functions */
	/* Return NULL if there is no memory.  The result is aligned for any
	 * type.  `old` is NULL or a result of these functions. */
	void *(*allocate)(void *context, size_t bytes);
	void *(*reallocate)(void *context, void *old, size_t bytes);
	void (*release)(void *context, void *old);
};

static inline void *
allocator_allocate(const struct allocator *a, size_t bytes)
{
	return a != NULL ? a->allocate(a->context, bytes) : malloc(bytes);
}

static inline void *
allocator_reallocate(const struct allocator *a, void *old, size_t bytes)
{
	return a != NULL ? a->reallocate(a->context, old, bytes)
			 : realloc(old, bytes);
}

static inline void
allocator_release(const struct allocator *a, void *old)
{
	if (a == NULL)
		free(old);
	else if (old != NULL)
		a->release(a->context, old);
}

#endif
