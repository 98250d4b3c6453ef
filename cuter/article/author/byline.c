/*
 * byline.c -- chooses the authors from several sources.
 *
 * In:  JSON-LD, the head's fields, the visible bylines.
 * Out: article->authors, article->byline.
 *
 * Each source has a list of names and a weight. The weight increases if both a
 * metadata source and a visible source have one of the names. The weight
 * decreases if the name is that of the site, a user account, a desk or an
 * organisation. Content management systems write the site's name for unknown
 * authors. The list with the highest weight is chosen. If the list of the
 * visible line, of JSON-LD or of the markup has all names of the chosen list
 * and more, that list is used instead.
 */
#include "cuter/article/author/byline.h"

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "cuter/article/author/han_name.h"
#include "cuter/features/features.h"
#include "url/url.h"

/* These weights were chosen on the development corpora. AGREEMENT_BONUS is
 * added to a weight, and at most one of the penalties is subtracted. */
static const int weights[BYLINE_COUNT] = {
	[BYLINE_LINE] = 95,
	[BYLINE_JSON_LD] = 90,
	[BYLINE_META] = 85,
	[BYLINE_ELEMENT] = 82,
	[BYLINE_LINK] = 76,
	[BYLINE_CLASS] = 74,
	[BYLINE_CREDIT] = 88,
	[BYLINE_FIELD] = 60,
	[BYLINE_ALONE] = 58,
	[BYLINE_TAIL] = 50,
	[BYLINE_EDITOR] = 35,
};
/* Added if both a metadata source and a visible source have one of the names.
 */
#define AGREEMENT_BONUS 10
#define SITE_PENALTY    45 /* subtracted if the name is that of the site */
#define ACCOUNT_PENALTY 50 /* subtracted if the name is a user account */
#define DESK_PENALTY    12 /* subtracted if the name is that of a desk */
/* subtracted if the name is the Chinese name of an organisation */
#define ORGANISATION_PENALTY 45
#define WEIGHT_NEEDED        30 /* minimum weight of a source that is used */

/* True for sources of metadata. Metadata and visible text are produced
 * independently of each other, so the same name in both is evidence. */
static bool
byline_is_machine(enum byline_source source)
{
	return source == BYLINE_JSON_LD || source == BYLINE_META ||
	       source == BYLINE_FIELD;
}

static const struct {
	const char *key;
	uint8_t source;
} author_metas[] = {
	{ "author", BYLINE_META },
	{ "article:author", BYLINE_META },
	{ "parsely-author", BYLINE_META },
	{ "sailthru.author", BYLINE_META },
	{ "cXenseParse:author", BYLINE_META },
	{ "citation_author", BYLINE_META },
	{ "citation_authors", BYLINE_META },
	{ "dc.creator", BYLINE_META },
	{ "dcterms.creator", BYLINE_META },
	{ "dc.contributor", BYLINE_META },
	{ "article:author_name", BYLINE_META },
	{ "og:article:author", BYLINE_META },
	{ "article_author", BYLINE_META },
	{ "articleAuthor", BYLINE_META },
	{ "article-author", BYLINE_META },
	{ "author_name", BYLINE_META },
	{ "byl", BYLINE_META },
	{ "byline", BYLINE_META },
	{ "twitter:misc:written by", BYLINE_META },
	{ "og:author", BYLINE_META },
	{ "mrf:authors", BYLINE_META },
	{ "bt:author", BYLINE_META },
	{ "authors", BYLINE_META },
	{ "article:authors", BYLINE_META },
	{ "article.author", BYLINE_META },
	{ "dc:creator", BYLINE_META },
	{ "vr:author", BYLINE_META },
	{ "dcsext.author", BYLINE_META },
	{ "rbauthors", BYLINE_META },
	{ "mediator_author", BYLINE_META },
	{ "shareaholic:article_author_name", BYLINE_META },
	{ "creator", BYLINE_FIELD },
	{ "twitter:creator", BYLINE_FIELD },
};

/* Searches the keys of author_metas[] in order. If a field of a key gives a
 * name, later keys of the same source are skipped. */
static void
byline_read_metas(const struct page *page, const struct cuter_article *a,
    struct names lists[BYLINE_COUNT])
{
	const struct page_head *head = page->head;

	for (size_t k = 0; k < ARRAY_LENGTH(author_metas); k++) {
		struct names *list = &lists[author_metas[k].source];

		if (list->n > 0)
			continue;
		for (size_t i = 0; i < head->n_metas; i++)
			if (slice_equal_nocase(head->metas[i].key,
				slice_of(author_metas[k].key)))
				names_add(page->arena,
				    article_line(page->arena,
					head->metas[i].content, 1024),
				    a->language, NAME_FIELD, list);
	}
}

