/*
 * entry_match.c -- finds items that the feed has listed before under another
 * key.
 *
 * In:  the items of a document.  Items that were found by their key are marked.
 * Out: the states of the other items: known, purged or new.  shares_link is set
 *      for items whose link too many other items have.
 *
 * An item is known if an entry of the same feed has one of the item's aliases
 * and the document does not list this entry under its old key.  The aliases are
 * compared in this order:
 *
 * - the guid, if it is the same address in another spelling,
 * - the link,
 * - the number in the link,
 * - the title together with the date,
 * - link, or title with date, at the earlier host, if most items are new,
 * - the title alone, if no item has a date and nearly all items are new.
 *
 * If no alias belongs to an entry, a tombstone with an alias shows that the
 * item was purged.
 *
 * Link, number and title are guesses.  A guess is accepted only if exactly one
 * item and one entry have the alias, if the entry was seen recently, and if the
 * dates agree.  For a link, equal titles are accepted in place of the dates.
 * A number may be a count ("10500 jobs") or the number of a section, so that it
 * also depends on the titles.  All look-ups use an index.
 */
#include "base/table.h"
#include "store/entry/title_words.h"
#include "store/feed/feed_item.h"
#include "store/feed/polls.h"
#include "store/search/text.h"
#include "url/url.h"

/* An entry is matched by a guess only if the feed listed it within this time: a
 * feed that changes the key of an item lists it under the new key soon after.
 */
#define RECENT_S      (30 * 86400)
#define DATES_AGREE_S (2 * 86400)
/* Items without a date are recognised by their titles if this share of the
 * document is new and has titles of stored entries, and half of these items, at
 * least UNDATED_LEAST, also have the texts of the entries: links and guids then
 * change with each request.  Regular items have the same titles and new texts.
 */
#define UNDATED_LEAST   2
#define UNDATED_PERCENT 80
#define MOVED_LEAST     2 /* items at another host that show a move */
/* If at least this number of items with different titles have one address, the
 * address does not identify an item (status pages, change logs;
 * docs/feed-rows.md, row I16).  Two items with one address may be one story. */
#define LINK_SHARERS 3

static struct slice
entry_match_bytes_of(const int64_t *number)
{
	return (struct slice){ (const char *)number, sizeof(*number) };
}

static int
entry_match_claim(struct document *d, struct item *item, struct err *e)
{
	return table_put(&d->claimed, entry_match_bytes_of(&item->known.id),
		   item) != 0
		   ? document_no_memory(d, e)
		   : 0;
}

static int
entry_match_claim_known(struct document *d, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < d->update->feed->n_entries && rc == 0; i++)
		if (d->items[i].state == ITEM_KNOWN)
			rc = entry_match_claim(d, &d->items[i], e);
	return rc;
}

static void
entry_match_make_aliases(struct document *d)
{
	for (size_t i = 0; i < d->update->feed->n_entries; i++) {
		struct item *item = &d->items[i];

		if (item->state != ITEM_NEW)
			continue;
		item->alias =
		    arena_alloc(&d->store->held, sizeof(*item->alias));
		arena_clear(&d->store->scratch);
		entry_alias_of(d->store, &d->update->feed->entries[i],
		    d->keys[i], &d->site, item->alias);
	}
}

/* Marks the new items that have the same alias of this kind as another new
 * item. */
static int
entry_match_mark_shared(struct document *d, enum alias_kind kind, struct err *e)
{
	struct table first;
	int rc = 0;

	table_init(&first);
	for (size_t i = 0; i < d->update->feed->n_entries && rc == 0; i++) {
		struct item *item = &d->items[i], *other;
		struct slice name;

		if (item->state != ITEM_NEW ||
		    item->alias->of[kind] == ALIAS_NONE)
			continue;
		name = entry_match_bytes_of(&item->alias->of[kind]);
		other = table_get(&first, name);
		if (other != NULL)
			item->is_shared[kind] = other->is_shared[kind] = true;
		else if (table_put(&first, name, item) != 0)
			rc = document_no_memory(d, e);
	}
	table_release(&first);
	return rc;
}

struct link_count {
	struct slice
	    title; /* title of the first item; its summary if it has no title */
	int n;     /* 1 plus the number of items with other titles than the
		    * first */
};

/* Returns the part of a link that identifies an article.  The articles of links
 * with the same key would be one article. */
