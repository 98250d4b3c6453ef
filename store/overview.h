/*
 * overview.h -- what the daemon's status page shows of the database.
 */
#ifndef STORE_OVERVIEW_H
#define STORE_OVERVIEW_H

#include "store/store.h"

#define OVERVIEW_ROWS       20  /* of each list: what one looks through */
#define OVERVIEW_TEXT_BYTES 200 /* of a title, of a reason */
#define OVERVIEW_URL_BYTES  512 /* a longer one is left out */

struct overview_feed {
	char title[OVERVIEW_TEXT_BYTES + 1]; /* "": it has none */
	char url[OVERVIEW_URL_BYTES + 1];
	char outcome[OVERVIEW_TEXT_BYTES + 1], why[OVERVIEW_TEXT_BYTES + 1];
	int64_t failures, last_poll_at, next_poll_at; /* or DATE_NONE */
};

struct overview_article {
	char title[OVERVIEW_TEXT_BYTES + 1];
	char url[OVERVIEW_URL_BYTES + 1]; /* "": none, or too long */
	char feed[OVERVIEW_TEXT_BYTES + 1];
	int64_t at; /* when it was given out */
};

/* Texts are UTF-8 as stored; whoever shows them escapes them. */
struct overview {
	int64_t at; /* when this was read; 0: never */
	int64_t feeds_active, feeds_paused, feeds_gone, feeds_failing;
	int64_t queued, retrying; /* articles that wait for a fetch */
	int64_t articles_day;     /* given out in 24 hours */
	int64_t file_bytes, log_bytes; /* of the database, of its -wal */
	int64_t free_bytes;            /* of its disk; -1: not known */
	size_t n_failing, n_latest;
	struct overview_feed failing[OVERVIEW_ROWS]; /* the longest first */
	struct overview_article latest[OVERVIEW_ROWS];
};

/* Reads it anew.  O(feeds + articles that wait). */
int store_overview(
    struct store *, int64_t now, struct overview *ret, struct err *e);

#endif
