/*
 * document.c -- stores the items of one document of a feed.
 *
 * In:  a parsed feed, and its stored entries.
 * Out: each item is stored once: as a new entry, or as the current state of a
 *      known entry, which may have had another key.
 *
 * Most items are found by their key, or have a tombstone with their key.  If
 * all items of a document are found by their key and have their earlier dates,
 * no further query is run.  reused_guid.c finds items that are another item
 * than the entry with their key.  entry_match.c finds the earlier keys of the
 * other items.
 *
 * A long document is stored in slices, one transaction each.  Each slice looks
 * up all items again, as if the document had been polled again.  There are two
 * reasons: other transactions may have changed the entries since the previous
 * slice, and after a crash nothing has to be repaired.
 */
#include "base/table.h"
#include "store/feed/feed_item.h"
#include "store/feed/polls.h"
#include "store/search/text.h"

#define READ_AHEAD 128 /* look-ups that are sent together */

int
document_no_memory(const struct document *d, struct err *e)
{
	return err_set(e, ERR_MEMORY, "no memory for %zu entries",
	    d->update->feed->n_entries);
}

static struct feed_item
document_item_of(struct document *d, size_t i)
{
	struct item *item = &d->items[i];

	return (struct feed_item){ .update = d->update,
		.entry = &d->update->feed->entries[i],
		.guid_key = d->keys[i],
		.position = (int64_t)i,
		.now = d->now,
		.stored = d->stored,
		.site = &d->site,
		.entitlement = &d->entitlement,
		.budget = &d->budget,
		.known = item->state == ITEM_KNOWN ? &item->known : NULL,
		.alias = item->alias,
		.shares_link = item->shares_link,
		.is_stamped = d->is_stamped };
}

/* ---- finding by keys ---- */

/* Selects the first item of each key, because a document may contain an item
 * twice. */
static int
document_drop_duplicates(struct document *d, struct err *e)
{
	const struct feed *feed = d->update->feed;
	struct table seen;
	int rc = 0;

	table_init(&seen);
	for (size_t i = 0; i < feed->n_entries && rc == 0; i++) {
		if (table_get(&seen, d->keys[i]) != NULL)
			continue;
		d->items[i].state = ITEM_NEW;
		if (table_put(&seen, d->keys[i], &feed->entries[i]) != 0)
			rc = document_no_memory(d, e);
	}
	table_release(&seen);
	return rc;
}

/* Returns the key under which earlier documents may have listed the item: the
 * item shared its guid or link with other items then and does not now, or the
 * reverse. */
static struct slice
document_other_key(struct store *s, const struct poll_update *k,
    const struct slice *keys, size_t i)
{
	return k->is_first ? SLICE_NONE
			   : feed_entry_other_key(
				 &s->held, &k->feed->entries[i], keys[i]);
}

/* True if the entry with this title and link is the item. */
static int
document_has_title(struct document *d, size_t i, bool *ret, struct err *e)
{
	const struct feed_entry *entry = &d->update->feed->entries[i];
	struct query q = query_of(d->store, SQL_entry_title);
	int rc;

	query_int(&q, ":id", d->items[i].known.id);
	if ((rc = query_step(&q, e)) > 0)
		*ret =
		    entry->title.len > 0 &&
		    text_equal_folded(query_column_text(&q, 0), entry->title) &&
		    slice_equal(query_column_text(&q, 1), entry_address(entry));
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* Sets *ret if the entry that was found under the other key is the item. */
static int
document_is_other(struct document *d, size_t i, bool *ret, struct err *e)
{
	*ret = d->items[i].known.digest ==
	       entry_digest(&d->update->feed->entries[i]);
	return *ret ? 0 : document_has_title(d, i, ret, e);
}

static int
document_find_one(struct document *d, size_t i, struct err *e)
{
	struct feed_item g = document_item_of(d, i);
	struct item *item = &d->items[i];
	bool is_other = false;
	int rc, found;

	g.other_key = document_other_key(d->store, d->update, d->keys, i);
	found = feed_item_find(d->store, &g, &item->known, e);
	if (found < 0)
		return found;
	if (found > 0 && !item->known.has_new_key) {
		item->state = ITEM_KNOWN;
		return 0;
	}
	if ((rc = feed_item_was_purged(
		 d->store, d->update->poll.feed_id, d->keys[i], e)) != 0) {
		item->state = rc > 0 ? ITEM_PURGED : ITEM_NEW;
		return rc < 0 ? rc : 0;
	}
	if (found > 0)
		rc = document_is_other(d, i, &is_other, e);
	if (rc == 0 && is_other)
		item->state = ITEM_KNOWN;
	return rc;
}

/* Sends the look-ups of the keys [at, at + READ_AHEAD). */
static void
document_find_ahead(struct store *s, const struct poll_update *k,
    const struct slice *keys, size_t at)
{
	size_t end = at + READ_AHEAD;

	if (end > k->feed->n_entries)
		end = k->feed->n_entries;
	if (store_reads_ahead(s))
		for (; at < end; at++)
			feed_item_find_ahead(s, k->poll.feed_id, keys[at],
			    document_other_key(s, k, keys, at));
}

void
document_store_ahead(
    struct store *s, const struct poll_update *k, const struct slice *keys)
{
	document_find_ahead(s, k, keys, 0);
	feed_has_tombstones_ahead(s, k->poll.feed_id);
	budget_load_ahead(s, k->poll.feed_id);
}

static int
document_find_by_key(struct document *d, size_t *ret_n_new, struct err *e)
{
	int rc = 0;

	*ret_n_new = 0;
	for (size_t i = 0; i < d->update->feed->n_entries && rc == 0; i++) {
		if (i > 0 && i % READ_AHEAD == 0)
			document_find_ahead(d->store, d->update, d->keys, i);
		if (d->items[i].state != ITEM_NEW)
			continue;
		rc = document_find_one(d, i, e);
		*ret_n_new += d->items[i].state == ITEM_NEW;
	}
	return rc;
}

/* ---- storing ---- */

/* Detects whether the document dates all items with the time of the request.
 * This is the case if at least two items are known and more than half of the
 * known items have a newer date, because a publisher does not edit so many
 * items at once. */
static void
document_detect_stamps(struct document *d)
{
	size_t n_known = 0, n_redated = 0;

	for (size_t i = 0; i < d->update->feed->n_entries; i++) {
		if (d->items[i].state != ITEM_KNOWN)
			continue;
		n_known++;
		n_redated += feed_item_is_redated(
		    &d->items[i].known, &d->update->feed->entries[i]);
	}
	d->is_stamped = n_known > 1 && n_redated > n_known / 2;
}

static int
document_store_item(struct document *d, size_t i, struct err *e)
{
	struct feed_item feed_item = document_item_of(d, i);

	arena_clear(&d->store->scratch);
	return d->items[i].state == ITEM_KNOWN || d->items[i].state == ITEM_NEW
		   ? feed_item_store(d->store, &feed_item, e)
		   : 0;
}

/* Returns the index of the first entry of the slice that ends before the index
 * `end`.  A slice has at least one entry. */
static size_t
document_begin_of_slice(const struct document *d, size_t end)
{
	const struct poll_update *k = d->update;
	size_t weight = 0, begin = end;

	if (k->slice == 0)
		return 0;
	while (begin > 0 && weight < k->slice)
		weight += feed_item_weight(&k->feed->entries[--begin]);
	return begin;
}

/* Inserts tombstones for all items that the first poll of a sitemap skips.  All
 * tombstones are inserted with the first slice, because after the first slice
 * the feed has entries, and a later slice is not recognised as a part of the
 * first poll. */
static int
document_skip_backlog(struct document *d, size_t n, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		struct feed_item feed_item = document_item_of(d, i);

		if (d->items[i].state == ITEM_NEW &&
		    feed_item_is_backlog(&feed_item))
			rc = document_store_item(d, i, e);
	}
	return rc;
}

