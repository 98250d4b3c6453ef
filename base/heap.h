/*
 * heap.h -- binary min-heap of items that know their place, for schedules.
 *
 * An item embeds a struct heap_item; container_of leads back.  All
 * operations O(log n), heap_min O(1).  Ties go by the order of insertion.
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
	size_t place; /* HEAP_NOWHERE while it is in no heap */
};
#define HEAP_ITEM_INIT ((struct heap_item){ 0, 0, HEAP_NOWHERE })

struct heap {
	struct heap_item **items;
	size_t n, cap;
	uint64_t next_order;
};

#ifndef container_of
#define container_of(pointer, type, member) \
	((type *)(void *)((char *)(pointer)-offsetof(type, member)))
#endif

void heap_init(struct heap *);
void heap_release(struct heap *);
struct heap_item *heap_min(const struct heap *); /* NULL when empty */
/* Inserts, or moves an item that is already in.  0 or ERR_MEMORY. */
int heap_put(struct heap *, struct heap_item *, int64_t key);
void heap_remove(struct heap *, struct heap_item *); /* no-op if not in */

#endif
