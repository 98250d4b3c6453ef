/*
 * linked_document.c -- fetches, parses and stores a linked document: a sitemap
 * of an index, a document of an archive, or the robots.txt that names news
 * sitemaps.
 *
 * Normal case: a poll has stored rows of linked documents; linked_pending.c
 * reads them and calls linked_document_begin(). robots.txt is checked, the
 * request waits in its host queue, the document is fetched and parsed in a
 * worker. One transaction stores its items, validators and further links. This
 * repeats until no row is pending. The request can fail for the same reasons as
 * a poll; it is then repeated later. A document is tried LIMIT_LINKED_TRIES
 * times at most. The documents in memory can be read from the database again at
 * any time.
 *
 * robots.txt is checked for each document, because the operator has configured
 * only the feed and not the document.
 */
#include "daemon/feed/linked_document_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/config.h"
#include "base/limits.h"
#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/feed/cadence.h"
#include "daemon/control.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"
#include "daemon/feed/linked_document.h"
#include "daemon/log.h"
#include "daemon/host/network.h"
#include "daemon/page/pending_pages.h"
#include "daemon/feed/poll.h"
#include "daemon/page/quarantine.h"
#include "daemon/hub_work.h"
#include "daemon/host/response_copy.h"
#include "daemon/host/robots_cache.h"
#include "daemon/feed/schedule.h"

#define RETRY_BASE_S (15 * 60)
#define RETRY_CAP_S  86400
#define WHY_BYTES    256
/* Largest body of a robots.txt. If a chunk exceeds this limit, the whole chunk
 * is dropped. The limit is therefore greater than the part that a worker reads
 * (see robots_cache_fetch.c). */
#define ROBOTS_BYTES (LIMIT_ROBOTS_BYTES + 64 * KIB)

struct linked_document {
	struct request request;
	struct hub *hub;
	int64_t id, feed_id, tries;
	bool is_robots;
	struct buf
	    robots; /* robots.txt, reduced to the rules that apply to Gleaner */
	char *url, *etag, *last_modified, *validators_url, *feed_url;
	char *feed_host; /* budget key of feed_url; NULL: it has none */
	/* the response */
	struct response_copy response;
	int reads;
	/* the result */
	struct buf frame;
	size_t n_entries;
	struct linked_update update;
	struct poll_stored stored,
	    stored_before; /* what the earlier slices of the document stored */
	char why[WHY_BYTES];
};

static struct slice
linked_document_key_of(const int64_t *id)
{
	return (struct slice){ (const char *)id, sizeof(*id) };
}

static void linked_document_fetch(struct hub *, struct request *);
static void linked_document_lose(struct hub *, struct request *);

struct linked_document *
linked_document_new(struct hub *hub, const struct linked_row *row)
{
	struct linked_document *f = calloc(1, sizeof(*f));

	if (f == NULL)
		abort();
	f->hub = hub;
	f->request.kind = REQUEST_FEED;
	f->request.start = linked_document_fetch;
	f->request.lose = linked_document_lose;
	f->id = row->id;
	f->feed_id = row->feed_id;
	f->tries = row->tries;
	f->is_robots = slice_equal(row->kind, SLICE("robots"));
	f->request.obeys_robots = !f->is_robots;
	buf_init(&f->robots, 4 * LIMIT_ROBOTS_BYTES);
	f->url = hub_copy(row->url);
	f->etag = hub_copy(row->etag);
	f->last_modified = hub_copy(row->last_modified);
	f->validators_url = hub_copy(row->validators_url);
	f->feed_url = hub_copy(row->feed_url);
	response_copy_init(&f->response);
	buf_init(&f->frame, LIMIT_REPLY_BYTES);
	return f;
}

void
linked_document_free(struct linked_document *f)
{
	response_copy_release(&f->response);
	buf_release(&f->frame);
	buf_release(&f->robots);
	free(f->url);
	free(f->etag);
	free(f->last_modified);
	free(f->validators_url);
	free(f->feed_url);
	free(f->feed_host);
	free(f);
}

static void
linked_document_end(struct linked_document *f)
{
	struct hub *hub = f->hub;

	table_remove(
	    &hub->linked_documents->in_memory, linked_document_key_of(&f->id));
	linked_document_free(f);
	if (hub->linked_documents->more_pending)
		linked_pending_ask(hub);
	hub_step_done(hub);
}

static void
linked_document_lose(struct hub *hub, struct request *request)
{
	(void)hub;
	linked_document_end(
	    container_of(request, struct linked_document, request));
}

/* ---- storing ---- */

