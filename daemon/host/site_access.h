/*
 * site_access.h -- the entries of `sites` in the running daemon.
 */
#ifndef DAEMON_HOST_SITE_ACCESS_H
#define DAEMON_HOST_SITE_ACCESS_H

#include "base/err.h"

struct hub;

/* Creates hub->access from hub->config, and logs each site whose robots.txt is
 * ignored, with the reason. Returns 0 or a negative code. */
int site_access_new(struct hub *, struct err *e);

/* Called when hub->config was replaced, and before the old configuration is
 * freed: creates hub->access again, for requests and redirects from now on.
 * Logs entries that ignore robots.txt and are new or have another reason. */
void site_access_replace(struct hub *);

#endif
