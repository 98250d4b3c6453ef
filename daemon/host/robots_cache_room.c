/*
 * robots_cache_room.c -- bounds the memory of the rules of robots.txt.
 *
 * A robots.txt of 500 KiB with the shortest rules takes several MiB, and one
 * feed can announce pages on any number of subdomains, each with such a file.
 */
#include "base/limits.h"
#include "daemon/clock/clock.h"
#include "daemon/host/robots_cache_parts.h"
#include "daemon/hub.h"

/* When one of these limits is exceeded, sites are removed until half of it is
 * used. */
#define SITES_AT_MOST 8192
#define BYTES_AT_MOST (64 * MIB)

void
robots_site_count(struct robots_site *site)
{
	struct robots_cache *robots_cache = site->robots_cache;

	robots_cache->bytes -= site->counted_bytes;
	site->counted_bytes = site->arena.used_bytes;
	robots_cache->bytes += site->counted_bytes;
}

static bool
robots_cache_room_is_idle(const struct robots_site *site)
{
	return (site->state == ROBOTS_SITE_KNOWN ||
		   site->state == ROBOTS_SITE_NEW) &&
	       site->first == NULL && !site->is_answering;
}

static bool
robots_cache_room_is_enough(const struct robots_cache *robots_cache)
{
	return robots_cache->sites.n_used <= SITES_AT_MOST / 2 &&
	       robots_cache->bytes <= BYTES_AT_MOST / 2;
}

/* Removes the idle sites whose rules have expired before `before`. */
static void
robots_cache_room_remove(struct robots_cache *robots_cache, int64_t before)
{
	struct slice origin;
	void *value;
	size_t at = 0;

	while (!robots_cache_room_is_enough(robots_cache) &&
	       table_next(&robots_cache->sites, &at, &origin, &value)) {
		struct robots_site *site = value;

		if (!robots_cache_room_is_idle(site) ||
		    site->expires_at > before)
			continue;
		robots_cache->bytes -= site->counted_bytes;
		table_remove(&robots_cache->sites, origin);
		robots_site_free(site);
	}
}

void
robots_cache_make_room(struct robots_cache *robots_cache)
{
	if (robots_cache->sites.n_used < SITES_AT_MOST &&
	    robots_cache->bytes <= BYTES_AT_MOST)
		return;
	robots_cache_room_remove(robots_cache, hub_now());
	robots_cache_room_remove(robots_cache, INT64_MAX);
}
