/*
 * site_reader.h -- parses external documents for `discover` and `feed add` in a
 * separate process (worker/reader/reader.h).
 *
 * If a document crashes the process, only that document is lost: another
 * process reads the next one. Two spare processes are available. Answers of a
 * process are validated like other untrusted input.
 */
#ifndef CLI_CUT_SITE_READER_H
#define CLI_CUT_SITE_READER_H

#include "cli/cli.h"
#include "crawler/discover.h"
#include "crawler/feed/feed.h"

struct site_reader;

/* The properties of a parsed feed. discover.c ranks the feeds of a site by
 * them. */
struct feed_measures {
	enum feed_format format; /* FEED_UNKNOWN: the document is not a feed;
				    `why` has the reason */
	struct slice title, why;
	struct slice new_url; /* the new address that the feed announces */
	size_t n_items;
	int64_t newest_at; /* or DATE_NONE */
	double full_share; /* share of items with their full text */
	uint64_t
	    items_hash; /* hash of the first items in any order; 0: no items */
};

/* Starts the processes. Must be called before the configuration is read,
 * because the processes have a copy of the command's memory. Returns NULL after
 * an error message. */
struct site_reader *site_reader_new(struct cli *);
void site_reader_free(struct site_reader *);

/* Parses a document as a feed. Texts are valid until the next call. Returns
 * false if no process could read the document; then only ret->why is set. */
bool site_reader_feed(struct site_reader *, struct slice bytes,
    struct slice content_type, struct slice url, struct feed_measures *ret);
/* Like discover_page() and discover_robots(). Return false, with the reason in
 * *ret_why, if no process could read the document. */
bool site_reader_page(struct site_reader *, struct arena *, struct slice bytes,
    struct slice url, struct candidates *, struct slice *ret_why);
bool site_reader_sitemaps(struct site_reader *, struct arena *,
    struct slice bytes, struct slice url, struct candidates *,
    struct slice *ret_why);
/* Like robots_reduce(): returns the part of a robots.txt that robots_parse()
 * needs, valid until the next call. Returns false if no process could read the
 * document. */
bool site_reader_rules(
    struct site_reader *, struct slice bytes, struct slice *ret);

#endif
