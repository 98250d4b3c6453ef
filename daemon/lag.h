/*
 * lag.h -- how far the consumers of the change log are behind, for the
 * metrics.
 */
#ifndef DAEMON_LAG_H
#define DAEMON_LAG_H

#include "base/buf.h"
#include "base/err.h"

struct hub;
struct lag;

/* Asks the database now, and every LAG_EVERY_S from then on. */
int lag_start(struct hub *, struct lag **ret, struct err *e);
/* After the store's thread has ended. */
void lag_free(struct lag *);
/* NULL: nothing is told. */
void lag_write_metrics(const struct lag *, struct buf *);
void lag_write_rows(const struct lag *, struct buf *);

#endif
