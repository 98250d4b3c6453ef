/*
 * rules_fetch.c -- fetches and reduces a robots.txt.
 *
 * Normal case: site_fetch() is called when the host allows it; robots.txt is
 * first in the host queue. A worker reduces the body, and site_keep_read()
 * stores it. A response that says that there are no rules is stored, too. After
 * other failures of the request or the worker, site_keep_unreachable() is
 * called. Bytes that crashed a worker are not given to another worker.
 */
#include <unistd.h>

#include "config/limits.h"
#include "daemon/quarantine.h"
#include "daemon/rules_parts.h"

/* A chunk that crosses the limit is dropped completely; the part that must be
 * read is then still complete. */
#define READ_BEYOND_BYTES (64 * KIB)

void
site_close_body(struct site *site)
{
	if (site->body_fd >= 0)
		close(site->body_fd);
	site->body_fd = -1;
}

static void rules_fetch_reduce(struct site *);

static void
rules_fetch_on_reduced(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct site *site = arg;

	if (result == WORKER_STOPPED)
		return; /* the waiting pages are still pending */
	if (result == WORKER_OK) {
		site_close_body(site);
		buf_clear(&site->text);
		buf_append_slice(&site->text, reply->robots);
		site_keep_read(site);
		return;
	}
	log_event(LOG_WARNING, "worker", LOG_TEXT("url", site->robots_url),
	    LOG_TEXT("result", worker_result_name(result)),
	    LOG_TEXT("why", why));
	if (result == WORKER_LOST && !site->second_try) {
		site->second_try = true;
		rules_fetch_reduce(site);
		return;
	}
	quarantine_note(site->rules->hub->quarantine,
	    &(struct quarantine_case){ .kind = JOB_ROBOTS,
		.url = site->robots_url,
		.body_fd = site->body_fd,
		.rungs = 1,
		.result = result,
		.why = why });
	site_close_body(site);
	site_keep_unreachable(site);
}

static void
rules_fetch_reduce(struct site *site)
{
	struct hub *hub = site->rules->hub;
	const struct job job = { .kind = JOB_ROBOTS,
		.url = slice_of(site->robots_url) };
	struct err e = ERR_INIT;
	int fd = dup(site->body_fd);

	if (fd >= 0 && reading_start(hub, site->robots_url, &job, fd,
			   rules_fetch_on_reduced, site, &e) == 0)
		return;
	site_close_body(site);
	site_keep_unreachable(site);
}

/* Passes the body of the response to a worker. */
static void
rules_fetch_take_body(struct site *site, int body_fd)
{
	struct hub *hub = site->rules->hub;

	site->body_fd = body_fd;
	site->second_try = false;
	if (quarantine_rungs(hub->quarantine, JOB_ROBOTS, body_fd) == 0) {
		rules_fetch_reduce(site);
		return;
	}
	log_event(LOG_INFO, "known-poison", LOG_TEXT("url", site->robots_url));
	site_close_body(site);
	site_keep_unreachable(site);
}

static void
rules_fetch_on_response(const struct response *r, void *arg)
{
	struct site *site = arg;
	struct hub *hub = site->rules->hub;
	/* If the file is too long, its beginning is used (RFC 9309, section
	 * 2.5). A truncated body may lack rules; only an error status needs no
	 * body. */
	bool came = r->result == FETCH_OK ||
		    (r->result == FETCH_TOO_LARGE && r->body_fd >= 0) ||
		    (r->result == FETCH_TRUNCATED && r->status >= 400);

	if (network_excuses(hub, r)) { /* it waits until the network is up */
		gate_finished(hub, &site->errand, r);
		gate_submit(hub, &site->errand, site->robots_url);
		return;
	}
	hub->counters.robots++;
	gate_finished(hub, &site->errand, r);
	if (came && r->status >= 200 && r->status < 300 && r->body_fd >= 0) {
		rules_fetch_take_body(site, r->body_fd);
		return;
	}
	if (r->body_fd >= 0)
		close(r->body_fd);
	if (r->result == FETCH_CANCELLED)
		return;
	/* RFC 9309, section 2.3.1.3: a 4xx status or too many redirects mean
	 * that there are no rules; 429 means that we send too many requests. */
	if (r->result == FETCH_REDIRECTS ||
	    (came && r->status >= 200 && r->status < 500 && r->status != 429)) {
		buf_clear(&site->text);
		site_keep_read(site);
	} else {
		site_keep_unreachable(site);
	}
}

void
site_fetch(struct hub *hub, struct errand *errand)
{
	struct site *site = container_of(errand, struct site, errand);
	const struct fetch_request request = {
		.kind = FETCH_ROBOTS,
		.url = site->robots_url,
		.max_bytes = LIMIT_ROBOTS_BYTES + READ_BEYOND_BYTES,
		.timeout_ms = hub->config->fetch.timeout_s * 1000,
		.traveller = errand,
	};
	struct err e = ERR_INIT;
	struct fetch *fetch;

	if (fetch_start(hub->fetcher, &request, rules_fetch_on_response, site,
		&fetch, &e) == 0)
		return;
	gate_abandoned(hub, errand);
	site_keep_unreachable(site);
}
