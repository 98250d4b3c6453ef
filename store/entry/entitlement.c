/*
 * entitlement.c -- which feeds are entitled to supply text and metadata of an
 * article.
 *
 * In:  a feed, and the address of a page.
 * Out: whether the feed is entitled for the page, or is only a witness.  The
 *      rule and its reasons: docs/security.md, "Attribution".
 *
 * The channel's link in the feed is not used, because every feed can name any
 * site in it.
 */
#include "store/entry/entitlement.h"

#include "base/array.h"
#include "url/url.h"
#include "url/url_rules.h"

bool
entitlement_host(struct arena *arena, struct slice url, struct slice *ret_host)
{
	struct slice origin;
	size_t at;

	url_amp_origin(arena, url, &url);
	if (!url_origin(arena, url, &origin))
		return false;
	at = slice_find(origin, SLICE("://"), 0);
	*ret_host = slice_sub(origin, at + 3, origin.len);
	return true;
}

/* ---- the sites of a feed ---- */

static void
entitlement_add_site(struct entitlement *of, const struct url_publisher *site)
{
	size_t most = ARRAY_LENGTH(of->sites);

	for (size_t i = 0; i < of->n_sites; i++)
		if (url_publisher_includes(&of->sites[i], site))
			return;
	if (of->n_sites < most && site->site.len > 0)
		of->sites[of->n_sites++] = *site;
}

static void
entitlement_add_lines(
    struct arena *arena, struct entitlement *of, struct slice lines)
{
	struct slice line;

	while (slice_next(&lines, '\n', &line))
		entitlement_add_site(of,
		    &(struct url_publisher){ .site = arena_copy(arena, line) });
}

static struct query
entitlement_query(struct store *s, const struct entitlement *of)
{
	struct query q = query_of(s, SQL_feed_addresses);

	query_int(&q, ":id", of->feed_id);
	query_int(&q, ":aliases", LIMIT_FEED_ALIASES);
	return q;
}

void
entitlement_load_ahead(struct store *s, const struct entitlement *of)
{
	struct query q;

	if (of->is_loaded)
		return;
	q = entitlement_query(s, of);
	query_ahead(&q);
}

/* A person's feed that moves to an address of its site without the person's
 * name does not become a feed of the site: if `former`, an address before a
 * move, has a name, replaces the site by the person. */
static void
entitlement_keep_name(
    struct entitlement *of, const struct url_publisher *former)
{
	if (former->name.len == 0)
		return;
	for (size_t i = 0; i < of->n_sites; i++)
		if (of->sites[i].name.len == 0 &&
		    slice_equal(of->sites[i].site, former->site))
			of->sites[i] = *former;
}

static int
entitlement_load(struct store *s, struct entitlement *of, struct err *e)
{
	struct query q = entitlement_query(s, of);
	struct url_publisher addresses[LIMIT_FEED_ALIASES + 1];
	struct slice lines = SLICE_NONE;
	size_t n = 0;
	int rc;

	while ((rc = query_step(&q, e)) > 0) {
		if (n < ARRAY_LENGTH(addresses) &&
		    url_publisher_read(&s->held,
			query_column_copy(&q, 0, &s->held), &addresses[n])) {
			entitlement_add_site(of, &addresses[n]);
			n++;
		}
		if (lines.len == 0)
			lines = query_column_copy(&q, 1, &s->held);
		of->is_named |= query_column_int(&q, 2) != 0;
	}
	query_end(&q);
	for (size_t i = 1; i < n; i++)
		entitlement_keep_name(of, &addresses[i]);
	entitlement_add_lines(&s->held, of, lines);
	of->is_loaded = rc == 0;
	return rc;
}

/* Reports whether the page is of one of the feed's sites.  The name of a person
 * in the page's address is read only if the feed's address has such a name or
 * is on a blog host. */
static bool
entitlement_has_site(struct arena *arena, const struct entitlement *of,
    struct slice site, struct slice url)
{
	struct url_publisher page = { .site = site };
	bool is_read = false;

	for (size_t i = 0; i < of->n_sites; i++) {
		const struct url_publisher *own = &of->sites[i];

		if (!slice_equal(own->site, site))
			continue;
		if (!is_read && (own->name.len > 0 || own->is_blog_host))
			is_read = url_publisher_read(arena, url, &page);
		if (url_publisher_includes(own, &page))
			return true;
	}
	return false;
}

/* ---- pages that name a feed ---- */

/* Returns 1 if the page of the article, or the home page of its host, names the
 * feed, else 0. */
static int
entitlement_is_named(struct store *s, const struct entitlement *of,
    struct slice url, int64_t article_id, struct err *e)
{
	struct query q = query_of(s, SQL_feed_is_named);
	struct slice host = SLICE_NONE;
	int rc;

	entitlement_host(&s->scratch, url, &host);
	query_int(&q, ":feed_id", of->feed_id);
	query_int(&q, ":article_id", article_id);
	query_text_always(&q, ":host", host);
	rc = query_step(&q, e);
	query_end(&q);
	return rc;
}

/* Reports whether the page is of one of the feed's sites.  A page in an AMP
 * cache belongs only to the site of its publisher: anybody can publish a feed
 * on a site such as google.com, whose cache has a copy of any page. */
static bool
entitlement_is_of_site(struct arena *arena, const struct entitlement *of,
    const struct entitlement_page *page)
{
	struct slice publisher, site;

	if (!url_amp_origin(arena, page->url, &publisher))
		return entitlement_has_site(arena, of, page->site, page->url);
	return url_budget_key(arena, publisher, &site) &&
	       entitlement_has_site(arena, of, site, publisher);
}

int
entitlement_check(struct store *s, struct entitlement *of,
    const struct entitlement_page *page, bool *ret, bool *ret_of_site,
    struct err *e)
{
	int rc = 0;

	*ret = *ret_of_site = true;
	if (page->url.len == 0)
		return 0;
	if (!of->is_loaded && (rc = entitlement_load(s, of, e)) != 0)
		return rc;
	if (entitlement_is_of_site(&s->scratch, of, page))
		return 0;
	*ret = *ret_of_site = false;
	if (!of->is_named)
		return 0;
	rc = entitlement_is_named(s, of, page->url, page->article_id, e);
	*ret = rc > 0;
	return rc < 0 ? rc : 0;
}

struct slice
entitlement_sites_text(struct arena *arena, struct slice lines)
{
	struct slice line, site, text = SLICE_NONE;

	while (slice_next(&lines, '\n', &line)) {
		line = slice_trim(line);
		if (slice_find(line, SLICE("://"), 0) == SLICE_NOT_FOUND)
			line =
			    arena_format(arena, "http://%.*s", SLICE_ARG(line));
		if (!url_budget_key(arena, line, &site))
			continue;
		text = text.len == 0 ? site
				     : arena_format(arena, "%.*s\n%.*s",
					   SLICE_ARG(text), SLICE_ARG(site));
	}
	return text;
}
