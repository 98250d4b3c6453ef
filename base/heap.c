/*
 * heap.c -- a binary min-heap whose items store their position.
 */
#include "base/heap.h"

#include <stdlib.h>

#include "base/err.h"

#define HEAP_FIRST_ITEMS 64

void
heap_init(struct heap *h)
{
	*h = (struct heap){ 0 };
}

void
heap_release(struct heap *h)
{
	for (size_t i = 0; i < h->n; i++)
		h->items[i]->place = HEAP_NOWHERE;
	free(h->items);
	heap_init(h);
}

struct heap_item *
heap_min(const struct heap *h)
{
	return h->n > 0 ? h->items[0] : NULL;
}

static bool
heap_is_before(const struct heap_item *a, const struct heap_item *b)
{
	if (a->key != b->key)
		return a->key < b->key;
	return a->order < b->order;
}

static void
heap_set(struct heap *h, size_t place, struct heap_item *item)
{
	h->items[place] = item;
	item->place = place;
}

static void
heap_sift_up(struct heap *h, size_t place)
{
	struct heap_item *item = h->items[place];

	while (place > 0) {
		size_t parent = (place - 1) / 2;

		if (!heap_is_before(item, h->items[parent]))
			break;
		heap_set(h, place, h->items[parent]);
		place = parent;
	}
	heap_set(h, place, item);
}

static void
heap_sift_down(struct heap *h, size_t place)
{
	struct heap_item *item = h->items[place];

	for (;;) {
		size_t child = 2 * place + 1;

		if (child >= h->n)
			break;
		if (child + 1 < h->n &&
		    heap_is_before(h->items[child + 1], h->items[child]))
			child++;
		if (!heap_is_before(h->items[child], item))
			break;
		heap_set(h, place, h->items[child]);
		place = child;
	}
	heap_set(h, place, item);
}

static int
heap_reserve(struct heap *h)
{
	size_t cap = h->cap > 0 ? h->cap * 2 : HEAP_FIRST_ITEMS;
	struct heap_item **items;

	if (h->n < h->cap)
		return 0;
	items = reallocarray(h->items, cap, sizeof(struct heap_item *));
	if (items == NULL)
		return ERR_MEMORY;
	h->items = items;
	h->cap = cap;
	return 0;
}

int
heap_put(struct heap *h, struct heap_item *item, int64_t key)
{
	if (item->place == HEAP_NOWHERE) {
		if (heap_reserve(h) != 0)
			return ERR_MEMORY;
		heap_set(h, h->n++, item);
	}
	item->key = key;
	item->order = h->next_order++;
	heap_sift_up(h, item->place);
	heap_sift_down(h, item->place);
	return 0;
}

void
heap_remove(struct heap *h, struct heap_item *item)
{
	size_t place = item->place;
	struct heap_item *last;

	if (place == HEAP_NOWHERE)
		return;
	item->place = HEAP_NOWHERE;
	last = h->items[--h->n];
	if (last == item)
		return;
	heap_set(h, place, last);
	heap_sift_up(h, place);
	heap_sift_down(h, last->place);
}
