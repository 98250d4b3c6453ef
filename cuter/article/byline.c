/*
 * byline.c -- who wrote it: the witnesses heard, and one believed.
 *
 * In:  JSON-LD, the head's fields, what the page shows.
 * Out: article->authors, article->byline.
 *
 * Each witness has a list and a weight; it is worth more where one of another
 * kind names one of the same persons, and less where it names the site itself:
 * a system that knows no author gives its own name.  A list
 * that has more names than the one believed, and all of its, is the whole.
 */
#include "cuter/article/byline.h"

#include "config/limits.h"
#include "crawler/url.h"
#include "cuter/features/features.h"

/* Chosen on the development corpora; only their order matters. */
static const int weights[WITNESS_COUNT] = {
	[WITNESS_LINE] = 95,
	[WITNESS_JSON_LD] = 90,
	[WITNESS_META] = 85,
	[WITNESS_ELEMENT] = 82,
	[WITNESS_LINK] = 76,
	[WITNESS_CLASS] = 74,
	[WITNESS_FIELD] = 60,
	[WITNESS_TAIL] = 50,
};
#define AGREES     10 /* one of the other kind names the same */
#define IS_SITE    45 /* it names the site */
#define IS_ACCOUNT 50 /* it names an account */
#define BELIEVED   30 /* and above */

/* Metadata and what is shown come by different ways. */
static bool
is_machine(enum witness witness)
{
	return witness == WITNESS_JSON_LD || witness == WITNESS_META ||
	       witness == WITNESS_FIELD;
}

static const struct {
	const char *key;
	uint8_t witness;
} author_metas[] = {
	{ "author", WITNESS_META },
	{ "article:author", WITNESS_META },
	{ "parsely-author", WITNESS_META },
	{ "sailthru.author", WITNESS_META },
	{ "cXenseParse:author", WITNESS_META },
	{ "citation_author", WITNESS_META },
	{ "citation_authors", WITNESS_META },
	{ "dc.creator", WITNESS_META },
	{ "dcterms.creator", WITNESS_META },
	{ "dc.contributor", WITNESS_META },
	{ "article:author_name", WITNESS_META },
	{ "og:article:author", WITNESS_META },
	{ "article_author", WITNESS_META },
	{ "articleAuthor", WITNESS_META },
	{ "article-author", WITNESS_META },
	{ "author_name", WITNESS_META },
	{ "byl", WITNESS_META },
	{ "byline", WITNESS_META },
	{ "twitter:misc:written by", WITNESS_META },
	{ "og:author", WITNESS_META },
	{ "mrf:authors", WITNESS_META },
	{ "bt:author", WITNESS_META },
	{ "creator", WITNESS_FIELD },
	{ "twitter:creator", WITNESS_FIELD },
};

#define N(table) (sizeof(table) / sizeof((table)[0]))

/* All fields of the first key that names somebody. */
static void
read_metas(const struct page *page, const struct cuter_article *a,
    struct names lists[WITNESS_COUNT])
{
	const struct page_head *head = page->head;

	for (size_t k = 0; k < N(author_metas); k++) {
		struct names *list = &lists[author_metas[k].witness];

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

/* Cards have labelled fields: twitter:label1 "Written by", twitter:data1. */
static void
read_cards(
    const struct page *page, const struct cuter_article *a, struct names *list)
{
	static const char *const cards[][2] = {
		{ "twitter:label1", "twitter:data1" },
		{ "twitter:label2", "twitter:data2" },
	};

	for (size_t i = 0; i < N(cards) && list->n == 0; i++)
		if (name_is_label(page_head_meta(page->head, cards[i][0])))
			names_add(page->arena,
			    article_line(page->arena,
				page_head_meta(page->head, cards[i][1]), 256),
			    a->language, NAME_FIELD, list);
}

/* Letters and figures alone, small. */
static size_t
squeeze(struct slice s, char out[64])
{
	size_t n = 0;

	for (size_t i = 0; i < s.len && n < 64; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c >= 'A' && c <= 'Z')
			c |= 0x20;
		if (c >= 0x80 || (c >= 'a' && c <= 'z') ||
		    (c >= '0' && c <= '9'))
			out[n++] = (char)c;
	}
	return n;
}

/* The first letters of its words. */
static size_t
initials(struct slice name, char out[64])
{
	char one[64];
	struct slice word;
	size_t n = 0;

	while (n < 64 && slice_next(&name, ' ', &word))
		if (squeeze(slice_sub(word, 0, 1), one) == 1)
			out[n++] = one[0];
	return n;
}

/* Is the site's domain short for the name, as "dw" for Deutsche Welle? */
static bool
is_spelt_out(const struct page *page, struct slice name)
{
	char in_short[64], of_site[64];
	size_t n = initials(name, in_short);
	struct slice domain, label;

	return n >= 2 &&
	       url_budget_key(page->arena, page->input->url, &domain) &&
	       slice_next(&domain, '.', &label) && label.len == n &&
	       squeeze(label, of_site) == n &&
	       memcmp(in_short, of_site, n) == 0;
}

/* Is it the site's name, or its host's? */
static bool
names_site(const struct page *page, const struct cuter_article *a,
    const struct json_ld *ld, struct slice name)
{
	struct slice sites[] = { a->site_name, ld->site_name };
	struct slice host = slice_sub(page->input->url, 0, 256), label;
	char of_name[64], of_site[64];
	size_t n = squeeze(name, of_name), from;

	if (n == 0)
		return false;
	for (size_t i = 0; i < N(sites); i++) {
		size_t len = squeeze(sites[i], of_site);

		if (len == n && memcmp(of_name, of_site, n) == 0)
			return true;
	}
	from = slice_find(host, SLICE("://"), 0);
	host = slice_sub(host, from == SLICE_NOT_FOUND ? 0 : from + 3, 256);
	host = slice_sub(host, 0, slice_find_char(host, '/', 0));
	if (squeeze(host, of_site) == n && memcmp(of_name, of_site, n) == 0)
		return true;
	while (slice_next(&host, '.', &label))
		if (squeeze(label, of_site) == n &&
		    memcmp(of_name, of_site, n) == 0)
			return true;
	return is_spelt_out(page, name);
}

/* Does one of the other kind name one of the same? */
static bool
is_agreed(const struct names lists[WITNESS_COUNT], enum witness witness)
{
	for (size_t i = 0; i < WITNESS_COUNT; i++)
		if (is_machine((enum witness)i) != is_machine(witness) &&
		    names_share(&lists[witness], &lists[i]))
			return true;
	return false;
}

static int
worth(const struct page *page, const struct cuter_article *a,
    const struct json_ld *ld, const struct names lists[WITNESS_COUNT],
    enum witness witness)
{
	const struct names *list = &lists[witness];
	int worth = weights[witness];