static int
linked_document_store_run(struct store *store, void *arg, struct err *e)
{
	struct linked_document *f = arg;
	struct linked_update update = f->update;
	struct arena arena;
	struct reply reply;
	int rc;

	if (f->frame.len == 0)
		return store_linked_put(
		    store, &update, hub_now(), &f->stored, e);
	if (!reply_load(&arena, buf_slice(&f->frame), &reply)) {
		arena_release(&arena);
		return err_set(
		    e, ERR_MEMORY, "no memory for a document's entries");
	}
	update.feed = &reply.feed;
	rc = store_linked_put(store, &update, hub_now(), &f->stored, e);
	arena_release(&arena);
	return rc;
}

static void
linked_document_store_done(void *arg, int rc, const struct err *e)
{
	struct linked_document *f = arg;
	struct hub *hub = f->hub;

	if (rc == 0 && f->stored.n_left > 0) {
		f->stored_before = f->stored;
		f->update.before = &f->stored_before;
		pending_pages_note_stored(hub, &f->stored);
		hub_post_owned_rest(hub, &f->request, f->url,
		    linked_document_store_run, linked_document_store_done, f);
		return;
	}
	if (rc == ERR_NOT_FOUND || rc == ERR_LEASE) {
		log_event(LOG_DEBUG, "document-not-wanted",
		    LOG_TEXT("url", f->url), LOG_TEXT("why", e->text));
	} else if (rc != 0) {
		log_event(LOG_ERROR, "document-not-kept",
		    LOG_TEXT("url", f->url), LOG_TEXT("why", e->text));
		/* The store has failed, so the pending rows are not read again
		 * at once. */
		hub->linked_documents->more_pending = false;
		hub_note_failure(hub);
	} else {
		hub->counters.entries_new += f->stored.n_new;
		log_event(f->why[0] != '\0' ? LOG_WARNING : LOG_INFO,
		    "document", LOG_TEXT("url", f->url),
		    LOG_INT("entries", (int64_t)f->n_entries),
		    LOG_INT("new", (int64_t)f->stored.n_new),
		    LOG_INT("further", (int64_t)f->stored.n_linked),
		    LOG_TEXT("why", f->why));
		hub->linked_documents->more_pending |= f->stored.n_linked > 0;
		control_changed(hub->control);
		pending_pages_note_stored(hub, &f->stored);
		/* linked_pending.c plans the retry of this document when it
		 * reads the pending documents again. */
		if (f->stored.n_waiting > 0 ||
		    (f->update.why.len > 0 && f->update.retry_at != DATE_NONE))
			hub->linked_documents->more_pending = true;
	}
	linked_document_end(f);
}

static void
linked_document_store_result(struct linked_document *f)
{
	f->update.id = f->id;
	f->update.max_age_s = f->hub->config->articles.max_age_s;
	f->update.feed_bytes_per_day =
	    f->hub->config->articles.feed_bytes_per_day;
	f->update.slice = LIMIT_SLICE;
	hub_post_owned(f->hub, &f->request, f->url, f->n_entries + 1,
	    linked_document_store_run, linked_document_store_done, f);
}

