/*
 * metadata.c -- reads language, site, canonical address, feeds, tags, section,
 * publisher, licence and access.
 *
 * In: the page's head, JSON-LD.
 * Out: those fields of the article.
 *
 * The sources of each field are read in order of preference. For tags, section,
 * publisher and licence, JSON-LD is read first, because publishers check how
 * search engines show it.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "cuter/article/article.h"
#include "cuter/article/section/breadcrumb.h"
#include "url/url.h"

static const char *const site_metas[] = { "og:site_name", "application-name",
	"twitter:site" };

static const char *const section_metas[] = { "article:section",
	"parsely-section", "cXenseParse:section", "section", "cse-section",
	"dc.subject", "og:section", "og:article:section" };

static const char *const publisher_metas[] = { "dc.publisher",
	"dcterms.publisher", "citation_publisher", "publisher",
	"article:publisher" };

static const char *const license_metas[] = { "dcterms.license",
	"dc.rights.license", "cc:license", "license" };

static const char *const language_metas[] = { "content-language", "language",
	"og:locale", "dc.language" };

static const char *const tag_metas[] = { "article:tag", "news_keywords",
	"keywords", "parsely-tags", "sailthru.tags", "og:article:tag" };

/* No corpus has marked values for these fields. The confidences are estimates;
 * only their order matters. */
#define CONFIDENCE_USUAL 0.95
#define CONFIDENCE_OFTEN 0.8

static struct slice
metadata_first_meta(
    const struct page_head *head, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct slice found = page_head_meta(head, keys[i]);

		if (found.len > 0)
			return found;
	}
	return SLICE_NONE;
}

/* Returns the language subtag of "en-US", "de_DE" or " EN " in lower case. */
static struct slice
metadata_language_of(struct arena *arena, struct slice tag)
{
	size_t n = 0;
	char *code;

	tag = slice_trim(tag);
	while (n < tag.len && n < 4 && ascii_is_letter(tag.p[n]))
		n++;
	if (n < 2 || n > 3 ||
	    (n < tag.len && strchr("-_, ;", tag.p[n]) == NULL))
		return SLICE_NONE;
	code = arena_alloc(arena, n + 1);
	for (size_t i = 0; i < n; i++)
		code[i] = ascii_lower(tag.p[i]);
	return (struct slice){ code, n };
}

static void
metadata_find_language(
    const struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	enum cuter_source source = CUTER_SOURCE_HTML;

	a->language = metadata_language_of(page->arena, page->head->language);
	if (a->language.p == NULL) {
		a->language = metadata_language_of(page->arena, ld->language);
		source = CUTER_SOURCE_JSON_LD;
	}
	for (size_t i = 0;
	     a->language.p == NULL && i < ARRAY_LENGTH(language_metas); i++) {
		a->language = metadata_language_of(
		    page->arena, page_head_meta(page->head, language_metas[i]));
		source = CUTER_SOURCE_META;
	}
	if (a->language.p != NULL)
		article_field(
		    a, CUTER_FIELD_LANGUAGE, source, CONFIDENCE_USUAL);
}

static bool
metadata_is_of_site(const struct page *page, struct slice url)
{
	struct slice own, other;

	return url_budget_key(page->arena, page->input->url, &own) &&
	       url_budget_key(page->arena, url, &other) &&
	       slice_equal(own, other);
}

/* Finds the address in rel=canonical, else in og:url. An address on the page's
 * own site is preferred, because an address on another site may be that of an
 * agency, or a mistake. */
static void
metadata_find_canonical(const struct page *page, struct cuter_article *a)
{
	struct slice addresses[] = { page->head->canonical,
		page_head_meta(page->head, "og:url") };
	bool found = false;

	for (size_t i = 0; i < ARRAY_LENGTH(addresses) && !found; i++) {
		struct slice url;

		if (addresses[i].len == 0 ||
		    !url_resolve(
			page->arena, page->base_url, addresses[i], &url))
			continue;
		found = metadata_is_of_site(page, url);
		if (!found && a->canonical_url.p != NULL)
			continue;
		a->canonical_url = url;
		article_field(a, CUTER_FIELD_CANONICAL,
		    i == 0 ? CUTER_SOURCE_LINK : CUTER_SOURCE_META,
		    found ? CONFIDENCE_USUAL : CONFIDENCE_OFTEN);
	}
}

static void
metadata_find_tags(
    const struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	for (size_t i = 0; i < ld->n_tags; i++)
		article_list_add(
		    page->arena, &a->tags, &a->n_tags, ld->tags[i]);
	if (a->n_tags > 0)
		article_field(a, CUTER_FIELD_TAGS, CUTER_SOURCE_JSON_LD,
		    CONFIDENCE_OFTEN);
	for (size_t k = 0; k < ARRAY_LENGTH(tag_metas) && a->n_tags == 0; k++)
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
			article_field(a, CUTER_FIELD_TAGS, CUTER_SOURCE_META,
			    CONFIDENCE_OFTEN);
		}
}

