/*
 * listing.h -- reads the feeds from the database into the schedule.
 */
#ifndef DAEMON_FEED_LISTING_H
#define DAEMON_FEED_LISTING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct hub;
struct listings;

/* After an error (ERR_MEMORY), the caller must free *ret if it is set. */
int listings_new(struct hub *, struct listings **ret, struct err *e);
/* Must be called after the store's thread has ended. NULL is allowed. */
void listings_free(struct listings *);

/* Inserts the configured feeds into the database, then reads all feeds. */
void schedule_sync(struct hub *);
/* Reads the feeds only. If they are being read, they are read again afterwards.
 */
void schedule_list(struct hub *);
/* Updates the pointers of the feeds into the configuration. Must be called
 * after the configuration was replaced. */
void schedule_link_given(struct hub *);
/* True while a listing is being read or merged. */
bool listings_have_work(const struct hub *);

#endif
