/*
 * further.c -- fetches, parses and stores a linked document: of a sitemap
 * index, of an archive, or the robots.txt that names news sitemaps.
 *
 * Normal case: a poll has stored rows; further_owed.c reads them and calls
 * further_begin(). robots.txt is checked, the request waits in its host queue,
 * the document is fetched and parsed in a worker. One transaction stores its
 * items, validators and further links. This repeats until no row is pending.
 * All failures of a poll are possible; the row is then tried again later, at
 * most LIMIT_FURTHER_TRIES times. The documents in memory can be read from the
 * database again at any time.
 *
 * robots.txt is checked for each document, because the operator has only
 * configured the feed.
 */
#include "daemon/further.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/limits.h"
#include "daemon/cadence.h"
#include "daemon/quarantine.h"

#define RETRY_BASE_S (15 * 60)
#define RETRY_CAP_S  86400
#define WHY_BYTES    256
/* More than a worker reads, as in rules_fetch.c: a chunk that crosses the limit
 * is dropped completely. */
#define ROBOTS_BYTES (LIMIT_ROBOTS_BYTES + 64 * KIB)

struct further {
	struct errand errand;
	struct hub *hub;
	int64_t id, tries;
	bool is_robots;
	struct buf robots; /* reduced to its rules */
	char *url, *etag, *last_modified, *validators_url, *feed_url;
	/* the response */
	char *final_url, *content_type, *new_etag, *new_modified;
	int body_fd, reads;
	/* the result */
	struct buf frame;
	size_t n_entries;
	struct further_keep keep;
	struct poll_kept kept, kept_before; /* stored by the previous slices */
	char why[WHY_BYTES];
};

static struct slice
further_key_of(const int64_t *id)
{
	return (struct slice){ (const char *)id, sizeof(*id) };
}

static void further_fetch(struct hub *, struct errand *);

struct further *
further_new(struct hub *hub, const struct further_row *row)
{
	struct further *f = calloc(1, sizeof(*f));

	if (f == NULL)
		abort();
	f->hub = hub;
	f->errand.kind = ERRAND_FEED;
	f->errand.start = further_fetch;
	f->id = row->id;
	f->tries = row->tries;
	f->is_robots = slice_equal(row->kind, SLICE("robots"));
	f->errand.obeys_robots = !f->is_robots;
	buf_init(&f->robots, 4 * LIMIT_ROBOTS_BYTES);
	f->url = hub_copy(row->url);
	f->etag = hub_copy(row->etag);
	f->last_modified = hub_copy(row->last_modified);
	f->validators_url = hub_copy(row->validators_url);
	f->feed_url = hub_copy(row->feed_url);
	f->body_fd = -1;
	buf_init(&f->frame, LIMIT_REPLY_BYTES);
	return f;
}

void
further_free(struct further *f)
{
	if (f->body_fd >= 0)
		close(f->body_fd);
	buf_release(&f->frame);
	buf_release(&f->robots);
	free(f->url);
	free(f->etag);
	free(f->last_modified);
	free(f->validators_url);
	free(f->feed_url);
	free(f->final_url);
	free(f->content_type);
	free(f->new_etag);
	free(f->new_modified);
	free(f);
}

static void
further_end(struct further *f)
{
	struct hub *hub = f->hub;

	table_remove(&hub->furthers->in_hand, further_key_of(&f->id));
	further_free(f);
	if (hub->furthers->more_owed)
		further_ask(hub);
	hub_step_done(hub);
}

/* ---- storing ---- */

static int
further_keep_run(struct store *store, void *arg, struct err *e)
{
	struct further *f = arg;
	struct further_keep keep = f->keep;
	struct arena arena;
	struct reply reply;
	int rc;

	if (f->frame.len == 0)
		return store_further_keep(store, &keep, hub_now(), &f->kept, e);
	if (!reply_load(&arena, buf_slice(&f->frame), &reply)) {
		arena_release(&arena);
		return err_set(
		    e, ERR_MEMORY, "no memory for a document's entries");
	}
	keep.feed = &reply.feed;
	rc = store_further_keep(store, &keep, hub_now(), &f->kept, e);
	arena_release(&arena);
	return rc;
}

