/*
 * site_reader.h -- what `discover` and `feed add` want to know of strangers'
 * documents, read in a process apart (daemon/reader.h).
 *
 * A document that kills it costs that document: another reads the next, twice.
 * What is answered is checked as if a stranger had written it.
 */
#ifndef CLI_SITE_READER_H
#define CLI_SITE_READER_H

#include "cli/cli.h"
#include "crawler/discover.h"
#include "crawler/feed/feed.h"

struct site_reader;

/* What is worth knowing of a feed to somebody who looks for one. */
struct feed_measures {
	enum feed_format format; /* FEED_UNKNOWN: it is none, why */
	struct slice title, why;
	struct slice new_url; /* where it says that it went */
	size_t n_items;
	int64_t newest_at;   /* or DATE_NONE */
	double full_share;   /* of its items that bring their whole text */
	uint64_t items_hash; /* whatever their order; 0: there are none */
};

/* Before the configuration is read: what the command has in memory by then, its
 * process has.  NULL after a complaint. */
struct site_reader *site_reader_new(struct cli *);
void site_reader_free(struct site_reader *);

/* A document as a feed.  Texts are valid until the next call.  False: nobody
 * has read it to the end; ret->why, and no more, says why. */
bool site_reader_feed(struct site_reader *, struct slice bytes,
    struct slice content_type, struct slice url, struct feed_measures *ret);
/* discover_page() and discover_robots().  False: likewise, in *ret_why. */
bool site_reader_page(struct site_reader *, struct arena *, struct slice bytes,
    struct slice url, struct candidates *, struct slice *ret_why);
bool site_reader_sitemaps(struct site_reader *, struct arena *,
    struct slice bytes, struct slice url, struct candidates *,
    struct slice *ret_why);
/* robots_reduce(): of a robots.txt what robots_parse() needs, valid until the
 * next call.  False: nobody has read it. */
bool site_reader_rules(
    struct site_reader *, struct slice bytes, struct slice *ret);

#endif
