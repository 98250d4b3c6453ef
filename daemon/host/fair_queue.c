/*
 * fair_queue.c -- the requests that wait for one host; see fair_queue.h.
 *
 * In:  requests with class, feed and order.
 * Out: the request that gets the next slot.
 *
 * A class is a list of queues, one for each feed that has requests in it. The
 * first queue is served and goes to the end of the list, so that the feeds take
 * turns (round robin).
 */
#include "daemon/host/fair_queue.h"

#include <assert.h>
#include <stdlib.h>

struct fair_group {
	struct fair_group *next;
	int64_t feed_id;
	struct fair_item *first, *last;
};

/* ---- the choice ---- */

static enum fair_class
fair_queue_choose_page(const struct fair_turn *turn, const bool *waits)
{
	enum fair_class own = waits[FAIR_OWN] ? FAIR_OWN : FAIR_OWN_REVISIT;
	enum fair_class foreign =
	    waits[FAIR_FOREIGN] ? FAIR_FOREIGN : FAIR_FOREIGN_REVISIT;

	if (!waits[foreign])
		return waits[own] ? own : FAIR_CLASS_COUNT;
	if (!waits[own])
		return foreign;
	return turn->own < FAIR_OWN_PAGES ? own : foreign;
}

enum fair_class
fair_choose(const struct fair_turn *turn, const bool waits[FAIR_CLASS_COUNT])
{
	enum fair_class page;

	if (waits[FAIR_ROBOTS])
		return FAIR_ROBOTS;
	page = fair_queue_choose_page(turn, waits);
	if (waits[FAIR_FEED] &&
	    (page == FAIR_CLASS_COUNT || turn->feeds < FAIR_FEEDS))
		return FAIR_FEED;
	return page;
}

void
fair_note(struct fair_turn *turn, enum fair_class served,
    const bool waits[FAIR_CLASS_COUNT])
{
	bool foreign_waits = waits[FAIR_FOREIGN] || waits[FAIR_FOREIGN_REVISIT];
	bool page_waits =
	    foreign_waits || waits[FAIR_OWN] || waits[FAIR_OWN_REVISIT];

	switch (served) {
	case FAIR_FEED:
		turn->feeds = page_waits ? turn->feeds + 1 : 0;
		break;
	case FAIR_OWN:
	case FAIR_OWN_REVISIT:
		turn->feeds = 0;
		turn->own = foreign_waits ? turn->own + 1 : 0;
		break;
	case FAIR_FOREIGN:
	case FAIR_FOREIGN_REVISIT:
		turn->feeds = 0;
		turn->own = 0;
		break;
	default: /* requests for robots.txt are not counted in turns */
		break;
	}
}

/* ---- the queue ---- */

static struct fair_group *
fair_queue_group_get(struct fair_groups *groups, int64_t feed_id)
{
	struct fair_group *group = groups->first;

	while (group != NULL && group->feed_id != feed_id)
		group = group->next;
	if (group != NULL)
		return group;
	group = calloc(1, sizeof(*group));
	if (group == NULL)
		abort();
	group->feed_id = feed_id;
	if (groups->last != NULL)
		groups->last->next = group;
	else
		groups->first = group;
	groups->last = group;
	return group;
}

static void
fair_queue_group_put(struct fair_group *group, struct fair_item *item)
{
	struct fair_item **at = &group->first;

	item->next = NULL;
	if (group->last != NULL && group->last->order >= item->order) {
		group->last->next = item;
		group->last = item;
		return;
	}
	while (*at != NULL && (*at)->order >= item->order)
		at = &(*at)->next;
	item->next = *at;
	*at = item;
	if (item->next == NULL)
		group->last = item;
}

void
fair_queue_push(
    struct fair_queue *queue, struct fair_item *item, enum fair_class class)
{
	item->class = class;
	fair_queue_group_put(
	    fair_queue_group_get(&queue->classes[class], item->feed_id), item);
	queue->n++;
}

static void
fair_queue_waits(const struct fair_queue *queue, bool takes_foreign,
    bool ret_waits[FAIR_CLASS_COUNT])
{
	for (int i = 0; i < FAIR_CLASS_COUNT; i++)
		ret_waits[i] = queue->classes[i].first != NULL &&
			       (takes_foreign || i < FAIR_FOREIGN);
}

