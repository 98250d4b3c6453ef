/*
 * identity.c -- by which key an entry is known again inside its feed.
 *
 * The guid, else the link, else the first enclosure, else a hash of what the
 * entry says.  A guid or link that entries share which are not the same is no
 * identity: there the rest of the entry joins the key (feeds that give every
 * item the guid of the site; status pages).  Two entries that share it and
 * also link and title, or words where there is no title, are one item listed
 * twice, and share their key.
 */
#include "base/table.h"
#include "crawler/feed/feed.h"

/* What an entry is first known by; SLICE_NONE if it is nameless. */
static struct slice
first_name(const struct feed_entry *e)
{
	if (e->id.len > 0)
		return e->id;
	if (e->link.len > 0)
		return e->link;
	return e->n_enclosures > 0 ? e->enclosures[0].url : SLICE_NONE;
}

static struct slice
words_of(const struct feed_entry *e)
{
	return e->content.len > 0 ? e->content : e->summary;
}

/* RSS asks for a title or a description: notes and status pages have none. */
static struct slice
headline_of(const struct feed_entry *e)
{
	return e->title.len > 0 ? e->title : words_of(e);
}

static bool
is_same_item(const struct feed_entry *a, const struct feed_entry *b)
{
	return slice_equal(a->link, b->link) &&
	       slice_equal(headline_of(a), headline_of(b));
}

/* Marks entries whose name belongs to several items. is_shared[n] are false
 * before; without memory for the table they stay so. */
static void
find_shared(const struct feed *feed, bool *is_shared)
{
	struct table first;

	table_init(&first);
	for (size_t i = 0; i < feed->n_entries; i++) {
		struct feed_entry *entry = &feed->entries[i], *other;
		struct slice name = first_name(entry);

		if (name.len == 0)
			continue;
		other = table_get(&first, name);
		if (!other) {
			if (table_put(&first, name, entry) != 0)
				break;
		} else if (!is_same_item(entry, other)) {
			is_shared[i] = true;
			is_shared[other - feed->entries] = true;
		}
	}
	table_release(&first);
}

/* All entries of a shared name must carry it, also those that are the same
 * as the first one that was met. */
static void
spread_shared(const struct feed *feed, bool *is_shared)
{
	struct table shared;

	table_init(&shared);
	for (size_t i = 0; i < feed->n_entries; i++)
		if (is_shared[i] &&
		    table_put(&shared, first_name(&feed->entries[i]),
			&feed->entries[i]) != 0)
			break;
	for (size_t i = 0; i < feed->n_entries && shared.n_used > 0; i++) {
		struct slice name = first_name(&feed->entries[i]);

		if (name.len > 0 && table_get(&shared, name))
			is_shared[i] = true;
	}
	table_release(&shared);
}

static uint64_t
hash_more(uint64_t hash, struct slice text)
{
	return (hash ^ hash_stable(text)) * 0x100000001b3ULL + text.len;
}

static struct slice
make_key(struct arena *arena, const struct feed_entry *e, bool is_shared)
{
	struct slice name = first_name(e);
	uint64_t hash = 0xcbf29ce484222325ULL;

	if (name.len > 0 && !is_shared)
		return name;
	hash = hash_more(hash, e->link);
	if (name.len == 0) {
		hash = hash_more(hash, e->title);
		hash = hash_more(hash, words_of(e));
		return arena_format(
		    arena, "hash:%016llx", (unsigned long long)hash);
	}
	hash = hash_more(hash, headline_of(e));
	return arena_format(
	    arena, "%.*s#%016llx", SLICE_ARG(name), (unsigned long long)hash);
}

void
feed_entry_keys(
    struct arena *arena, const struct feed *feed, struct slice **ret_keys)
{
	struct slice *keys =
	    arena_array(arena, feed->n_entries + 1, sizeof(*keys));
	bool *is_shared =
	    arena_array(arena, feed->n_entries + 1, sizeof(*is_shared));

	find_shared(feed, is_shared);
	spread_shared(feed, is_shared);
	for (size_t i = 0; i < feed->n_entries; i++)
		keys[i] = make_key(arena, &feed->entries[i], is_shared[i]);
	*ret_keys = keys;
}
