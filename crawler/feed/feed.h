/*
 * feed.h -- reads feeds: RSS 0.9x-2.0, RSS 1.0, Atom 0.3 and 1.0, JSON Feed,
 * sitemaps and news sitemaps.  The entries of a sitemap index are sitemaps,
 * with link and updated_at.
 *
 * All results live in the arena of the call.  Texts are plain text: without
 * markup, character references decoded, white space collapsed, in Unicode
 * Normalization Form C; SLICE_NONE if the feed has no value.  URLs of any
 * scheme are resolved against the feed's address and its base elements,
 * otherwise unchanged (url_resolve() checks them before a fetch).  Instants are
 * UTC seconds or DATE_NONE.
 *
 * feed_read.c, feed_json.c and identity.c contain the functions.
 */
#ifndef CRAWLER_FEED_FEED_H
#define CRAWLER_FEED_FEED_H

#include "base/arena.h"
#include "base/date/date.h"
#include "base/err.h"
#include "base/text/charset.h"
#include "base/text/json_writer.h"

enum feed_format {
	FEED_UNKNOWN, /* not a feed; feed.why names the probable format */
	FEED_RSS090,
	FEED_RSS091,
	FEED_RSS092,
	FEED_RSS093,
	FEED_RSS094,
	FEED_RSS10,
	FEED_RSS11,
	FEED_RSS20,
	FEED_RSS,
	FEED_ATOM03,
	FEED_ATOM10,
	FEED_JSON,
	FEED_SITEMAP,
	FEED_SITEMAP_INDEX,
	FEED_FORMAT_COUNT
};
const char *feed_format_name(enum feed_format); /* "rss20", "jsonfeed" … */

struct feed_list {
	struct slice *items;
	size_t n;
};

struct feed_enclosure {
	struct slice url, type;
	int64_t length; /* -1: absent */
};

enum feed_media_kind {
	FEED_MEDIA_IMAGE,
	FEED_MEDIA_VIDEO,
	FEED_MEDIA_AUDIO,
	FEED_MEDIA_OTHER, /* a document or a program */
	FEED_MEDIA_KIND_COUNT
};

/* A media:content (Media RSS). */
struct feed_media {
	struct slice url;
	enum feed_media_kind kind;
};

struct feed_entry {
	struct slice id; /* guid, unchanged */
	bool id_is_permalink;
	bool has_source; /* the entry was copied from another feed
			    (atom:source) */
	struct slice link, title, summary, content;
	struct slice
	    original_link; /* the link that a proxy has replaced (FeedBurner) */
	struct slice
	    text; /* the longer of content and summary, with an empty line
		     between paragraphs; used if the page has no text */
	struct slice comments;
	struct slice picture; /* URL of a picture that represents the entry:
				 media:thumbnail, itunes:image, JSON Feed's
				 image. feed_write_json() does not write it */
	int64_t published_at, updated_at;
	struct feed_list authors, categories;
	struct feed_media *media;
	size_t n_media;
	struct feed_enclosure *enclosures;
	size_t n_enclosures;
};

/* An entry that the publisher has deleted (RFC 6721). */
struct feed_deletion {
	struct slice id; /* id of the entry, unchanged */
	int64_t at;      /* time of the deletion */
};

struct feed {
	enum feed_format format;
	bool
	    /* the document was read to its end without error. If false, its
	     * HTTP validators are not stored, and a missing entry does not
	     * count as removed */
	    complete;
	bool is_all;  /* the feed declares that it contains all of its entries
			 (RFC 5005, section 2) */
	struct slice
	    why; /* one line about an unknown format, an incomplete document or
		    a truncated text ("an HTML page", "ended inside <item>") */
	struct slice title, link, description, language, id, rights, generator,
	    image, icon, hub, self, next;
	struct slice
	    prev_archive;     /* RFC 5005: the document with older entries */
	struct slice new_url; /* the new address that the feed states; also set
				 for a redirect document (FEED_UNKNOWN) */
	int64_t updated_at, published_at;
	int64_t ttl_minutes;    /* -1: absent */
	struct slice sy_period; /* hourly … yearly */
	int64_t sy_frequency;   /* -1: absent */
	struct feed_list skip_hours, skip_days;
	struct feed_list
	    authors; /* authors of the feed. In Atom and JSON Feed, they are
			the authors of entries without authors, except of
			entries with has_source */
	struct feed_entry *entries;
	size_t n_entries;
	/* number of entries that were dropped because the feed has more than
	 * LIMIT_FEED_ENTRIES. The oldest entries are dropped first. Entries
	 * without a date count as the oldest; of these, the last in the
	 * document are dropped first */
	size_t n_dropped;
	struct feed_deletion *deletions;
	size_t n_deletions; /* at most LIMIT_FEED_DELETIONS */
};

struct feed_input {
	struct slice bytes;
	struct slice content_type; /* the HTTP header; SLICE_NONE: not sent */
	struct slice base_url;     /* the address after redirects */
	struct charsets
	    *charsets; /* borrowed; NULL: converters are opened for this feed,
			  and the process must have the right to open files */
};

/* Returns the cap_bytes of the arena for a document.  For compressed documents,
 * the largest possible decompressed size is used. */
size_t feed_arena_bytes(struct slice bytes);

/* Reads a feed, which may be compressed as a gzip file. If the document is not
 * a feed, the function also returns 0, with the format FEED_UNKNOWN and the
 * reason in `why`. Returns ERR_LIMIT if the arena was exhausted, or ERR_MEMORY.
 * The function sets arena->exhausted and restores its previous value. O(bytes).
 */
int feed_read(
    struct arena *, const struct feed_input *, struct feed *ret, struct err *e);

/* Writes the JSON of parse-feed: the members "feed" and "entries" of an object
 * that the caller has begun. */
void feed_write_json(struct json_writer *, const struct feed *);

/* Returns a key for each entry: guid, else link, else enclosure, else a hash of
 * title and content (docs/feed-rows.md, rows I1 to I5).  Keys of a feed are
 * made together, so that different items that share a guid, or whose guids
 * differ only in case, have different keys.  An item that is listed twice has
 * one key.  (*ret_keys)[i] is the key of entries[i].  Arena. */
void feed_entry_keys(
    struct arena *, const struct feed *, struct slice **ret_keys);

/* Returns the key that the entry has in another document: with a hash of its
 * title if `key` is its guid, link or enclosure; else without this hash.
 * SLICE_NONE if it has none of the three.  `key`: the key of the entry by
 * feed_entry_keys().  Borrowed from the entry, or arena. */
struct slice feed_entry_other_key(
    struct arena *, const struct feed_entry *, struct slice key);

#endif
