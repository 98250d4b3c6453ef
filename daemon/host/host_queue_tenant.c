/*
 * host_queue_tenant.c -- pauses on the domains of host.multi_tenant, on which
 * different publishers have feeds and pages.
 *
 * In:  responses for pages and robots.txt files of such a domain.
 * Out: pauses of their host names.
 *
 * A publisher of such a domain could answer 429 with a long Retry-After. It
 * must not delay the feeds and pages of the others. Therefore the pause applies
 * to the pages and robots.txt files of the same host name only. Feeds have
 * pauses of their own (docs/etiquette.md, row E23). The pauses are not stored:
 * after a restart one page asks again.
 */
#include "base/limits.h"
#include "config/config.h"
#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/clock/clock.h"
#include "daemon/host/host_queue_parts.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "url/url.h"

#define URL_ARENA_BYTES (64 * KIB)
/* Largest number of names. A publisher can use any number of names. If there
 * are more, only the refused pages wait. */
#define TENANTS_MOST 4096
/* The number of failures, on which the next back-off depends, is kept for this
 * time after a pause. */
#define TENANT_KEPT_S 86400

bool
host_queue_is_multi_tenant(const struct hub *hub, const struct host *host)
{
	const struct config *config = hub->config;

	for (size_t i = 0; i < config->host.n_multi_tenant; i++)
		if (slice_equal_nocase(slice_of(config->host.multi_tenant[i]),
			slice_of(host->key)))
			return true;
	return false;
}

/* Returns the entry of the URL's host name.  If there is no entry and `adds` is
 * true, an entry is added.  Returns NULL if there is still no entry: the URL
 * has no host name, or the table has TENANTS_MOST entries. */
static struct host *
host_queue_tenant_of(struct hub *hub, const char *url, bool adds)
{
	struct host_table *tenants = hub->queues->tenants;
	struct arena arena;
	jmp_buf exhausted;
	struct host *volatile ret = NULL;
	struct slice name;

	arena_init(&arena, URL_ARENA_BYTES);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		name = url_host(&arena, slice_of(url));
		ret = host_find(tenants, name);
		if (ret == NULL && adds && name.len > 0 &&
		    host_count(tenants) < TENANTS_MOST)
			ret = host_get(tenants, name);
	}
	arena_release(&arena);
	return ret;
}

void
host_queue_tenant_finished(struct hub *hub, const struct request *request,
    const struct response *response)
{
	bool is_refused = response->status == 429 || response->status == 503;
	bool is_foreign = host_queue_is_foreign(request, request->host);
	int64_t now = hub_now();
	struct host *tenant;

	if (response->url == NULL)
		return;
	tenant = host_queue_tenant_of(hub, response->url, is_refused);
	if (tenant == NULL)
		return;
	tenant->active++; /* transfers are counted for the domain only */
	(is_foreign ? host_finished_foreign : host_finished)(tenant,
	    response->status, host_queue_pause_asked_s(response, now),
	    host_queue_answer_fresh_s(response, now), now);
	if (is_refused)
		log_event(LOG_WARNING, "host-pause",
		    LOG_TEXT("host", tenant->key),
		    LOG_INT("status", response->status),
		    LOG_INT(
			"seconds", host_pause_left_s(tenant, is_foreign, now)),
		    LOG_TEXT("for", "pages of this host name"));
}

int64_t
host_queue_tenant_pause_left_s(
    struct hub *hub, const struct request *request, const char *url)
{
	const struct host *host, *tenant;

	if (host_count(hub->queues->tenants) == 0)
		return 0;
	host = host_queue_host_of(hub, url);
	if (host == NULL || !host_queue_is_multi_tenant(hub, host))
		return 0;
	tenant = host_queue_tenant_of(hub, url, false);
	return tenant != NULL
		   ? host_pause_left_s(tenant,
			 host_queue_is_foreign(request, host), hub_now())
		   : 0;
}

void
host_queue_tenants_shift(struct host_queues *queues, int64_t by_s)
{
	struct host *tenant;
	size_t at = 0;

	while ((tenant = host_next(queues->tenants, &at)) != NULL) {
		tenant->pause_until_at =
		    clock_shifted(tenant->pause_until_at, by_s);
		tenant->foreign_pause_until_at =
		    clock_shifted(tenant->foreign_pause_until_at, by_s);
	}
}

void
host_queue_tenants_trim(struct hub *hub)
{
	struct host_policy policy = host_queue_policy(hub);
	int64_t now = hub_now();
	struct host *tenant;
	size_t at = 0;

	while ((tenant = host_next(hub->queues->tenants, &at)) != NULL)
		if (tenant->pause_until_at + TENANT_KEPT_S <= now &&
		    tenant->foreign_pause_until_at + TENANT_KEPT_S <= now)
			tenant->failures = tenant->foreign_failures = 0;
	host_table_trim(hub->queues->tenants, &policy, hub_monotonic_ms(), now);
}
