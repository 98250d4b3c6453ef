/*
 * network.h -- distinguishes a network that is down from single servers that do
 * not answer.
 *
 * If several feeds of different hosts, which worked before, fail in the same
 * way and no server answers any more, no new request is started for a moment
 * (doubtful). If the requests in progress get no answer either, the network is
 * down: one event is logged, the failures are not counted for the feeds, and
 * one request every few seconds detects when the network is up again.
 */
#ifndef DAEMON_HOST_NETWORK_H
#define DAEMON_HOST_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct host;
struct hub;
struct network;
struct response;
struct subscription;

/* After an error (ERR_MEMORY), the caller must free *ret if it is set. */
int network_new(struct hub *, struct network **ret, struct err *e);
/* NULL is allowed. */
void network_free(struct network *);
/* True while the network is down. */
bool network_is_down(const struct hub *);
/* Must be called when any transfer has ended. */
void network_note_response(struct hub *, const struct response *);
/* Called when a feed that worked before got no answer. Not to be called for a
 * feed whose last failure was not counted (subscription.was_excused): if three
 * servers have failed permanently, the network would seem to be down again
 * after each answer of another server. */
void network_note_silence(
    struct hub *, const struct host *, const struct response *);
/* Called when a poll without an answer was stored. `excused`: the poll was not
 * stored as a failure of the feed. Otherwise it was stored as its first
 * failure. If the network is later found to be down, this failure is removed,
 * and the feed is due when the network is up.
 */
void network_note_failure(struct hub *, struct subscription *, bool excused);
/* True if a server was reached, even if it only sent a redirect. */
bool network_is_there(const struct response *);
/* True if no server was reached: the name was not resolved, the connection
 * failed, or no server answered before the time-out. */
bool network_is_silent(const struct response *);
/* True if no server was reached while the network is doubtful or down. Such a
 * request is not a failure of its feed or page; it is put into its host queue
 * again. */
bool network_is_excuse(const struct hub *, const struct response *);
/* True if a request may be started. While the network is down, one request
 * every few seconds is allowed. */
bool network_may_start(const struct hub *);
/* Records that a request was started, so that no further one is allowed for
 * some seconds while the network is down. */
void network_started(struct hub *);

#endif