/* Twitter cards have labelled fields: twitter:label1 "Written by",
 * twitter:data1. */
static void
byline_read_cards(
    const struct page *page, const struct cuter_article *a, struct names *list)
{
	static const char *const cards[][2] = {
		{ "twitter:label1", "twitter:data1" },
		{ "twitter:label2", "twitter:data2" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cards) && list->n == 0; i++)
		if (name_is_label(page_head_meta(page->head, cards[i][0])))
			names_add(page->arena,
			    article_line(page->arena,
				page_head_meta(page->head, cards[i][1]), 256),
			    a->language, NAME_FIELD, list);
}

/* Writes the letters and digits of a text to `out`, ASCII letters in lower
 * case. Returns the number of bytes, at most 64. */
static size_t
byline_squeeze(struct slice s, char out[64])
{
	size_t n = 0;

	for (size_t i = 0; i < s.len && n < 64; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (ascii_is_upper(c))
			c |= 0x20;
		if (c >= 0x80 || ascii_is_lower(c) || ascii_is_digit(c))
			out[n++] = (char)c;
	}
	return n;
}

/* Writes the first letter of each word to `out`, in lower case. Returns the
 * number of letters, at most 64. */
static size_t
byline_initials(struct slice name, char out[64])
{
	char one[64];
	struct slice word;
	size_t n = 0;

	while (n < 64 && slice_next(&name, ' ', &word))
		if (byline_squeeze(slice_sub(word, 0, 1), one) == 1)
			out[n++] = one[0];
	return n;
}

/* True if the site's domain abbreviates the name, as "dw" for Deutsche Welle.
 */
static bool
byline_is_spelt_out(const struct page *page, struct slice name)
{
	char in_short[64], of_site[64];
	size_t n = byline_initials(name, in_short);
	struct slice domain, label;

	return n >= 2 &&
	       url_budget_key(page->arena, page->input->url, &domain) &&
	       slice_next(&domain, '.', &label) && label.len == n &&
	       byline_squeeze(label, of_site) == n &&
	       memcmp(in_short, of_site, n) == 0;
}

/* True if the name is that of the site, of its host or of a label of the host,
 * or if the domain abbreviates the name. */
static bool
byline_is_site_name(const struct page *page, const struct cuter_article *a,
    const struct json_ld *ld, struct slice name)
{
	struct slice sites[] = { a->site_name, ld->site_name };
	struct slice host = slice_sub(page->input->url, 0, 256), label;
	char of_name[64], of_site[64];
	size_t n = byline_squeeze(name, of_name), from;

	if (n == 0)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(sites); i++) {
		size_t len = byline_squeeze(sites[i], of_site);

		if (len == n && memcmp(of_name, of_site, n) == 0)
			return true;
	}
	from = slice_find(host, SLICE("://"), 0);
	host = slice_sub(host, from == SLICE_NOT_FOUND ? 0 : from + 3, 256);
	host = slice_sub(host, 0, slice_find_char(host, '/', 0));
	if (byline_squeeze(host, of_site) == n &&
	    memcmp(of_name, of_site, n) == 0)
		return true;
	while (slice_next(&host, '.', &label))
		if (byline_squeeze(label, of_site) == n &&
		    memcmp(of_name, of_site, n) == 0)
			return true;
	return byline_is_spelt_out(page, name);
}

/* True if a visible source has one of the names of a metadata `source`, or if a
 * metadata source has one of the names of a visible `source`. */
static bool
byline_is_agreed(
    const struct names lists[BYLINE_COUNT], enum byline_source source)
{
	for (size_t i = 0; i < BYLINE_COUNT; i++)
		if (byline_is_machine((enum byline_source)i) !=
			byline_is_machine(source) &&
		    names_share(&lists[source], &lists[i]))
			return true;
	return false;
}

static int
byline_weight(const struct page *page, const struct cuter_article *a,
    const struct json_ld *ld, const struct names lists[BYLINE_COUNT],
    enum byline_source source)
{
	const struct names *list = &lists[source];
	int worth = weights[source];

	if (list->n == 0)
		return 0;
	if (list->n == 1 && byline_is_site_name(page, a, ld, list->items[0]))
		worth -= SITE_PENALTY;
	else if (name_is_account(list->items[0]))
		worth -= ACCOUNT_PENALTY;
	else if (name_is_desk(list->items[0]))
		worth -= DESK_PENALTY;
	else if (han_is_organisation(list->items[0]))
		worth -= ORGANISATION_PENALTY;
	if (byline_is_agreed(lists, source))
		worth += AGREEMENT_BONUS;
	return worth;
}

