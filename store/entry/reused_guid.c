/*
 * reused_guid.c -- finds items whose guid belonged to another item before.
 *
 * In:  the items of a document that were found by their key, the guid.
 * Out: an item that is not the stored entry is new again.  The entry gets a key
 *      without a guid, so that the new item can have the guid.
 *
 * Some feeds number the guids by position, so that each new item shifts all
 * guids, and some feeds give their only item always the same guid
 * (docs/feed-rows.md, row I4).  An item is compared with its entry if the path
 * of the link, the title and the date are all different.  Such an item is
 * another item in these cases:
 *
 * - An item of the document is the entry of another guid: link, title and date
 *   are equal.  The guids of the document are then shifted, and the date of
 *   another item may also be equal.
 * - Several items, and most of those that are compared, share no word of the
 *   title with their entries.
 * - The item shares no word of the title with its entry, and the guid is not an
 *   address.
 * - The feed has not listed the entry for LISTED_S.  The site was probably
 *   installed again, and its guids begin again ("https://example.org/?p=1").
 *
 * A publisher who edits a headline changes the link, the title and the date of
 * few items, and usually keeps a word of the title.  If the document dates its
 * items with the time of the request (row D17), a date is not evidence.
 */
#include "store/entry/title_words.h"
#include "store/feed/feed_item.h"
#include "store/feed/polls.h"
#include "store/search/text.h"
#include "url/url.h"
#include "url/url_rules.h"

/* Least number of items without a common word that show shifted guids. */
#define SHIFTED_LEAST 2
/* A publisher edits items that the feed lists. */
#define LISTED_S (30 * 86400)

enum reused_guid_change {
	CHANGE_NONE,
	CHANGE_ALL,     /* link, title and date */
	CHANGE_NO_WORD, /* CHANGE_ALL, and the titles share no word */
};

struct reused_guid {
	enum reused_guid_change *changes; /* one for each item */
	bool *is_address; /* for each item: the guid is an address of an item */
	size_t n_redated, n_changed, n_no_word;
	bool is_shifted; /* an item is the entry of another guid */
};

/* Reads the path of an address: its key without the query. */
static bool
reused_guid_path(struct store *s, struct slice url, struct slice *ret)
{
	if (!url_key(&s->scratch, url, ret))
		return false;
	*ret = slice_sub(*ret, 0, slice_find_char(*ret, '?', 0));
	return true;
}

static bool
reused_guid_same_number(struct slice a, struct slice b)
{
	struct slice folder, number_a, number_b;

	return url_story_number(a, &folder, &number_a) &&
	       url_story_number(b, &folder, &number_b) &&
	       slice_equal(number_a, number_b);
}

static enum reused_guid_change
reused_guid_change_of(struct store *s, const struct feed_entry *entry,
    struct slice title, struct slice link)
{
	struct slice is, was;

	if (title.len == 0 || entry->title.len == 0 ||
	    text_equal_folded(title, entry->title) ||
	    !reused_guid_path(s, entry_address(entry), &is) ||
	    !reused_guid_path(s, link, &was) || slice_equal(is, was) ||
	    reused_guid_same_number(is, was))
		return CHANGE_NONE;
	return title_words_compare(title, entry->title).n_shared == 0
		   ? CHANGE_NO_WORD
		   : CHANGE_ALL;
}

/* Compares an item with its entry. */
static int
reused_guid_compare(
    struct document *d, size_t i, enum reused_guid_change *ret, struct err *e)
{
	const struct feed_entry *entry = &d->update->feed->entries[i];
	const struct known_entry *known = &d->items[i].known;
	struct query q;
	int rc;

	if (known->digest == entry_digest(entry))
		return 0;
	q = query_of(d->store, SQL_entry_title);
	query_int(&q, ":id", known->id);
	if ((rc = query_step(&q, e)) > 0)
		*ret = reused_guid_change_of(d->store, entry,
		    query_column_text(&q, 0), query_column_text(&q, 1));
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* Finds out whether an item is the entry of another guid. */
static int
reused_guid_find_entry(
    struct document *d, size_t i, int64_t link_alias, bool *ret, struct err *e)
{
	const struct feed_entry *entry = &d->update->feed->entries[i];
	struct query q = query_of(d->store, SQL_entry_by_link_alias);
	int rc;

