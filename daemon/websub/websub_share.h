/*
 * websub_share.h -- divides the memory for deliveries among hubs and
 * subscriptions (docs/websub.md).
 */
#ifndef DAEMON_WEBSUB_WEBSUB_SHARE_H
#define DAEMON_WEBSUB_WEBSUB_SHARE_H

#include <stdbool.h>
#include <stdint.h>

/* A use of places or of bytes. */
struct websub_use {
	int64_t limit;   /* of all deliveries */
	int64_t held;    /* by all deliveries */
	int64_t of_host; /* by the deliveries of the hub's host */
	int64_t of_sub;  /* by the deliveries of the subscription */
};

/* True if the subscription may use `n` more.  A host may use three quarters of
 * what other hosts do not use.  A subscription with several deliveries may use
 * a third of what the other subscriptions of its host leave of these three
 * quarters.  The first delivery of a host may use all that is unused.  O(1). */
bool websub_share_fits(const struct websub_use *, int64_t n);

/* Returns the registrable domain of the hub's host, or its host and port; a
 * copy of `hub` if it is not a valid URL.  Owned.  O(length). */
char *websub_share_host(const char *hub);

#endif
