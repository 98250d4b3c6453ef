/*
 * sighting.h -- inside the room: what one feed said of one item.
 */
#ifndef STORE_SIGHTING_H
#define STORE_SIGHTING_H

#include "base/table.h"
#include "store/budget.h"
#include "store/entitlement.h"
#include "store/statement.h"

/* ---- by what else an item is known (alias.c) ---- */

enum alias_kind {
	ALIAS_GUID,   /* address in a guid, whatever its spelling */
	ALIAS_LINK,   /* address it points at */
	ALIAS_NUMBER, /* folder and number of that, without the headline */
	ALIAS_TITLE,  /* title, instant and host */
	ALIAS_COUNT
};
#define ALIAS_NONE DATE_NONE

/* A feed's own page, at which no item is to be found; its key is made when
 * it is first wanted. */
struct site {
	struct slice link, key;
	bool has_key;
};

struct entry_alias {
	int64_t of[ALIAS_COUNT]; /* hashes, or ALIAS_NONE */
	bool is_site;            /* the item points at the feed's own page */
};

/* Where the entry points: behind the link of a proxy that counts clicks
 * (FeedBurner), the address that it leads to. */
struct slice entry_address(const struct feed_entry *);
/* O(length of the item's guid, link and title). */
void entry_alias_of(struct store *, const struct feed_entry *,
    struct slice guid_key, struct site *, struct entry_alias *ret);

/* ---- one item (entries.c) ---- */

struct known_entry {
	int64_t id, article_id, digest, last_seen_at, updated_at;
	int64_t first_seen_at; /* 0 where it is known by an alias */
	bool is_renamed;       /* known by an alias: its guid is another now */
};

/* One poll's entries go through the same one, entry by entry. */
struct sighting {
	const struct poll_keep *keep;
	const struct feed_entry *entry;
	struct slice guid_key;
	int64_t position, now;
	struct poll_kept *kept; /* counted up */
	struct site *site;
	struct entitlement *entitlement; /* the feed's */
	struct feed_budget *budget;      /* likewise */
	const struct known_entry *known; /* NULL: it is new */
	const struct entry_alias *alias; /* NULL: not made yet */
	bool shares_link;                /* with too many others */
	bool is_stamped; /* the document dates its items by the clock */
};

/* 1: the feed has said it before, under this key; 0: not. */
int sighting_find(struct store *, const struct sighting *,
    struct known_entry *ret, struct err *e);
/* The feed says that it changed the item since. */
bool sighting_is_redated(const struct known_entry *, const struct feed_entry *);
/* Keeps an entry: known and unchanged, known and reworded, or new, with the
 * article that it announces.  Inside a store_operation. */
int sighting_keep(struct store *, const struct sighting *, struct err *e);
/* What it weighs in poll_keep.slice. */
size_t sighting_weight(const struct feed_entry *);
/* The feed's own text, for a page that gives nothing; borrowed of the entry. */
struct slice entry_words(const struct feed_entry *);
/* What storing it adds to the budget of its feed: bytes of its texts, and
 * LIMIT_ENTRY_ROW_BYTES. */
size_t sighting_bytes(const struct sighting *);
/* Gives entry_insert or entry_rewrite all that the feed says of the item: its
 * words, digest, aliases, place.  O(length of its texts). */
void query_sighting(struct query *, const struct sighting *);

/* ---- one that is new, or was purged (announce.c) ---- */

/* 1: something of the feed was purged at all; which is rare. */
int feed_has_graves(struct store *, int64_t feed_id, struct err *e);
/* In place of a feed's id: an article; one that only witnesses announced. */
#define TOMBSTONE_ARTICLE   0
#define TOMBSTONE_WITNESSED (-1)
/* 1: this key of the feed was purged. */
int sighting_was_purged(
    struct store *, int64_t feed_id, struct slice key, struct err *e);
/* It is new, and will only be buried: no news of a sitemap. */
bool sighting_is_backlog(const struct sighting *);
/* What sighting_keep() does where `known` is NULL: entry and article, or a
 * grave; counts up `kept`.  Inside a store_operation. */
int sighting_keep_new(struct store *, const struct sighting *, struct err *e);

/* ---- the items of a poll (document.c, rename.c) ---- */

enum item_state {
	ITEM_TWICE, /* listed above */
	ITEM_KNOWN,
	ITEM_PURGED,
	ITEM_NEW
};

