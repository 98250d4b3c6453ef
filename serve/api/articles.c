/*
 * articles.c -- /api/v1/articles and /api/v1/articles/{id}.
 *
 * The members of an article are those of `gleaner articles --json` and `gleaner
 * show --json` (store/article/article_json.h).
 *
 * Lists are ordered by time, newest first.  With q, the highest id is the first;
 * ids rise in the order in which articles were first seen.  A page of a list
 * begins at a position in this order, not at a page number.
 */
#include <stdlib.h>

#include "base/date/date.h"
#include "config/profile/category.h"
#include "serve/api/api.h"
#include "serve/feed/cursor.h"
#include "serve/html.h"
#include "store/article/article_json.h"
#include "store/article/article_scan.h"
#include "store/store.h"

#define ARTICLES_DEFAULT 50

struct article_list_values {
	int64_t since_at, until_at, limit, status;
	struct slice feed, tag, lang, category, words;
	struct article_place after;
};
#define VALUE(member) offsetof(struct article_list_values, member)

static const char *const articles_statuses[] = { "published", "any", "queued",
	"done", "feed_only", "failed", "gone", NULL };
enum { STATUS_PUBLISHED, STATUS_ANY };

const struct param_row api_article_list_params[] = {
	{ .name = "since",
	    .kind = PARAM_TIME,
	    .offset = VALUE(since_at),
	    .help = "Only articles from this time on." },
	{ .name = "until",
	    .kind = PARAM_TIME,
	    .offset = VALUE(until_at),
	    .help = "Only articles before this time." },
	{ .name = "feed",
	    .kind = PARAM_TEXT,
	    .offset = VALUE(feed),
	    .max = LIMIT_URL_BYTES,
	    .help = "Only articles of a feed: its id, its URL, or a part of "
		    "its title." },
	{ .name = "tag",
	    .kind = PARAM_TEXT,
	    .offset = VALUE(tag),
	    .max = LIMIT_TAG_BYTES,
	    .help = "Only articles that have this tag, or whose feed has this "
		    "tag." },
	{ .name = "lang",
	    .kind = PARAM_LANG,
	    .offset = VALUE(lang),
	    .help = "Only articles in this language: en, pt-BR." },
	{ .name = "category",
	    .kind = PARAM_TEXT,
	    .offset = VALUE(category),
	    .max = LIMIT_TAG_BYTES,
	    .help = "Only articles of this category: economy, sport and the "
		    "other names of `gleaner categories`." },
	{ .name = "q",
	    .kind = PARAM_TEXT,
	    .offset = VALUE(words),
	    .max = LIMIT_SEARCH_BYTES,
	    .help = "Only articles that contain these words.  Quotes enclose "
		    "a phrase, a leading - excludes a word, harv* is a "
		    "prefix." },
	{ .name = "status",
	    .kind = PARAM_CHOICE,
	    .offset = VALUE(status),
	    .choices = articles_statuses,
	    .help = "The state of the articles; default: published." },
	{ .name = "limit",
	    .kind = PARAM_NUMBER,
	    .offset = VALUE(limit),
	    .min = 1,
	    .max = LIMIT_SCAN_ARTICLES,
	    .help =
		"The largest number of articles on a page; 50 by default." },
	{ .name = "after",
	    .kind = PARAM_CURSOR,
	    .offset = VALUE(after),
	    .help = "The position at which the page begins: the value of "
		    "`next` in the previous page." },
	{ 0 },
};

/* ---- the filter ---- */

static int
articles_see_feed(const struct feed_row *row, void *arg)
{
	buf_append_slice(arg, row->url);
	return 0;
}

/* Finds a feed by its id, by its address, or by a part of its title, and limits
 * the list to it.  The address is written to `url`, and *filter borrows it.
 * Returns 1 after writing a problem response. */
static int
articles_find_feed(struct serve_exchange *exchange, struct slice feed,
    struct article_scan *scan, struct article_filter *filter, struct buf *url,
    struct err *e)
{
	bool is_known = false;
	int64_t id;
	int rc = 0;

