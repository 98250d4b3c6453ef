/*
 * recut.c -- extracts stored pages again, in worker processes.
 *
 * Normal case: the next page of the database is extracted by a worker in the
 * same sandbox as the daemon's workers. The worker's answer is queued. When
 * there are enough answers, one short transaction stores them, so that a
 * running daemon waits only briefly.
 *
 * Failures: If a worker crashes or times out, the next fallback level of
 * parsers is used, as in the daemon; after the last level the article is not
 * changed. If another process locks the database for longer than
 * LIMIT_PATIENCE_MS, the run ends. If the process is killed, only the queued
 * answers are lost. In both cases the next recut continues after the last
 * stored page, because the position is stored in the same transaction as the
 * answers (store/page/recut.c).
 */
#include "cli/cmd/recut.h"

#include <sys/mman.h>

#include <errno.h>
#include <event2/event.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/enrich/enrich.h"
#include "cli/term/progress.h"
#include "config/config.h"
#include "worker/worker.h"

#define BATCH       32 /* maximum number of answers in one transaction */
/* maximum total size of the answers in one transaction */
#define BATCH_BYTES (16 * MIB)
#define AHEAD       2          /* number of loaded pages for each process */
/* If this number of workers for one page is lost (WORKER_LOST), the run ends,
 * because probably no process can be started. */
#define LOST_MOST 3

/* A loaded page, and later the answer of its worker. */
struct recut_item {
	struct recut *recut;
	int64_t id, fetched_at;
	char *url, *content_type, *hint_title, *hint_summary; /* owned */
	/* the page's bytes */
	int fd;
	enum cuter_parser fallback_level;
	const struct config_rules
	    *rules; /* rules of the page's site; NULL: none */
	bool without_rules; /* extract the page without `rules`, because a
			       worker failed with them */
	int lost;
	struct buf memory; /* site memory, if the extraction method uses one */
	struct buf frame;  /* the answer; empty: the page could not be
			      extracted */
};

struct recut {
	struct cli *cli;
	struct store *store;
	const struct recut_options *order;
	struct recut_counts *counts;
	struct workers *workers;
	struct event_base *base;
	struct progress progress;
	int64_t after; /* id of the page that was loaded last */
	bool no_more;
	bool site_memory;
	struct enrich_order enrich;
	size_t in_hand;
	struct recut_item *answers[BATCH];
	size_t n_answers, answer_bytes;
	int rc;
	struct err e;
};

/* ---- loaded pages ---- */

static void
recut_page_free(struct recut_item *page)
{
	if (page->fd >= 0)
		close(page->fd);
	free(page->url);
	free(page->content_type);
	free(page->hint_title);
	free(page->hint_summary);
	buf_release(&page->memory);
	buf_release(&page->frame);
	free(page);
}

static bool
recut_copy_text(struct slice text, char **ret)
{
	*ret = text.p != NULL ? strndup(text.p, text.len) : NULL;
	return text.p == NULL || *ret != NULL;
}

/* Copies the bytes to a file that a worker can map. */
static int
recut_open_body(struct slice body)
{
	int fd = memfd_create("page", MFD_CLOEXEC);

	while (fd >= 0 && body.len > 0) {
		ssize_t n = write(fd, body.p, body.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			close(fd);
			return -1;
		}
		body = slice_sub(body, (size_t)n, body.len);
	}
	return fd;
}

/* Returns NULL if there is no memory or no descriptor. */
static struct recut_item *
recut_page_new(struct recut *recut, const struct recut_page *row)
{
	struct recut_item *page = calloc(1, sizeof(*page));

	if (page == NULL)
		return NULL;
	page->recut = recut;
	page->id = row->id;
	page->fetched_at = row->fetched_at;
	buf_init(&page->memory, LIMIT_SITE_MEMORY);
	buf_init(&page->frame, LIMIT_REPLY_BYTES);
	page->fd = recut_open_body(row->body);
	if (page->fd < 0 || !recut_copy_text(row->url, &page->url) ||
	    !recut_copy_text(row->content_type, &page->content_type) ||
	    !recut_copy_text(row->hint_title, &page->hint_title) ||
	    !recut_copy_text(row->hint_summary, &page->hint_summary)) {
		recut_page_free(page);
		return NULL;
	}
	if (page->url != NULL)
		page->rules = access_rules(recut->order->access, page->url);
	return page;
}

static void
recut_fail(struct recut *recut, int rc)
{
	if (recut->rc == 0)
		recut->rc = rc;
	recut->no_more = true;
}

/* ---- storing ---- */

static int
recut_store_one(struct recut *recut, const struct recut_item *page,
    enum recut_result *ret, struct err *e)
{
	struct recut_update keep = { .id = page->id,
		.fetched_at = page->fetched_at,
		.url = slice_of(page->url),
		.rules_digest = page->rules != NULL ? page->rules->digest : 0 };
	struct arena arena;
	struct reply reply;
	int rc;

