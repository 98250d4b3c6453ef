/*
 * confidence.c -- how far the text may be trusted: the share of such pages
 * whose text is right (word F1 of 0.9 or more against marked pages).
 *
 * In:  blocks, verdicts, scores, the article with its class.
 * Out: confidence, evidence.
 *
 * A few measures, each 0 .. 1 and more where the text is more likely right,
 * are summed with weights that are not negative; a rising table makes a
 * probability of the sum.  Both are fitted on development pages by
 * cuter/model/confidence.py, sites held out (docs/output.md has how they do).
 * Only + - * / are used: the same number on every machine.
 */
#include "cuter/article/article.h"
#include "cuter/features/features.h"
#include "cuter/model/model.h"

#define FULL_WORDS  300 /* as sure as length makes it */
#define PROSE_WORDS 15  /* of a block that is a paragraph */
#define NEAR_SCORE  1.0 /* log-odds: a block of which one is not sure */
#define LINKS_TIMES 3   /* a third of the text linked: nothing is sure */
#define CLASS_CAP   0.2 /* what is no article, whatever was taken */
#define LISTING_CAP 0.4
#define STATE_CAP   0.6 /* nobody has fitted what comes out of data */

enum evidence {
	EVIDENCE_LENGTH,   /* of the text, up to FULL_WORDS */
	EVIDENCE_COVERAGE, /* of the page's paragraphs, what was taken */
	EVIDENCE_LINKS,    /* little of it is linked */
	EVIDENCE_TITLE,    /* the title stands there, and well agrees */
	EVIDENCE_ORDER,    /* before the text */
	EVIDENCE_MARGIN,   /* mean distance of scores from the threshold */
	EVIDENCE_DECIDED,  /* share of the text that is not near it */
	EVIDENCE_WHOLE,    /* few paragraphs are left out in the midst */
	EVIDENCE_MACHINE,  /* articleBody is as long; half where none is */
	EVIDENCE_COUNT
};

static const double weights[EVIDENCE_COUNT] = {
#define WEIGHT(name, value) [EVIDENCE_##name] = value,
#define KNOT(sum, right)
#include "cuter/article/confidence.inc"
#undef WEIGHT
#undef KNOT
};

/* Rising in both. */
static const struct {
	double sum, right;
} knots[] = {
#define WEIGHT(name, value)
#define KNOT(sum, right) { sum, right },
#include "cuter/article/confidence.inc"
#undef WEIGHT
#undef KNOT
};

static double
share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

static double
between(double value, double from, double to)
{
	return value < from ? from : value > to ? to : value;
}

static bool
is_paragraph(const struct block *b)
{
	return b->words >= PROSE_WORDS && b->link_bytes * 3 < b->bytes &&
	       !(b->marks & MARK_HIDDEN);
}

/* What there is of the text and beside it. */
static void
weigh_blocks(const struct page *page, double *evidence)
{
	double taken = 0, all = 0, linked = 0, plain = 0, skipped = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		bool chosen = b->reason == REASON_CHOSEN;

		if (chosen) {
			linked += b->link_bytes;
			plain += b->bytes;
		}
		if (!is_paragraph(b))
			continue;
		all += b->bytes;
		if (chosen)
			taken += b->bytes;
		else if (page->first_text != PAGE_NO_BLOCK &&
			 i > page->first_text && i < page->last_text)
			skipped += b->bytes;
	}
	evidence[EVIDENCE_COVERAGE] = share(taken, all);
	evidence[EVIDENCE_LINKS] =
	    plain > 0 ? 1 - between(LINKS_TIMES * linked / plain, 0, 1) : 0;
	evidence[EVIDENCE_WHOLE] = share(taken, taken + skipped);
}

/* How clearly the trees spoke, for and against. */
static void
weigh_scores(const struct page *page, double *evidence)
{
	double bytes = 0, margin = 0, near = 0;

	evidence[EVIDENCE_MARGIN] = evidence[EVIDENCE_DECIDED] = 0.5;
	if (page->scores == NULL)
		return;
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		double score = (double)page->scores[i] / MODEL_UNIT;
		double size = score < 0 ? -score : score;

		if (b->reason == REASON_CHOSEN) {
			bytes += b->bytes;
			margin += b->bytes * (size / (2 + size));
		}
		if (size < NEAR_SCORE && !(b->marks & MARK_HIDDEN))
			near += b->bytes;
	}
	evidence[EVIDENCE_MARGIN] = share(margin, bytes);
	evidence[EVIDENCE_DECIDED] = share(bytes, bytes + 2 * near);
}

static void
weigh(const struct page *page, const struct cuter_article *a, double *evidence)
{
	uint32_t machine = words_count(page->machine_body);

	weigh_blocks(page, evidence);
	weigh_scores(page, evidence);
	evidence[EVIDENCE_LENGTH] =
	    between((double)a->word_count / FULL_WORDS, 0, 1);
	evidence[EVIDENCE_TITLE] =
	    page->title_block == PAGE_NO_BLOCK ? 0 : page->title_score;
	evidence[EVIDENCE_ORDER] = page->first_text != PAGE_NO_BLOCK &&
				   page->title_block != PAGE_NO_BLOCK &&
				   page->title_block <= page->first_text;
	evidence[EVIDENCE_MACHINE] = 0.5;
	if (machine > 0 && a->word_count > 0)
		evidence[EVIDENCE_MACHINE] =
		    machine < a->word_count ? (double)machine / a->word_count
					    : (double)a->word_count / machine;
}

/* Between two knots in a straight line. */
static double
right_of(double sum)
{
	const size_t n = sizeof(knots) / sizeof(knots[0]);
	size_t i = 1;

	if (sum <= knots[0].sum)
		return knots[0].right;
	while (i < n && sum > knots[i].sum)
		i++;
	if (i == n)
		return knots[n - 1].right;
	return knots[i - 1].right + (knots[i].right - knots[i - 1].right) *
					(sum - knots[i - 1].sum) /
					(knots[i].sum - knots[i - 1].sum);
}

/* What was never fitted, since marked pages are articles. */
static double
cap_of(const struct cuter_article *a)
{
	if (a->origin == CUTER_ORIGIN_STATE)
		return STATE_CAP;
	switch (a->page_class) {
	case CUTER_PAGE_ARTICLE:
	case CUTER_PAGE_LIVE_BLOG:
	case CUTER_PAGE_GALLERY:
	case CUTER_PAGE_PAYWALL:
	case CUTER_PAGE_VIDEO:
		return 1;
	case CUTER_PAGE_LISTING:
	case CUTER_PAGE_STUB:
	case CUTER_PAGE_OTHER:
		return LISTING_CAP;
	default:
		return CLASS_CAP;
	}
}

void
article_find_confidence(struct page *page, struct cuter_article *a)
{
	double *evidence =
	    arena_array(page->arena, EVIDENCE_COUNT, sizeof(*evidence));
	double sum = 0;

	weigh(page, a, evidence);
	for (size_t i = 0; i < EVIDENCE_COUNT; i++)
		sum += weights[i] * evidence[i];
	a->evidence = evidence;
	a->n_evidence = EVIDENCE_COUNT;
	a->confidence =
	    a->word_count > 0 ? between(right_of(sum), 0, cap_of(a)) : 0;
}
