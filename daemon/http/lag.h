/*
 * lag.h -- measures how many changes each consumer of the change log has not
 * read yet, for the metrics.
 */
#ifndef DAEMON_HTTP_LAG_H
#define DAEMON_HTTP_LAG_H

#include "base/buf.h"
#include "base/err.h"

struct hub;
struct lag;

/* Queries the database now and then every LAG_EVERY_S. */
int lag_start(struct hub *, struct lag **ret, struct err *e);
/* Call it after the store's thread has ended. */
void lag_free(struct lag *);
/* NULL: nothing is written. */
void lag_write_metrics(const struct lag *, struct buf *);
void lag_write_rows(const struct lag *, struct buf *);

#endif