static void
further_keep_done(void *arg, int rc, const struct err *e)
{
	struct further *f = arg;
	struct hub *hub = f->hub;

	if (rc == 0 && f->kept.n_left > 0) {
		f->kept_before = f->kept;
		f->keep.before = &f->kept_before;
		if (f->kept.n_owed > 0)
			article_ask(hub);
		store_post_rest(
		    hub->store, further_keep_run, further_keep_done, f);
		return;
	}
	if (rc == ERR_NOT_FOUND) {
		log_event(LOG_DEBUG, "document-not-wanted",
		    LOG_TEXT("url", f->url), LOG_TEXT("why", e->text));
	} else if (rc != 0) {
		log_event(LOG_ERROR, "document-not-kept",
		    LOG_TEXT("url", f->url), LOG_TEXT("why", e->text));
		/* do not read it again at once */
		hub->furthers->more_owed = false;
		hub->once_failed = true;
	} else {
		hub->counters.entries_new += f->kept.n_new;
		log_event(f->why[0] != '\0' ? LOG_WARNING : LOG_INFO,
		    "document", LOG_TEXT("url", f->url),
		    LOG_INT("entries", (int64_t)f->n_entries),
		    LOG_INT("new", (int64_t)f->kept.n_new),
		    LOG_INT("further", (int64_t)f->kept.n_further),
		    LOG_TEXT("why", f->why));
		hub->furthers->more_owed |= f->kept.n_further > 0;
		control_changed(hub->control);
		if (f->kept.n_owed > 0)
			article_ask(hub);
		/* Reading the pending documents again plans its retry. */
		if (f->kept.n_waiting > 0 ||
		    (f->keep.why.len > 0 && f->keep.retry_at != DATE_NONE))
			hub->furthers->more_owed = true;
	}
	further_end(f);
}

static void
further_keep_result(struct further *f)
{
	f->keep.id = f->id;
	f->keep.max_age_s = f->hub->config->articles.max_age_s;
	f->keep.feed_bytes_per_day =
	    f->hub->config->articles.feed_bytes_per_day;
	f->keep.slice = LIMIT_SLICE;
	keeping_start(f->hub, f->url, f->n_entries + 1, further_keep_run,
	    further_keep_done, f);
}