	query_int(&q, ":feed_id", d->update->poll.feed_id);
	query_int(&q, ":alias", link_alias);
	while ((rc = query_step(&q, e)) > 0)
		*ret = *ret ||
		       (query_column_int(&q, 0) != d->items[i].known.id &&
			   query_column_date(&q, 4) == entry->published_at &&
			   text_equal_folded(
			       query_column_text(&q, 5), entry->title));
	query_end(&q);
	return rc;
}

static int
reused_guid_examine(
    struct document *d, size_t i, struct reused_guid *r, struct err *e)
{
	const struct feed_entry *entry = &d->update->feed->entries[i];
	struct entry_alias alias;
	int rc = reused_guid_compare(d, i, &r->changes[i], e);

	r->n_redated++;
	if (rc != 0 || r->changes[i] == CHANGE_NONE)
		return rc;
	r->n_changed++;
	r->n_no_word += r->changes[i] == CHANGE_NO_WORD;
	entry_alias_of(d->store, entry, d->keys[i], &d->site, &alias);
	r->is_address[i] = alias.of[ALIAS_GUID] != ALIAS_NONE;
	return alias.of[ALIAS_LINK] == ALIAS_NONE
		   ? 0
		   : reused_guid_find_entry(
			 d, i, alias.of[ALIAS_LINK], &r->is_shifted, e);
}

static bool
reused_guid_is_other(
    const struct document *d, const struct reused_guid *r, size_t i)
{
	bool is_stamped = r->n_changed * 2 < r->n_redated;

	if (r->changes[i] == CHANGE_NONE)
		return false;
	if (d->items[i].known.last_seen_at < d->now - LISTED_S)
		return true;
	if (r->is_shifted || (r->n_no_word >= SHIFTED_LEAST && !is_stamped &&
				 r->n_no_word * 2 > r->n_changed))
		return true;
	return r->changes[i] == CHANGE_NO_WORD && !r->is_address[i] &&
	       !is_stamped;
}

/* Gives the entry a key that begins with a space, which no guid does. */
static int
reused_guid_release(struct document *d, size_t i, struct err *e)
{
	struct item *item = &d->items[i];
	struct query q = query_of(d->store, SQL_entry_release_guid);

	query_int(&q, ":id", item->known.id);
	query_text(&q, ":guid_key",
	    arena_format(&d->store->scratch, " %lld %.*s",
		(long long)item->known.id, SLICE_ARG(d->keys[i])));
	item->state = ITEM_NEW;
	return query_run(&q, e);
}

/* True if the item was found by its guid, and the item and the entry have a
 * date. */
static bool
reused_guid_is_dated(const struct document *d, size_t i)
{
	const struct feed_entry *entry = &d->update->feed->entries[i];

	return d->items[i].state == ITEM_KNOWN && entry->id.len > 0 &&
	       slice_equal(d->keys[i], entry->id) &&
	       d->items[i].known.published_at != DATE_NONE &&
	       entry->published_at != DATE_NONE;
}

static bool
reused_guid_is_redated(const struct document *d, size_t i)
{
	return reused_guid_is_dated(d, i) &&
	       d->update->feed->entries[i].published_at !=
		   d->items[i].known.published_at;
}

/* If the guids are shifted, an item may have the guid of another story of the
 * same day.  Compares the items whose dates are those of their entries. */
static int
reused_guid_compare_rest(
    struct document *d, struct reused_guid *r, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < d->update->feed->n_entries && rc == 0; i++)
		if (reused_guid_is_dated(d, i) &&
		    !reused_guid_is_redated(d, i)) {
			arena_clear(&d->store->scratch);
			rc = reused_guid_compare(d, i, &r->changes[i], e);
		}
	return rc;
}

int
document_release_guids(struct document *d, size_t *n_new, struct err *e)
{
	size_t n = d->update->feed->n_entries;
	struct reused_guid r = { .n_redated = 0 };
	int rc = 0;

	r.changes = arena_array(&d->store->held, n + 1, sizeof(*r.changes));
	r.is_address =
	    arena_array(&d->store->held, n + 1, sizeof(*r.is_address));
	for (size_t i = 0; i < n && rc == 0; i++)
		if (reused_guid_is_redated(d, i)) {
			arena_clear(&d->store->scratch);
			rc = reused_guid_examine(d, i, &r, e);
		}
	if (rc == 0 && r.is_shifted)
		rc = reused_guid_compare_rest(d, &r, e);
	for (size_t i = 0; i < n && rc == 0 && r.n_changed > 0; i++)
		if (reused_guid_is_other(d, &r, i)) {
			arena_clear(&d->store->scratch);
			rc = reused_guid_release(d, i, e);
			++*n_new;
		}
	return rc;
}
