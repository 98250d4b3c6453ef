/*
 * feed_item.h -- internal to store/: one item of one feed (a feed item).
 */
#ifndef STORE_FEED_FEED_ITEM_H
#define STORE_FEED_FEED_ITEM_H

#include "base/table.h"
#include "store/category/categories.h"
#include "store/entry/entitlement.h"
#include "store/feed/budget.h"
#include "store/sqlite/statement.h"

struct feed;
struct feed_entry;
struct poll_stored;
struct poll_update;

/* ---- other identities of an item (alias.c) ---- */

enum alias_kind {
	ALIAS_GUID,   /* normalised address in the guid */
	ALIAS_LINK,   /* address that the item links to */
	ALIAS_NUMBER, /* folder and number of the link, without the headline */
	ALIAS_TITLE,  /* hash of title, time (if stated) and host of the link */
	ALIAS_COUNT
};
#define ALIAS_NONE DATE_NONE

/* The address of the site that a feed names.  An item cannot be identified by
 * this address.  The key of the address is computed at first use. */
struct site {
	struct slice link, key;
	bool has_key;
};

struct entry_alias {
	int64_t of[ALIAS_COUNT]; /* hashes, or ALIAS_NONE */
	bool number_is_folder;   /* the number is a segment before the last */
	bool title_has_date;     /* the alias of the title includes a date */
	bool is_site;            /* the item links to the address of the feed's
				    site, not to an article */
};

/* Returns the address that the entry links to.  If the link is one of a
 * proxy that counts clicks (FeedBurner), returns the address of its target. */
struct slice entry_address(const struct feed_entry *);
/* Like url_key(), but a fragment that is a route (entry_is_route()) or a
 * comment (entry_is_comment()) is a part of the key, so links that differ only
 * in it lead to different articles.  Returns false if the URL is invalid.  The
 * result is in the arena.  O(length). */
bool entry_url_key(struct arena *, struct slice url, struct slice *ret_key);
/* Returns the key of an article that has no address to fetch.  The key begins
 * with a '#', as the key of an address never does.  In the arena. */
struct slice entry_own_key(
    struct arena *, int64_t feed_id, struct slice guid_key);
/* True if the link leads to an article that only scripts can show ("#!").  The
 * server does not receive the fragment, so its page does not contain this
 * article. */
bool entry_is_route(struct slice link);
/* True if the link leads to a comment of a reader below an article
 * ("#comment-12").  O(length). */
bool entry_is_comment(struct slice link);
/* Reads the aliases of an entry. O(length of the item's guid, link and title).
 */
void entry_alias_of(struct store *, const struct feed_entry *,
    struct slice guid_key, struct site *, struct entry_alias *ret);
/* If the guid of an entry of RSS is the address of a page that is not the page
 * of its link, writes it to *ret_url and returns true.  An address with a
 * fragment is a part of a page and is not used.  O(length). */
bool entry_permalink(struct store *, const struct feed_entry *,
    const struct entry_alias *, struct slice *ret_url);
/* Reads the aliases that the entry would have if its address had this origin
 * ("https://example.org:8443").  The guid is ignored.  Returns false if the
 * address has this origin already, or is not an HTTP address. */
bool entry_alias_at(struct store *, const struct feed_entry *,
    struct slice origin, struct site *, struct entry_alias *ret);
/* Writes the origin of the newest entry of the feed that was first seen before
 * the time `before`; SLICE_NONE if there is none.  The result is in the arena
 * `held` of the store.  Returns 0, or a database error. */
int entry_old_origin(struct store *, int64_t feed_id, int64_t before,
    struct slice *ret_origin, struct err *e);

/* ---- one item (entries.c) ---- */

struct known_entry {
	int64_t id, article_id, digest, last_seen_at, updated_at;
	/* published_at, gone_at: only if the entry was found by its key */
	int64_t published_at;
	int64_t gone_at; /* DATE_NONE: the item is not removed */
	int64_t first_seen_at; /* 0 if the entry was found only by an alias */
	bool has_new_key;      /* the entry was found by an alias: its guid has
				 changed */
};

