/*
 * article.c -- one article that is owed: fetch its page, cut it, keep it.
 *
 * The happy path is: page_begin() → robots → the gate → fetch → a worker cuts
 * the page → one transaction keeps the article.  It can fail by class: what
 * may heal (timeouts, 5xx, a cut transfer) is tried again later with
 * back-off; what will not (403, 404, not a page, forbidden) leaves the feed's
 * own text as the article, and says why.
 *
 * A page that is known goes the same way when it is looked at again, behind
 * those that are not and with its validators: 304 and whatever went wrong
 * leave the article as it is, 410 withdraws it, another text revises it.
 */
#include <sys/mman.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/limits.h"
#include "daemon/cadence.h"
#include "daemon/page.h"
#include "daemon/quarantine.h"

#define RETRY_BASE_S 60
#define RETRY_CAP_S  86400

void
page_free(struct page *page)
{
	if (page->body_fd >= 0)
		close(page->body_fd);
	buf_release(&page->frame);
	buf_release(&page->robots);
	buf_release(&page->memory);
	parts_release(page);
	free(page->url);
	free(page->hint_title);
	free(page->hint_summary);
	free(page->etag);
	free(page->last_modified);
	free(page->validators_url);
	free(page->final_url);
	free(page->content_type);
	free(page->headers);
	free(page->new_etag);
	free(page->new_modified);
	free(page);
}

struct slice
page_key(const int64_t *id)
{
	return (struct slice){ (const char *)id, sizeof(*id) };
}

/* All of it, whatever bytes a server sent: strndup would stop at a NUL, and
 * whoever goes by the length would read on behind it. */
static char *
copy_slice(struct slice s)
{
	char *copy;

	if (s.p == NULL)
		return NULL;
	copy = malloc(s.len + 1);
	if (copy == NULL)
		abort();
	memcpy(copy, s.p, s.len);
	copy[s.len] = '\0';
	return copy;
}

/* The page is out of hand; what it was is in the database. */
void
page_end(struct page *page)
{
	struct hub *hub = page->hub;

	table_remove(&hub->pages, page_key(&page->id));
	page_free(page);
	if (hub->more_owed && hub->pages.n_used <= hub->pages_asked / 2)
		article_ask(hub);
	hub_step_done(hub);
}

/* ---- keeping ---- */

static void keep_feed_only(struct page *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void keep_failed(struct page *, int64_t retry_after, const char *format,
    ...) __attribute__((format(printf, 3, 4)));

struct raw_body {
	char *p;
	size_t len;
};

static struct raw_body
map_body(int fd)
{
	struct raw_body raw = { NULL, 0 };
	off_t size = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0;
	void *p;

	if (size <= 0)
		return raw;
	p = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p != MAP_FAILED)
		raw = (struct raw_body){ p, (size_t)size };
	return raw;
}

static int
keep_done_page(struct store *store, const struct page *page, struct err *e)
{
	struct article_keep keep = page->keep;
	struct raw_body raw = { NULL, 0 };
	struct parts_loaded loaded;
	int rc;

	if ((rc = parts_load(page, &loaded, e)) != 0) {
		parts_unload(&loaded);
		return rc;
	}
	keep.article = &loaded.article;
	if (page->keeps_raw) {
		raw = map_body(page->body_fd);
		keep.raw = (struct slice){ raw.p, raw.len };
		keep.raw_headers =
		    (struct slice){ page->headers, page->headers_bytes };
		keep.raw_content_type = slice_of(page->content_type);
	}
	rc = store_article_keep(store, &keep, keep.fetched_at, e);
	if (raw.p != NULL)
		munmap(raw.p, raw.len);
	parts_unload(&loaded);
	return rc;
}

static int
keep_run(struct store *store, void *arg, struct err *e)
{
	struct page *page = arg;

	if (page->keep.status == ARTICLE_DONE && !page->keep.unchanged)
		return keep_done_page(store, page, e);
	return store_article_keep(store, &page->keep, page->keep.fetched_at, e);
}

