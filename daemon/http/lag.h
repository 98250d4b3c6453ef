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

/* These functions write the list to the metrics and to the status page. view:
 * the view of lag_view; nothing is written if it is NULL or was not read
 * yet. */
void lag_write_metrics(struct store_view *view, struct buf *);
void lag_write_rows(struct store_view *view, struct buf *);

#endif
