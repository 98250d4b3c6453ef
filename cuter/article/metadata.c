/*
 * metadata.c -- language, site, canonical address, dates, tags.
 *
 * In:  the page's head, JSON-LD, <time> elements.
 * Out: those fields of the article.
 *
 * For each field a table of witnesses in the order in which they are believed;
 * JSON-LD comes first, since what is made for machines is checked by the
 * publisher's own search results.
 */
#include "config/limits.h"
#include "crawler/url.h"
#include "cuter/article/article.h"

#define DATE_LINE_BYTES 80 /* of a line that is hardly more than a date */
#define DATE_LINE_WORDS 6  /* of one that was taken for text */
#define LOOK_BEFORE     4  /* blocks about the title */
#define LOOK_BEHIND     15

static const char *const published_metas[] = { "article:published_time",
	"datePublished", "og:published_time", "parsely-pub-date",
	"sailthru.date", "article.published", "publish-date", "published_time",
	"pubdate", "publication_date", "article_date_original",
	"cXenseParse:recs:publishtime", "DC.date.issued", "dcterms.created",
	"DC.date", "dc.date", "dcterms.date", "date", "last-modified" };

static const char *const modified_metas[] = { "article:modified_time",
	"dateModified", "og:updated_time", "article:updated_time",
	"dcterms.modified", "DC.date.modified" };

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

static int64_t
date_of(struct slice text)
{
	unsigned flags;
	int64_t at;

	if (text.len > 0 && text.len <= LIMIT_DATE_BYTES &&
	    date_parse(text, &at, &flags))
		return at;
	return DATE_NONE;
}

/* Four digits in a row that could be one: without, it is a clock or a count. */
static bool
has_year(struct slice s)
{
	size_t digits = 0;

	for (size_t i = 0; i < s.len; i++) {
		digits = s.p[i] >= '0' && s.p[i] <= '9' ? digits + 1 : 0;
		if (digits == 4 && (s.p[i - 3] == '1' || s.p[i - 3] == '2'))
			return true;
	}
	return false;
}

static int64_t
first_date(const struct page_head *head, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int64_t at = date_of(page_head_meta(head, keys[i]));

		if (at != DATE_NONE)
			return at;
	}
	return DATE_NONE;
}

/* <time datetime>, or the itemprop: the one that says it is the publication,
 * else the first near the title that stands in no list of other stories. */
static int64_t
date_on_page(const struct page *page, const char *itemprop, bool any)
{
	const struct tree *t = &page->tree;
	int64_t first = DATE_NONE;

	for (uint32_t i = 1; i < t->n; i++) {
		struct slice prop = tree_attr(t, i, ATTR_ITEMPROP);
		struct slice value = tree_attr(t, i, ATTR_DATETIME);
		int64_t at;

		if (value.p == NULL)
			value = tree_attr(t, i, ATTR_CONTENT);
		if (value.p == NULL)
			continue;
		at = date_of(value);
		if (at == DATE_NONE)
			continue;
		if (slice_equal_nocase(prop, slice_of(itemprop)))
			return at;
		if (first == DATE_NONE && t->nodes[i].tag == TAG_TIME &&
		    !(page->marks[i] &
			(MARK_NAVIGATION | MARK_COMMENTS | MARK_LINK)))
			first = at;
	}
	return any ? first : DATE_NONE;
}

/* A short line about the title that is a date: "Updated Sept 8, 2021". */
static int64_t
date_in_text(const struct page *page)
{
	uint32_t title = page->title_block, from;

	if (title == PAGE_NO_BLOCK)
		return DATE_NONE;
	from = title > LOOK_BEFORE ? title - LOOK_BEFORE : 0;
	for (uint32_t i = from; i < page->n_blocks && i < title + LOOK_BEHIND;
	     i++) {
		const struct block *b = &page->blocks[i];
		struct slice text;
		int64_t at;

		if (b->bytes > DATE_LINE_BYTES || i == title ||
		    (b->reason == REASON_CHOSEN && b->words > DATE_LINE_WORDS))
			continue;
		text = page_block_text(page, b);
		if (!has_year(text))
			continue;
		at = date_of(text);
		if (at != DATE_NONE)
			return at;
	}
	return DATE_NONE;
}

static void
find_dates(
    const struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	a->published_at = date_of(ld->published);
	if (a->published_at == DATE_NONE)
		a->published_at =
		    first_date(page->head, published_metas, N(published_metas));
	if (a->published_at == DATE_NONE)
		a->published_at = date_on_page(page, "datePublished", true);
	if (a->published_at == DATE_NONE)
		a->published_at = date_in_text(page);
	a->modified_at = date_of(ld->modified);
	if (a->modified_at == DATE_NONE)
		a->modified_at =
		    first_date(page->head, modified_metas, N(modified_metas));
	if (a->modified_at == DATE_NONE)
		a->modified_at = date_on_page(page, "dateModified", false);
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

	find_dates(page, ld, a);
	find_language(page, ld, a);
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