static void
count_result(struct hub *hub, const struct page *page)
{
	struct hub_counters *c = &hub->counters;
	enum article_status status = page->keep.status;

	if (page->is_revisit)
		c->revisits++;
	else if (status == ARTICLE_DONE)
		c->articles_done++;
	else if (status == ARTICLE_FEED_ONLY)
		c->articles_feed_only++;
	else if (status == ARTICLE_FAILED)
		c->articles_failed++;
}

static const char *
result(const struct page *page)
{
	return page->keep.unchanged ? "unchanged"
				    : article_status_name(page->keep.status);
}

/* When its row may be owed again: too early is no harm. */
static int64_t
owed_again_at(const struct page *page)
{
	const struct article_keep *k = &page->keep;
	int64_t at = k->status == ARTICLE_FAILED ? k->retry_at : DATE_NONE;

	for (size_t i = 0; i < k->revisits.n; i++) {
		int64_t then = k->fetched_at + k->revisits.after_s[i];

		if (at == DATE_NONE || then < at)
			at = then;
	}
	return at;
}

static void
look_again_at(struct hub *hub, int64_t at)
{
	if (at == DATE_NONE || hub->once ||
	    (hub->next_retry_at != DATE_NONE && hub->next_retry_at <= at))
		return;
	hub->next_retry_at = at;
	hub_arm(hub->retry_timer, (at - hub_now()) * 1000);
}

static void
keep_done(void *arg, int rc, const struct err *e)
{
	struct page *page = arg;
	struct hub *hub = page->hub;

	if (rc != 0) {
		log_event(LOG_ERROR, "article-not-kept",
		    LOG_INT("id", page->id), LOG_TEXT("url", page->url),
		    LOG_TEXT("why", e->text));
		if (!page->second_try && hub->state == HUB_RUNNING) {
			page->second_try = true;
			keep_failed(page, 0, "not kept: %s", e->text);
			return;
		}
	} else {
		count_result(hub, page);
		log_event(
		    page->keep.status == ARTICLE_DONE ? LOG_INFO : LOG_WARNING,
		    page->is_revisit ? "revisit" : "article",
		    LOG_INT("id", page->id), LOG_TEXT("status", result(page)),
		    LOG_TEXT("url", page->url), LOG_TEXT("why", page->why));
		look_again_at(hub, owed_again_at(page));
		control_changed(hub->control);
	}
	page_end(page);
}

static void
keep(struct page *page, enum article_status status)
{
	page->keep.id = page->id;
	page->keep.status = status;
	page->keep.fetched_at = hub_now();
	page->keep.status_why =
	    page->why[0] != '\0' ? slice_of(page->why) : SLICE_NONE;
	page->keep.final_url = slice_of(page->final_url);
	if (!buf_failed(&page->robots))
		page->keep.robots = buf_slice(&page->robots);
	if (!page->parts_missing) { /* else the next visit reads it anew */
		page->keep.etag = slice_of(page->new_etag);
		page->keep.last_modified = slice_of(page->new_modified);
	}
	page->keeps_raw = page->hub->config->articles.raw_keep;
	page->keep.revisits.n = page->hub->config->articles.n_revisits;
	memcpy(page->keep.revisits.after_s,
	    page->hub->config->articles.revisit_s,
	    sizeof(page->keep.revisits.after_s));
	store_post(page->hub->store, 2, keep_run, keep_done, page);
}

/* For good: the feed's own words are the article. */
static void
keep_feed_only(struct page *page, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(page->why, sizeof(page->why), format, ap);
	va_end(ap);
	keep(page, ARTICLE_FEED_ONLY);
}