static void further_keep_failed(struct further *, bool may_heal, int64_t wait_s,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

static void
further_keep_failed(
    struct further *f, bool may_heal, int64_t wait_s, const char *format, ...)
{
	int64_t backoff =
	    backoff_s(f->tries + 1, RETRY_BASE_S, RETRY_CAP_S, hub_dice());
	va_list ap;

	va_start(ap, format);
	vsnprintf(f->why, sizeof(f->why), format, ap);
	va_end(ap);
	buf_clear(&f->frame);
	f->keep.why = slice_of(f->why);
	f->keep.retry_at = DATE_NONE;
	if (may_heal && f->tries + 1 < LIMIT_FURTHER_TRIES)
		f->keep.retry_at =
		    hub_now() + (backoff > wait_s ? backoff : wait_s);
	further_keep_result(f);
}

/* ---- parsing ---- */

static void further_read_body(struct further *);

static void
further_take_feed(struct further *f, const struct reply *reply)
{
	const struct feed *feed = &reply->feed;

	f->n_entries = feed->n_entries;
	if (feed->format == FEED_UNKNOWN) {
		further_keep_failed(f, false, 0, "%.*s", SLICE_ARG(feed->why));
		return;
	}
	if (!reply_write(&f->frame, reply)) {
		further_keep_failed(f, false, 0, "too many bytes of entries");
		return;
	}
	if (feed->complete) {
		f->keep.etag = slice_of(f->new_etag);
		f->keep.last_modified = slice_of(f->new_modified);
		f->keep.validators_url = slice_of(f->final_url);
	}
	further_keep_result(f);
}

static void
further_take_robots(struct further *f, const struct reply *reply)
{
	buf_clear(&f->robots);
	buf_append_slice(&f->robots, reply->robots);
	f->keep.robots = buf_slice(&f->robots);
	further_keep_result(f);
}

static enum job_kind
further_job_kind(const struct further *f)
{
	return f->is_robots ? JOB_ROBOTS : JOB_FEED;
}

static void
further_on_read(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct further *f = arg;

	if (result == WORKER_STOPPED)
		further_end(f); /* its row is still pending */
	else if (result == WORKER_OK && f->is_robots)
		further_take_robots(f, reply);
	else if (result == WORKER_OK)
		further_take_feed(f, reply);
	else if (result == WORKER_LOST ||
		 (result != WORKER_FAILED && f->reads < 2))
		further_read_body(f);
	else {
		quarantine_note(f->hub->quarantine,
		    &(struct quarantine_case){ .kind = further_job_kind(f),
			.url = f->final_url,
			.content_type = f->content_type,
			.body_fd = f->body_fd,
			.rungs = 1,
			.result = result,
			.why = why });
		further_keep_failed(
		    f, false, 0, "%s: %s", worker_result_name(result), why);
	}
}

static void
further_read_body(struct further *f)
{
	const struct job job = {
		.kind = further_job_kind(f),
		.url = slice_of(f->final_url),
		.content_type = slice_of(f->content_type),
	};
	struct err e = ERR_INIT;
	int fd = dup(f->body_fd);

	f->reads++;
	if (fd < 0)
		err_errno(&e, "duplicate a document's descriptor");
	else if (reading_start(
		     f->hub, f->url, &job, fd, further_on_read, f, &e) == 0)
		return;
	further_keep_failed(f, true, 0, "%s", e.text);
}

/* ---- fetching ---- */

static bool
further_status_may_heal(long status)
{
	return status >= 500 || status == 408 || status == 429;
}

static void
further_on_response(const struct response *r, void *arg)
{
	struct further *f = arg;
	/* If robots.txt is too long, its beginning is used (RFC 9309, section
	 * 2.5). */
	bool is_ok =
	    r->result == FETCH_OK ||
	    (f->is_robots && r->result == FETCH_TOO_LARGE && r->body_fd >= 0);

	if (network_excuses(f->hub, r)) { /* it waits until the network is up */
		gate_finished(f->hub, &f->errand, r);
		gate_submit(f->hub, &f->errand, f->url);
		return;
	}
	f->body_fd = r->body_fd;
	f->final_url = hub_copy(slice_of(r->url));
	f->content_type = hub_copy(slice_of(r->content_type));
	f->keep.server_at = response_date(r);
	f->new_etag = hub_copy(slice_of(r->etag));
	f->new_modified = hub_copy(slice_of(r->last_modified));
	gate_finished(f->hub, &f->errand, r);
	if (r->result == FETCH_CANCELLED)
		further_end(f);
	else if (!is_ok)
		further_keep_failed(f,
		    r->result != FETCH_TOO_LARGE &&
			r->result != FETCH_FORBIDDEN &&
			r->result != FETCH_DISALLOWED,
		    r->wait_s, "%s: %s", fetch_result_name(r->result), r->why);
	else if (r->status == 304)
		further_keep_result(f);
	else if (r->status >= 200 && r->status < 300 && r->body_fd >= 0 &&
		 quarantine_rungs(
		     f->hub->quarantine, further_job_kind(f), r->body_fd) > 0)
		further_keep_failed(f, false, 0,
		    "crasher: a worker failed at these bytes before");
	else if (r->status >= 200 && r->status < 300 && r->body_fd >= 0)
		further_read_body(f);
	else
		further_keep_failed(f, further_status_may_heal(r->status),
		    gate_pause_asked_s(r, hub_now()), "HTTP %ld", r->status);
}

/* The configured headers of the feed are only sent to its own server. */
static size_t
further_headers(const struct further *f, struct fetch_header *ret)
{
	const struct subscription *feed =
	    schedule_find(f->hub, slice_of(f->feed_url));

	if (f->is_robots || feed == NULL || feed->given == NULL ||
	    !fetch_same_origin(feed->url, f->url))
		return 0;
	return poll_headers(feed, ret);
}

static void
further_fetch(struct hub *hub, struct errand *errand)
{
	struct further *f = container_of(errand, struct further, errand);
	struct fetch_header headers[POLL_HEADERS];
	const struct fetch_request request = {
		.kind = f->is_robots ? FETCH_ROBOTS : FETCH_FEED,
		.url = f->url,
		.validators_url = f->validators_url,
		.etag = f->etag,
		.last_modified = f->last_modified,
		.headers = headers,
		.n_headers = further_headers(f, headers),
		.max_bytes =
		    f->is_robots ? ROBOTS_BYTES : hub->config->fetch.feed_bytes,
		.timeout_ms = hub->config->fetch.timeout_s * 1000,
		.traveller = errand,
	};
	struct err e = ERR_INIT;
	struct fetch *fetch;

	if (fetch_start(hub->fetcher, &request, further_on_response, f, &fetch,
		&e) == 0)
		return;
	gate_abandoned(hub, errand);
	further_keep_failed(f, true, 0, "%s", e.text);
}

static void
further_on_rules(enum rules_verdict verdict, const char *why, void *arg)
{
	struct further *f = arg;

	if (verdict == RULES_DISALLOWED)
		further_keep_failed(f, false, 0, "%s", why);
	else if (verdict == RULES_UNREACHABLE)
		further_keep_failed(f, true, 0, "%s", why);
	else if (!gate_submit(f->hub, &f->errand, f->url))
		further_keep_failed(f, false, 0, "the URL cannot be fetched");
}

bool
further_begin(struct hub *hub, struct further *f)
{
	struct table *in_hand = &hub->furthers->in_hand;

	if (table_get(in_hand, further_key_of(&f->id)) != NULL)
		return false;
	if (table_put(in_hand, further_key_of(&f->id), f) != 0)
		abort();
	if (hub->config->host.robots && !f->is_robots)
		rules_ask(hub->rules, f->url, &f->errand, further_on_rules, f);
	else
		further_on_rules(RULES_ALLOWED, "", f);
	return true;
}