static struct slice
entry_match_link_key(struct document *d, struct slice link)
{
	struct slice key;

	return entry_url_key(&d->store->held, link, &key)
		   ? key
		   : slice_sub(link, 0, slice_find_char(link, '#', 0));
}

/* Sets shares_link for items whose link is the link of LINK_SHARERS or more
 * items with different titles. */
static int
entry_match_mark_links(struct document *d, struct err *e)
{
	const struct feed *feed = d->update->feed;
	struct link_count **counts = arena_array(
	    &d->store->held, feed->n_entries + 1, sizeof(struct link_count *));
	struct table links;
	int rc = 0;

	table_init(&links);
	for (size_t i = 0; i < feed->n_entries && rc == 0; i++) {
		const struct feed_entry *entry = &feed->entries[i];
		struct slice link = entry_address(entry);
		struct slice title = text_first(entry->title, entry->summary);

		if (d->items[i].state == ITEM_TWICE || link.len == 0)
			continue;
		link = entry_match_link_key(d, link);
		if ((counts[i] = table_get(&links, link)) != NULL) {
			counts[i]->n += !slice_equal(counts[i]->title, title);
			continue;
		}
		counts[i] = arena_alloc(&d->store->held, sizeof(**counts));
		*counts[i] = (struct link_count){ title, 1 };
		if (table_put(&links, link, counts[i]) != 0)
			rc = document_no_memory(d, e);
	}
	for (size_t i = 0; i < feed->n_entries; i++)
		d->items[i].shares_link =
		    counts[i] != NULL && counts[i]->n >= LINK_SHARERS;
	table_release(&links);
	return rc;
}

#define AHEAD_ITEMS 48 /* new items whose queries are sent together */

struct candidate {
	struct known_entry known;
	int64_t published_at;
	bool same_title;
	bool same_text;           /* only for the alias of the title */
	struct title_words words; /* only for the alias of the number */
	int n; /* number of entries with the item's alias, counted up to 2 */
	int n_other; /* number of entries with the item's link and another
			title; see entry_match_mark_links() */
};

static struct query
entry_match_query(struct document *d, enum alias_kind kind, int64_t alias)
{
	static const enum sql queries[ALIAS_COUNT] = {
		[ALIAS_GUID] = SQL_entry_by_guid_alias,
		[ALIAS_LINK] = SQL_entry_by_link_alias,
		[ALIAS_NUMBER] = SQL_entry_by_number_alias,
		[ALIAS_TITLE] = SQL_entry_by_title_alias,
	};
	struct query q = query_of(d->store, queries[kind]);

	query_int(&q, ":feed_id", d->update->poll.feed_id);
	query_int(&q, ":alias", alias);
	return q;
}

/* Sends two kinds of queries for the first AHEAD_ITEMS new items: the look-ups
 * of their aliases, and the look-ups of the articles that they announce. */
static void
entry_match_ahead(struct document *d)
{
	size_t n = 0;

	if (!store_reads_ahead(d->store))
		return;
	entitlement_load_ahead(d->store, &d->entitlement);
	feed_has_tombstones_ahead(d->store, TOMBSTONE_ARTICLE);
	for (size_t i = 0; i < d->update->feed->n_entries; i++) {
		const struct item *item = &d->items[i];

		if (item->state != ITEM_NEW || n++ >= AHEAD_ITEMS)
			continue;
		arena_clear(&d->store->scratch);
		feed_item_article_ahead(d->store, &d->update->feed->entries[i]);
		for (int kind = 0; kind < ALIAS_COUNT; kind++)
			if (item->alias->of[kind] != ALIAS_NONE &&
			    (kind != ALIAS_TITLE ||
				item->alias->title_has_date)) {
				struct query q =
				    entry_match_query(d, (enum alias_kind)kind,
					item->alias->of[kind]);

				query_ahead(&q);
			}
	}
}

