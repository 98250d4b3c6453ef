/*
 * listing.c -- see listing.h.
 *
 * The path is that of a feed, such as /tag/x.atom. route.c has matched it
 * already, so its first segment identifies the kind of listing.
 */
#include "serve/feed/listing.h"

#include "base/array.h"
#include "config/profile/category.h"
#include "config/profile/profile_list.h"
#include "serve/api/params.h"
#include "serve/feed/item.h"
#include "serve/html.h"

#define TITLE_BYTES (64 * KIB)
#define PATH_BYTES  (3 * LIMIT_SERVE_TARGET) /* each byte encoded */

static void
listing_put_feed_title(struct buf *out, const struct feed_row *row)
{
	struct slice names[] = { row->given_title, row->title, row->url };
	size_t i = 0;

	while (i + 1 < ARRAY_LENGTH(names) && names[i].len == 0)
		i++;
	buf_append_slice(out, names[i]);
}

static int
listing_see_feed(const struct feed_row *row, void *arg)
{
	listing_put_feed_title(arg, row);
	return 0;
}

static int
listing_see_article(const struct article_row *row, void *arg)
{
	buf_append_slice(arg, row->title);
	return 0;
}

/* The functions listing_open_…() have the return values of listing_open(). */

static int
listing_open_front(
    struct serve_exchange *exchange, struct listing *listing, struct err *e)
{
	(void)exchange;
	(void)e;
	buf_append_string(&listing->title, "Gleaner");
	buf_append_string(&listing->path, "/index");
	listing->page = "/";
	listing->list.one_per_cluster = true;
	return 0;
}

static int
listing_open_feed(
    struct serve_exchange *exchange, struct listing *listing, struct err *e)
{
	int rc = store_feed_get(exchange->store, exchange->id, listing_see_feed,
	    &listing->title, e);

	if (rc == ERR_NOT_FOUND) {
		serve_problem(exchange->response, 404, "there is no feed %lld",
		    (long long)exchange->id);
		return 1;
	}
	buf_printf(&listing->path, "/feed/%lld", (long long)exchange->id);
	listing->list.feed_id = exchange->id;
	return rc;
}

static int
listing_open_tag(
    struct serve_exchange *exchange, struct listing *listing, struct err *e)
{
	(void)e;
	buf_append_string(&listing->title, "Tag: ");
	buf_append_slice(&listing->title, exchange->name);
	buf_append_string(&listing->path, "/tag/");
	html_put_encoded(&listing->path, exchange->name);
	listing->list.tag = exchange->name;
	return 0;
}

static int
listing_open_category(
    struct serve_exchange *exchange, struct listing *listing, struct err *e)
{
	size_t i = category_find(exchange->name);

	(void)e;
	if (i == CATEGORY_NONE)
		return 1 + serve_problem(exchange->response, 404,
			       "there is no such category");
	buf_append_string(&listing->title, "Category: ");
	buf_append_string(&listing->title, categories[i].title);
	buf_append_string(&listing->path, "/category/");
	html_put_encoded(&listing->path, exchange->name);
	listing->list.category = exchange->name;
	return 0;
}

static int
listing_open_story(
    struct serve_exchange *exchange, struct listing *listing, struct err *e)
{
	int64_t size = 0;
	int rc = store_cluster_size(exchange->store, exchange->id, &size, e);

	if (rc == 0)
		rc = store_cluster_get(exchange->store, exchange->id,
		    listing_see_article, &listing->title, e);
	if (rc == ERR_NOT_FOUND || (rc == 0 && size == 0)) {
		serve_problem(exchange->response, 404, "there is no story %lld",
		    (long long)exchange->id);
		return 1;
	}
	buf_printf(&listing->path, "/story/%lld", (long long)exchange->id);
	listing->list.cluster_id = exchange->id;
	return rc;
}

/* A day in `until` is included, so the time is the beginning of the next
 * day. */
#define DAY_S 86400

/* Copies a parameter of the request to the query of the listing. */
static struct slice
listing_take(const struct serve_exchange *exchange, struct listing *listing,
    const char *name)
{
	struct slice value = serve_request_parameter(exchange->request, name);

	if (value.len == 0)
		return SLICE_NONE;
	buf_printf(
	    &listing->query, "%s%s=", listing->query.len > 0 ? "&" : "", name);
	html_put_encoded(&listing->query, value);
	return value;
}

/* Opens a search with the filters of the page /search. */
static int
listing_open_search(
    struct serve_exchange *exchange, struct listing *listing, struct err *e)
{
	struct slice words = listing_take(exchange, listing, "q"), since, until;
	struct article_filter *filter = &listing->filter;

