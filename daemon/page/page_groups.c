/*
 * page_groups.c -- limits how many pages of one host and feed are in memory.
 */
#include "daemon/page/page_groups.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "daemon/hub.h"
#include "daemon/page/page.h"

/* Pages in memory of one host and feed, or foreign pages of one feed. */
struct page_group {
	char *key;
	size_t n;
};

/* Returns the group; creates it if necessary. */
static struct page_group *
page_groups_get(struct page_groups *groups, const char *key)
{
	struct page_group *group = table_get(&groups->by_key, slice_of(key));

	if (group != NULL)
		return group;
	group = calloc(1, sizeof(*group));
	if (group == NULL)
		abort();
	group->key = hub_copy(slice_of(key));
	if (table_put(&groups->by_key, slice_of(group->key), group) != 0)
		abort();
	return group;
}

/* Returns the group of the feed's foreign pages; creates it if necessary. */
static struct page_group *
page_groups_get_feed(struct page_groups *groups, const struct page *page)
{
	char key[32];

	snprintf(
	    key, sizeof(key), "%lld", (long long)page->request.queued.feed_id);
	return page_groups_get(groups, key);
}

static void
page_groups_leave(struct page_groups *groups, struct page_group **group)
{
	struct page_group *left = *group;

	*group = NULL;
	if (left == NULL || --left->n > 0)
		return;
	table_remove(&groups->by_key, slice_of(left->key));
	free(left->key);
	free(left);
}

/* Adds the page to the group. Returns false if the group has `most` pages. */
static bool
page_groups_join(struct page_groups *groups, struct page_group *group,
    size_t most, struct page_group **ret)
{
	*ret = group;
	if (group->n++ < most)
		return true;
	page_groups_leave(groups, ret);
	return false;
}

bool
page_groups_add(struct page_groups *groups, struct page *page, size_t per_feed)
{
	bool is_foreign = !page->request.is_own;
	size_t *n = &groups->n[is_foreign];

	if (*n >= (is_foreign ? LIMIT_WINDOW_FOREIGN : LIMIT_WINDOW) ||
	    !page_groups_join(groups, page_groups_get(groups, page->group_key),
		is_foreign ? LIMIT_WINDOW_FOREIGN_HOST : per_feed,
		&page->group))
		return false;
	if (is_foreign &&
	    !page_groups_join(groups, page_groups_get_feed(groups, page),
		LIMIT_WINDOW_FOREIGN_FEED, &page->feed_group)) {
		page_groups_leave(groups, &page->group);
		return false;
	}
	++*n;
	return true;
}

void
page_groups_remove(struct page_groups *groups, struct page *page)
{
	if (page->group == NULL)
		return;
	groups->n[!page->request.is_own]--;
	page_groups_leave(groups, &page->group);
	page_groups_leave(groups, &page->feed_group);
}

void
page_groups_init(struct page_groups *groups)
{
	*groups = (struct page_groups){ .n = { 0, 0 } };
	table_init(&groups->by_key);
}

void
page_groups_release(struct page_groups *groups)
{
	table_release(&groups->by_key);
}
