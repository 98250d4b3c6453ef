/*
 * health.h -- how a feed fares, in a word: for `feed list` and `doctor`.
 */
#ifndef CLI_HEALTH_H
#define CLI_HEALTH_H

#include "store/store.h"

enum feed_health {
	FEED_WELL,
	FEED_NEW,       /* never polled */
	FEED_FAILING,   /* three polls in a row and more, or all */
	FEED_LATE,      /* due for a quarter of an hour and more */
	FEED_SILENT,    /* nothing new for thirty days */
	FEED_IS_PAUSED, /* by the operator */
	FEED_IS_GONE,   /* says that it is */
	FEED_HEALTH_COUNT
};

/* The gravest that is true of it. */
enum feed_health feed_health(const struct feed_row *, int64_t now_at);
/* "well", "new", "failing", "late", "silent", "paused", "gone" */
const char *feed_health_name(enum feed_health);

#endif