static void linked_document_store_failed(struct linked_document *,
    bool is_temporary, int64_t wait_s, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void
linked_document_store_failed(struct linked_document *f, bool is_temporary,
    int64_t wait_s, const char *format, ...)
{
	int64_t backoff = backoff_s(
	    f->tries + 1, RETRY_BASE_S, RETRY_CAP_S, hub_random_unit());
	va_list ap;

	va_start(ap, format);
	vsnprintf(f->why, sizeof(f->why), format, ap);
	va_end(ap);
	buf_clear(&f->frame);
	f->update.why = slice_of(f->why);
	f->update.retry_at = DATE_NONE;
	if (is_temporary &&
	    (f->update.was_not_asked || f->tries + 1 < LIMIT_LINKED_TRIES))
		f->update.retry_at =
		    hub_now() + (backoff > wait_s ? backoff : wait_s);
	linked_document_store_result(f);
}

/* ---- parsing ---- */

static void linked_document_read_body(struct linked_document *);

static void
linked_document_take_feed(struct linked_document *f, const struct reply *reply)
{
	const struct feed *feed = &reply->feed;

	f->n_entries = feed->n_entries;
	if (feed->format == FEED_UNKNOWN) {
		linked_document_store_failed(
		    f, false, 0, "%.*s", SLICE_ARG(feed->why));
		return;
	}
	if (!reply_write(&f->frame, reply)) {
		linked_document_store_failed(
		    f, false, 0, "too many bytes of entries");
		return;
	}
	if (feed->complete) {
		f->update.etag = slice_of(f->response.etag);
		f->update.last_modified = slice_of(f->response.last_modified);
		f->update.validators_url = slice_of(f->response.url);
	}
	linked_document_store_result(f);
}

static void
linked_document_take_robots(
    struct linked_document *f, const struct reply *reply)
{
	buf_clear(&f->robots);
	buf_append_slice(&f->robots, reply->robots);
	f->update.robots = buf_slice(&f->robots);
	linked_document_store_result(f);
}

static enum job_kind
linked_document_job_kind(const struct linked_document *f)
{
	return f->is_robots ? JOB_ROBOTS : JOB_FEED;
}

static void
linked_document_on_read(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct linked_document *f = arg;

	if (result == WORKER_STOPPED)
		linked_document_end(
		    f); /* the row of the document is still pending and will be
			   read again */
	else if (result == WORKER_OK && f->is_robots)
		linked_document_take_robots(f, reply);
	else if (result == WORKER_OK)
		linked_document_take_feed(f, reply);
	else if (result == WORKER_LOST ||
		 (result != WORKER_FAILED && f->reads < 2))
		linked_document_read_body(f);
	else {
		quarantine_note(f->hub->quarantine,
		    &(struct quarantine_case){
			.kind = linked_document_job_kind(f),
			.url = f->response.url,
			.content_type = f->response.content_type,
			.body_fd = f->response.body_fd,
			.fallback_levels = 1,
			.result = result,
			.cause = workers_cause(f->hub->workers),
			.why = why });
		linked_document_store_failed(
		    f, false, 0, "%s: %s", worker_result_name(result), why);
	}
}

static void
linked_document_read_body(struct linked_document *f)
{
	const struct job job = {
		.kind = linked_document_job_kind(f),
		.url = slice_of(f->response.url),
		.content_type = slice_of(f->response.content_type),
	};
	struct err e = ERR_INIT;
	int fd = dup(f->response.body_fd);

	f->reads++;
	if (fd < 0)
		err_errno(&e, "cannot duplicate the descriptor of a document");
	else if (hub_start_job(f->hub, f->url,
		     !host_queue_is_own(f->hub, &f->request, f->url), &job, fd,
		     linked_document_on_read, f, &e) == 0)
		return;
	linked_document_store_failed(f, true, 0, "%s", e.text);
}

/* ---- fetching ---- */

static bool
linked_document_status_is_temporary(long status)
{
	return status >= 500 || status == 408 || status == 429;
}

/* Returns true after a 412 to a request with validators, and deletes them. The
 * document must then be requested again (docs/etiquette.md, row E52). */
static bool
linked_document_drop_validators(
    struct linked_document *f, const struct response *r)
{
	if (!response_drop_validators(r, &f->etag, &f->last_modified))
		return false;
	if (r->body_fd >= 0)
		close(r->body_fd);
	return true;
}

static void
linked_document_on_response(const struct response *r, void *arg)
{
	struct linked_document *f = arg;
	/* If robots.txt is too long, its beginning is used (RFC 9309, section
	 * 2.5). */
	bool is_ok =
	    r->result == FETCH_OK ||
	    (f->is_robots && r->result == FETCH_TOO_LARGE && r->body_fd >= 0);

	/* The request waits until the network is up, or is repeated without
	 * validators. */
	if (network_is_excuse(f->hub, r) ||
	    linked_document_drop_validators(f, r)) {
		host_queue_finished(f->hub, &f->request, r);
		host_queue_add(f->hub, &f->request, f->url);
		return;
	}
	response_copy_take(&f->response, r, hub_now());
	f->update.server_at = f->response.server_at;
	host_queue_finished(f->hub, &f->request, r);
	if (r->result == FETCH_CANCELLED)
		linked_document_end(f);
	else if (!is_ok)
		linked_document_store_failed(f,
		    r->result != FETCH_TOO_LARGE &&
			r->result != FETCH_FORBIDDEN &&
			r->result != FETCH_DISALLOWED,
		    r->wait_s, "%s: %s", fetch_result_name(r->result), r->why);
	else if (r->status == 304)
		linked_document_store_result(f);
	else if (r->status >= 200 && r->status < 300 && r->body_fd >= 0 &&
		 quarantine_levels(f->hub->quarantine,
		     linked_document_job_kind(f), r->body_fd) > 0)
		linked_document_store_failed(f, false, 0,
		    "crasher: a worker failed at these bytes before");
	else if (r->status >= 200 && r->status < 300 && r->body_fd >= 0)
		linked_document_read_body(f);
	else
		linked_document_store_failed(f,
		    linked_document_status_is_temporary(r->status),
		    host_queue_wait_asked_s(r, hub_now()), "HTTP %ld",
		    r->status);
}

/* The configured headers of the feed are only sent to the server of the feed.
 */
static size_t
linked_document_headers(
    const struct linked_document *f, struct fetch_header *ret)
{
	const struct subscription *feed =
	    schedule_find(f->hub, slice_of(f->feed_url));

	if (f->is_robots || feed == NULL || feed->given == NULL ||
	    !fetch_same_origin(feed->url, f->url))
		return 0;
	return poll_headers(feed, ret);
}

static void
linked_document_fetch(struct hub *hub, struct request *request)
{
	struct linked_document *f =
	    container_of(request, struct linked_document, request);
	struct fetch_header headers[POLL_HEADERS];
	const struct fetch_request fetch_request = {
		.kind = f->is_robots ? FETCH_ROBOTS : FETCH_FEED,
		.url = f->url,
		.validators_url = f->validators_url,
		.etag = f->etag,
		.last_modified = f->last_modified,
		.headers = headers,
		.n_headers = linked_document_headers(f, headers),
		.max_bytes =
		    f->is_robots ? ROBOTS_BYTES : hub->config->fetch.feed_bytes,
		.timeout_ms = hub->config->fetch.timeout_s * 1000,
		.redirect_owner = request,
	};
	struct err e = ERR_INIT;
	struct fetch *fetch;

	if (fetch_start(hub->fetcher, &fetch_request,
		linked_document_on_response, f, &fetch, &e) == 0)
		return;
	host_queue_abandoned(hub, request);
	linked_document_store_failed(f, true, 0, "%s", e.text);
}

static void
linked_document_wait_for_robots(struct linked_document *f, const char *why)
{
	bool is_try;
	int64_t wait_s =
	    robots_cache_wait_s(f->hub->robots_cache, f->url, &is_try);

	f->update.was_not_asked = !is_try;
	linked_document_store_failed(f, true, wait_s, "%s", why);
}

/* Returns the rest of the pause of the document's host in seconds; 0: none. */
static int64_t
linked_document_pause_s(const struct linked_document *f)
{
	const struct host *host = host_queue_host_of(f->hub, f->url);

	return host != NULL ? host_queue_pause_left_s(&f->request, host) : 0;
}

/* The document waits in the database for the end of the pause of its host.  A
 * pause may last for days, and the number of documents in memory is limited. */
static void
linked_document_put_off(struct linked_document *f)
{
	f->update.was_not_asked = true;
	linked_document_store_failed(f, true, linked_document_pause_s(f),
	    "its host has asked for a pause");
}

static void
linked_document_on_rules(
    enum robots_verdict verdict, const char *why, void *arg)
{
	struct linked_document *f = arg;

	if (verdict == ROBOTS_DISALLOWED)
		linked_document_store_failed(f, false, 0, "%s", why);
	else if (verdict == ROBOTS_UNREACHABLE)
		linked_document_wait_for_robots(f, why);
	else if (linked_document_pause_s(f) > 0)
		linked_document_put_off(f);
	else if (!host_queue_add(f->hub, &f->request, f->url))
		linked_document_store_failed(
		    f, false, 0, "the URL cannot be fetched");
}

/* Sets the share of the request. A feed can link to documents of any host, and
 * must not delay the feeds and pages of that host. */
static void
linked_document_set_share(struct linked_document *f)
{
	const struct host *host = host_queue_host_of(f->hub, f->feed_url);

	if (host == NULL)
		return;
	f->feed_host = hub_copy(slice_of(host->key));
	f->request.feed_host = f->feed_host;
	if (host_queue_is_own(f->hub, &f->request, f->url))
		return;
	f->request.queued.feed_id = f->feed_id;
	f->request.queued.order = hub_now();
}

int64_t
linked_document_feed(const struct linked_document *f)
{
	return f->feed_id;
}

/* The function request.pause. */
static void
linked_document_pause(struct hub *hub, struct request *request)
{
	(void)hub;
	linked_document_put_off(
	    container_of(request, struct linked_document, request));
}

bool
linked_document_begin(struct hub *hub, struct linked_document *f)
{
	struct table *in_memory = &hub->linked_documents->in_memory;

	if (table_get(in_memory, linked_document_key_of(&f->id)) != NULL)
		return false;
	if (table_put(in_memory, linked_document_key_of(&f->id), f) != 0)
		abort();
	linked_document_set_share(f);
	f->request.pause = linked_document_pause;
	if (hub->config->host.robots && !f->is_robots)
		robots_cache_check(hub->robots_cache, f->url, &f->request,
		    linked_document_on_rules, f);
	else
		linked_document_on_rules(ROBOTS_ALLOWED, "", f);
	return true;
}