/* For now: again later, unless it was tried often enough. */
static void
keep_failed(struct page *page, int64_t retry_after, const char *format, ...)
{
	int64_t wait_s =
	    backoff_s(page->tries + 1, RETRY_BASE_S, RETRY_CAP_S, hub_dice());
	va_list ap;

	va_start(ap, format);
	vsnprintf(page->why, sizeof(page->why), format, ap);
	va_end(ap);
	if (page->tries + 1 >= LIMIT_ARTICLE_TRIES) {
		keep(page, ARTICLE_FEED_ONLY);
		return;
	}
	page->keep.retry_at =
	    hub_now() + (wait_s > retry_after ? wait_s : retry_after);
	keep(page, ARTICLE_FAILED);
}

/* ---- cutting ---- */

void
page_keep_done(struct page *page)
{
	keep(page, ARTICLE_DONE);
}

/* Who reads a page: where one dies, or gives up, the next. */
static const enum cuter_parser ladder[] = { CUTER_PARSER_AUTO,
	CUTER_PARSER_LIBXML2, CUTER_PARSER_PLAIN };
#define N_RUNGS ((int)(sizeof(ladder) / sizeof(ladder[0])))

static void cut(struct page *page);

/* Behind the last one there is the feed's own text. */
static void
step_down(struct page *page, enum worker_result result, const char *why)
{
	page->rung++;
	quarantine_note(page->hub->quarantine,
	    &(struct quarantine_case){ .kind = JOB_PAGE,
		.url = page->final_url,
		.content_type = page->content_type,
		.body_fd = page->body_fd,
		.rungs = page->rung,
		.result = result,
		.why = why });
	if (page->rung < N_RUNGS)
		cut(page);
	else
		keep_feed_only(page, "poison: %s", why);
}

static void
on_cut(enum worker_result result, const struct reply *reply, const char *why,
    void *arg)
{
	struct page *page = arg;

	if (result == WORKER_OK && reply_write(&page->frame, reply)) {
		if (!parts_go_on(page, &reply->article))
			page_keep_done(page);
		return;
	}
	if (result == WORKER_STOPPED) {
		page_end(page); /* its row is still owed */
		return;
	}
	log_event(LOG_WARNING, "worker", LOG_TEXT("url", page->url),
	    LOG_TEXT("parser", cuter_parser_name(ladder[page->rung])),
	    LOG_TEXT("result", worker_result_name(result)),
	    LOG_TEXT("why", why));
	buf_clear(&page->frame);
	if (result == WORKER_LOST) {
		cut(page);
		return;
	}
	step_down(page, result, why);
}

static void
cut(struct page *page)
{
	const struct job job = {
		.kind = JOB_PAGE,
		.parser = ladder[page->rung],
		.url = slice_of(page->final_url),
		.content_type = slice_of(page->content_type),
		.hint_title = slice_of(page->hint_title),
		.hint_summary = slice_of(page->hint_summary),
		.now_at = hub_now(),
		.memory =
		    page->has_memory ? buf_slice(&page->memory) : SLICE_NONE,
	};
	struct err e = ERR_INIT;
	int fd = dup(page->body_fd);

	if (fd < 0)
		err_errno(&e, "a page's bytes");
	else if (worker_start(page->hub->workers, &job, fd, on_cut, page, &e) ==
		 0) {
		/* The job has a copy.  A lower rung goes without: what a page
		 * shows that way is no measure for others. */
		buf_release(&page->memory);
		page->has_memory = false;
		return;
	}
	keep_failed(page, 0, "%s", e.text);
}

static int
memory_run(struct store *store, void *arg, struct err *e)
{
	struct page *page = arg;

	return store_site_memory_get(store, page->id, &page->memory, e);
}

/* Without it, the page is cut as if it were the only one of its site. */
static void
memory_done(void *arg, int rc, const struct err *e)
{
	struct page *page = arg;

	if (page->hub->state != HUB_RUNNING) {
		page_end(page); /* the workers may be gone; it is still owed */
		return;
	}
	page->has_memory = rc == 0 && !buf_failed(&page->memory);
	if (rc != 0)
		log_event(LOG_WARNING, "site-memory-not-read",
		    LOG_TEXT("url", page->url), LOG_TEXT("why", e->text));
	cut(page);
}

