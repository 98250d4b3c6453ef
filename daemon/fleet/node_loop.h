/*
 * node_loop.h -- makes this daemon one of several nodes (node.h).
 */
#ifndef DAEMON_FLEET_NODE_LOOP_H
#define DAEMON_FLEET_NODE_LOOP_H

#include <stdint.h>

#include "base/err.h"

struct hub;
struct node_loop;
struct store;

/* Joins the nodes of the database, starts the thread that runs the rounds, and
 * sets hub->node. *ret is not written if the database is SQLite.  Returns 0 or
 * a negative code.  After an error, the caller must free *ret if it is set. */
int node_loop_new(
    struct hub *, struct store *, struct node_loop **ret, struct err *e);
/* Begins to take shards.  The store's thread must run. */
void node_loop_start(struct hub *);
/* Called when the daemon stops, before the store's thread ends: if the last
 * round failed, the thread of the rounds does not connect any more.  NULL is
 * allowed. */
void node_loop_stop(struct node_loop *);
/* Gives all shards back and ends the thread. Waits for the database for most_ms,
 * but not longer than 3 s. Does not wait if the last round failed. The store's
 * thread must have ended.  NULL is allowed. */
void node_loop_free(struct node_loop *, int64_t most_ms);

#endif
