/*
 * metadata.c -- language, site, canonical address, tags.
 *
 * In:  the page's head, JSON-LD.
 * Out: those fields of the article.
 *
 * For each field a table of witnesses in the order in which they are believed;
 * JSON-LD comes first, since what is made for machines is checked by the
 * publisher's own search results.
 */
#include "config/limits.h"
#include "crawler/url.h"
#include "cuter/article/article.h"

static const char *const site_metas[] = { "og:site_name", "application-name",
	"twitter:site" };

static const char *const language_metas[] = { "content-language", "language",
	"og:locale", "dc.language" };

static const char *const tag_metas[] = { "article:tag", "news_keywords",
	"keywords", "parsely-tags", "sailthru.tags" };

#define N(table) (sizeof(table) / sizeof(table[0]))

static struct slice
first_meta(const struct page_head *head, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct slice found = page_head_meta(head, keys[i]);

		if (found.len > 0)
			return found;
	}
	return SLICE_NONE;
}

/* "en-US", "de_DE", " EN ": the language alone, in lower case. */
static struct slice
language_of(struct arena *arena, struct slice tag)
{
	size_t n = 0;
	char *code;

	tag = slice_trim(tag);
	while (n < tag.len && n < 4 &&
	       ((tag.p[n] | 0x20) >= 'a' && (tag.p[n] | 0x20) <= 'z'))
		n++;
	if (n < 2 || n > 3 ||
	    (n < tag.len && strchr("-_, ;", tag.p[n]) == NULL))
		return SLICE_NONE;
	code = arena_alloc(arena, n + 1);
	for (size_t i = 0; i < n; i++)
		code[i] = (char)(tag.p[i] | 0x20);
	return (struct slice){ code, n };
}

static void
find_language(
    const struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	a->language = language_of(page->arena, page->head->language);
	if (a->language.p == NULL)
		a->language = language_of(page->arena, ld->language);
	for (size_t i = 0; a->language.p == NULL && i < N(language_metas); i++)
		a->language = language_of(
		    page->arena, page_head_meta(page->head, language_metas[i]));
}

static bool
is_of_site(const struct page *page, struct slice url)
{
	struct slice own, other;

	return url_budget_key(page->arena, page->input->url, &own) &&
	       url_budget_key(page->arena, url, &other) &&
	       slice_equal(own, other);
}

/* rel=canonical, else og:url; but one of the page's own site goes before one
 * of another's, which may be an agency's, or a mistake. */
static void
find_canonical(const struct page *page, struct cuter_article *a)
{
	struct slice said[] = { page->head->canonical,
		page_head_meta(page->head, "og:url") };
	bool found = false;

	for (size_t i = 0; i < N(said) && !found; i++) {
		struct slice url;

		if (said[i].len == 0 ||
		    !url_resolve(page->arena, page->base_url, said[i], &url))
			continue;
		found = is_of_site(page, url);
		if (found || a->canonical_url.p == NULL)
			a->canonical_url = url;
	}
}

static void
find_tags(
    const struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	for (size_t i = 0; i < ld->n_tags; i++)
		article_list_add(
		    page->arena, &a->tags, &a->n_tags, ld->tags[i]);
	for (size_t k = 0; k < N(tag_metas) && a->n_tags == 0; k++)
		for (size_t i = 0; i < page->head->n_metas; i++) {
			const struct page_meta *meta = &page->head->metas[i];
			struct slice rest = meta->content, part;

			if (!slice_equal_nocase(
				meta->key, slice_of(tag_metas[k])))
				continue;
			while (slice_next(&rest, ',', &part))
				article_list_add(page->arena, &a->tags,
				    &a->n_tags,
				    article_line(page->arena, part, 128));
		}
}

void
article_metadata(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice paid;

	find_language(page, ld, a);
	article_dates(page, ld, a);
	find_canonical(page, a);
	find_tags(page, ld, a);
	a->site_name = article_line(
	    page->arena, first_meta(page->head, site_metas, 1), 256);
	if (a->site_name.p == NULL)
		a->site_name = ld->site_name;
	if (a->site_name.p == NULL)
		a->site_name = article_line(page->arena,
		    first_meta(page->head, site_metas + 1, N(site_metas) - 1),
		    256);
	paid = page_head_meta(page->head, "article:content_tier");
	if (ld->not_free || slice_equal_nocase(paid, SLICE("locked")) ||
	    slice_equal_nocase(paid, SLICE("metered")))
		a->flags |= CUTER_FLAG_PAYWALL;
}
