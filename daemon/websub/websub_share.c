/*
 * websub_share.c -- divides the memory for deliveries among hubs and
 * subscriptions.
 *
 * In:  how much all deliveries use, and those of a hub's host and of a
 *      subscription.
 * Out: whether a further delivery is accepted.
 *
 * The share of a host and of a subscription is a part of what is free, so that
 * nothing is reserved while only one of them is active, and a further one
 * always finds a place (Choudhury and Hahne, "Dynamic queue length thresholds
 * for shared-memory packet switches", 1998).
 */
#include "daemon/websub/websub_share.h"

#include "base/limits.h"
#include "daemon/hub.h"
#include "url/url.h"

#define URL_ARENA_BYTES (64 * KIB)

bool
websub_share_fits(const struct websub_use *use, int64_t n)
{
	int64_t unused = use->limit - use->held, of_host;

	if (n > unused)
		return false;
	if (use->of_host == 0)
		return true;
	/* the rest of the host's three quarters of what others do not use,
	 * rounded up */
	of_host = (3 * unused - use->of_host + 3) / 4;
	if (n > of_host)
		return false;
	return use->of_sub == 0 || use->of_sub + n <= of_host - use->of_sub;
}

char *
websub_share_host(const char *hub)
{
	struct arena arena;
	jmp_buf exhausted;
	struct slice key;
	char *ret;

	arena_init(&arena, URL_ARENA_BYTES);
	if (setjmp(exhausted) != 0) {
		arena_release(&arena);
		return hub_copy(slice_of(hub));
	}
	arena.exhausted = &exhausted;
	if (!url_budget_key(&arena, slice_of(hub), &key))
		key = slice_of(hub);
	ret = hub_copy(key);
	arena_release(&arena);
	return ret;
}
