/*
 * article_cut.c -- an article's page, given to a worker.
 *
 * The happy path is: what is known of its site → a worker cuts the page → the
 * parts behind it, or the store.  It can fail by: a worker that dies or gives
 * up; then the next of the ladder, and behind the last one there is the
 * feed's own text.  Bytes that have killed before begin where that ended.
 */
#include <unistd.h>

#include "daemon/page.h"
#include "daemon/quarantine.h"

/* Who reads a page: where one dies, or gives up, the next. */
static const enum cuter_parser ladder[] = { CUTER_PARSER_AUTO,
	CUTER_PARSER_LIBXML2, CUTER_PARSER_PLAIN };
#define N_RUNGS ((int)(sizeof(ladder) / sizeof(ladder[0])))

static void article_cut(struct page *page);

/* Behind the last one there is the feed's own text. */
static void
article_cut_step_down(
    struct page *page, enum worker_result result, const char *why)
{
	page->rung++;
	quarantine_note(
	    page->hub->quarantine, &(struct quarantine_case){ .kind = JOB_PAGE,
				       .url = page->final_url,
				       .content_type = page->content_type,
				       .body_fd = page->body_fd,
				       .rungs = page->rung,
				       .result = result,
				       .why = why });
	if (page->rung < N_RUNGS)
		article_cut(page);
	else
		page_keep_feed_only(page, "poison: %s", why);
}

static void
article_cut_on_cut(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct page *page = arg;

	if (result == WORKER_OK && reply_write(&page->frame, reply)) {
		if (page->is_home_page || !parts_go_on(page, &reply->article))
			page_keep_as(page, ARTICLE_DONE);
		return;
	}
	if (result == WORKER_STOPPED) {
		page_end(page); /* its row is still pending */
		return;
	}
	log_event(LOG_WARNING, "worker", LOG_TEXT("url", page->url),
	    LOG_TEXT("parser", cuter_parser_name(ladder[page->rung])),
	    LOG_TEXT("result", worker_result_name(result)),
	    LOG_TEXT("why", why));
	buf_clear(&page->frame);
	if (result == WORKER_LOST) {
		article_cut(page);
		return;
	}
	article_cut_step_down(page, result, why);
}

static void
article_cut(struct page *page)
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
	else if (reading_start(page->hub, page->url, &job, fd,
		     article_cut_on_cut, page, &e) == 0) {
		/* The job has a copy.  A lower rung goes without: what a page
		 * shows that way is no measure for others. */
		buf_release(&page->memory);
		page->has_memory = false;
		return;
	}
	page_keep_failed(page, 0, "%s", e.text);
}

static int
article_cut_memory_run(struct store *store, void *arg, struct err *e)
{
	struct page *page = arg;

	return store_site_memory_get(store, page->id, &page->memory, e);
}

/* Without it, the page is cut as if it were the only one of its site. */
static void
article_cut_memory_done(void *arg, int rc, const struct err *e)
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
	article_cut(page);
}

void
page_cut(struct page *page)
{
	page->rung =
	    quarantine_rungs(page->hub->quarantine, JOB_PAGE, page->body_fd);
	if (page->rung > 0 && page->rung < N_RUNGS)
		log_event(LOG_INFO, "known-poison", LOG_TEXT("url", page->url),
		    LOG_TEXT("parser", cuter_parser_name(ladder[page->rung])));
	if (page->rung >= N_RUNGS)
		page_keep_feed_only(
		    page, "poison: every reader has failed at these bytes");
	else if (page->hub->config->articles.site_memory && !page->is_home_page)
		keeping_start(page->hub, page->url, 1, article_cut_memory_run,
		    article_cut_memory_done, page);
	else
		article_cut(page);
}
