/*
 * stories_page.c -- the newest stories, and the articles of one story. page.h
 * declares the handlers.
 *
 * A story is a cluster of articles with nearly the same text.  The list of the
 * front page has one article of each cluster.
 */
#include "base/limits.h"
#include "serve/page/page.h"
#include "store/enrich/enrichments.h"

#define SUMMARY_SENTENCES 3

static int
stories_page_put_top(struct serve_exchange *exchange, void *arg, struct err *e)
{
	(void)arg;
	(void)e;
	buf_append_string(
	    &exchange->response->body, "<h1>Newest stories</h1>\n");
	return 0;
}

int
page_stories(struct serve_exchange *exchange, struct err *e)
{
	struct list_page list = {
		.page = { .section = "/", .listing = SLICE("/index") },
		.query = { .one_per_cluster = true },
		.path = SLICE("/"),
		.empty = "There are no articles yet.",
		.put_top = stories_page_put_top,
	};

	return list_write_page(exchange, &list, e);
}

/* ---- one story ---- */

static int
stories_page_copy_title(const struct article_row *row, void *arg)
{
	struct buf *title = arg;

	buf_append_slice(title, row->title.len > 0 ? row->title : row->url);
	return 0;
}

/* Writes one summary over the articles of the story. */
static int
stories_page_put_summary(struct serve_exchange *exchange, struct err *e)
{
	const struct summary_query query = { .article_id = exchange->id,
		.is_story = true,
		.sentences = SUMMARY_SENTENCES };
	struct buf *out = &exchange->response->body;
	struct summary_result result;
	struct arena arena;
	jmp_buf exhausted;
	int rc;

	arena_init(&arena, LIMIT_ENRICH_ARENA);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0) {
		arena_release(&arena);
		return err_set(e, ERR_MEMORY, "no memory for a summary");
	}
	rc = store_summarise(exchange->store, &query, &arena, &result, e);
	if (rc == 0 && result.text.len > 0) {
		buf_append_string(out, "<p class=\"summary\"><bdi>");
		html_put_line(out, result.text);
		buf_append_string(out, "</bdi></p>\n");
	}
	arena_release(&arena);
	return rc;
}

static int
stories_page_put_story(
    struct serve_exchange *exchange, void *arg, struct err *e)
{
	struct buf *out = &exchange->response->body;

	buf_append_string(out, "<h1><bdi>");
	html_put_line(out, buf_slice(arg));
	buf_append_string(out,
	    "</bdi></h1>\n<p class=\"meta\">Articles with nearly the same "
	    "text, newest first.</p>\n");
	return stories_page_put_summary(exchange, e);
}

int
page_story(struct serve_exchange *exchange, struct err *e)
{
	struct buf title, path;
	struct list_page list = { .put_top = stories_page_put_story,
		.arg = &title };
	int rc;

	buf_init(&title, LIMIT_SERVE_RESPONSE);
	buf_init(&path, 64);
	buf_printf(&path, "/story/%lld", (long long)exchange->id);
	rc = store_cluster_get(
	    exchange->store, exchange->id, stories_page_copy_title, &title, e);
	if (rc == 0) {
		list.page.title = buf_slice(&title);
		list.page.listing = buf_slice(&path);
		list.query.cluster_id = exchange->id;
		list.path = buf_slice(&path);
		list.empty = "This story has no published article.";
		rc = list_write_page(exchange, &list, e);
	} else if (rc == ERR_NOT_FOUND) {
		rc = serve_problem(exchange->response, 404,
		    "there is no story %lld", (long long)exchange->id);
	}
	buf_release(&title);
	buf_release(&path);
	return rc;
}