/* Looks up the entry of item i by an alias of this kind. */
static int
entry_match_look_up(struct document *d, size_t i, enum alias_kind kind,
    int64_t alias, struct candidate *ret, struct err *e)
{
	const struct feed_entry *entry = &d->update->feed->entries[i];
	struct query q = entry_match_query(d, kind, alias);
	int rc;

	*ret = (struct candidate){ .n = 0 };
	while ((rc = query_step(&q, e)) > 0) {
		ret->n++;
		ret->known = (struct known_entry){
			.id = query_column_int(&q, 0),
			.article_id = query_column_int(&q, 1),
			.digest = query_column_int(&q, 2),
			.last_seen_at = query_column_int(&q, 3),
			.updated_at = DATE_NONE,
			.published_at = DATE_NONE,
			.gone_at = DATE_NONE,
			.has_new_key = true,
		};
		ret->published_at = query_column_date(&q, 4);
		ret->same_title =
		    text_equal_folded(query_column_text(&q, 5), entry->title);
		if (kind == ALIAS_NUMBER)
			ret->words = title_words_compare(
			    query_column_text(&q, 5), entry->title);
		if (kind == ALIAS_TITLE)
			ret->same_text = slice_equal(query_column_text(&q, 6),
					     entry->summary) &&
					 slice_equal(query_column_text(&q, 7),
					     entry_feed_text(entry));
		if (kind == ALIAS_LINK)
			ret->n_other += !text_equal_folded(
			    text_first(query_column_text(&q, 5),
				query_column_text(&q, 6)),
			    text_first(entry->title, entry->summary));
	}
	query_end(&q);
	return rc;
}

static bool
entry_match_dates_agree(int64_t a, int64_t b)
{
	int64_t apart;

	if (a == DATE_NONE || b == DATE_NONE)
		return true;
	return !__builtin_sub_overflow(a, b, &apart) &&
	       apart <= DATES_AGREE_S && apart >= -DATES_AGREE_S;
}

/* True if an item and an entry with the same number in their links may be one
 * story.  If the number is a folder, it may be the number of a section, which
 * many stories have.  The titles must then agree, or both must have been
 * published in the same second; a date without a time is midnight.  Any other
 * number may be a count, so that without dates the titles must share a word. */
static bool
entry_match_numbers_agree(const struct entry_alias *alias,
    const struct candidate *c, int64_t published_at)
{
	if (alias->number_is_folder)
		return c->same_title || title_words_agree(&c->words) ||
		       (c->published_at == published_at &&
			   date_has_time(published_at));
	return c->words.n_shared > 0 ||
	       (c->published_at != DATE_NONE && published_at != DATE_NONE);
}

/* True if the candidate, an entry, is the item.  Only one entry may have the
 * alias, and no other item of the document may be this entry.  For the alias of
 * the guid, no other condition must hold.  For the other aliases, only one new
 * item may have the alias, the entry must have been listed recently, and its
 * date or title must agree.  For the alias of a number, the conditions of
 * entry_match_numbers_agree() must hold, too. */
static bool
entry_match_is_same(const struct document *d, size_t i, enum alias_kind kind,
    const struct candidate *c)
{
	const struct item *item = &d->items[i];
	int64_t published_at = d->update->feed->entries[i].published_at;

	if (c->n != 1 ||
	    table_get(&d->claimed, entry_match_bytes_of(&c->known.id)) != NULL)
		return false;
	if (kind == ALIAS_GUID)
		return true;
	if (item->is_shared[kind] || c->known.last_seen_at < d->now - RECENT_S)
		return false;
	if (kind == ALIAS_NUMBER &&
	    !entry_match_numbers_agree(item->alias, c, published_at))
		return false;
	return kind == ALIAS_TITLE || (kind == ALIAS_LINK && c->same_title) ||
	       entry_match_dates_agree(c->published_at, published_at);
}

/* Finds new items that are stored entries: the item and the entry have the same
 * alias of this kind. */
static int
entry_match_find_by_alias(
    struct document *d, enum alias_kind kind, struct err *e)
{
	int rc = entry_match_mark_shared(d, kind, e);

	for (size_t i = 0; i < d->update->feed->n_entries && rc == 0; i++) {
		struct item *item = &d->items[i];
		struct candidate candidate;

		if (item->state != ITEM_NEW ||
		    item->alias->of[kind] == ALIAS_NONE ||
		    (kind == ALIAS_TITLE && !item->alias->title_has_date))
			continue;
		if ((rc = entry_match_look_up(
			 d, i, kind, item->alias->of[kind], &candidate, e)) < 0)
			return rc;
		if (kind == ALIAS_LINK && candidate.n_other >= LINK_SHARERS - 1)
			item->shares_link = true;
		if (!entry_match_is_same(d, i, kind, &candidate))
			continue;
		item->state = ITEM_KNOWN;
		item->known = candidate.known;
		rc = entry_match_claim(d, item, e);
	}
	return rc;
}

