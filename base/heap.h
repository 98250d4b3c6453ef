/*
 * heap.h -- a binary min-heap for schedules; items store their position.
 *
 * An item embeds a struct heap_item; container_of() returns the item.  Items
 * with equal keys are ordered by their last heap_put().  All operations are
 * O(log n), heap_min() is O(1).
 */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEAP_NOWHERE SIZE_MAX

struct heap_item {
	int64_t key;
	uint64_t order;
	size_t place; /* index; HEAP_NOWHERE if not in a heap */
};
#define HEAP_ITEM_INIT ((struct heap_item){ 0, 0, HEAP_NOWHERE })

struct heap {
	struct heap_item **items;
	size_t n, cap;
	uint64_t next_order;
};

#ifndef container_of
#define container_of(pointer, type, member)                                    \
	((type *)(void *)((char *)(pointer)-offsetof(type, member)))
#endif

/* Makes an empty heap. */
void heap_init(struct heap *);
/* Frees the heap's memory.  The items belong to the caller. */
void heap_release(struct heap *);
/* Returns the item with the smallest key, which stays in the heap; NULL if the
 * heap is empty.  O(1). */
struct heap_item *heap_min(const struct heap *);
/* Inserts an item.  If the item is in the heap already, it moves to its new
 * position.  Returns 0 or ERR_MEMORY.  O(log n). */
int heap_put(struct heap *, struct heap_item *, int64_t key);
/* Removes an item.  Does nothing if the item is not in the heap.  O(log n). */
void heap_remove(struct heap *, struct heap_item *);

#endif
