/*
 * feed_pages.c -- the list of feeds, and one feed with its articles. page.h
 * declares the handlers.
 */
#include "base/date/date.h"
#include "serve/page/page.h"
#include "store/feed/feed_health.h"

#define FEEDS_A_PAGE 200
#define FEEDS_MOST   1000000 /* LIMIT_FEEDS */
#define WHY_BYTES    (8 * KIB)

static struct slice
feed_pages_title(const struct feed_row *row)
{
	if (row->given_title.len > 0)
		return row->given_title;
	return row->title.len > 0 ? row->title : row->url;
}

/* Appends the health of a feed ("failing") with its reason, in a colour that
 * shows if an operator has to act. */
static void
feed_pages_put_health(
    struct buf *out, const struct feed_row *row, int64_t now_at)
{
	static const char *const classes[] = { "good", "soft", "warn" };
	enum feed_health health = feed_health(row, now_at);
	struct buf why;

	buf_init(&why, WHY_BYTES);
	feed_health_why(health, row, now_at, &why);
	buf_printf(out, "<span class=\"%s\">%s</span>",
	    feed_health_is_failing(health) ? "bad"
					   : classes[feed_health_level(health)],
	    feed_health_name(health));
	if (why.len > 0) {
		buf_append_string(out, "<br><span class=\"soft\"><bdi>");
		html_put_line(out, buf_slice(&why));
		buf_append_string(out, "</bdi></span>");
	}
	buf_release(&why);
}

/* ---- all feeds ---- */

struct feeds_writing {
	struct buf rows;
	int64_t now_at, skip, n;
	bool has_more;
};

static int
feed_pages_visit_row(const struct feed_row *row, void *arg)
{
	struct feeds_writing *writing = arg;
	struct buf *out = &writing->rows;

	if (writing->skip > 0) {
		writing->skip--;
		return 0;
	}
	if (writing->n == FEEDS_A_PAGE) {
		writing->has_more = true;
		return 1;
	}
	writing->n++;
	buf_printf(
	    out, "<tr><td><a href=\"/feed/%lld\"><bdi>", (long long)row->id);
	html_put_line(out, feed_pages_title(row));
	buf_append_string(out, "</bdi></a></td>\n<td data-name=\"Health\">");
	feed_pages_put_health(out, row, writing->now_at);
	buf_append_string(out, "</td>\n<td data-name=\"Last poll\">");
	html_put_time(out, row->last_poll_at);
	buf_append_string(out, "</td>\n<td data-name=\"Next poll\">");
	html_put_time(out, row->next_poll_at);
	buf_printf(out,
	    "</td>\n<td class=\"n\" data-name=\"Entries\">%lld</td></tr>\n",
	    (long long)row->n_entries);
	return 0;
}

static void
feed_pages_write_list(struct serve_exchange *exchange,
    const struct feeds_writing *writing, struct slice next)
{
	struct buf *out = &exchange->response->body;
	const struct html_page page = { .title = SLICE("Feeds"),
		.section = "/feeds",
		.next = next,
		.next_label = "More feeds" };

	html_begin_page(exchange->response, &page);
	buf_append_string(out, "<h1>Feeds</h1>\n");
	if (writing->n == 0)
		buf_append_string(out,
		    "<p>There are no feeds. <code>gleaner feed add "
		    "URL</code> subscribes to one.</p>\n");
	else
		buf_append_string(out,
		    "<table class=\"stack\">\n<thead><tr><th scope=\"col\">Feed"
		    "</th><th scope=\"col\">Health</th><th scope=\"col\">Last "
		    "poll</th><th scope=\"col\">Next poll</th><th "
		    "scope=\"col\" class=\"n\">Entries</th></tr></thead>\n"
		    "<tbody>\n");
	buf_append_slice(out, buf_slice(&writing->rows));
	buf_carry_failure(out, &writing->rows);
	if (writing->n > 0)
		buf_append_string(out, "</tbody>\n</table>\n");
	html_end_page(exchange->response, &page);
}

int
page_feeds(struct serve_exchange *exchange, struct err *e)
{
	struct feeds_writing writing = { .now_at = exchange->now_at };
	int64_t after;
	struct buf next;
	int rc;

	if (!serve_request_int(
		exchange->request, "after", 0, FEEDS_MOST, 0, &after))
		return serve_problem(exchange->response, 400,
		    "the parameter \"after\" is not a number of feeds");
	writing.skip = after;
	buf_init(&writing.rows, LIMIT_SERVE_RESPONSE);
	buf_init(&next, 64);
	rc =
	    store_feed_list(exchange->store, feed_pages_visit_row, &writing, e);
	if (writing.has_more) {
		rc = 0;
		buf_printf(&next, "/feeds?after=%lld",
		    (long long)after + FEEDS_A_PAGE);
	}
	if (rc == 0)
		feed_pages_write_list(exchange, &writing,
		    next.len > 0 ? buf_slice(&next) : SLICE_NONE);
	buf_release(&writing.rows);
	buf_release(&next);
	return rc;
}

