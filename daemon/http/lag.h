/*
 * lag.h -- measures how many changes each consumer of the change log has not
 * read yet, for the metrics.
 */
#ifndef DAEMON_HTTP_LAG_H
#define DAEMON_HTTP_LAG_H

#include "base/buf.h"
#include "daemon/writer/store_view.h"

/* Reads the list of the consumers every LAG_EVERY_S. */
extern const struct store_view_kind lag_view;

/* Write the list of the consumers to the metrics and to the status page. view:
 * the view that was created from lag_view. If it is NULL or has no list yet,
 * nothing is written. */
void lag_write_metrics(struct store_view *view, struct buf *);
void lag_write_rows(struct store_view *view, struct buf *);

#endif
