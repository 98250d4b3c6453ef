/*
 * rules_fetch.c -- a robots.txt, asked for and reduced.
 *
 * The happy path is: site_fetch(), by the gate, first in its host's queue → a
 * worker reduces what came → site_keep_read().  It can fail by: an answer that
 * says that there are no rules (which is kept, too), none that counts, a worker
 * that cannot read it; then site_keep_unreachable().  Bytes that have killed
 * a worker are not given to another.
 */
#include <unistd.h>

#include "config/limits.h"
#include "daemon/quarantine.h"
#include "daemon/rules_parts.h"

/* The piece that crosses a bound is dropped whole; what must be read is then
 * there all the same. */
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
		return; /* who waits is still owed */
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

/* Takes the answer's body. */
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
	/* Longer than what must be read is read as far as that (2.5).  What
	 * was cut may lack rules: only an error needs no body. */
	bool came = r->result == FETCH_OK ||
		    (r->result == FETCH_TOO_LARGE && r->body_fd >= 0) ||
		    (r->result == FETCH_TRUNCATED && r->status >= 400);

	if (network_excuses(hub, r)) { /* it waits for the network */
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
	/* 2.3.1.3: a 4xx, or redirects without an end, say that there are no
	 * rules; 429 says that we ask too much. */
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
