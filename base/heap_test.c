/*
 * heap_test.c -- order of schedules and of items with equal keys.
 */
#include <stdlib.h>

#include "base/heap.h"
#include "tests/lib/tap.h"

#define N_ITEMS 2000

struct job {
	int name;
	struct heap_item item;
};
static struct job jobs[N_ITEMS];

/* Removes the first item; *ret_key is its key. */
static int
heap_test_pop(struct heap *h, int64_t *ret_key)
{
	struct heap_item *item = heap_min(h);

	if (item == NULL)
		return -1;
	heap_remove(h, item);
	*ret_key = item->key;
	return container_of(item, struct job, item)->name;
}

static void
heap_test_order(void)
{
	struct heap h;
	int wrong = 0;
	int64_t got = -1;

	heap_init(&h);
	ok(heap_min(&h) == NULL, "a new heap is empty");
	for (int i = 0; i < N_ITEMS; i++)
		wrong += heap_put(&h, &jobs[i].item, (i * 7919) % 10);
	is_int(wrong, 0, "all items are inserted");
	for (int key = 0; key < 10; key++) {
		int before = -1;

		for (int i = 0; i < N_ITEMS / 10; i++) {
			int name = heap_test_pop(&h, &got);

			wrong += got != key || name <= before;
			before = name;
		}
	}
	is_int(wrong, 0,
	    "items leave the heap by key, and equal keys in the order of "
	    "insertion");
	ok(heap_min(&h) == NULL,
	    "the heap is empty after all items are removed");
	is_int((int64_t)(jobs[0].item.place == HEAP_NOWHERE), 1,
	    "a removed item has no position");
	heap_remove(&h, &jobs[0].item);
	heap_release(&h);
}

/* Makes random insertions, moves and removals; a linear search checks the
 * minimum. */
static void
heap_test_moves(void)
{
	struct heap h;
	int wrong = 0;

	heap_init(&h);
	srandom(7);
	for (int step = 0; step < 20000; step++) {
		struct job *job = &jobs[random() % 50];
		int64_t least = INT64_MAX;

		if (random() % 3)
			heap_put(&h, &job->item, random() % 100 - 50);
		else
			heap_remove(&h, &job->item);
		for (int i = 0; i < 50; i++)
			if (jobs[i].item.place != HEAP_NOWHERE &&
			    jobs[i].item.key < least)
				least = jobs[i].item.key;
		wrong += heap_min(&h) ? heap_min(&h)->key != least
				      : least != INT64_MAX;
	}
	is_int(wrong, 0, "the minimum is right at each of 20 000 steps");
	heap_release(&h);
	wrong = 0;
	for (int i = 0; i < 50; i++)
		wrong += jobs[i].item.place != HEAP_NOWHERE;
	is_int(wrong, 0, "release removes all items");
}

static void
heap_test_tie_after_move(void)
{
	struct heap h;
	int64_t key;

	heap_init(&h);
	heap_put(&h, &jobs[0].item, 5);
	heap_put(&h, &jobs[1].item, 5);
	heap_put(&h, &jobs[0].item, 5);
	is_int(heap_test_pop(&h, &key), 1,
	    "an item that is inserted again leaves the heap after those of "
	    "equal key");
	is_int(heap_test_pop(&h, &key), 0,
	    "the item that was inserted again leaves the heap last");
	heap_release(&h);
}

int
main(void)
{
	for (int i = 0; i < N_ITEMS; i++)
		jobs[i] = (struct job){ i, HEAP_ITEM_INIT };
	heap_test_order();
	heap_test_moves();
	heap_test_tie_after_move();
	return done_testing();
}
