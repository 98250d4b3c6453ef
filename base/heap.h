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

void heap_init(struct heap *);
void heap_release(struct heap *);
struct heap_item *heap_min(const struct heap *); /* NULL when empty */
/* Inserts an item.  If the item is in the heap already, it moves to its new
 * position.  Returns 0 or ERR_MEMORY. */
int heap_put(struct heap *, struct heap_item *, int64_t key);
void heap_remove(
    struct heap *, struct heap_item *); /* does nothing if not in the heap */

#endif
