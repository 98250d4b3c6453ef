/*
 * metrics_parts.h -- the parts of /metrics: metrics.c puts them together.
 */
#ifndef DAEMON_HTTP_METRICS_PARTS_H
#define DAEMON_HTTP_METRICS_PARTS_H

#include "base/buf.h"

struct fetch_counts;
struct hub;
struct overview;

/* ---- metrics_store.c ---- */

/* Writes the state of the database. overview: NULL if nothing was read yet;
 * then nothing is written. */
void metrics_put_overview(const struct overview *, struct buf *);

/* ---- metrics_filters.c ---- */

/* Writes the counts of the filters of the configuration. overview NULL: nothing
 * is written. */
void metrics_put_filters(
    const struct hub *, const struct overview *, struct buf *);

/* ---- metrics_fetch.c ---- */

/* Writes the counts of transfers and the histograms of their durations. */
void metrics_put_fetches(const struct fetch_counts *, struct buf *);

/* ---- metrics_process.c ---- */

/* Writes the metrics of the process that all Prometheus client libraries write.
 * The values are read from /proc/self. A value that cannot be read is left out.
 */
void metrics_put_process(struct buf *);

/* ---- metrics_websub.c ---- */

/* Writes nothing if WebSub is off. */
void metrics_put_websub(const struct hub *, struct buf *);

#endif