/* Returns the value of the first key that has a text. A URL is not accepted as
 * a value, because it is often the address of a profile. */
static struct slice
metadata_find_text(const struct page *page, const char *const *keys, size_t n)
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

/* Returns the absolute address of <a rel=license>. */
static struct slice
metadata_linked_license(const struct page *page)
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

/* Sets a field if it is not set. */
static void
metadata_set_field(struct cuter_article *a, enum cuter_field field,
    struct slice *known, struct slice value, enum cuter_source source)
{
	if (known->p != NULL || value.p == NULL)
		return;
	*known = value;
	article_field(a, field, source,
	    source == CUTER_SOURCE_JSON_LD ? CONFIDENCE_USUAL
					   : CONFIDENCE_OFTEN);
}

/* Reads section, publisher, licence and access. */
static void
metadata_find_section(
    const struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	metadata_set_field(a, CUTER_FIELD_SECTION, &a->section, ld->section,
	    CUTER_SOURCE_JSON_LD);
	metadata_set_field(a, CUTER_FIELD_SECTION, &a->section,
	    metadata_find_text(
		page, section_metas, ARRAY_LENGTH(section_metas)),
	    CUTER_SOURCE_META);
	if (a->section.p == NULL) {
		enum cuter_source source;
		struct slice section =
		    breadcrumb_section(page, ld, a->site_name, &source);

		metadata_set_field(
		    a, CUTER_FIELD_SECTION, &a->section, section, source);
	}
	metadata_set_field(a, CUTER_FIELD_PUBLISHER, &a->publisher,
	    ld->site_name, CUTER_SOURCE_JSON_LD);
	metadata_set_field(a, CUTER_FIELD_PUBLISHER, &a->publisher,
	    metadata_find_text(
		page, publisher_metas, ARRAY_LENGTH(publisher_metas)),
	    CUTER_SOURCE_META);
	metadata_set_field(a, CUTER_FIELD_LICENSE, &a->license, ld->license,
	    CUTER_SOURCE_JSON_LD);
	if (a->license.p == NULL)
		metadata_set_field(a, CUTER_FIELD_LICENSE, &a->license,
		    metadata_linked_license(page), CUTER_SOURCE_LINK);
	metadata_set_field(a, CUTER_FIELD_LICENSE, &a->license,
	    article_line(page->arena,
		metadata_first_meta(
		    page->head, license_metas, ARRAY_LENGTH(license_metas)),
		256),
	    CUTER_SOURCE_META);
	if (a->flags & CUTER_FLAG_PAYWALL)
		a->access = CUTER_ACCESS_PAID;
	else if (ld->is_free)
		a->access = CUTER_ACCESS_FREE;
}

/* Collects the feeds of other sites to which the head of the page links. Feeds
 * of the page's own site are left out, because they are entitled in any case
 * (docs/security.md, "Attribution"). */
static void
metadata_find_feeds(const struct page *page, struct cuter_article *a)
{
	const struct page_head *head = page->head;

	if (head->n_feeds > 0)
		a->feeds =
		    arena_array(page->arena, head->n_feeds, sizeof(*a->feeds));
	for (size_t i = 0; i < head->n_feeds; i++) {
		struct slice url;

		if (url_resolve(
			page->arena, page->base_url, head->feeds[i], &url) &&
		    !metadata_is_of_site(page, url))
			a->feeds[a->n_feeds++] = url;
	}
}

void
article_metadata(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice paid;

	metadata_find_language(page, ld, a);
	article_dates(page, ld, a);
	metadata_find_canonical(page, a);
	metadata_find_feeds(page, a);
	metadata_find_tags(page, ld, a);
	a->site_name = article_line(
	    page->arena, metadata_first_meta(page->head, site_metas, 1), 256);
	if (a->site_name.p == NULL)
		a->site_name = ld->site_name;
	if (a->site_name.p == NULL)
		a->site_name = article_line(page->arena,
		    metadata_first_meta(page->head, site_metas + 1,
			ARRAY_LENGTH(site_metas) - 1),
		    256);
	paid = page_head_meta(page->head, "article:content_tier");
	if (ld->not_free || slice_equal_nocase(paid, SLICE("locked")) ||
	    slice_equal_nocase(paid, SLICE("metered")))
		a->flags |= CUTER_FLAG_PAYWALL;
	metadata_find_section(page, ld, a);
}
