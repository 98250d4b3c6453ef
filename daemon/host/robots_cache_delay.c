/*
 * robots_cache_delay.c -- gives a host the crawl delay of its sites.
 */
#include "crawler/host.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/robots_cache_parts.h"
#include "daemon/hub.h"

/* Several sites may share the budget of a host: returns their longest crawl
 * delay. */
static int64_t
robots_cache_delay_longest_s(
    const struct robots_cache *robots_cache, const struct host *host)
{
	struct slice origin;
	void *value;
	size_t at = 0;
	int64_t longest_s = 0;

	while (table_next(&robots_cache->sites, &at, &origin, &value)) {
		const struct robots_site *site = value;

		if (site->robots.crawl_delay_s > longest_s &&
		    host_queue_host_of(robots_cache->hub, site->robots_url) ==
			host)
			longest_s = site->robots.crawl_delay_s;
	}
	return longest_s;
}

void
robots_site_set_delay(const struct robots_site *site, bool is_new)
{
	struct hub *hub = site->robots_cache->hub;
	struct host *host = host_queue_host_of(hub, site->robots_url);
	int64_t delay_s =
	    site->robots.crawl_delay_s > 0 ? site->robots.crawl_delay_s : 0;

	if (host == NULL)
		return;
	if (delay_s < host->crawl_delay_s)
		delay_s = is_new ? robots_cache_delay_longest_s(
				       site->robots_cache, host)
				 : host->crawl_delay_s;
	if (delay_s == host->crawl_delay_s)
		return;
	host->crawl_delay_s = delay_s;
	host_queue_store(hub, host);
}