/* ---- documents whose items are nearly all new ---- */

static bool
entry_match_is_most(const struct document *d, size_t n)
{
	size_t n_items = 0;

	for (size_t i = 0; i < d->update->feed->n_entries; i++)
		n_items += d->items[i].state != ITEM_TWICE;
	return n * 100 >= n_items * UNDATED_PERCENT;
}

static size_t
entry_match_count_new(const struct document *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->update->feed->n_entries; i++)
		n += d->items[i].state == ITEM_NEW;
	return n;
}

/* ---- items with another host ---- */

/* Finds the entry of a new item by the address, or by the title and the date,
 * that the item would have at the feed's old origin.  *ret: the entry; its n is
 * 0 if there is none.  The titles must be equal, because a new site may have
 * other stories under the paths of the old site. */
static int
entry_match_find_at(struct document *d, size_t i, struct slice origin,
    struct candidate *ret, struct err *e)
{
	static const enum alias_kind kinds[2] = { ALIAS_LINK, ALIAS_TITLE };
	const struct feed_entry *entry = &d->update->feed->entries[i];
	struct entry_alias alias;
	int rc = 0;

	arena_clear(&d->store->scratch);
	if (!entry_alias_at(d->store, entry, origin, &d->site, &alias))
		return 0;
	for (size_t k = 0; k < 2 && ret->n == 0 && rc == 0; k++) {
		if (alias.of[kinds[k]] == ALIAS_NONE ||
		    (kinds[k] == ALIAS_TITLE && !alias.title_has_date))
			continue;
		rc = entry_match_look_up(
		    d, i, kinds[k], alias.of[kinds[k]], ret, e);
		if (!ret->same_title ||
		    !entry_match_is_same(d, i, kinds[k], ret) ||
		    !entry_match_dates_agree(
			ret->published_at, entry->published_at))
			ret->n = 0;
	}
	return rc;
}

/* Finds the items of a site that has moved to another host: nearly all items
 * are new, and several have entries at the origin of the feed's newest entry.
 * The first slice of a document decides whether this is the case. */
static int
entry_match_find_moved(struct document *d, struct err *e)
{
	size_t n_entries = d->update->feed->n_entries, n_found = 0;
	const struct poll_stored *before = d->update->before;
	struct candidate *found;
	struct slice origin;
	int rc;

	if (d->update->is_first ||
	    (before != NULL
		    ? !before->has_new_host
		    : !entry_match_is_most(d, entry_match_count_new(d))))
		return 0;
	found = arena_array(&d->store->held, n_entries + 1, sizeof(*found));
	rc = entry_old_origin(
	    d->store, d->update->poll.feed_id, d->now, &origin, e);
	for (size_t i = 0; i < n_entries && rc == 0 && origin.len > 0; i++)
		if (d->items[i].state == ITEM_NEW) {
			rc = entry_match_find_at(d, i, origin, &found[i], e);
			n_found += (size_t)found[i].n;
		}
	d->stored->has_new_host = before != NULL || n_found >= MOVED_LEAST;
	for (size_t i = 0; i < n_entries && rc == 0; i++)
		if (found[i].n > 0 && d->stored->has_new_host &&
		    table_get(&d->claimed,
			entry_match_bytes_of(&found[i].known.id)) == NULL) {
			d->items[i].state = ITEM_KNOWN;
			d->items[i].known = found[i].known;
			rc = entry_match_claim(d, &d->items[i], e);
		}
	return rc;
}

/* ---- items without a date ---- */

/* Looks up new items without a date by their titles, and writes the entry of
 * item i to found[i].  Its n is 0 if there is no entry.  *ret_most: the entries
 * show that links and guids change with each request. */
static int
entry_match_look_up_undated(
    struct document *d, struct candidate *found, bool *ret_most, struct err *e)
{
	size_t n_found = 0, n_same = 0;
	int rc = 0;

	for (size_t i = 0; i < d->update->feed->n_entries; i++) {
		const struct item *item = &d->items[i];

		if (item->state != ITEM_NEW || item->alias->title_has_date ||
		    item->alias->of[ALIAS_TITLE] == ALIAS_NONE)
			continue;
		rc = entry_match_look_up(d, i, ALIAS_TITLE,
		    item->alias->of[ALIAS_TITLE], &found[i], e);
		if (rc < 0)
			return rc;
		if (!entry_match_is_same(d, i, ALIAS_TITLE, &found[i]))
			found[i].n = 0;
		n_found += (size_t)found[i].n;
		n_same += found[i].n > 0 && found[i].same_text;
	}
	*ret_most = entry_match_is_most(d, n_found) &&
		    n_same >= UNDATED_LEAST && n_same * 2 >= n_found;
	return 0;
}