	if (page->frame.len == 0)
		return store_recut_put(recut->store, &keep, time(NULL), ret, e);
	if (reply_load(&arena, buf_slice(&page->frame), &reply)) {
		keep.article = &reply.article;
		if (reply.enrichment.is_present)
			keep.enrichment = &reply.enrichment;
		rc = store_recut_put(recut->store, &keep, time(NULL), ret, e);
		if (rc == 0 && *ret == RECUT_REVISED &&
		    recut->order->revised != NULL)
			recut->order->revised(
			    page->id, reply.article.title, recut->order->arg);
	} else
		rc = err_set(e, ERR_MEMORY, "no memory for an article");
	arena_release(&arena);
	return rc;
}

/* Stores all queued answers in one transaction. If the store rejects a page,
 * only that page is skipped. */
static int
recut_store_all(struct recut *recut, struct recut_counts *counts, struct err *e)
{
	int rc = store_begin(recut->store, e);

	for (size_t i = 0; i < recut->n_answers && rc == 0; i++) {
		const struct recut_item *page = recut->answers[i];
		enum recut_result result = RECUT_PASSED;

		rc = recut_store_one(recut, page, &result, e);
		if (rc != 0 && !store_may_retry(recut->store)) {
			cli_note(recut->cli, "article %lld is not changed: %s",
			    (long long)page->id, e->text);
			rc = 0;
		}
		counts->results[result]++;
		counts->failed +=
		    result == RECUT_PASSED && page->frame.len == 0;
	}
	if (rc == 0 && !recut->order->dry_run)
		return store_commit(recut->store, e);
	store_rollback(recut->store);
	return rc;
}

static void
recut_drop_answers(struct recut *recut)
{
	for (size_t i = 0; i < recut->n_answers; i++)
		recut_page_free(recut->answers[i]);
	recut->n_answers = recut->answer_bytes = 0;
}

static void
recut_store_answers(struct recut *recut)
{
	struct recut_counts counts = { 0 };
	int rc = 0;

	if (recut->n_answers == 0)
		return;
	if (recut->rc == 0) {
		counts = *recut->counts;
		rc = recut_store_all(recut, &counts, &recut->e);
	}
	if (rc == 0 && recut->rc == 0) {
		*recut->counts = counts;
		progress_step(&recut->progress, (int64_t)recut->n_answers);
	} else
		recut_fail(recut, rc);
	recut_drop_answers(recut);
}

/* ---- extracting ---- */

static void recut_take_more(struct recut *);
static bool recut_cut(struct recut_item *);

/* Queues the page with its answer. An empty answer means that the page could
 * not be extracted. */
static void
recut_put_answer(struct recut_item *page)
{
	struct recut *recut = page->recut;

	close(page->fd);
	page->fd = -1;
	recut->answers[recut->n_answers++] = page;
	recut->answer_bytes += page->frame.len;
	if (recut->n_answers == BATCH || recut->answer_bytes >= BATCH_BYTES)
		recut_store_answers(recut);
}

static void
recut_put_none(struct recut_item *page, const char *why)
{
	cli_note(page->recut->cli, "article %lld is not changed: %s",
	    (long long)page->id, why);
	buf_clear(&page->frame);
	recut_put_answer(page);
}

static void
recut_end_of_page(struct recut_item *page)
{
	struct recut *recut = page->recut;

	recut->in_hand--;
	recut_put_answer(page);
	recut_take_more(recut);
}

/* Extracts the page again after a worker has failed. If the site rules were
 * applied, the page is extracted without them. Otherwise the next fallback
 * level is used. A process that could not be started does not count as a
 * failure of the page. */
static void
recut_cut_again(
    struct recut_item *page, enum worker_result result, const char *why)
{
	struct recut *recut = page->recut;

	if (result == WORKER_LOST && ++page->lost == LOST_MOST)
		recut_fail(recut, err_set(&recut->e, ERR_LIBRARY, "%s", why));
	else if (result != WORKER_LOST && page->rules != NULL &&
		 !page->without_rules) {
		cli_note(recut->cli,
		    "article %lld is read without the site rules in %s: %s",
		    (long long)page->id, page->rules->path, why);
		page->without_rules = true;
		if (recut_cut(page))
			return;
	} else if (result != WORKER_LOST &&
		   page->fallback_level == CUTER_PARSER_PLAIN) {
		recut->in_hand--;
		recut_put_none(page, why);
		recut_take_more(recut);
		return;
	} else {
		if (result != WORKER_LOST)
			page->fallback_level =
			    page->fallback_level == CUTER_PARSER_AUTO
				? CUTER_PARSER_LIBXML2
				: CUTER_PARSER_PLAIN;
		if (recut_cut(page))
			return;
	}
	recut->in_hand--;
	recut_page_free(page);
	recut_take_more(recut);
}

static void
recut_on_cut(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct recut_item *page = arg;
	struct recut *recut = page->recut;

	if (result == WORKER_STOPPED) {
		recut->in_hand--;
		recut_page_free(page);
		return;
	}
	if (result == WORKER_OK && reply_write(&page->frame, reply)) {
		recut_end_of_page(page);
		return;
	}
	buf_clear(&page->frame);
	recut_cut_again(page, result, why);
}

