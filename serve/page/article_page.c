/*
 * article_page.c -- one article: text, pictures, facts, revisions. page.h
 * declares the handler.
 */
#include "base/date/date.h"
#include "serve/page/body_html.h"
#include "serve/page/page.h"

struct article_writing {
	struct serve_exchange *exchange;
	struct err *e;
	size_t n_media;
};

/* ---- pictures, video, audio ---- */

static void
article_page_put_media_text(struct buf *out, const struct article_media *media)
{
	if (media->caption.len > 0)
		html_put_line(out, media->caption);
	else if (media->alt.len > 0)
		html_put_line(out, media->alt);
	else
		html_put_line(out, media->url);
}

static int
article_page_visit_media(const struct article_media *media, void *arg)
{
	struct article_writing *writing = arg;
	struct buf *out = &writing->exchange->response->body;
	bool is_link;

	if (writing->n_media++ == 0)
		buf_append_string(
		    out, "<h2>Pictures and recordings</h2>\n<ul>\n");
	buf_append_string(out, "<li>");
	is_link = html_open_link(out, media->url);
	html_put_line(out, media->kind);
	if (is_link)
		buf_append_string(out, "</a>");
	buf_append_string(out, ": <bdi>");
	article_page_put_media_text(out, media);
	buf_append_string(out, "</bdi>");
	if (media->credit.len > 0) {
		buf_append_string(out, " <span class=\"soft\">(<bdi>");
		html_put_line(out, media->credit);
		buf_append_string(out, "</bdi>)</span>");
	}
	buf_append_string(out, "</li>\n");
	return 0;
}

static int
article_page_put_media(struct article_writing *writing, int64_t id)
{
	int rc = store_article_media(writing->exchange->store, id,
	    article_page_visit_media, writing, writing->e);

	if (rc == 0 && writing->n_media > 0)
		buf_append_string(
		    &writing->exchange->response->body, "</ul>\n");
	return rc;
}

/* ---- the text ---- */

static void
article_page_put_byline(struct buf *out, const struct article_row *row)
{
	struct slice rest = row->authors, name;
	bool is_first = true;

	buf_append_string(out, "<p class=\"meta\">");
	while (row->authors.len > 0 && slice_next(&rest, '\n', &name)) {
		buf_append_string(out, is_first ? "<bdi>" : ", <bdi>");
		html_put_line(out, name);
		buf_append_string(out, "</bdi>");
		is_first = false;
	}
	if (!is_first)
		buf_append_string(out, " · ");
	if (row->feed_title.len > 0) {
		buf_append_string(out, "<bdi>");
		html_put_line(out, row->feed_title);
		buf_append_string(out, "</bdi> · ");
	}
	html_put_time(out, row->published_at != DATE_NONE ? row->published_at
							  : row->first_seen_at);
	buf_append_string(out, "</p>\n");
}

static void
article_page_put_text(
    struct article_writing *writing, const struct article_row *row)
{
	const struct serve_settings *settings = writing->exchange->settings;
	struct buf *out = &writing->exchange->response->body;
	struct slice title = row->title.len > 0 ? row->title : row->url;

	buf_append_string(out, "<article class=\"text\"");
	html_put_language(out, row->lang);
	buf_append_string(out, ">\n<h1>");
	html_put_line(out, title);
	buf_append_string(out, "</h1>\n");
	article_page_put_byline(out, row);
	if (row->lead.len > 0) {
		buf_append_string(out, "<p class=\"lead\">");
		html_put_text(out, row->lead);
		buf_append_string(out, "</p>\n");
	}
	buf_append_string(out, "<div class=\"body\">\n");
	body_html_put(out, row,
	    settings->has_remote_images ? BODY_PICTURES_HTTPS
					: BODY_PICTURES_LINKED);
	buf_append_string(out, "\n</div>\n</article>\n<p>");
	if (html_open_link(out, row->url))
		buf_append_string(
		    out, "Read the article at its publisher</a></p>\n");
	else
		buf_append_string(out, "</p>\n");
}

static int
article_page_visit(const struct article_row *row, void *arg)
{
	struct article_writing *writing = arg;
	struct serve_exchange *exchange = writing->exchange;
	struct buf *out = &exchange->response->body;
	const struct html_page page = {
		.title = row->title.len > 0 ? row->title : row->url,
	};
	int rc;

	html_begin_page(exchange->response, &page);
	article_page_put_text(writing, row);
	rc = article_page_put_media(writing, row->id);
	if (rc == 0)
		rc = article_facts_put(out, exchange->store, row, writing->e);
	if (rc == 0)
		rc = revisions_part_put(
		    out, exchange->store, row->id, writing->e);
	html_end_page(exchange->response, &page);
	return rc;
}

int
page_article(struct serve_exchange *exchange, struct err *e)
{
	struct article_writing writing = { .exchange = exchange, .e = e };
	int rc;

	exchange->response->has_remote_images =
	    exchange->settings->has_remote_images;
	rc = store_article_get(
	    exchange->store, exchange->id, article_page_visit, &writing, e);
	if (rc == ERR_NOT_FOUND)
		return serve_problem(exchange->response, 404,
		    "there is no article %lld", (long long)exchange->id);
	return rc == 0 ? serve_set_modified(exchange, e) : rc;
}