/* Finds items without a date in a document whose links and guids are all new.
 * The first slice of a document decides whether this is the case.  An entry
 * with the text of the item keeps its link and guid: if each poll changed the
 * link, each poll would request the page again. */
static int
entry_match_find_undated(struct document *d, struct err *e)
{
	const struct poll_stored *before = d->update->before;
	struct candidate *found;
	bool is_most = false;
	int rc;

	if (d->update->is_first ||
	    (before != NULL
		    ? !before->has_unstable_keys
		    : !entry_match_is_most(d, entry_match_count_new(d))))
		return 0;
	found = arena_array(
	    &d->store->held, d->update->feed->n_entries, sizeof(*found));
	if ((rc = entry_match_look_up_undated(d, found, &is_most, e)) != 0)
		return rc;
	d->stored->has_unstable_keys = before != NULL || is_most;
	for (size_t i = 0; i < d->update->feed->n_entries && rc == 0; i++) {
		struct item *item = &d->items[i];

		if (found[i].n == 0 || !d->stored->has_unstable_keys)
			continue;
		item->state = ITEM_KNOWN;
		item->known = found[i].known;
		item->known.has_new_key = !found[i].same_text;
		if (found[i].same_text)
			item->known.digest =
			    entry_digest(&d->update->feed->entries[i]);
		rc = entry_match_claim(d, item, e);
	}
	return rc;
}

/* Returns the key with which store/sqlite/sql/retention.sql inserts the
 * tombstone of an entry. */
static struct slice
entry_match_tombstone_of(struct document *d, size_t i, enum alias_kind kind)
{
	struct arena *arena = &d->store->scratch;
	int64_t at = d->update->feed->entries[i].published_at;
	int64_t alias = d->items[i].alias->of[kind];

	if (alias == ALIAS_NONE)
		return SLICE_NONE;
	switch (kind) {
	case ALIAS_GUID:
		return arena_format(arena, "alias guid %lld", (long long)alias);
	case ALIAS_TITLE:
		return at == DATE_NONE ? SLICE_NONE
				       : arena_format(arena, "alias title %lld",
					     (long long)alias);
	case ALIAS_NUMBER:
		return at == DATE_NONE
			   ? SLICE_NONE
			   : arena_format(arena, "alias number %lld at %lld",
				 (long long)alias, (long long)at);
	default:
		return SLICE_NONE;
	}
}

/* Finds new items that were purged: a tombstone has one of their aliases. */
static int
entry_match_find_purged(struct document *d, struct err *e)
{
	int rc = feed_has_tombstones(d->store, d->update->poll.feed_id, e);

	if (rc <= 0)
		return rc;
	for (size_t i = 0; i < d->update->feed->n_entries; i++)
		for (int kind = 0; kind < ALIAS_COUNT; kind++) {
			struct slice tombstone;

			if (d->items[i].state != ITEM_NEW)
				break;
			arena_clear(&d->store->scratch);
			tombstone = entry_match_tombstone_of(
			    d, i, (enum alias_kind)kind);
			if (tombstone.len > 0 &&
			    (rc = feed_item_was_purged(d->store,
				 d->update->poll.feed_id, tombstone, e)) < 0)
				return rc;
			if (tombstone.len > 0 && rc > 0)
				d->items[i].state = ITEM_PURGED;
		}
	return 0;
}

int
document_match_entries(struct document *d, struct err *e)
{
	int rc;

	if ((rc = entry_match_claim_known(d, e)) != 0 ||
	    (rc = entry_match_mark_links(d, e)) != 0)
		return rc;
	entry_match_make_aliases(d);
	entry_match_ahead(d);
	for (int kind = 0; kind < ALIAS_COUNT && rc == 0; kind++)
		rc = entry_match_find_by_alias(d, (enum alias_kind)kind, e);
	if (rc == 0)
		rc = entry_match_find_moved(d, e);
	if (rc == 0)
		rc = entry_match_find_undated(d, e);
	return rc == 0 ? entry_match_find_purged(d, e) : rc;
}