	if (!slice_to_int64(feed, &id))
		rc = store_feed_find(exchange->store, feed, &id, e);
	if (rc == 0)
		rc = store_feed_get(
		    exchange->store, id, articles_see_feed, url, e);
	if (rc == 0 && scan->order == SCAN_FOUND) {
		filter->feed = buf_slice(url);
	} else if (rc == 0) {
		scan->order = SCAN_OF_FEED;
		scan->feed_id = id;
	}
	if (rc != ERR_NOT_FOUND)
		return rc;
	filter->feed = feed;
	rc = store_known_feed(exchange->store, feed, &is_known, e);
	if (rc != 0 || is_known)
		return rc;
	return 1 + serve_problem(exchange->response, 400,
		       "parameter feed: there is no such feed");
}

/* Sets the query from the parameters.  Returns 0; 1 after writing a problem
 * response; or a negative code. */
static int
articles_fill_scan(struct serve_exchange *exchange,
    const struct article_list_values *values, struct article_filter *filter,
    struct article_scan *ret, struct buf *url, struct err *e)
{
	*filter = (struct article_filter){ .tag = values->tag,
		.category = values->category,
		.lang = values->lang,
		.since_at = values->since_at,
		.until_at = values->until_at,
		.limit = (size_t)values->limit };
	*ret = (struct article_scan){ .filter = filter,
		.words = values->words,
		.is_published = values->status == STATUS_PUBLISHED,
		.after = values->after };
	if (values->status > STATUS_ANY)
		filter->status = slice_of(articles_statuses[values->status]);
	if (values->words.len > 0)
		ret->order = SCAN_FOUND;
	return values->feed.len == 0 ? 0
				     : articles_find_feed(exchange,
					   values->feed, ret, filter, url, e);
}

/* ---- the list ---- */

struct article_list {
	struct buf *out;
	struct json_writer json;
	size_t n, limit;
};

static int
articles_visit(const struct article_row *row, void *arg)
{
	struct article_list *list = arg;

	json_write_object(&list->json, NULL);
	article_json_put(&list->json, row);
	json_write_end_object(&list->json);
	list->n++;
	return list->n < list->limit && list->out->len > LIMIT_SERVE_FEED ? 1
									  : 0;
}

/* Writes the array of a page.  Returns 1 if it became too large; it then
 * contains list->n articles. */
static int
articles_write_page(struct serve_exchange *exchange,
    const struct article_scan *scan, struct article_list *list,
    struct article_place *ret_next, struct err *e)
{
	int rc;

	*list = (struct article_list){ .out = &exchange->response->body,
		.limit = scan->filter->limit };
	buf_clear(list->out);
	json_writer_init(&list->json, list->out);
	json_write_object(&list->json, NULL);
	json_write_array(&list->json, "articles");
	rc = store_article_scan(
	    exchange->store, scan, articles_visit, list, ret_next, e);
	json_write_end_array(&list->json);
	return rc;
}

/* Writes the path and query of the next page: the parameters of this request
 * with another `after`. */
static void
articles_put_next(struct buf *out, const struct serve_request *request,
    struct article_place next)
{
	buf_append_slice(out, request->path);
	buf_append_char(out, '?');
	for (size_t i = 0; i < request->n_parameters; i++) {
		const struct serve_parameter *p = &request->parameters[i];

		if (p->value.len == 0 || slice_equal(p->name, SLICE("after")))
			continue;
		html_put_encoded(out, p->name);
		buf_append_char(out, '=');
		html_put_encoded(out, p->value);
		buf_append_char(out, '&');
	}
	buf_append_string(out, "after=");
	cursor_put(out, next);
}

/* Writes a list of articles.  If a page becomes too large, it is written again
 * with as many articles as fit, because the position after the last of them
 * must be known. */
static int
articles_write_list(
    struct serve_exchange *exchange, struct article_scan *scan, struct err *e)
{
	struct serve_response *response = exchange->response;
	struct article_place next = { 0 };
	struct article_filter fitting;
	struct article_list list;
	struct buf target;
	int rc = articles_write_page(exchange, scan, &list, &next, e);

