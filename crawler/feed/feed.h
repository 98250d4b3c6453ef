/*
 * feed.h -- a feed as read: RSS 0.9x-2.0, RSS 1.0, Atom 0.3 and 1.0, JSON Feed,
 * sitemaps and news sitemaps.  The entries of a sitemap index are sitemaps:
 * link and updated_at.
 *
 * Everything lives in the arena of the call.  Texts are plain text: markup
 * out, references decoded, white space folded, Form C; SLICE_NONE where the
 * feed says nothing.  URLs are absolute as far as the feed and its address
 * allow, of any scheme, and as written otherwise (url_resolve() judges them
 * before a fetch).  Instants are UTC seconds or DATE_NONE.
 */
#ifndef CRAWLER_FEED_FEED_H
#define CRAWLER_FEED_FEED_H

#include "base/arena.h"
#include "base/charset.h"
#include "base/date.h"
#include "base/err.h"
#include "base/json_writer.h"

enum feed_format {
	FEED_UNKNOWN, /* not a feed; feed.kind_why says what it looks like */
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
	int64_t length; /* -1: not said */
};

struct feed_entry {
	struct slice id; /* guid, as written */
	bool id_is_permalink;
	struct slice link, title, summary, content;
	struct slice original_link; /* behind a proxy's link (FeedBurner) */
	struct slice text; /* the entry's own words for a page that gives
			      nothing: the longer of content and summary,
			      paragraphs kept, by an empty line */
	struct slice comments;
	int64_t published_at, updated_at;
	struct feed_list authors, categories, media;
	struct feed_enclosure *enclosures;
	size_t n_enclosures;
};

struct feed {
	enum feed_format format;
	bool complete;    /* reached its end cleanly; else its validators do not
			     count and nothing follows from what it lacks */
	bool is_all;      /* it says that it has all of its entries: RFC 5005,
			     section 2 */
	struct slice why; /* of an unknown format, an incomplete document or a
			     text that was cut at its limit: one line
			     ("an HTML page", "ended inside <item>") */
	struct slice title, link, description, language, id, rights, generator,
	    image, icon, hub, self, next;
	struct slice prev_archive; /* RFC 5005: what came before this */
	struct slice new_url; /* where it says that it has moved to; also set
				 of a mere notice of that (FEED_UNKNOWN) */
	int64_t updated_at, published_at;
	int64_t ttl_minutes;    /* -1: not said */
	struct slice sy_period; /* hourly … yearly */
	int64_t sy_frequency;   /* -1: not said */
	struct feed_list skip_hours, skip_days;
	struct feed_list authors; /* for entries that have none */
	struct feed_entry *entries;
	size_t n_entries;
	size_t n_dropped; /* over LIMIT_FEED_ENTRIES: the oldest, among which
			     those without a date count, the last first */
};

struct feed_input {
	struct slice bytes;
	struct slice content_type; /* the header; SLICE_NONE: none was sent */
	struct slice base_url;     /* effective address it was fetched from */
	struct charsets *charsets; /* borrowed; NULL: converters are opened for
				      this feed, if files may be */
};

/* How large the arena of a document may become: its cap_bytes.  What is
 * packed is counted as what it may unpack to. */
size_t feed_arena_bytes(struct slice bytes);

/* Reads a feed, also a gzipped one.  0 also for what is no feed (format
 * FEED_UNKNOWN, why). ERR_LIMIT when the arena ran out.  Sets and restores
 * arena->exhausted itself.  O(bytes). */
int feed_read(
    struct arena *, const struct feed_input *, struct feed *ret, struct err *e);

/* The JSON of parse-feed: members "feed" and "entries" of an object that the
 * caller has begun. */
void feed_write_json(struct json_writer *, const struct feed *);

/* The key of an entry inside its feed: guid, else link, else enclosure, else a
 * hash of title and content (edge cases I1-I5).  Keys of one feed are made
 * together, so that a guid that all items share, or that differs only in
 * case of its items, does not merge them: keys[i] for entries[i], arena. */
void feed_entry_keys(
    struct arena *, const struct feed *, struct slice **ret_keys);

#endif
