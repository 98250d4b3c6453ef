/*
 * profile_page.c -- the articles of a profile, and the list of profiles. page.h
 * declares the handlers.
 *
 * The parameter `after` is the number of articles on the earlier pages, because
 * the list is ordered by score.
 */
#include "base/array.h"
#include "base/limits/limits_portal.h"
#include "config/profile/profile_list.h"
#include "serve/page/page.h"

#define PATH_BYTES (LIMIT_SERVE_TARGET * 3 + 64) /* each byte as %XX */

struct profile_writing {
	struct serve_exchange *exchange;
	struct buf items;
	size_t n;
	struct err *e;
};

/* Appends the score and its reasons: "0.42: grid, economy". */
static void
profile_page_put_reasons(struct buf *out, const struct profile_score *score)
{
	buf_printf(out, "<p class=\"meta\">%.2f: ", score->score);
	for (size_t i = 0; i < score->n_parts; i++) {
		buf_printf(out, "%s%s<bdi>", i > 0 ? ", " : "",
		    score->parts[i].share < 0 ? "not " : "");
		html_put_line(out, score->parts[i].label);
		buf_append_string(out, "</bdi>");
	}
	buf_append_string(out, "</p>\n");
}

static int
profile_page_visit(const struct profile_hit *hit, void *arg)
{
	const struct slice end = SLICE("</li>\n");
	struct profile_writing *writing = arg;
	int rc = list_put_article(&writing->items, writing->exchange->store,
	    &hit->article, SLICE_NONE, writing->e);

	writing->n++;
	if (rc == 0 && slice_ends(buf_slice(&writing->items), end)) {
		writing->items.len -= end.len;
		profile_page_put_reasons(&writing->items, hit->score);
		buf_append_slice(&writing->items, end);
	}
	return rc;
}

static int
profile_page_read(const struct config_profile *config, int64_t skip,
    struct profile_writing *writing, bool *ret_has_more, struct err *e)
{
	struct profile_query query = { .now = writing->exchange->now_at,
		.since_at = DATE_NONE,
		.min_score = config->min_score,
		.skip = (size_t)skip,
		.limit = PAGE_ARTICLES };
	struct profile *profile = NULL;
	int rc = profile_open(writing->exchange->store, config, &profile, e);

	if (rc == 0)
		rc = profile_list(profile, &query, profile_page_visit, writing,
		    ret_has_more, e);
	profile_close(profile);
	return rc;
}

static void
profile_page_write(struct serve_exchange *exchange,
    const struct html_page *page, const struct profile_writing *writing)
{
	struct buf *out = &exchange->response->body;

	html_begin_page(exchange->response, page);
	buf_append_string(out, "<h1>Profile: <bdi>");
	html_put_line(out, exchange->name);
	buf_append_string(out, "</bdi></h1>\n");
	if (writing->n == 0)
		buf_append_string(
		    out, "<p>No article matches this profile.</p>\n");
	else
		buf_append_string(out, "<ol class=\"stories\">\n");
	buf_append_slice(out, buf_slice(&writing->items));
	buf_carry_failure(out, &writing->items);
	if (writing->n > 0)
		buf_append_string(out, "</ol>\n");
	html_end_page(exchange->response, page);
}

static int
profile_page_respond(struct serve_exchange *exchange,
    const struct config_profile *config, int64_t skip, struct err *e)
{
	struct profile_writing writing = { .exchange = exchange, .e = e };
	struct html_page page = { .title = exchange->name,
		.section = "/profiles",
		.next_label = "More articles" };
	struct buf path, next;
	bool has_more = false;
	int rc;

	buf_init(&writing.items, LIMIT_SERVE_RESPONSE);
	buf_init(&path, PATH_BYTES);
	buf_init(&next, PATH_BYTES);
	buf_append_string(&path, "/profile/");
	html_put_encoded(&path, exchange->name);
	page.listing = buf_slice(&path);
	rc = profile_page_read(config, skip, &writing, &has_more, e);
	if (rc == 0 && has_more) {
		buf_append_slice(&next, buf_slice(&path));
		buf_printf(
		    &next, "?after=%lld", (long long)skip + PAGE_ARTICLES);
		page.next = buf_slice(&next);
	}
	if (rc == 0)
		profile_page_write(exchange, &page, &writing);
	buf_release(&writing.items);
	buf_release(&path);
	buf_release(&next);
	return rc;
}

int
page_profile(struct serve_exchange *exchange, struct err *e)
{
	const struct config *config = exchange->settings->config;
	const struct config_profile *profile =
	    config != NULL ? profile_list_find(config, exchange->name) : NULL;
	int64_t skip;

	if (profile == NULL)
		return serve_problem(exchange->response, 404,
		    "there is no profile of this name");
	if (!serve_request_int(
		exchange->request, "after", 0, LIMIT_PROFILE_RANKED, 0, &skip))
		return serve_problem(exchange->response, 400,
		    "the parameter \"after\" is not a number of articles");
	return profile_page_respond(exchange, profile, skip, e);
}

/* ---- the list of profiles ---- */

static void
profile_page_put_interests(struct buf *out, const struct config_profile *p)
{
	const struct {
		char **items;
		size_t n;
	} lists[] = { { p->keywords, p->n_keywords },
		{ p->categories, p->n_categories }, { p->feeds, p->n_feeds },
		{ p->languages, p->n_languages } };
	size_t n = 0;

	buf_append_string(out, "<p class=\"meta\">");
	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
		for (size_t k = 0; k < lists[i].n; k++) {
			buf_append_string(out, n++ > 0 ? ", <bdi>" : "<bdi>");
			html_put_line(out, slice_of(lists[i].items[k]));
			buf_append_string(out, "</bdi>");
		}
	buf_append_string(out, "</p>\n");
}

int
page_profiles(struct serve_exchange *exchange, struct err *e)
{
	const struct html_page page = { .title = SLICE("Profiles"),
		.section = "/profiles" };
	const struct config *config = exchange->settings->config;
	struct buf *out = &exchange->response->body;

	(void)e;
	html_begin_page(exchange->response, &page);
	buf_append_string(out, "<h1>Profiles</h1>\n");
	if (config == NULL || config->n_profiles == 0)
		buf_append_string(out, "<p>The configuration has no key "
				       "<code>profiles</code>.</p>\n");
	else
		buf_append_string(out, "<ul class=\"stories\">\n");
	for (size_t i = 0; config != NULL && i < config->n_profiles; i++) {
		buf_append_string(out, "<li>\n<h2><a href=\"/profile/");
		html_put_encoded(out, slice_of(config->profiles[i].name));
		buf_append_string(out, "\"><bdi>");
		html_put_line(out, slice_of(config->profiles[i].name));
		buf_append_string(out, "</bdi></a></h2>\n");
		profile_page_put_interests(out, &config->profiles[i]);
		buf_append_string(out, "</li>\n");
	}
	if (config != NULL && config->n_profiles > 0)
		buf_append_string(out, "</ul>\n");
	html_end_page(exchange->response, &page);
	return 0;
}
