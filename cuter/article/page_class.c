/*
 * page_class.c -- is it an article, and how far may its text be trusted.
 *
 * In:  blocks, verdicts, the article so far.
 * Out: page_class, confidence, flags.
 *
 * Confidence is no probability yet: a sum of what speaks for the text, each
 * part with its weight in one table.  A learned one will take its place.
 */
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define STUB_WORDS    60 /* and fewer: hardly the story */
#define SHORT_WORDS   150
#define FULL_WORDS    300 /* as sure as length makes it */
#define LISTING_LINKS 0.6 /* share of linked text on pages of links */
#define CONSENT_WORDS 250 /* a wall's text is short */

/* Said by consent walls in the languages that we meet most. */
static const char *const consent_words[] = { "cookie", "consent", "datenschutz",
	"einwilligung", "rgpd", "gdpr", "privacy settings" };

struct evidence {
	double length, links, coverage, title, order;
};

static double
least(double a, double b)
{
	return a < b ? a : b;
}

static double
share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

/* Unlinked text of paragraphs that was taken, of all that there is. */
static void
weigh(
    const struct page *page, const struct cuter_article *a, struct evidence *e)
{
	double taken = 0, linked = 0, all = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		bool is_paragraph = b->words >= 15 &&
				    b->link_bytes * 3 < b->bytes &&
				    !(b->marks & MARK_HIDDEN);

		if (is_paragraph)
			all += b->bytes;
		if (b->reason != REASON_CHOSEN)
			continue;
		if (is_paragraph)
			taken += b->bytes;
		linked += share(b->link_bytes, b->bytes) * b->bytes;
	}
	e->length = a->word_count >= FULL_WORDS
			? 1
			: (double)a->word_count / FULL_WORDS;
	e->coverage = share(taken, all);
	e->links = 1 - least(1, share(linked, taken + 1) * 3);
	e->title = page->title_block == PAGE_NO_BLOCK ? 0 : page->title_score;
	e->order = page->first_text != PAGE_NO_BLOCK &&
			   page->title_block != PAGE_NO_BLOCK &&
			   page->title_block <= page->first_text
		       ? 1
		       : 0;
}

static double
confidence(const struct evidence *e)
{
	const struct {
		double value, weight;
	} parts[] = {
		{ e->length, 0.30 },
		{ e->coverage, 0.30 },
		{ e->links, 0.15 },
		{ e->title, 0.15 },
		{ e->order, 0.10 },
	};
	double sum = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		sum += parts[i].value * parts[i].weight;
	return least(1, sum);
}

static bool
is_consent_wall(const struct page *page, const struct cuter_article *a)
{
	unsigned hits = 0;

	if (a->word_count > CONSENT_WORDS ||
	    page->text_bytes > 12 * CONSENT_WORDS)
		return false;
	for (size_t i = 0; i < sizeof(consent_words) / sizeof(consent_words[0]);
	     i++)
		if (slice_find_nocase(a->body, slice_of(consent_words[i]), 0) !=
		    SLICE_NOT_FOUND)
			hits++;
	return hits >= 2;
}

/* Common markup of a wall: an element whose class or id says so. */
static bool
has_paywall(const struct page *page)
{
	static const char *const words[] = { "paywall", "regwall",
		"subscriber-only", "premium-content", "piano-offer",
		"tp-container" };
	const struct tree *t = &page->tree;

	for (uint32_t i = 1; i < t->n; i++) {
		struct slice class, id;

		if (t->nodes[i].record == TREE_NOWHERE)
			continue;
		class = tree_attr(t, i, ATTR_CLASS);
		id = tree_attr(t, i, ATTR_ID);
		for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++)
			if (slice_find_nocase(class, slice_of(words[k]), 0) !=
				SLICE_NOT_FOUND ||
			    slice_find_nocase(id, slice_of(words[k]), 0) !=
				SLICE_NOT_FOUND)
				return true;
	}
	return false;
}

static enum cuter_page_class
page_class(const struct page *page, const struct json_ld *ld,
    const struct cuter_article *a)
{
	double links = share(page->link_bytes[TREE_ROOT], page->text_bytes);
	struct slice og = page_head_meta(page->head, "og:type");
	bool says_article =
	    ld->is_article || slice_equal_nocase(og, SLICE("article"));

	if (a->word_count >= SHORT_WORDS &&
	    (says_article || links < LISTING_LINKS))
		return CUTER_PAGE_ARTICLE;
	if (links >= LISTING_LINKS)
		return CUTER_PAGE_LISTING;
	if (says_article && a->word_count > 0)
		return CUTER_PAGE_ARTICLE;
	return a->word_count >= STUB_WORDS ? CUTER_PAGE_ARTICLE
					   : CUTER_PAGE_OTHER;
}

void
article_judge_page(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct evidence evidence;

	a->word_count = words_count(a->body);
	a->page_class = (uint8_t)page_class(page, ld, a);
	if (a->word_count > 0 && a->word_count < STUB_WORDS)
		a->flags |= CUTER_FLAG_STUB;
	if (is_consent_wall(page, a))
		a->flags |= CUTER_FLAG_CONSENT;
	if (!(a->flags & CUTER_FLAG_PAYWALL) && a->word_count < FULL_WORDS &&
	    has_paywall(page))
		a->flags |= CUTER_FLAG_PAYWALL;
	if (page->is_truncated)
		a->flags |= CUTER_FLAG_TRUNCATED;
	weigh(page, a, &evidence);
	a->confidence = a->word_count > 0 ? confidence(&evidence) : 0;
	if (a->origin == CUTER_ORIGIN_JSON_LD)
		a->confidence = least(1, 0.3 + 0.4 * evidence.length);
	if (a->flags & CUTER_FLAG_CONSENT)
		a->confidence = least(a->confidence, 0.2);
	if (a->page_class == CUTER_PAGE_LISTING)
		a->confidence *= 0.6;
}