	(void)e;
	if (slice_trim(words).len == 0 || words.len > LIMIT_SEARCH_BYTES)
		return 1 + serve_problem(exchange->response, 400,
			       "parameter q: expected 1 to %d bytes of words",
			       LIMIT_SEARCH_BYTES);
	since = listing_take(exchange, listing, "since");
	until = listing_take(exchange, listing, "until");
	filter->feed = listing_take(exchange, listing, "feed");
	filter->tag = listing_take(exchange, listing, "tag");
	filter->lang = listing_take(exchange, listing, "lang");
	if (!param_day(
		slice_trim(since), exchange->now_at, 0, &filter->since_at) ||
	    !param_day(
		slice_trim(until), exchange->now_at, DAY_S, &filter->until_at))
		return 1 + serve_problem(exchange->response, 400,
			       "parameters since and until: expected a time "
			       "such as 2026-11-20, 2026-11-20T17:48:18Z, or "
			       "2h, 7d");
	if (filter->lang.len > 0 && item_language(filter->lang).p == NULL)
		return 1 +
		       serve_problem(exchange->response, 400,
			   "parameter lang: expected a language such as en or "
			   "pt-BR");
	buf_append_string(&listing->title, "Search: ");
	buf_append_slice(&listing->title, words);
	buf_append_string(&listing->path, "/search");
	listing->is_scan = true;
	listing->scan.order = SCAN_FOUND;
	listing->scan.words = words;
	return 0;
}

static int
listing_open_profile(
    struct serve_exchange *exchange, struct listing *listing, struct err *e)
{
	(void)e;
	if (exchange->settings->config != NULL)
		listing->profile = profile_list_find(
		    exchange->settings->config, exchange->name);
	if (listing->profile == NULL)
		return 1 + serve_problem(exchange->response, 404,
			       "there is no profile of this name");
	listing->now_at = exchange->now_at;
	buf_append_string(&listing->title, "Profile: ");
	buf_append_slice(&listing->title, exchange->name);
	buf_append_string(&listing->path, "/profile/");
	html_put_encoded(&listing->path, exchange->name);
	return 0;
}

static const struct {
	struct slice prefix;
	int (*open)(struct serve_exchange *, struct listing *, struct err *);
} listing_kinds[] = {
	{ SLICE("/index."), listing_open_front },
	{ SLICE("/feed/"), listing_open_feed },
	{ SLICE("/tag/"), listing_open_tag },
	{ SLICE("/category/"), listing_open_category },
	{ SLICE("/profile/"), listing_open_profile },
	{ SLICE("/story/"), listing_open_story },
	{ SLICE("/search."), listing_open_search },
};

int
listing_open(
    struct serve_exchange *exchange, struct listing *ret, struct err *e)
{
	size_t i = 0;

	*ret = (struct listing){
		.list = { .is_whole = true },
		.scan = { .is_published = true, .is_whole = true },
		.filter = { .since_at = DATE_NONE, .until_at = DATE_NONE },
	};
	buf_init(&ret->title, TITLE_BYTES);
	buf_init(&ret->path, PATH_BYTES);
	buf_init(&ret->query, PATH_BYTES);
	while (i < ARRAY_LENGTH(listing_kinds) &&
	       !slice_starts(exchange->request->path, listing_kinds[i].prefix))
		i++;
	if (i == ARRAY_LENGTH(listing_kinds)) {
		serve_problem(exchange->response, 404, "there is no such page");
		return 1;
	}
	return listing_kinds[i].open(exchange, ret, e);
}

void
listing_release(struct listing *listing)
{
	buf_release(&listing->title);
	buf_release(&listing->path);
	buf_release(&listing->query);
}

struct listing_hits {
	int (*visit)(const struct article_row *, void *);
	void *arg;
	struct article_place last;
};

static int
listing_visit_hit(const struct profile_hit *hit, void *arg)
{
	struct listing_hits *hits = arg;

	hits->last =
	    (struct article_place){ hit->score->sort_at, hit->article.id };
	return hits->visit(&hit->article, hits->arg);
}

/* A feed has the newest articles first, because readers request it for new
 * articles. */
static int
listing_read_profile(struct store *s, const struct listing *listing,
    struct article_place after, size_t limit, struct listing_hits *hits,
    struct article_place *ret_next, struct err *e)
{
	struct profile_query query = { .now = listing->now_at,
		.since_at = DATE_NONE,
		.min_score = listing->profile->min_score,
		.limit = limit,
		.is_whole = true,
		.is_by_time = true,
		.after = after };
	struct profile *profile = NULL;
	bool has_more = false;
	int rc = profile_open(s, listing->profile, &profile, e);

	if (rc == 0)
		rc = profile_list(
		    profile, &query, listing_visit_hit, hits, &has_more, e);
	profile_close(profile);
	if (rc == 0)
		*ret_next = has_more ? hits->last : (struct article_place){ 0 };
	return rc;
}

int
listing_read(struct store *s, struct listing *listing,
    struct article_place after, size_t limit,
    int (*visit)(const struct article_row *, void *), void *arg,
    struct article_place *ret_next, struct err *e)
{
	struct listing_hits hits = { .visit = visit, .arg = arg };

	if (listing->profile != NULL)
		return listing_read_profile(
		    s, listing, after, limit, &hits, ret_next, e);
	listing->list.after = listing->scan.after = after;
	listing->list.limit = listing->filter.limit = limit;
	listing->scan.filter = &listing->filter;
	return listing->is_scan ? store_article_scan(s, &listing->scan, visit,
				      arg, ret_next, e)
				: store_article_page(s, &listing->list, visit,
				      arg, ret_next, e);
}