/* Sends the page to a worker as the daemon does, with the time at which the
 * page was fetched. Returns false if no worker is available any more; the
 * caller still owns the page. */
static bool
recut_cut(struct recut_item *page)
{
	struct recut *recut = page->recut;
	const struct job job = {
		.kind = JOB_PAGE,
		.parser = page->fallback_level,
		.url = slice_of(page->url),
		.content_type = slice_of(page->content_type),
		.hint_title = slice_of(page->hint_title),
		.hint_summary = slice_of(page->hint_summary),
		.now_at = page->fetched_at,
		.memory = recut->site_memory &&
				  page->fallback_level == CUTER_PARSER_AUTO
			      ? buf_slice(&page->memory)
			      : SLICE_NONE,
		.rules = page->rules != NULL && !page->without_rules
			     ? (struct slice){ page->rules->text,
				   page->rules->bytes }
			     : SLICE_NONE,
		.enriches = recut->enrich.enabled,
		.keywords = (uint8_t)recut->enrich.keywords,
		.sentences = (uint8_t)recut->enrich.sentences,
	};
	struct err e = ERR_INIT;
	int fd = dup(page->fd), rc;

	if (fd < 0)
		rc = err_errno(&e, "a page's bytes");
	else
		rc = worker_start(
		    recut->workers, &job, fd, recut_on_cut, page, &e);
	if (rc == 0)
		return true;
	recut->e = e;
	recut_fail(recut, rc);
	return false;
}

static int
recut_take_page(const struct recut_page *row, void *arg)
{
	struct recut *recut = arg;
	struct recut_item *page = recut_page_new(recut, row);
	struct err e = ERR_INIT;

	recut->no_more = false;
	recut->after = row->id;
	if (page == NULL)
		return err_set(&recut->e, ERR_MEMORY, "no memory for a page");
	if (recut->site_memory && store_site_memory_get(recut->store, row->id,
				      &page->memory, &e) != 0)
		buf_clear(&page->memory);
	if (row->body.p == NULL || row->url.len > LIMIT_URL_BYTES) {
		recut_put_none(page, row->body.p == NULL
					 ? "its page cannot be unpacked"
					 : "its address is too long");
		return 0;
	}
	recut->in_hand++;
	if (!recut_cut(page)) {
		recut->in_hand--;
		recut_page_free(page);
	}
	return 0;
}

/* Loads pages until enough are loaded or none is left. If none is left, stores
 * the queued answers; the loop then has no more work and ends. */
static void
recut_take_more(struct recut *recut)
{
	size_t enough = (size_t)recut->order->jobs * AHEAD;

	while (!recut->no_more && recut->in_hand < enough) {
		int rc;

		recut->no_more = true; /* recut_take_page() resets no_more */
		rc = store_recut_next(recut->store, &recut->order->pages,
		    recut->after, recut_take_page, recut, &recut->e);
		if (rc != 0)
			recut_fail(recut, rc);
	}
	if (recut->in_hand > 0)
		return;
	recut_store_answers(recut);
	event_base_loopbreak(recut->base);
}

/* ---- public functions ---- */

static int
recut_start(struct recut *recut)
{
	struct err *e = &recut->e;
	int rc;

	recut->base = event_base_new();
	if (recut->base == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the event loop");
	/* This call must come before the workers are started, because the
	 * workers inherit the document frequencies that it loads. */
	rc = recut_enrich_start(recut->cli, recut->store, e);
	if (rc == 0)
		rc = workers_new(recut->order->jobs, &recut->workers, e);
	if (rc == 0)
		rc = workers_attach(recut->workers, recut->base, e);
	if (rc == 0 && workers_trouble(recut->workers)[0] != '\0')
		cli_note(recut->cli, "%s", workers_trouble(recut->workers));
	return rc;
}

int
recut_run(struct cli *cli, struct store *store,
    const struct recut_options *order, int64_t n_pages,
    struct recut_counts *ret)
{
	struct recut recut = { .cli = cli,
		.store = store,
		.order = order,
		.counts = ret,
		.after = INT64_MIN,
		.e = ERR_INIT };

	recut.site_memory =
	    cli->config != NULL && cli->config->articles.site_memory;
	recut.enrich = recut_enrich_order(cli);
	recut.rc = recut_start(&recut);
	progress_begin(&recut.progress, cli, "pages", n_pages);
	if (recut.rc == 0) {
		recut_take_more(&recut);
		if (recut.in_hand > 0)
			event_base_dispatch(recut.base);
	}
	progress_end(&recut.progress);
	workers_free(recut.workers);
	recut_drop_answers(&recut);
	if (recut.base != NULL)
		event_base_free(recut.base);
	return recut.rc == 0 ? CLI_OK : cli_fail_err(cli, &recut.e);
}
