/*
 * node_rounds.h -- a thread with a connection of its own that runs the rounds
 * of a node, so that a long transaction of the store's thread does not delay
 * the renewal of leases.
 */
#ifndef DAEMON_FLEET_NODE_ROUNDS_H
#define DAEMON_FLEET_NODE_ROUNDS_H

#include <stdbool.h>

#include "base/err.h"
#include "store/fleet/fleet_store.h"

struct event_base;
struct node_rounds;

/* Called on the loop with the answer.  `view` is borrowed.  If `view` is NULL,
 * the round failed for the reason in *e. */
typedef void node_rounds_done(
    const struct fleet_view *view, const struct err *e, void *arg);

/* Called on the loop when another node has inserted pages of hosts that the
 * other node does not own. This node may own these hosts. has_feeds:
 * subscriptions have changed.
 */
typedef void node_rounds_noticed(bool has_feeds, void *arg);

/* Opens a connection to the database and starts the thread. name, version:
 * borrowed. *ret_node: number of the new node. Returns 0 or a negative code.
 * After an error, the caller must free *ret if it is set. */
int node_rounds_new(struct event_base *, const char *database, const char *name,
    const char *version, node_rounds_done *, node_rounds_noticed *, void *arg,
    struct node_rounds **ret, int64_t *ret_node, struct err *e);
/* The thread does not wait any more for a server that does not answer, and does
 * not connect again. */
void node_rounds_give_up(struct node_rounds *);
/* Ends the thread after the running round.  NULL is allowed. */
void node_rounds_free(struct node_rounds *);

/* Runs the round on the thread, and returns at once. Only one round may run at
 * a time. feeds, pending: the counts that this node reports (struct
 * fleet_report). */
void node_rounds_ask(struct node_rounds *, const struct fleet_round *,
    int64_t feeds, int64_t pending);
/* Waits at most ms for the answer of the running round and calls `done`; false:
 * there was no answer. It is used when the daemon stops and the loop does not
 * run any more. */
bool node_rounds_wait(struct node_rounds *, int64_t ms);

#endif