/* A feed item, and the data that are needed to store it. */
struct feed_item {
	const struct poll_update *update;
	const struct feed_entry *entry;
	struct slice guid_key;
	struct slice other_key; /* feed_entry_other_key(); SLICE_NONE: unused */
	int64_t position, now;
	struct poll_stored *stored; /* counters to increment */
	struct site *site;
	struct entitlement *entitlement; /* of the feed */
	struct feed_budget *budget;      /* of the feed */
	const struct known_entry *known; /* NULL: the item is new */
	const struct entry_alias *alias; /* NULL: not computed */
	bool shares_link; /* too many other items have the same link, so the
			     link does not identify the item */
	bool is_stamped;  /* the document dates its items by the time of the
			   * request */
};

/* Called when the feed has removed the item `known`.  Sets gone_at.  The page
 * of its article becomes due if the feed is entitled for the page.  Must run
 * inside a store_operation. */
int feed_item_remove(struct store *, const struct feed_item *, struct err *e);
/* Sends the query of feed_item_find() (query_ahead()). */
void feed_item_find_ahead(struct store *, int64_t feed_id,
    struct slice guid_key, struct slice other_key);
/* Returns 1 if an entry of the feed has the item's guid_key or, if none has,
 * its other_key; 0 if none has either.  ret->has_new_key: the entry has the
 * other_key. */
int feed_item_find(struct store *, const struct feed_item *,
    struct known_entry *ret, struct err *e);
/* True if the feed states a newer date of modification than before. */
bool feed_item_is_redated(
    const struct known_entry *, const struct feed_entry *);
/* Called for a known item whose text has changed and whose date of modification
 * has not.  *ret: the article has had this text before, and its current text is
 * probably a newer one, because a cache has returned an older document.
 * Returns 0, or a database error.  O(length of the article's revisions)
 * (returned_text.c). */
int feed_item_is_returned(
    struct store *, const struct feed_item *, bool *ret, struct err *e);
/* Stores an item.  The item may be known and unchanged, known and edited, or
 * new.  A new item is stored with the article that it announces.  Must run
 * inside a store_operation. */
int feed_item_store(struct store *, const struct feed_item *, struct err *e);
/* A long document is stored in parts (poll_update.slice).  Returns the weight
 * that the entry adds to its part: 1, and 1 for each STORE_SLICE_BYTES of its
 * text and summary. */
size_t feed_item_weight(const struct feed_entry *);
/* Returns the text of the entry: its full text, else its content, else its
 * summary; borrowed from the entry. */
struct slice entry_feed_text(const struct feed_entry *);
/* Returns a hash of the link and the texts of the entry.  O(length). */
int64_t entry_digest(const struct feed_entry *);
/* Returns the authors of the entry.  If it has none and the feed is entitled
 * for its page, returns those of the feed (RFC 4287, section 4.2.1; JSON
 * Feed 1.1), except for an entry that was copied from another feed.  Borrowed.
 */
struct feed_list feed_item_authors(const struct feed_item *, bool entitled);
/* Returns the labels from which the categories of the item's article are
 * derived.  `url`: the address of the article; `language`: that of its text.
 * Borrowed. */
struct publisher_labels feed_item_labels(const struct feed_item *,
    struct slice url, bool entitled, struct slice language);
/* Returns the bytes that storing the item adds to the budget of its feed:
 * its texts and LIMIT_ENTRY_ROW_BYTES. */
size_t feed_item_bytes(const struct feed_item *);
/* Binds the values of the item to entry_insert or entry_rewrite: texts,
 * digest, aliases, position.  O(length of its texts). */
void query_feed_item(struct query *, const struct feed_item *);

/* ---- new and purged items (entry_insert.c, tombstone.c) ---- */

/* Returns 1 if any item of the feed was purged, which is rare. */
int feed_has_tombstones(struct store *, int64_t feed_id, struct err *e);
/* Sends the query of feed_has_tombstones() (query_ahead()). */
void feed_has_tombstones_ahead(struct store *, int64_t feed_id);
/* Sends the query for the article of a new item. */
void feed_item_article_ahead(struct store *, const struct feed_entry *);
/* Values of feed_id in tombstones that belong to no feed.  TOMBSTONE_ARTICLE: a
 * purged article.  TOMBSTONE_WITNESSED: a purged article that only witnesses
 * had announced. */