bool
fair_queue_has(const struct fair_queue *queue, bool takes_foreign)
{
	bool waits[FAIR_CLASS_COUNT];

	fair_queue_waits(queue, takes_foreign, waits);
	return fair_choose(&queue->turn, waits) != FAIR_CLASS_COUNT;
}

/* Moves the first queue to the end, or frees it if it is empty. */
static void
fair_queue_groups_turn(struct fair_groups *groups)
{
	struct fair_group *group = groups->first;

	if (group->first != NULL && group->next == NULL)
		return;
	groups->first = group->next;
	if (groups->first == NULL)
		groups->last = NULL;
	group->next = NULL;
	if (group->first == NULL) {
		free(group);
	} else {
		groups->last->next = group;
		groups->last = group;
	}
}

struct fair_item *
fair_queue_take(struct fair_queue *queue, bool takes_foreign)
{
	bool waits[FAIR_CLASS_COUNT];
	struct fair_group *group;
	struct fair_item *item;
	enum fair_class class;

	fair_queue_waits(queue, takes_foreign, waits);
	class = fair_choose(&queue->turn, waits);
	if (class == FAIR_CLASS_COUNT)
		return NULL;
	fair_note(&queue->turn, class, waits);
	group = queue->classes[class].first;
	item = group->first;
	group->first = item->next;
	if (group->first == NULL)
		group->last = NULL;
	fair_queue_groups_turn(&queue->classes[class]);
	item->next = NULL;
	queue->n--;
	return item;
}

/* Removes the items for which is_wanted() is true, and appends them to *tail.
 */
static void
fair_queue_group_split(struct fair_group *group,
    bool (*is_wanted)(const struct fair_item *, const void *), const void *arg,
    struct fair_item ***tail, size_t *ret_n)
{
	struct fair_item **at = &group->first, *item;

	group->last = NULL;
	while ((item = *at) != NULL) {
		if (!is_wanted(item, arg)) {
			group->last = item;
			at = &item->next;
			continue;
		}
		*at = item->next;
		item->next = NULL;
		**tail = item;
		*tail = &item->next;
		++*ret_n;
	}
}

static void
fair_queue_groups_drop_empty(struct fair_groups *groups)
{
	struct fair_group **at = &groups->first, *group;

	groups->last = NULL;
	while ((group = *at) != NULL) {
		if (group->first != NULL) {
			groups->last = group;
			at = &group->next;
			continue;
		}
		*at = group->next;
		free(group);
	}
}

static struct fair_item *
fair_queue_groups_split(struct fair_queue *queue, struct fair_groups *groups,
    bool (*is_wanted)(const struct fair_item *, const void *), const void *arg)
{
	struct fair_item *list = NULL, **tail = &list;
	size_t n = 0;

	for (struct fair_group *l = groups->first; l != NULL; l = l->next)
		fair_queue_group_split(l, is_wanted, arg, &tail, &n);
	fair_queue_groups_drop_empty(groups);
	queue->n -= n;
	return list;
}

static bool
fair_queue_is_item(const struct fair_item *item, const void *arg)
{
	return item == arg;
}

void
fair_queue_remove(struct fair_queue *queue, struct fair_item *item)
{
	struct fair_item *removed = fair_queue_groups_split(
	    queue, &queue->classes[item->class], fair_queue_is_item, item);

	assert(removed == item);
	(void)removed;
}

struct fair_predicate {
	bool (*is_wanted)(const struct fair_item *);
};

static bool
fair_queue_is_wanted(const struct fair_item *item, const void *arg)
{
	const struct fair_predicate *predicate = arg;

	return predicate->is_wanted(item);
}

struct fair_item *
fair_queue_split(
    struct fair_queue *queue, bool (*is_wanted)(const struct fair_item *))
{
	const struct fair_predicate predicate = { is_wanted };
	struct fair_item *list = NULL, **tail = &list;

	for (int i = 0; i < FAIR_CLASS_COUNT; i++) {
		*tail = fair_queue_groups_split(queue, &queue->classes[i],
		    fair_queue_is_wanted, &predicate);
		while (*tail != NULL)
			tail = &(*tail)->next;
	}
	return list;
}
