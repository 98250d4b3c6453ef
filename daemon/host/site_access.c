/*
 * site_access.c -- see site_access.h.
 */
#include "daemon/host/site_access.h"

#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"
#include "daemon/log.h"

/* True if the previous configuration has the same entry, and its robots.txt was
 * ignored for the same reason. */
static bool
site_access_is_logged(
    const struct config_site *site, const struct access *before)
{
	char key[ACCESS_KEY_BYTES];
	const struct config_site *old;

	access_key(site, key);
	old = access_get(before, slice_of(key));
	return old != NULL && old->ignores_robots &&
	       strcmp(old->reason, site->reason) == 0;
}

static void
site_access_log(const struct config *config, const struct access *before)
{
	for (size_t i = 0; i < config->n_sites; i++) {
		const struct config_site *site = &config->sites[i];

		if (site->ignores_robots &&
		    !site_access_is_logged(site, before))
			log_event(LOG_INFO, "robots-ignored",
			    LOG_TEXT("site", site->match),
			    LOG_TEXT("reason", site->reason));
	}
}

int
site_access_new(struct hub *hub, struct err *e)
{
	int rc = access_new(
	    hub->config->sites, hub->config->n_sites, &hub->access, e);

	if (rc == 0)
		site_access_log(hub->config, NULL);
	return rc;
}

void
site_access_replace(struct hub *hub)
{
	struct access *old = hub->access;
	struct err e = ERR_INIT;

	if (access_new(hub->config->sites, hub->config->n_sites, &hub->access,
		&e) != 0)
		abort();
	site_access_log(hub->config, old);
	fetcher_set_access(hub->fetcher, hub->access);
	access_free(old);
	host_queues_drop_delays(hub);
}