	if (list->n == 0)
		return 0;
	if (list->n == 1 && names_site(page, a, ld, list->items[0]))
		worth -= IS_SITE;
	else if (name_is_account(list->items[0]))
		worth -= IS_ACCOUNT;
	if (is_agreed(lists, witness))
		worth += AGREES;
	return worth;
}

static const struct names *
choose(const struct page *page, const struct cuter_article *a,
    const struct json_ld *ld, const struct names lists[WITNESS_COUNT])
{
	static const uint8_t fuller[] = { WITNESS_LINE, WITNESS_JSON_LD,
		WITNESS_ELEMENT };
	const struct names *chosen = NULL;
	int best = BELIEVED - 1;

	for (size_t i = 0; i < WITNESS_COUNT; i++) {
		int is = worth(page, a, ld, lists, (enum witness)i);

		if (is > best) {
			best = is;
			chosen = &lists[i];
		}
	}
	for (size_t i = 0; i < N(fuller) && chosen != NULL; i++)
		if (lists[fuller[i]].n > chosen->n &&
		    names_within(chosen, &lists[fuller[i]]))
			chosen = &lists[fuller[i]];
	return chosen;
}

/* How often one name at least of such a witness is right, and where one of the
 * other kind agrees; counted on the development corpora (663 pages). */
static const struct {
	enum cuter_source source;
	double alone, agreed;
} trust[WITNESS_COUNT] = {
	[WITNESS_LINE] = { CUTER_SOURCE_LINE, 0.90, 0.98 },
	[WITNESS_JSON_LD] = { CUTER_SOURCE_JSON_LD, 0.90, 0.99 },
	[WITNESS_META] = { CUTER_SOURCE_META, 0.86, 0.99 },
	[WITNESS_ELEMENT] = { CUTER_SOURCE_MARKUP, 0.80, 0.98 },
	[WITNESS_LINK] = { CUTER_SOURCE_LINK, 0.89, 0.98 },
	[WITNESS_CLASS] = { CUTER_SOURCE_MARKUP, 0.95, 0.98 },
	[WITNESS_FIELD] = { CUTER_SOURCE_META, 0.80, 0.95 },
	[WITNESS_TAIL] = { CUTER_SOURCE_LINE, 0.90, 0.97 },
};

static void
join_names(const struct page *page, struct cuter_article *a)
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
	    arena_array(page->arena, WITNESS_COUNT, sizeof(*lists));
	const struct names *chosen;
	struct slice line;

	for (size_t i = 0; i < ld->n_authors; i++)
		names_add(page->arena, ld->authors[i], a->language, NAME_FIELD,
		    &lists[WITNESS_JSON_LD]);
	read_metas(page, a, lists);
	read_cards(page, a, &lists[WITNESS_META]);
	byline_read_page(page, a, lists, &line);
	chosen = choose(page, a, ld, lists);
	for (size_t i = 0; chosen != NULL && i < chosen->n; i++)
		if (chosen->n == 1 ||
		    !names_site(page, a, ld, chosen->items[i]))
			article_list_add(page->arena, &a->authors,
			    &a->n_authors, chosen->items[i]);
	if (a->n_authors > 0) {
		enum witness witness = (enum witness)(chosen - lists);

		join_names(page, a);
		article_field(a, CUTER_FIELD_AUTHORS, trust[witness].source,
		    is_agreed(lists, witness) ? trust[witness].agreed
					      : trust[witness].alone);
	}
	if (line.len > 0 && chosen != NULL &&
	    names_share(&lists[WITNESS_LINE], chosen))
		a->byline = line;
}
