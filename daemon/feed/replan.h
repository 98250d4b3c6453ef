/*
 * replan.h -- makes polls earlier that are planned later than the configuration
 * allows.
 */
#ifndef DAEMON_FEED_REPLAN_H
#define DAEMON_FEED_REPLAN_H

#include "store/store.h"

struct config;
struct hub;

struct replan { /* the part of a configuration that limits plans */
	int64_t interval_s, max_s;
	bool adaptive;
};

/* Returns the bounds for store_cut_plans(). Only the member longest_s is set.
 */
struct plan_bounds plan_bounds_of(const struct config *);
/* Returns the time of the next poll; 0: at once.  On a database of several
 * nodes, store_cut_plans() uses the server's clock.  If the clock of this node
 * is behind, a plan may be later than the longest possible wait; the feed is
 * then due at once. */
int64_t replan_due_at(struct hub *, const struct feed_row *);
/* Returns the values of the configuration that replan_late() needs. */
struct replan replan_of(const struct config *);
/* Makes planned polls earlier that are later than the configuration allows.
 * Runs on the store's thread. Returns 0 or a negative code. O(feeds); writes
 * only the rows that change. */
int replan_late(struct store *, const struct replan *, struct err *e);

#endif