#define TOMBSTONE_ARTICLE   0
#define TOMBSTONE_WITNESSED (-1)
/* Returns 1 if the item of the feed with this key was purged. */
int feed_item_was_purged(
    struct store *, int64_t feed_id, struct slice key, struct err *e);
/* Returns 1 if the article was purged and this feed cannot restore it.  An
 * article that only witnesses had announced is restored by an entitled feed. */
int article_was_purged(
    struct store *, struct slice url_key, bool entitled, struct err *e);
/* Inserts a tombstone with the key of the item. */
int feed_item_add_tombstone(
    struct store *, const struct feed_item *, struct err *e);
/* True if the item is new and only gets a tombstone, because it is an old
 * item of a sitemap. */
bool feed_item_is_backlog(const struct feed_item *);
/* Called by feed_item_store() for a new item (`known` is NULL).  Stores the
 * entry and its article, or a tombstone.  Increments the counters in `stored`.
 * Must run inside a store_operation. */
int feed_item_insert(struct store *, const struct feed_item *, struct err *e);

/* ---- the items of a poll (document.c, entry_match.c, reused_guid.c) ---- */

enum item_state {
	ITEM_TWICE, /* the item was listed before in the same document */
	ITEM_KNOWN,
	ITEM_PURGED,
	ITEM_NEW
};

struct item {
	enum item_state state;
	struct known_entry known;
	/* For items that were not found by their key: */
	struct entry_alias *alias;
	bool is_shared[ALIAS_COUNT]; /* for each kind of alias: another such
					item has the same alias */
	bool shares_link;
};

struct document {
	struct store *store;
	const struct poll_update *update;
	int64_t now;
	struct poll_stored *stored;
	struct site site;
	struct entitlement entitlement;
	struct feed_budget budget;
	struct slice *keys;
	struct item *items;
	struct table claimed; /* ids of known entries that the document lists */
	bool is_stamped;      /* the document dates its items by the time of the
			       * request */
};

/* Sends the first look-ups of document_store() before their rows are needed.
 * `keys`: the keys of the items, made by feed_entry_keys(). */
void document_store_ahead(
    struct store *, const struct poll_update *, const struct slice *keys);
/* Stores all items of the feed in the update, or a slice of them, and counts
 * new items.  `keys`: as in document_store_ahead(), or NULL.  Must run inside a
 * store_operation. */
int document_store(struct store *, const struct poll_update *,
    struct slice *keys, int64_t now, struct poll_stored *, struct err *e);
/* Called after all keys were looked up.  An item that was found by its guid,
 * but is another item than the stored entry, becomes ITEM_NEW, and *n_new is
 * incremented.  The key of the entry is changed, so that the item can be
 * inserted with its guid.  ERR_MEMORY or a database error.  O(items), with up
 * to three queries for each item whose texts and date have changed, and if the
 * guids are shifted, one for each other item whose texts have changed
 * (reused_guid.c). */
int document_release_guids(struct document *, size_t *n_new, struct err *e);
/* Called after all keys were looked up.  An item that is still new becomes
 * ITEM_KNOWN (with has_new_key) if an alias shows that it is stored under
 * another key.  It becomes ITEM_PURGED if it was purged under another key.
 * Afterwards every item that was new has its aliases, shares_link is set for
 * all items, and stored->has_unstable_keys is set.  ERR_MEMORY or a database
 * error. O(items), with one or two look-ups per alias of items that were new.
 */
int document_match_entries(struct document *, struct err *e);
/* Returns ERR_MEMORY with a message that there is no memory for a table of the
 * items. */
int document_no_memory(const struct document *, struct err *e);

/* Sets gone_at of an entry; DATE_NONE: the entry is present. */
int gone_set(
    struct store *, int64_t entry_id, int64_t gone_at, struct err *e);
/* Called after all items were looked up, and before new entries are inserted.
 * Marks the entries as gone that the document reports as deleted and, if it
 * lists all current entries (has_all), those that it lacks.  Marks the other
 * entries of the document as present.  Must run inside a store_operation.
 * O(items), with a query for each deletion; if has_all is set, O(entries of the
 * feed) (gone.c). */
int gone_mark(struct document *, struct err *e);

/* ---- linked documents (linked_document.c) ---- */

