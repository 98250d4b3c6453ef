/*
 * robots_cache_fetch.c -- fetches and reduces a robots.txt.
 *
 * Normal case: robots_site_fetch() is called when the host allows it;
 * robots.txt is first in the host queue. A worker reduces the body, and
 * robots_site_store_read() stores it. If the response means that there are no
 * rules, this is stored, too. After other failures of the request or the
 * worker, robots_site_store_unreachable() is called. Bytes that crashed a
 * worker are not given to another worker.
 */
#include <unistd.h>

#include "base/heap.h"
#include "base/limits.h"
#include "crawler/fetch/fetch.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/network.h"
#include "daemon/host/robots_cache_parts.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/log.h"
#include "daemon/page/quarantine.h"

/* Added to LIMIT_ROBOTS_BYTES in the limit of the transfer. The fetcher drops
 * the whole chunk that exceeds the limit of the transfer. With this reserve, the
 * first LIMIT_ROBOTS_BYTES are complete. */
#define READ_BEYOND_BYTES (64 * KIB)

void
robots_site_close_body(struct robots_site *site)
{
	if (site->body_fd >= 0)
		close(site->body_fd);
	site->body_fd = -1;
}

static void robots_cache_fetch_reduce(struct robots_site *);

static void
robots_cache_fetch_on_reduced(enum worker_result result,
    const struct reply *reply, const char *why, void *arg)
{
	struct robots_site *site = arg;

	if (result == WORKER_STOPPED)
		return; /* the waiting pages can be freed, because their rows
			   are still pending */
	if (result == WORKER_OK) {
		robots_site_close_body(site);
		buf_clear(&site->text);
		buf_append_slice(&site->text, reply->robots);
		robots_site_store_read(site);
		return;
	}
	log_event(LOG_WARNING, "worker", LOG_TEXT("url", site->robots_url),
	    LOG_TEXT("result", worker_result_name(result)),
	    LOG_TEXT("why", why));
	if (result == WORKER_LOST && !site->second_try) {
		site->second_try = true;
		robots_cache_fetch_reduce(site);
		return;
	}
	quarantine_note(site->robots_cache->hub->quarantine,
	    &(struct quarantine_case){ .kind = JOB_ROBOTS,
		.url = site->robots_url,
		.body_fd = site->body_fd,
		.fallback_levels = 1,
		.result = result,
		.cause = workers_cause(site->robots_cache->hub->workers),
		.why = why });
	robots_site_close_body(site);
	robots_site_store_unreachable(site);
}

static void
robots_cache_fetch_reduce(struct robots_site *site)
{
	struct hub *hub = site->robots_cache->hub;
	const struct job job = { .kind = JOB_ROBOTS,
		.url = slice_of(site->robots_url) };
	struct err e = ERR_INIT;
	int fd = dup(site->body_fd);

	if (fd >= 0 &&
	    hub_start_job(hub, site->robots_url, !site->request.is_own, &job,
		fd, robots_cache_fetch_on_reduced, site, &e) == 0)
		return;
	robots_site_close_body(site);
	robots_site_store_unreachable(site);
}

/* Passes the body of the response to a worker. */
static void
robots_cache_fetch_take_body(struct robots_site *site, int body_fd)
{
	struct hub *hub = site->robots_cache->hub;

	site->body_fd = body_fd;
	site->second_try = false;
	if (quarantine_levels(hub->quarantine, JOB_ROBOTS, body_fd) == 0) {
		robots_cache_fetch_reduce(site);
		return;
	}
	log_event(LOG_INFO, "known-crasher", LOG_TEXT("url", site->robots_url));
	robots_site_close_body(site);
	robots_site_store_unreachable(site);
}

static void
robots_cache_fetch_on_response(const struct response *r, void *arg)
{
	struct robots_site *site = arg;
	struct hub *hub = site->robots_cache->hub;
	/* If the file is too long, its beginning is used (RFC 9309, section
	 * 2.5). If the body is truncated, rules may be missing. A truncated
	 * response is therefore used only if its status is an error, because
	 * the body is then not read. */
	bool came = r->result == FETCH_OK ||
		    (r->result == FETCH_TOO_LARGE && r->body_fd >= 0) ||
		    (r->result == FETCH_TRUNCATED && r->status >= 400);

	if (network_is_excuse(
		hub, r)) { /* the request waits until the network is up */
		host_queue_finished(hub, &site->request, r);
		host_queue_add(hub, &site->request, site->robots_url);
		return;
	}
	hub->counters.robots++;
	host_queue_finished(hub, &site->request, r);
	if (came && r->status >= 200 && r->status < 300 && r->body_fd >= 0) {
		robots_cache_fetch_take_body(site, r->body_fd);
		return;
	}
	if (r->body_fd >= 0)
		close(r->body_fd);
	if (r->result == FETCH_CANCELLED) {
		if (hub->state == HUB_RUNNING)
			robots_site_give_up(site);
		return;
	}
	/* RFC 9309, sections 2.3.1.2 and 2.3.1.3: a 4xx status or too many
	 * redirects mean that there are no rules. A status from 200 to 399
	 * without a body means the same. A 429 does not, because it means that
	 * Gleaner sends too many requests. */
	if (r->result == FETCH_REDIRECTS ||
	    (came && r->status >= 200 && r->status < 500 && r->status != 429)) {
		buf_clear(&site->text);
		robots_site_store_read(site);
	} else {
		site->asked_wait_s = host_queue_retry_after_s(r, hub_now());
		robots_site_store_unreachable(site);
	}
}

void
robots_site_fetch(struct hub *hub, struct request *request)
{
	struct robots_site *site =
	    container_of(request, struct robots_site, request);
	const struct fetch_request fetch_request = {
		.kind = FETCH_ROBOTS,
		.url = site->robots_url,
		.max_bytes = LIMIT_ROBOTS_BYTES + READ_BEYOND_BYTES,
		.timeout_ms = hub->config->fetch.timeout_s * 1000,
		.redirect_owner = request,
	};
	struct err e = ERR_INIT;
	struct fetch *fetch;

	site->asked_wait_s = 0;
	if (fetch_start(hub->fetcher, &fetch_request,
		robots_cache_fetch_on_response, site, &fetch, &e) == 0)
		return;
	host_queue_abandoned(hub, request);
	robots_site_store_unreachable(site);
}
