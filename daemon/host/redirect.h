/*
 * redirect.h -- checks each redirect: robots.txt and the rate limit of the
 * target's host (redirect.c).
 */
#ifndef DAEMON_HOST_REDIRECT_H
#define DAEMON_HOST_REDIRECT_H

#include "crawler/fetch/fetch.h"

struct request;
struct host;

/* The callback of the fetcher. redirect_owner is a struct request,
 * on_redirect_arg a struct hub. Follows the redirect at once, queues it at the
 * target's host, or ends the transfer as disallowed or postponed. */
fetch_redirected redirect_check;
/* Ends a request that was redirected to this host. Its result is "postponed",
 * because the host pauses. The request must be in no queue. */
void redirect_postpone(struct request *, const struct host *);

#endif