/* For a complete index: makes at most LIMIT_SITEMAPS_AT_ONCE sitemaps pending,
 * newest first.  A sitemap with a row becomes pending if its lastmod is absent
 * or differs from the stored one.  A sitemap without a row becomes pending if
 * it is one of the newest LIMIT_SITEMAPS_FIRST, or if it has changed since the
 * last successful poll of the feed. */
int linked_of_index(struct store *, int64_t feed_id, const struct feed *,
    int64_t depth, int64_t now, struct poll_stored *, struct err *e);
/* For an unchanged index: makes sitemaps pending for which the index states no
 * date, at most LIMIT_SITEMAPS_FIRST. */
int linked_of_unchanged(
    struct store *, int64_t feed_id, struct poll_stored *, struct err *e);
/* For a feed that moves to another address: drops the documents to which its
 * former address linked, and ends the recovery of missed items.  A document
 * becomes pending again if a document at the new address links to it. */
int linked_disown(struct store *, int64_t feed_id, struct err *e);
/* Makes the previous document of an archived or paged feed (RFC 5005) pending.
 * Does nothing if the document names no previous document or if the chain is
 * too long.  An archive document is read only once.  A page of a paged feed is
 * read again unless it was read after `since`. */
int linked_of_archive(struct store *, int64_t feed_id, const struct feed *,
    int64_t depth, int64_t since, struct poll_stored *, struct err *e);

/* Makes the robots.txt of the feed's site pending, because it may name news
 * sitemaps.  Does nothing if the robots.txt was read after `since`. */
int linked_of_site(struct store *, int64_t feed_id, const struct feed *,
    int64_t since, struct poll_stored *, struct err *e);

/* Makes the news sitemaps pending that the robots.txt at `url` names and that
 * are on the site of this robots.txt.  `text`: the result of robots_reduce().
 */
int linked_of_robots(struct store *, int64_t feed_id, struct slice text,
    struct slice url, int64_t depth, int64_t since, struct poll_stored *,
    struct err *e);

/* If the news sitemap at `url` is an index, makes sitemaps of this index
 * pending:  at most LIMIT_SITEMAPS_FIRST, the newest first.  A sitemap is left
 * out if it is not on the site of the index, if its date is before `from`, or
 * if it was read after `since`.  A sitemap without a date counts as changed. */
int linked_of_news(struct store *, int64_t feed_id, const struct feed *,
    struct slice url, int64_t depth, int64_t from, int64_t since,
    struct poll_stored *, struct err *e);

/* ---- missed items (missed_items.c) ---- */

/* Sends the query of feed_has_items() (query_ahead()). */
void feed_has_items_ahead(struct store *, int64_t feed_id);
/* Returns 1 if the feed has had items before. */
int feed_has_items(struct store *, int64_t feed_id, struct err *e);
/* Sets *ret_at to the time of the last successful poll of the feed; DATE_NONE:
 * no poll was successful. */
int feed_last_good(
    struct store *, int64_t feed_id, int64_t *ret_at, struct err *e);
/* Called when no item of the document was known. Records that items were
 * missed, shortens the interval, and makes linked documents pending that may
 * contain the missed items. */
int missed_items_note(struct store *, const struct poll_update *, int64_t now,
    struct poll_stored *, struct err *e);
/* Sets *ret_at to the time at which missed items were detected, if their
 * recovery has not ended; DATE_NONE: no missed items are being recovered. */
int missed_items_open_at(
    struct store *, int64_t feed_id, int64_t *ret_at, struct err *e);
/* Like missed_items_open_at(), for missed items that are recovered from news
 * sitemaps.  *ret_at is set even if one of several sitemaps has already
 * completed the recovery.  *ret_since_at is the time of the last successful
 * poll before *ret_at (DATE_NONE: not known). */
int missed_items_of_news(struct store *, int64_t feed_id, int64_t *ret_at,
    int64_t *ret_since_at, struct err *e);
/* Called when a linked document contained n_found missed items.  is_closed: the
 * recovery ends, because the documents reach back to the start of the period.
 * is_left: no further document is pending, so the recovery ends although items
 * may still be missing.  Otherwise the recovery continues. */
int missed_items_found(struct store *, int64_t feed_id, int64_t missed_at,
    size_t n_found, bool is_closed, bool is_left, struct err *e);

#endif
