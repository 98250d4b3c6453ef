/*
 * overview.h -- the part of the database that the daemon's status page shows.
 */
#ifndef STORE_ARTICLE_OVERVIEW_H
#define STORE_ARTICLE_OVERVIEW_H

#include "base/limits/limits_filter.h"
#include "store/store.h"

#define OVERVIEW_ROWS       20  /* largest number of rows of each list */
#define OVERVIEW_TEXT_BYTES 200 /* largest size of a title or reason */
#define OVERVIEW_URL_BYTES 512  /* longer URLs are omitted */

struct overview_feed {
	char title[OVERVIEW_TEXT_BYTES + 1]; /* "": no title */
	char url[OVERVIEW_URL_BYTES + 1];
	const char *health;                           /* feed_health_name() */
	char why[OVERVIEW_TEXT_BYTES + 1];            /* feed_health_why() */
	int64_t failures, last_poll_at, next_poll_at; /* or DATE_NONE */
};

struct overview_article {
	char title[OVERVIEW_TEXT_BYTES + 1];
	char url[OVERVIEW_URL_BYTES + 1]; /* "": no URL, or too long */
	char feed[OVERVIEW_TEXT_BYTES + 1];
	int64_t at; /* when it was published to consumers */
};

struct overview_filter {
	int64_t id; /* store_filter_id() */
	int64_t matched, limited;
};

/* Texts are UTF-8 as stored; the caller must escape them for output. */
struct overview {
	int64_t at; /* when the overview was read; 0: never */
	int64_t feeds_active, feeds_paused, feeds_gone;
	int64_t feeds_failing;         /* number of feeds for which
					  feed_health_is_failing() is true */
	int64_t queued, retrying;      /* articles that wait for a fetch */
	int64_t articles_day;          /* published in the last 24 hours */
	/* Sizes of the database and of its -wal file, and the free space on
	 * its disk; -1: not known, such as on a server of PostgreSQL. */
	int64_t file_bytes, log_bytes, free_bytes;
	size_t n_failing, n_latest, n_filters;
	struct overview_feed failing[OVERVIEW_ROWS]; /* most failures first */
	struct overview_article latest[OVERVIEW_ROWS];
	/* The filters that matched or were limited most recently, sorted by id.
	 */
	struct overview_filter filters[LIMIT_FILTERS];
};

/* Reads the overview from the database.  now: UTC seconds.  Returns 0 or a
 * negative code; *ret is then incomplete.  O(feeds + articles that wait). */
int store_overview(
    struct store *, int64_t now, struct overview *ret, struct err *e);

struct filter_rule;
/* Returns the counts of a filter; NULL: the filter was never counted.  O(log
 * n_filters + length of the expression). */
const struct overview_filter *overview_find_filter(
    const struct overview *, const struct filter_rule *);

#endif
