/*
 * article_cut.c -- extracts the article of a page in a worker.
 *
 * Normal case: the site memory is read, a worker extracts the article, and the
 * next part is fetched (parts.c) or the result stored. If a worker crashes or
 * fails, the next fallback level is tried. After the last level the text of the
 * feed is stored. If the same page content crashed a worker before
 * (quarantine.c), extraction starts at the first level that this content has
 * not crashed.
 */
#include <unistd.h>

#include "base/array.h"
#include "config/config.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/log.h"
#include "daemon/page/page.h"
#include "daemon/page/page_rules.h"
#include "daemon/page/quarantine.h"

/* The parsers of the fallback levels: if one crashes or fails, the next is
 * used. */
static const enum cuter_parser levels[] = { CUTER_PARSER_AUTO,
	CUTER_PARSER_LIBXML2, CUTER_PARSER_PLAIN };
#define N_LEVELS ((int)ARRAY_LENGTH(levels))

static void article_cut(struct page *page);

/* Tries the next fallback level. If there is none, stores the text of the feed.
 */
static void
article_cut_fall_back(
    struct page *page, enum worker_result result, const char *why)
{
	if (page_rules_give_up(page, why)) {
		article_cut(page);
		return;
	}
	page->fallback_level++;
	quarantine_note(page->hub->quarantine,
	    &(struct quarantine_case){ .kind = JOB_PAGE,
		.url = page->response.url,
		.content_type = page->response.content_type,
		.body_fd = page->response.body_fd,
		.fallback_levels = page->fallback_level,
		.result = result,
		.cause = workers_cause(page->hub->workers),
		.why = why });
	if (page->fallback_level < N_LEVELS)
		article_cut(page);
	else
		page_store_feed_only(page, "crasher: %s", why);
}

static void
article_cut_on_reply(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct page *page = arg;

	if (result == WORKER_OK && !page->is_replaced &&
	    reply_write(&page->frame, reply)) {
		if (page->part == NULL && page->n_parts == 0 &&
		    (page_store_wall(page, &reply->article) ||
			page_follow_refresh(page, &reply->article)))
			return;
		if (page->is_home_page || !parts_go_on(page, &reply->article))
			page_store_as(page, ARTICLE_DONE);
		return;
	}
	if (result == WORKER_STOPPED || page->is_replaced) {
		/* the row is still pending, so the page is fetched again */
		page_end(page);
		return;
	}
	log_event(LOG_WARNING, "worker", LOG_TEXT("url", page->url),
	    LOG_TEXT("parser", cuter_parser_name(levels[page->fallback_level])),
	    LOG_TEXT("result", worker_result_name(result)),
	    LOG_TEXT("why", why));
	buf_clear(&page->frame);
	if (result == WORKER_LOST) {
		article_cut(page);
		return;
	}
	article_cut_fall_back(page, result, why);
}

static void
article_cut(struct page *page)
{
	const struct job job = {
		.kind = JOB_PAGE,
		.parser = levels[page->fallback_level],
		.url = slice_of(page->response.url),
		.content_type = slice_of(page->response.content_type),
		.hint_title = slice_of(page->hint_title),
		.hint_summary = slice_of(page->hint_summary),
		.now_at = hub_now(),
		/* Only the parser of level 0 makes the blocks that are stored
		 * in the site memory. */
		.memory = page->has_memory && page->fallback_level == 0
			      ? buf_slice(&page->memory)
			      : SLICE_NONE,
		.enriches =
		    page->hub->config->enrich.enabled && !page->is_home_page,
		.keywords = (uint8_t)page->hub->config->enrich.keywords,
		.sentences = (uint8_t)page->hub->config->enrich.sentences,
		.rules = page_rules_begin(page, page->response.url),
	};
	struct err e = ERR_INIT;
	int fd = dup(page->response.body_fd);

	if (fd < 0)
		err_errno(&e, "cannot duplicate the descriptor of a page");
	else if (hub_start_job(page->hub, page_asked_url(page),
		     !page->request.is_own, &job, fd, article_cut_on_reply,
		     page, &e) == 0)
		return;
	page_store_failed(page, 0, "%s", e.text);
}

static int
article_cut_memory_run(struct store *store, void *arg, struct err *e)
{
	struct page *page = arg;
	int rc = 0;

	page_dictionaries_release(&page->dictionaries);
	if (page->has_memory)
		rc = store_site_memory_get(store, page->id, &page->memory, e);
	if (rc == 0 && page->keeps_raw && page->host_key != NULL)
		rc = store_page_dictionaries(store, page->hub->page_cache,
		    page->id, slice_of(page->host_key), hub_now(),
		    &page->dictionaries, e);
	return rc;
}

/* Without site memory, the article is extracted as if the page were the only
 * one of its site. */
static void
article_cut_memory_done(void *arg, int rc, const struct err *e)
{
	struct page *page = arg;

	if (page->hub->state != HUB_RUNNING) {
		/* The workers may be freed already. The row is still pending.
		 */
		page_end(page);
		return;
	}
	page->has_memory &= rc == 0 && !buf_failed(&page->memory);
	if (rc != 0)
		log_event(LOG_WARNING, "site-memory-not-read",
		    LOG_TEXT("url", page->url), LOG_TEXT("why", e->text));
	article_cut(page);
}

void
page_cut(struct page *page)
{
	page->fallback_level = quarantine_levels(
	    page->hub->quarantine, JOB_PAGE, page->response.body_fd);
	/* The values are copied, because the store's thread must not read the
	 * configuration. */
	page->has_memory = !page->is_home_page && page->fallback_level == 0 &&
			   page->hub->config->articles.site_memory;
	page->keeps_raw =
	    !page->is_home_page && page->hub->config->articles.raw_keep;
	if (page->fallback_level > 0 && page->fallback_level < N_LEVELS)
		log_event(LOG_INFO, "known-crasher", LOG_TEXT("url", page->url),
		    LOG_TEXT("parser",
			cuter_parser_name(levels[page->fallback_level])));
	if (page->fallback_level >= N_LEVELS)
		page_store_feed_only(
		    page, "crasher: every parser failed at these bytes");
	else if (page->has_memory || page->keeps_raw)
		hub_post_reading(page->hub, page_asked_url(page), 1,
		    article_cut_memory_run, article_cut_memory_done, page);
	else
		article_cut(page);
}
