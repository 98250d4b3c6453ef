/*
 * robots_cache_delay.c -- gives a host the crawl delay of its sites.
 */
#include "crawler/host.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/robots_cache_parts.h"
#include "daemon/hub.h"

/* Several sites may share the budget of a host.  True if the crawl delay of the
 * site applies to all requests to the host.  A feed of another publisher can
 * name pages of any subdomain.  The crawl delay of a subdomain therefore
 * applies only to foreign requests, until an own request needs the rules of the
 * subdomain. */
static bool
robots_cache_delay_is_of_host(
    const struct robots_site *site, const struct host *host)
{
	struct slice name = slice_of(site->origin);

	if (site->is_own || !host_is_shared(host))
		return true;
	name = slice_sub(name, slice_find(name, SLICE("://"), 0) + 3, name.len);
	if (slice_starts(name, SLICE("www.")))
		name = slice_sub(name, 4, name.len);
	return slice_equal(name, slice_of(host->key));
}

/* Returns the longest crawl delay of the sites that share the budget of the
 * host: of those whose delay applies to all requests, or of the others. */
static int64_t
robots_cache_delay_longest_s(const struct robots_cache *robots_cache,
    const struct host *host, bool is_of_host)
{
	struct slice origin;
	void *value;
	size_t at = 0;
	int64_t longest_s = 0;

	while (table_next(&robots_cache->sites, &at, &origin, &value)) {
		const struct robots_site *site = value;

		if (site->robots.crawl_delay_s > longest_s &&
		    host_queue_host_of(robots_cache->hub, site->robots_url) ==
			host &&
		    robots_cache_delay_is_of_host(site, host) == is_of_host)
			longest_s = site->robots.crawl_delay_s;
	}
	return longest_s;
}

/* Returns the crawl delay that replaces was_s after the rules of the site were
 * read. */
static int64_t
robots_cache_delay_next_s(const struct robots_site *site,
    const struct host *host, int64_t was_s, bool is_new)
{
	int64_t delay_s =
	    site->robots.crawl_delay_s > 0 ? site->robots.crawl_delay_s : 0;

	if (delay_s >= was_s)
		return delay_s;
	return is_new ? robots_cache_delay_longest_s(site->robots_cache, host,
			    robots_cache_delay_is_of_host(site, host))
		      : was_s;
}

void
robots_site_set_delay(const struct robots_site *site, bool is_new)
{
	struct hub *hub = site->robots_cache->hub;
	struct host *host = host_queue_host_of(hub, site->robots_url);
	int64_t delay_s;

	if (host == NULL)
		return;
	if (!robots_cache_delay_is_of_host(site, host)) {
		host->foreign_crawl_delay_s = robots_cache_delay_next_s(
		    site, host, host->foreign_crawl_delay_s, is_new);
		return;
	}
	delay_s =
	    robots_cache_delay_next_s(site, host, host->crawl_delay_s, is_new);
	if (delay_s == host->crawl_delay_s)
		return;
	host->crawl_delay_s = delay_s;
	host_queue_store(hub, host);
}

void
robots_site_note_request(
    struct robots_site *site, const struct request *request, const char *url)
{
	struct hub *hub = site->robots_cache->hub;
	struct host *host;

	if (site->is_own || !host_queue_is_own(hub, request, url))
		return;
	site->is_own = true;
	host = host_queue_host_of(hub, site->robots_url);
	if (host == NULL || site->state != ROBOTS_SITE_KNOWN)
		return;
	host->foreign_crawl_delay_s =
	    robots_cache_delay_longest_s(site->robots_cache, host, false);
	robots_site_set_delay(site, false);
}