struct item {
	enum item_state state;
	struct known_entry known;
	/* Of those that are not known by their key: */
	struct entry_alias *alias;
	bool is_shared[ALIAS_COUNT]; /* by another of them */
	bool shares_link;
};

struct document {
	struct store *store;
	const struct poll_keep *keep;
	int64_t now;
	struct poll_kept *kept;
	struct site site;
	struct entitlement entitlement;
	struct feed_budget budget;
	struct slice *keys;
	struct item *items;
	struct table claimed; /* ids of entries that are in the document */
	bool is_stamped;      /* dates its items by the clock */
};

/* Keeps all of keep->feed, or a slice of it, and counts what is new.  Inside a
 * store_operation. */
int document_keep(struct store *, const struct poll_keep *, int64_t now,
    struct poll_kept *, struct err *e);
/* Once all keys were looked up: those of the items still new that the feed has
 * said, or that were purged, under another name become ITEM_KNOWN (is_renamed)
 * or ITEM_PURGED.  All that were new have an alias from then on, and all items
 * know whether they share their link.  ERR_MEMORY, or the database's.
 * O(items), and a look-up or two an alias of those that were new. */
int document_find_renamed(struct document *, struct err *e);
/* ERR_MEMORY: a table of the items found no room. */
int document_no_memory(const struct document *, struct err *e);

/* The feed's entries are those of here[0..n), which is sorted in place, and
 * none else: the others are gone, and these are not.  Inside a
 * store_operation.  O(entries of the feed) (gone.c). */
int gone_mark(struct store *, int64_t feed_id, int64_t *here, size_t n,
    int64_t now, struct err *e);

/* ---- what a document leads to (further.c) ---- */

/* Of a whole index: its sitemaps that have changed since it was last read, or
 * the newest where it was not, are owed. */
int further_of_index(struct store *, int64_t feed_id, const struct feed *,
    int64_t depth, int64_t now, struct poll_kept *, struct err *e);
/* Of an index that is unchanged: those of which it does not tell the age. */
int further_of_unchanged(
    struct store *, int64_t feed_id, struct poll_kept *, struct err *e);
/* The document before this one of an archived or paged feed (RFC 5005) is owed;
 * nothing where it names none, or that was read since `since`, or the way is
 * too long. */
int further_before(struct store *, int64_t feed_id, const struct feed *,
    int64_t depth, int64_t since, struct poll_kept *, struct err *e);

/* The robots.txt of the feed's site is owed, for the news sitemaps that it may
 * name; nothing where it was read since `since`. */
int further_of_site(struct store *, int64_t feed_id, const struct feed *,
    int64_t since, struct poll_kept *, struct err *e);

/* What such a robots.txt, found at url, names (robots_reduce's text). */
int further_of_robots(struct store *, int64_t feed_id, struct slice text,
    struct slice url, int64_t depth, int64_t since, struct poll_kept *,
    struct err *e);

/* What such a news sitemap, found at url, names if it is an index: the newest
 * of its own site, if they have changed since `from` or do not tell. */
int further_of_news(struct store *, int64_t feed_id, const struct feed *,
    struct slice url, int64_t depth, int64_t from, int64_t since,
    struct poll_kept *, struct err *e);

/* ---- gaps (gap.c) ---- */

/* 1: the feed has told of items before. */
int feed_has_items(struct store *, int64_t feed_id, struct err *e);
/* When a poll of the feed last ended well; DATE_NONE: never. */
int feed_last_good(
    struct store *, int64_t feed_id, int64_t *ret_at, struct err *e);
/* Nothing in the feed's document was known: notes it, shortens the interval,
 * and owes what may bring the lost back. */
int gap_note(struct store *, const struct poll_keep *, int64_t now,
    struct poll_kept *, struct err *e);
/* When the gap was noticed that is being filled; DATE_NONE: none is. */
int gap_open_at(
    struct store *, int64_t feed_id, int64_t *ret_at, struct err *e);
/* The same of a gap that news sitemaps fill, also when one of them has closed
 * it; and when the feed was last well before that (DATE_NONE: nobody knows). */
int gap_of_news(struct store *, int64_t feed_id, int64_t *ret_at,
    int64_t *ret_since_at, struct err *e);
/* A further document brought so many; the gap ends, unless more is owed. */
int gap_filled(struct store *, int64_t feed_id, int64_t gap_at, size_t n_found,
    bool is_closed, bool is_left, struct err *e);

/* store_feed_set_status() for those who are in an operation already. */
int feed_write_status(struct store *, int64_t id, enum feed_status,
    struct slice why, struct err *e);

#endif