static const struct names *
byline_choose_source(const struct page *page, const struct cuter_article *a,
    const struct json_ld *ld, const struct names lists[BYLINE_COUNT])
{
	static const uint8_t alternatives[] = { BYLINE_LINE, BYLINE_JSON_LD,
		BYLINE_ELEMENT };
	const struct names *chosen = NULL;
	int best = WEIGHT_NEEDED - 1;

	for (size_t i = 0; i < BYLINE_COUNT; i++) {
		int is =
		    byline_weight(page, a, ld, lists, (enum byline_source)i);

		if (is > best) {
			best = is;
			chosen = &lists[i];
		}
	}
	for (size_t i = 0; i < ARRAY_LENGTH(alternatives) && chosen != NULL;
	     i++)
		if (lists[alternatives[i]].n > chosen->n &&
		    names_is_subset(chosen, &lists[alternatives[i]]))
			chosen = &lists[alternatives[i]];
	return chosen;
}

/* The probability that at least one name of a source is right. `alone`: no
 * source of the other kind (metadata or visible text) has one of the names.
 * `agreed`: a source of the other kind has one of the names. The values were
 * measured on the development corpora (663 pages). The values of BYLINE_CREDIT
 * and BYLINE_EDITOR are estimates, because too few pages have such names. */
static const struct {
	enum cuter_source source;
	double alone, agreed;
} trust[BYLINE_COUNT] = {
	[BYLINE_LINE] = { CUTER_SOURCE_LINE, 0.90, 0.98 },
	[BYLINE_JSON_LD] = { CUTER_SOURCE_JSON_LD, 0.90, 0.99 },
	[BYLINE_META] = { CUTER_SOURCE_META, 0.86, 0.99 },
	[BYLINE_ELEMENT] = { CUTER_SOURCE_MARKUP, 0.80, 0.98 },
	[BYLINE_LINK] = { CUTER_SOURCE_LINK, 0.89, 0.98 },
	[BYLINE_CLASS] = { CUTER_SOURCE_MARKUP, 0.95, 0.98 },
	[BYLINE_FIELD] = { CUTER_SOURCE_META, 0.80, 0.95 },
	[BYLINE_CREDIT] = { CUTER_SOURCE_LINE, 0.90, 0.98 },
	[BYLINE_ALONE] = { CUTER_SOURCE_LINE, 0.80, 0.97 },
	[BYLINE_TAIL] = { CUTER_SOURCE_LINE, 0.90, 0.97 },
	[BYLINE_EDITOR] = { CUTER_SOURCE_LINE, 0.70, 0.90 },
};

static void
byline_join_names(const struct page *page, struct cuter_article *a)
{
	size_t len = 0, n = 0;
	char *text;

	for (size_t i = 0; i < a->n_authors; i++)
		len += a->authors[i].len + 2;
	text = arena_alloc(page->arena, len + 1);
	for (size_t i = 0; i < a->n_authors; i++) {
		if (n > 0) {
			memcpy(text + n, ", ", 2);
			n += 2;
		}
		memcpy(text + n, a->authors[i].p, a->authors[i].len);
		n += a->authors[i].len;
	}
	a->byline = (struct slice){ text, n };
}

void
article_authors(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct names *lists =
	    arena_array(page->arena, BYLINE_COUNT, sizeof(*lists));
	const struct names *chosen;
	struct slice line;

	for (size_t i = 0; i < ld->n_authors; i++)
		names_add(page->arena, ld->authors[i], a->language, NAME_FIELD,
		    &lists[BYLINE_JSON_LD]);
	byline_read_metas(page, a, lists);
	byline_read_cards(page, a, &lists[BYLINE_META]);
	byline_read_reporters(
	    page, a, &lists[BYLINE_CREDIT], &lists[BYLINE_EDITOR]);
	byline_read_page(page, a, lists, &line);
	if (lists[BYLINE_LINE].n + lists[BYLINE_ELEMENT].n +
		lists[BYLINE_LINK].n + lists[BYLINE_CLASS].n ==
	    0)
		byline_read_alone(page, a, &lists[BYLINE_ALONE]);
	chosen = byline_choose_source(page, a, ld, lists);
	for (size_t i = 0; chosen != NULL && i < chosen->n; i++)
		if (chosen->n == 1 ||
		    !byline_is_site_name(page, a, ld, chosen->items[i]))
			article_list_add(page->arena, &a->authors,
			    &a->n_authors, chosen->items[i]);
	if (a->n_authors > 0) {
		enum byline_source source =
		    (enum byline_source)(chosen - lists);

		byline_join_names(page, a);
		article_field(a, CUTER_FIELD_AUTHORS, trust[source].source,
		    byline_is_agreed(lists, source) ? trust[source].agreed
						    : trust[source].alone);
	}
	if (line.len > 0 && chosen != NULL &&
	    names_share(&lists[BYLINE_LINE], chosen))
		a->byline = line;
}
