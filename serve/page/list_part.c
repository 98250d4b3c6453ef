/*
 * list_part.c -- lists of articles, and the positions at which their pages
 * begin.
 */
#include "base/date/date.h"
#include "serve/page/page.h"

#define LEAD_BYTES   300 /* largest size of the lead in a list */
#define TARGET_BYTES (4 * KIB)
/* begin of a match in a snippet (store/search/search.h) */
#define MATCH_BEGIN '\x02'
#define MATCH_END   '\x03'

/* Writes a snippet; matches become <mark>. */
static void
list_part_put_snippet(struct buf *out, struct slice snippet)
{
	bool is_open = false;

	for (size_t from = 0, i = 0; i <= snippet.len; i++) {
		char c = i < snippet.len ? snippet.p[i] : MATCH_END;

		if (c != MATCH_BEGIN && c != MATCH_END)
			continue;
		html_put_text(out, slice_sub(snippet, from, i));
		if (is_open)
			buf_append_string(out, "</mark>");
		is_open = c == MATCH_BEGIN;
		if (is_open)
			buf_append_string(out, "<mark>");
		from = i + 1;
	}
}

static void
list_part_put_meta(
    struct buf *out, const struct article_row *row, int64_t copies)
{
	buf_append_string(out, "<p class=\"meta\">");
	if (row->feed_title.len > 0) {
		buf_append_string(out, "<bdi>");
		html_put_line(out, row->feed_title);
		buf_append_string(out, "</bdi> · ");
	}
	html_put_time(out, row->published_at != DATE_NONE ? row->published_at
							  : row->first_seen_at);
	if (row->lang.len > 0) {
		buf_append_string(out, " · ");
		html_put_line(out, row->lang);
	}
	if (copies > 1)
		buf_printf(out,
		    " · <a href=\"/story/%lld\">%lld articles with this "
		    "text</a>",
		    (long long)row->cluster_id, (long long)copies);
	buf_append_string(out, "</p>\n");
}

int
list_put_article(struct buf *out, struct store *store,
    const struct article_row *row, struct slice snippet, struct err *e)
{
	struct slice title = row->title.len > 0 ? row->title : row->url;
	int64_t copies = 0;
	int rc = 0;

	if (row->cluster_id != 0)
		rc = store_cluster_size(store, row->cluster_id, &copies, e);
	if (rc != 0)
		return rc;
	buf_printf(out, "<li%s>\n<h2><a href=\"/article/%lld\"><bdi",
	    html_is_rtl(row->lang) ? " dir=\"rtl\"" : "", (long long)row->id);
	html_put_language(out, row->lang);
	buf_append_string(out, ">");
	html_put_line(out, title);
	buf_append_string(out, "</bdi></a></h2>\n");
	list_part_put_meta(out, row, copies);
	if (snippet.len > 0 || row->lead.len > 0) {
		buf_append_string(out, "<p");
		html_put_language(out, row->lang);
		buf_append_string(out, ">");
		if (snippet.len > 0)
			list_part_put_snippet(out, snippet);
		else
			html_put_excerpt(out, row->lead, LEAD_BYTES);
		buf_append_string(out, "</p>\n");
	}
	buf_append_string(out, "</li>\n");
	return 0;
}

/* ---- places ---- */

bool
list_read_place(
    const struct serve_request *request, struct article_place *ret_place)
{
	struct slice text = serve_request_parameter(request, "after"), first;
	struct article_place place;

	if (text.len == 0) {
		*ret_place = ARTICLE_PLACE_FIRST;
		return true;
	}
	if (!slice_next(&text, '.', &first) ||
	    !slice_to_int64(first, &place.sort_at) ||
	    !slice_to_int64(text, &place.id))
		return false;
	*ret_place = place;
	return true;
}

/* ---- a page that is a list ---- */

struct list_writing {
	struct serve_exchange *exchange;
	struct buf items;
	size_t n;
	struct err *e;
};

static int
list_part_visit(const struct article_row *row, void *arg)
{
	struct list_writing *writing = arg;

	writing->n++;
	return list_put_article(&writing->items, writing->exchange->store, row,
	    SLICE_NONE, writing->e);
}

static bool
list_part_is_first_page(const struct list_page *list)
{
	return list->query.after.id == ARTICLE_PLACE_FIRST.id;
}

static int
list_part_write_items(struct serve_exchange *exchange, struct list_page *list,
    const struct list_writing *writing, struct err *e)
{
	struct buf *out = &exchange->response->body;
	int rc = 0;

	html_begin_page(exchange->response, &list->page);
	if (list->put_top != NULL)
		rc = list->put_top(exchange, list->arg, e);
	if (rc != 0)
		return rc;
	if (writing->n == 0)
		buf_printf(out, "<p>%s</p>\n",
		    list_part_is_first_page(list)
			? list->empty
			: "There are no more articles.");
	else
		buf_append_string(out, "<ol class=\"stories\">\n");
	buf_append_slice(out, buf_slice(&writing->items));
	buf_carry_failure(out, &writing->items);
	if (writing->n > 0)
		buf_append_string(out, "</ol>\n");
	html_end_page(exchange->response, &list->page);
	return 0;
}

int
list_write_page(
    struct serve_exchange *exchange, struct list_page *list, struct err *e)
{
	struct list_writing writing = { .exchange = exchange, .e = e };
	struct article_place next;
	struct buf target;
	int rc;

	if (!list_read_place(exchange->request, &list->query.after))
		return serve_problem(exchange->response, 400,
		    "the parameter \"after\" is not a place in this list");
	list->query.limit = PAGE_ARTICLES;
	buf_init(&writing.items, LIMIT_SERVE_RESPONSE);
	buf_init(&target, TARGET_BYTES);
	rc = store_article_page(
	    exchange->store, &list->query, list_part_visit, &writing, &next, e);
	if (rc == 0 && next.id != 0) {
		buf_append_slice(&target, list->path);
		buf_printf(&target, "%cafter=%lld.%lld",
		    slice_find_char(list->path, '?', 0) == SLICE_NOT_FOUND
			? '?'
			: '&',
		    (long long)next.sort_at, (long long)next.id);
		list->page.next = buf_slice(&target);
	}
	if (rc == 0 && writing.n == 0 && list->must_exist &&
	    list_part_is_first_page(list))
		serve_problem(exchange->response, 404, "%s", list->empty);
	else if (rc == 0)
		rc = list_part_write_items(exchange, list, &writing, e);
	buf_release(&writing.items);
	buf_release(&target);
	return rc;
}