	if (rc > 0) {
		fitting = *scan->filter;
		fitting.limit = list.n;
		scan->filter = &fitting;
		rc = articles_write_page(exchange, scan, &list, &next, e);
		scan->filter = NULL;
	}
	if (rc < 0)
		return rc;
	buf_init(&target, 64 * KIB);
	if (next.id != 0) {
		articles_put_next(&target, exchange->request, next);
		serve_response_link(response, buf_slice(&target), "next", NULL);
	}
	json_write_text_or_null(&list.json, "next", buf_slice(&target));
	json_write_end_object(&list.json);
	buf_append_char(list.out, '\n');
	buf_release(&target);
	response->content_type = API_TYPE_JSON;
	return 0;
}

int
api_article_list(struct serve_exchange *exchange, struct err *e)
{
	struct article_list_values values = { .since_at = DATE_NONE,
		.until_at = DATE_NONE,
		.limit = ARTICLES_DEFAULT,
		.after = ARTICLE_PLACE_FIRST };
	struct article_filter filter;
	struct article_scan scan;
	struct buf url;
	int rc;

	if (!params_read(exchange, api_article_list_params, &values))
		return 0;
	buf_init(&url, LIMIT_URL_BYTES);
	if (values.category.len > 0 &&
	    category_find(values.category) == CATEGORY_NONE)
		rc = 1 + serve_problem(exchange->response, 400,
			     "parameter category: there is no such category");
	else
		rc = articles_fill_scan(
		    exchange, &values, &filter, &scan, &url, e);
	if (rc == 0)
		rc = articles_write_list(exchange, &scan, e);
	buf_release(&url);
	return rc > 0 ? 0 : rc;
}

/* ---- one article ---- */

struct article_parts {
	struct serve_exchange *exchange;
	struct arena *arena;
	struct article_media *media;
	size_t n, cap;
};

static int
articles_see_media(const struct article_media *row, void *arg)
{
	struct article_parts *parts = arg;
	struct article_media *media;

	if (parts->n == parts->cap) {
		parts->media = arena_grow(parts->arena, parts->media, parts->n,
		    parts->cap * 2 + 8, sizeof(*row));
		parts->cap = parts->cap * 2 + 8;
	}
	media = &parts->media[parts->n++];
	*media = *row;
	media->kind = arena_copy(parts->arena, row->kind);
	media->url = arena_copy(parts->arena, row->url);
	media->alt = arena_copy(parts->arena, row->alt);
	media->caption = arena_copy(parts->arena, row->caption);
	media->credit = arena_copy(parts->arena, row->credit);
	media->role = arena_copy(parts->arena, row->role);
	return 0;
}

static int
articles_write(const struct article_row *row, void *arg)
{
	const struct article_parts *parts = arg;
	struct serve_response *response = parts->exchange->response;
	struct json_writer json;

	json_writer_init(&json, &response->body);
	json_write_object(&json, NULL);
	article_json_put(&json, row);
	article_json_put_parts(&json, row, parts->media, parts->n);
	json_write_end_object(&json);
	buf_append_char(&response->body, '\n');
	response->content_type = API_TYPE_JSON;
	return 0;
}

int
api_article_get(struct serve_exchange *exchange, struct err *e)
{
	struct article_parts parts = { .exchange = exchange };
	struct arena arena;
	jmp_buf exhausted;
	int rc;

	if (!params_read(exchange, api_no_params, NULL))
		return 0;
	arena_init(&arena, LIMIT_STORE_ARENA);
	parts.arena = &arena;
	if (setjmp(exhausted) != 0) {
		arena_release(&arena);
		return err_set(e, ERR_LIMIT, "the article is too large");
	}
	arena.exhausted = &exhausted;
	rc = store_article_media(
	    exchange->store, exchange->id, articles_see_media, &parts, e);
	if (rc == 0)
		rc = store_article_get(
		    exchange->store, exchange->id, articles_write, &parts, e);
	arena_release(&arena);
	if (rc == ERR_NOT_FOUND)
		return serve_problem(exchange->response, 404,
		    "there is no article %lld", (long long)exchange->id);
	return rc;
}