/* Stores the items of a slice, the last one first: feeds list the newest item
 * first, and the older article gets the smaller id. */
static int
document_store_all(struct document *d, struct err *e)
{
	const struct poll_stored *before = d->update->before;
	size_t i = d->update->feed->n_entries, begin;
	int rc = 0;

	if (before != NULL && before->n_left < i)
		i = before->n_left;
	begin = document_begin_of_slice(d, i);
	while (i > begin && rc == 0)
		rc = document_store_item(d, --i, e);
	d->stored->n_left = begin;
	if (rc == 0 && before == NULL && d->update->is_first)
		rc = document_skip_backlog(d, begin, e);
	return rc;
}

static void
document_count_known(struct document *d)
{
	int64_t before = d->update->known_before;
	int64_t pushed_since = d->update->pushed_since;

	for (size_t i = 0; i < d->update->feed->n_entries; i++) {
		const struct item *item = &d->items[i];

		d->stored->n_known +=
		    item->state == ITEM_PURGED ||
		    (item->state == ITEM_KNOWN &&
			(before == 0 || item->known.first_seen_at < before));
		d->stored->n_pushed += item->state == ITEM_KNOWN &&
				       pushed_since > 0 &&
				       item->known.first_seen_at > pushed_since;
	}
}

/* Calls document_store_all() and stores how much of the feed's budget it used.
 */
static int
document_store_items(struct document *d, struct err *e)
{
	int64_t feed_id = d->update->poll.feed_id;
	int rc = budget_load(d->store, feed_id, d->update->feed_bytes_per_day,
	    d->now, &d->budget, e);

	d->budget.n_waiting = (int64_t)d->stored->n_waiting;
	if (rc != 0 || (rc = document_store_all(d, e)) != 0)
		return rc;
	d->stored->n_waiting = (size_t)d->budget.n_waiting;
	d->stored->budget_at = budget_next_at(&d->budget);
	return budget_save(d->store, feed_id, &d->budget, e);
}

int
document_store(struct store *s, const struct poll_update *update,
    struct slice *keys, int64_t now, struct poll_stored *stored, struct err *e)
{
	struct document d = { .store = s,
		.update = update,
		.now = now,
		.stored = stored,
		.keys = keys,
		.site = { .link = update->feed->link },
		.entitlement = { .feed_id = update->poll.feed_id } };
	size_t n_new = 0;
	int rc;

	d.items = arena_array(
	    &s->held, update->feed->n_entries + 1, sizeof(*d.items));
	if (keys == NULL)
		feed_entry_keys(&s->held, update->feed, &d.keys);
	table_init(&d.claimed);
	if ((rc = document_drop_duplicates(&d, e)) == 0 &&
	    (rc = document_find_by_key(&d, &n_new, e)) == 0 &&
	    (rc = document_release_guids(&d, &n_new, e)) == 0 && n_new > 0)
		rc = document_match_entries(&d, e);
	table_release(&d.claimed);
	if (rc != 0)
		return rc;
	if (update->before != NULL) {
		d.is_stamped = update->before->is_stamped;
		return document_store_items(&d, e);
	}
	document_count_known(&d);
	document_detect_stamps(&d);
	stored->is_stamped = d.is_stamped;
	if (!update->is_linked && (rc = gone_mark(&d, e)) != 0)
		return rc;
	return document_store_items(&d, e);
}
