/*
 * metrics_store.c -- writes the metrics of the database. The values come from
 * the copy that the status page shows (store/article/overview.h).
 */
#include "base/array.h"
#include "daemon/http/metrics_parts.h"
#include "daemon/http/metrics_text.h"
#include "store/article/overview.h"

void
metrics_put_overview(const struct overview *o, struct buf *out)
{
	if (o == NULL)
		return;
	const struct metric_row rows[] = {
		{ "gleaner_feeds_failing",
		    "Feeds whose polls fail, as `gleaner doctor` lists them.",
		    METRIC_GAUGE, o->feeds_failing },
		{ "gleaner_feeds_paused", "Feeds that are paused.",
		    METRIC_GAUGE, o->feeds_paused },
		{ "gleaner_feeds_gone", "Feeds that their publishers removed.",
		    METRIC_GAUGE, o->feeds_gone },
		{ "gleaner_articles_queued",
		    "Articles whose page was not fetched yet.", METRIC_GAUGE,
		    o->queued },
		{ "gleaner_articles_retrying",
		    "Articles whose page is to be fetched again after a "
		    "failure.",
		    METRIC_GAUGE, o->retrying },
		{ "gleaner_articles_day", "New articles in the last 24 hours.",
		    METRIC_GAUGE, o->articles_day },
		{ "gleaner_overview_timestamp_seconds",
		    "Time at which these values were read.", METRIC_GAUGE,
		    o->at },
	};
	/* -1: not known, for example on PostgreSQL */
	const struct metric_row sizes[] = {
		{ "gleaner_database_bytes", "Size of the database.",
		    METRIC_GAUGE, o->file_bytes },
		{ "gleaner_database_wal_bytes", "Size of the write-ahead log.",
		    METRIC_GAUGE, o->log_bytes },
		{ "gleaner_disk_free_bytes",
		    "Free space on the disk of the database.", METRIC_GAUGE,
		    o->free_bytes },
	};

	metrics_put_rows(out, rows, ARRAY_LENGTH(rows));
	for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++)
		if (sizes[i].value >= 0)
			metrics_put_rows(out, &sizes[i], 1);
}
