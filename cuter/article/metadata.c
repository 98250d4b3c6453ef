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

static const char *const section_metas[] = { "article:section",
	"parsely-section", "cXenseParse:section", "section", "cse-section",
	"dc.subject", "og:section" };

static const char *const publisher_metas[] = { "dc.publisher",
	"dcterms.publisher", "citation_publisher", "publisher",
	"article:publisher" };

static const char *const license_metas[] = { "dcterms.license",
	"dc.rights.license", "cc:license", "license" };

static const char *const language_metas[] = { "content-language", "language",
	"og:locale", "dc.language" };

static const char *const tag_metas[] = { "article:tag", "news_keywords",
	"keywords", "parsely-tags", "sailthru.tags" };

/* No corpus has a gold of these fields: by hand, and only their order means
 * something. */
#define IS_USUAL 0.95
#define IS_OFTEN 0.8

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
	enum cuter_source source = CUTER_SOURCE_HTML;

	a->language = language_of(page->arena, page->head->language);
	if (a->language.p == NULL) {
		a->language = language_of(page->arena, ld->language);
		source = CUTER_SOURCE_JSON_LD;
	}
	for (size_t i = 0; a->language.p == NULL && i < N(language_metas);
	     i++) {
		a->language = language_of(
		    page->arena, page_head_meta(page->head, language_metas[i]));
		source = CUTER_SOURCE_META;
	}
	if (a->language.p != NULL)
		article_field(a, CUTER_FIELD_LANGUAGE, source, IS_USUAL);
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
		if (!found && a->canonical_url.p != NULL)
			continue;
		a->canonical_url = url;
		article_field(a, CUTER_FIELD_CANONICAL,
		    i == 0 ? CUTER_SOURCE_LINK : CUTER_SOURCE_META,
		    found ? IS_USUAL : IS_OFTEN);
	}
}

static void
find_tags(
    const struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	for (size_t i = 0; i < ld->n_tags; i++)
		article_list_add(
		    page->arena, &a->tags, &a->n_tags, ld->tags[i]);
	if (a->n_tags > 0)
		article_field(
		    a, CUTER_FIELD_TAGS, CUTER_SOURCE_JSON_LD, IS_OFTEN);
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
			article_field(
			    a, CUTER_FIELD_TAGS, CUTER_SOURCE_META, IS_OFTEN);
		}
}

/* Said by the page's own words, and no address of a profile. */
static struct slice
named(const struct page *page, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct slice found = article_line(
		    page->arena, page_head_meta(page->head, keys[i]), 256);

		if (found.len > 0 &&
		    slice_find(found, SLICE("://"), 0) == SLICE_NOT_FOUND)
			return found;
	}
	return SLICE_NONE;
}

/* <a rel=license> of the article, absolute. */
static struct slice
linked_license(const struct page *page)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 1; i < t->n; i++) {
		struct slice rel, word, url;

		if (t->nodes[i].tag != TAG_A || page->marks[i] & MARK_COMMENTS)
			continue;
		rel = tree_attr(t, i, ATTR_REL);
		while (slice_next(&rel, ' ', &word))
			if (slice_equal_nocase(word, SLICE("license")) &&
			    url_resolve(page->arena, page->base_url,
				tree_attr(t, i, ATTR_HREF), &url))
				return url;
	}
	return SLICE_NONE;
}

/* The first that says it. */
static void
take(struct cuter_article *a, enum cuter_field field, struct slice *known,
    struct slice said, enum cuter_source source)
{
	if (known->p != NULL || said.p == NULL)
		return;
	*known = said;
	article_field(a, field, source,
	    source == CUTER_SOURCE_JSON_LD ? IS_USUAL : IS_OFTEN);
}

/* What the paper's own words say of where it stands, whose it is, and who may
 * have it. */
static void
find_standing(
    const struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	take(a, CUTER_FIELD_SECTION, &a->section, ld->section,
	    CUTER_SOURCE_JSON_LD);
	take(a, CUTER_FIELD_SECTION, &a->section,
	    named(page, section_metas, N(section_metas)), CUTER_SOURCE_META);
	take(a, CUTER_FIELD_PUBLISHER, &a->publisher, ld->site_name,
	    CUTER_SOURCE_JSON_LD);
	take(a, CUTER_FIELD_PUBLISHER, &a->publisher,
	    named(page, publisher_metas, N(publisher_metas)),
	    CUTER_SOURCE_META);
	take(a, CUTER_FIELD_LICENSE, &a->license, ld->license,
	    CUTER_SOURCE_JSON_LD);
	if (a->license.p == NULL)
		take(a, CUTER_FIELD_LICENSE, &a->license, linked_license(page),
		    CUTER_SOURCE_LINK);
	take(a, CUTER_FIELD_LICENSE, &a->license,
	    article_line(page->arena,
		first_meta(page->head, license_metas, N(license_metas)), 256),
	    CUTER_SOURCE_META);
	if (a->flags & CUTER_FLAG_PAYWALL)
		a->access = CUTER_ACCESS_PAID;
	else if (ld->is_free)
		a->access = CUTER_ACCESS_FREE;
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
	find_standing(page, ld, a);
}