/* ---- one feed ---- */

struct feed_writing {
	struct buf title, top; /* of the page */
	int64_t now_at;
};

static void
feed_pages_put_fact(struct buf *out, const char *name, struct slice value)
{
	bool is_link;

	if (value.len == 0)
		return;
	buf_printf(out, "<dt>%s</dt><dd>", name);
	is_link = html_open_link(out, value);
	buf_append_string(out, "<bdi>");
	html_put_line(out, value);
	buf_append_string(out, is_link ? "</bdi></a></dd>\n" : "</bdi></dd>\n");
}

static void
feed_pages_put_time(struct buf *out, const char *name, int64_t at)
{
	buf_printf(out, "<dt>%s</dt><dd>", name);
	html_put_time(out, at);
	buf_append_string(out, "</dd>\n");
}

static void
feed_pages_put_tags(struct buf *out, struct slice tags)
{
	struct slice tag;
	bool is_first = true;

	if (tags.len == 0)
		return;
	buf_append_string(out, "<dt>Tags</dt><dd>");
	while (slice_next(&tags, '\n', &tag)) {
		buf_append_string(
		    out, is_first ? "<a href=\"" : ", <a href=\"");
		html_put_tag_path(out, tag);
		buf_append_string(out, "\"><bdi>");
		html_put_line(out, tag);
		buf_append_string(out, "</bdi></a>");
		is_first = false;
	}
	buf_append_string(out, "</dd>\n");
}

static int
feed_pages_visit(const struct feed_row *row, void *arg)
{
	struct feed_writing *writing = arg;
	struct buf *out = &writing->top;

	buf_append_slice(&writing->title, feed_pages_title(row));
	buf_append_string(out, "<h1><bdi");
	html_put_language(out, row->language);
	buf_append_string(out, ">");
	html_put_line(out, feed_pages_title(row));
	buf_append_string(out, "</bdi></h1>\n<dl class=\"facts\">\n");
	buf_append_string(out, "<dt>Health</dt><dd>");
	feed_pages_put_health(out, row, writing->now_at);
	buf_append_string(out, "</dd>\n");
	feed_pages_put_time(out, "Next poll", row->next_poll_at);
	feed_pages_put_fact(out, "Decided by", row->next_poll_by);
	feed_pages_put_time(out, "Last poll", row->last_poll_at);
	feed_pages_put_fact(out, "Result", row->last_outcome);
	feed_pages_put_time(out, "Last new entry", row->last_new_at);
	feed_pages_put_fact(out, "Address", row->url);
	feed_pages_put_fact(out, "Site", row->site_url);
	feed_pages_put_fact(out, "Description", row->description);
	feed_pages_put_tags(out, row->tags);
	buf_append_string(out, "</dl>\n<h2>Articles</h2>\n");
	return 0;
}

static int
feed_pages_put_top(struct serve_exchange *exchange, void *arg, struct err *e)
{
	const struct feed_writing *writing = arg;
	struct buf *out = &exchange->response->body;

	(void)e;
	buf_append_slice(out, buf_slice(&writing->top));
	buf_carry_failure(out, &writing->top);
	return 0;
}

int
page_feed(struct serve_exchange *exchange, struct err *e)
{
	struct feed_writing writing = { .now_at = exchange->now_at };
	struct list_page list = {
		.page = { .section = "/feeds" },
		.query = { .feed_id = exchange->id },
		.empty = "No article of this feed is published yet.",
		.put_top = feed_pages_put_top,
		.arg = &writing,
	};
	struct buf path;
	int rc;

	buf_init(&writing.title, LIMIT_SERVE_RESPONSE);
	buf_init(&writing.top, LIMIT_SERVE_RESPONSE);
	buf_init(&path, 64);
	rc = store_feed_get(
	    exchange->store, exchange->id, feed_pages_visit, &writing, e);
	if (rc == 0) {
		buf_printf(&path, "/feed/%lld", (long long)exchange->id);
		list.page.title = buf_slice(&writing.title);
		list.path = list.page.listing = buf_slice(&path);
		rc = list_write_page(exchange, &list, e);
	} else if (rc == ERR_NOT_FOUND) {
		rc = serve_problem(exchange->response, 404,
		    "there is no feed %lld", (long long)exchange->id);
	}
	buf_release(&writing.title);
	buf_release(&writing.top);
	buf_release(&path);
	return rc;
}