static void
cut_first(struct page *page)
{
	page->rung = quarantine_rungs(
	    page->hub->quarantine, JOB_PAGE, page->body_fd);
	if (page->rung > 0 && page->rung < N_RUNGS)
		log_event(LOG_INFO, "known-poison", LOG_TEXT("url", page->url),
		    LOG_TEXT("parser", cuter_parser_name(ladder[page->rung])));
	if (page->rung >= N_RUNGS)
		keep_feed_only(page,
		    "poison: every reader has failed at these bytes");
	else if (page->hub->config->articles.site_memory)
		store_post(page->hub->store, 1, memory_run, memory_done, page);
	else
		cut(page);
}

/* ---- fetching ---- */

/* What a transfer that gave no page means: again later, or never. */
static const bool fetch_may_heal[FETCH_RESULT_COUNT] = {
	[FETCH_TRUNCATED] = true,
	[FETCH_TIMEOUT] = true,
	[FETCH_DNS] = true,
	[FETCH_CONNECT] = true,
	[FETCH_TLS] = true,
	[FETCH_PROTOCOL] = true,
};

static bool
status_may_heal(long status)
{
	return status >= 500 || status == 408 || status == 421 ||
	       status == 425 || status == 429;
}

/* An absent type is worth a try; a PDF is not. */
bool
page_is_type(const char *content_type)
{
	static const struct slice page_types[] = {
		SLICE("text/html"),
		SLICE("application/xhtml+xml"),
		SLICE("application/xml"),
		SLICE("text/xml"),
		SLICE("text/plain"),
		SLICE("application/octet-stream"),
	};
	struct slice type = slice_of(content_type), part;

	if (!slice_next(&type, ';', &part))
		return true;
	part = slice_trim(part);
	if (part.len == 0)
		return true;
	for (size_t i = 0; i < sizeof(page_types) / sizeof(page_types[0]); i++)
		if (slice_equal_nocase(part, page_types[i]))
			return true;
	return false;
}

/* Recorded for whoever uses the text (etiquette E42; TDM reservation
 * protocol), one header a line, in letters that no database chokes on. */
static void
take_robots(struct page *page, struct slice headers)
{
	static const struct slice names[] = { SLICE("x-robots-tag:"),
		SLICE("tdm-reservation:"), SLICE("tdm-policy:") };
	struct slice line;

	while (slice_next(&headers, '\n', &line)) {
		bool wanted = false;

		line = slice_trim(line);
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			wanted |= slice_starts_nocase(line, names[i]);
		if (!wanted)
			continue;
		if (page->robots.len > 0)
			buf_append_char(&page->robots, '\n');
		for (size_t i = 0; i < line.len; i++)
			buf_append_char(&page->robots,
			    line.p[i] >= ' ' && line.p[i] <= '~' ? line.p[i]
								 : '?');
	}
}

static void
take_response(struct page *page, const struct response *r)
{
	page->body_fd = r->body_fd;
	page->final_url = copy_slice(slice_of(r->url));
	page->content_type = copy_slice(slice_of(r->content_type));
	page->new_etag = copy_slice(slice_of(r->etag));
	page->new_modified = copy_slice(slice_of(r->last_modified));
	page->headers = copy_slice(r->headers);
	page->headers_bytes = r->headers.len;
	take_robots(page, r->headers);
}

static void
keep_unchanged(struct page *page)
{
	page->keep.unchanged = true;
	keep(page, ARTICLE_DONE);
}

static void
keep_gone(struct page *page)
{
	snprintf(page->why, sizeof(page->why), "HTTP 410, its page is gone");
	keep(page, ARTICLE_GONE);
}

/* It was there at an earlier visit. */
static bool
is_missing(struct page *page, long status)
{
	page->keep.missing = page->is_revisit && status == 404;
	return page->keep.missing;
}

