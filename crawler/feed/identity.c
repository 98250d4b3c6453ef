/*
 * identity.c -- keys that identify entries inside their feed.
 *
 * The key is the guid, else the link, else the first enclosure, else a hash of
 * the entry's content.  If different entries share a guid or link, their keys
 * also contain a hash of the rest of the entry.  Examples are feeds that give
 * every item the guid of the site, and status pages.  Entries with the same
 * guid, link and title (or text if there is no title) are one item listed twice
 * and get the same key.
 */
#include "base/table.h"
#include "crawler/feed/feed.h"

/* Returns the preferred key of an entry; SLICE_NONE if it has none. */
static struct slice
identity_preferred_key(const struct feed_entry *e)
{
	if (e->id.len > 0)
		return e->id;
	if (e->link.len > 0)
		return e->link;
	return e->n_enclosures > 0 ? e->enclosures[0].url : SLICE_NONE;
}

static struct slice
identity_text(const struct feed_entry *e)
{
	return e->content.len > 0 ? e->content : e->summary;
}

/* Returns the title, or the text of an item without title, such as a note or a
 * status message. */
static struct slice
identity_headline(const struct feed_entry *e)
{
	return e->title.len > 0 ? e->title : identity_text(e);
}

static bool
identity_is_same_item(const struct feed_entry *a, const struct feed_entry *b)
{
	return slice_equal(a->link, b->link) &&
	       slice_equal(identity_headline(a), identity_headline(b));
}

/* Marks the entries whose preferred key belongs to several different items. The
 * caller has set all elements of is_shared[] to false. If memory for the table
 * is exhausted, the remaining elements stay false. */
static void
identity_find_shared(const struct feed *feed, bool *is_shared)
{
	struct table first;

	table_init(&first);
	for (size_t i = 0; i < feed->n_entries; i++) {
		struct feed_entry *entry = &feed->entries[i], *other;
		struct slice name = identity_preferred_key(entry);

		if (name.len == 0)
			continue;
		other = table_get(&first, name);
		if (!other) {
			if (table_put(&first, name, entry) != 0)
				break;
		} else if (!identity_is_same_item(entry, other)) {
			is_shared[i] = true;
			is_shared[other - feed->entries] = true;
		}
	}
	table_release(&first);
}

/* Marks all entries with a shared key, including those that are equal to the
 * first entry with this key. */
static void
identity_mark_shared(const struct feed *feed, bool *is_shared)
{
	struct table shared;

	table_init(&shared);
	for (size_t i = 0; i < feed->n_entries; i++)
		if (is_shared[i] &&
		    table_put(&shared,
			identity_preferred_key(&feed->entries[i]),
			&feed->entries[i]) != 0)
			break;
	for (size_t i = 0; i < feed->n_entries && shared.n_used > 0; i++) {
		struct slice name = identity_preferred_key(&feed->entries[i]);

		if (name.len > 0 && table_get(&shared, name))
			is_shared[i] = true;
	}
	table_release(&shared);
}

static uint64_t
identity_hash_more(uint64_t hash, struct slice text)
{
	return (hash ^ hash_stable(text)) * 0x100000001b3ULL + text.len;
}

static struct slice
identity_make_key(
    struct arena *arena, const struct feed_entry *e, bool is_shared)
{
	struct slice name = identity_preferred_key(e);
	uint64_t hash = 0xcbf29ce484222325ULL;

	if (name.len > 0 && !is_shared)
		return name;
	hash = identity_hash_more(hash, e->link);
	if (name.len == 0) {
		hash = identity_hash_more(hash, e->title);
		hash = identity_hash_more(hash, identity_text(e));
		return arena_format(
		    arena, "hash:%016llx", (unsigned long long)hash);
	}
	hash = identity_hash_more(hash, identity_headline(e));
	return arena_format(
	    arena, "%.*s#%016llx", SLICE_ARG(name), (unsigned long long)hash);
}

struct slice
feed_entry_other_key(
    struct arena *arena, const struct feed_entry *e, struct slice key)
{
	struct slice name = identity_preferred_key(e);

	if (name.len == 0)
		return SLICE_NONE;
	return slice_equal(key, name) ? identity_make_key(arena, e, true)
				      : name;
}

void
feed_entry_keys(
    struct arena *arena, const struct feed *feed, struct slice **ret_keys)
{
	struct slice *keys =
	    arena_array(arena, feed->n_entries + 1, sizeof(*keys));
	bool *is_shared =
	    arena_array(arena, feed->n_entries + 1, sizeof(*is_shared));

	identity_find_shared(feed, is_shared);
	identity_mark_shared(feed, is_shared);
	for (size_t i = 0; i < feed->n_entries; i++)
		keys[i] =
		    identity_make_key(arena, &feed->entries[i], is_shared[i]);
	*ret_keys = keys;
}