static void
on_response(const struct response *r, void *arg)
{
	struct page *page = arg;
	struct hub *hub = page->hub;

	if (network_excuses(hub, r)) { /* it waits for the network */
		gate_finished(hub, &page->errand, r);
		gate_submit(hub, &page->errand, page->url);
		return;
	}
	take_response(page, r);
	gate_finished(hub, &page->errand, r);
	hub->counters.pages++;
	if (r->result == FETCH_CANCELLED)
		page_end(page);
	else if (r->result != FETCH_OK && fetch_may_heal[r->result])
		keep_failed(
		    page, 0, "%s: %s", fetch_result_name(r->result), r->why);
	else if (r->result != FETCH_OK)
		keep_feed_only(
		    page, "%s: %s", fetch_result_name(r->result), r->why);
	else if (page->is_revisit && r->status == 304)
		keep_unchanged(page);
	else if (page->is_revisit && r->status == 410)
		keep_gone(page);
	else if (status_may_heal(r->status) || is_missing(page, r->status))
		keep_failed(page,
		    page->errand.host->pause_until_at > hub_now()
			? page->errand.host->pause_until_at - hub_now()
			: 0,
		    "HTTP %ld", r->status);
	else if (r->status < 200 || r->status >= 300)
		keep_feed_only(page, "HTTP %ld", r->status);
	else if (!page_is_type(r->content_type))
		keep_feed_only(page, "not a page: %s", r->content_type);
	else if (r->body_fd < 0)
		keep_feed_only(page, "HTTP %ld with an empty body", r->status);
	else
		cut_first(page);
}

static void
page_fetch(struct hub *hub, struct errand *errand)
{
	struct page *page = container_of(errand, struct page, errand);
	const struct fetch_request request = {
		.kind = FETCH_PAGE,
		.url = page->url,
		.etag = page->etag,
		.last_modified = page->last_modified,
		.validators_url = page->validators_url,
		.max_bytes = hub->config->fetch.page_bytes,
		.timeout_ms = hub->config->fetch.timeout_s * 1000,
	};
	struct err e = ERR_INIT;
	struct fetch *fetch;

	if (fetch_start(
		hub->fetcher, &request, on_response, page, &fetch, &e) == 0)
		return;
	gate_abandoned(hub, errand);
	keep_failed(page, 0, "%s", e.text);
}

static void
on_rules(enum rules_verdict verdict, const char *why, void *arg)
{
	struct page *page = arg;

	if (verdict == RULES_DISALLOWED)
		keep_feed_only(page, "%s", why);
	else if (verdict == RULES_UNREACHABLE)
		keep_failed(page, 0, "%s", why);
	else if (!gate_submit(page->hub, &page->errand, page->url))
		keep_feed_only(page, "not an address to fetch from");
}

void
page_begin(struct page *page)
{
	if (page->hub->config->host.robots)
		rules_ask(page->hub->rules, page->url, on_rules, page);
	else
		on_rules(RULES_ALLOWED, "", page);
}

struct page *
page_new(struct hub *hub, const struct article_owed *owed)
{
	struct page *page = calloc(1, sizeof(*page));

	if (page == NULL)
		abort();
	page->hub = hub;
	page->errand.kind = ERRAND_PAGE;
	page->errand.start = page_fetch;
	page->body_fd = -1;
	buf_init(&page->frame, LIMIT_REPLY_BYTES);
	buf_init(&page->robots, LIMIT_TITLE_BYTES);
	buf_init(&page->memory, LIMIT_SITE_MEMORY);
	page->id = owed->id;
	page->tries = owed->tries;
	page->url = copy_slice(owed->url);
	page->hint_title = copy_slice(owed->hint_title);
	page->hint_summary = copy_slice(owed->hint_summary);
	page->is_revisit = owed->is_revisit;
	if (owed->is_revisit) {
		page->errand.kind = ERRAND_REVISIT;
		page->etag = copy_slice(owed->etag);
		page->last_modified = copy_slice(owed->last_modified);
		page->validators_url = copy_slice(owed->validators_url);
	}
	return page;
}
