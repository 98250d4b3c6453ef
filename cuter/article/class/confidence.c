/*
 * confidence.c -- estimates the probability that the text is right, which means
 * a word F1 of 0.9 or more against the gold standard.
 *
 * In:  blocks, verdicts, scores, the article with its class.
 * Out: confidence, evidence.
 *
 * The estimate uses measures between 0 and 1, which are higher for pages whose
 * text is more likely right. The measures are summed with non-negative weights,
 * and a monotone table maps the sum to a probability. cuter/model/confidence.py
 * fits the weights and the table on development pages, and tests them on
 * held-out sites (docs/output.md has the results). Only + - * / are used, so
 * that results are equal on all machines.
 */
#include "base/array.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"
#include "cuter/model/model.h"

#define FULL_WORDS 300 /* words; a longer text has no higher confidence */
/* Least number of words of a block that is a paragraph. */
#define PROSE_WORDS 15
#define NEAR_SCORE  1.0 /* log-odds; a score nearer to 0 is uncertain */
/* Factor of the linked share of the text: EVIDENCE_LINKS is 0 if a third of the
 * text is linked. */
#define LINKS_FACTOR 3
/* A headline divides the text if the share of the text before the headline is
 * in this range. */
#define DIVIDED_FROM 0.16
#define DIVIDED_TO   0.80
/* Text of at least this number of bytes before a headline is not a lead. */
#define LEAD_BYTES 1200
/* Upper limits of the confidence for pages that are not articles. CLASS_CAP:
 * error pages and consent walls; LISTING_CAP: listings, stubs and pages of no
 * other class. */
#define CLASS_CAP   0.2
#define LISTING_CAP 0.4
/* Upper limit of the confidence for texts from embedded data. The fit did not
 * include such texts. */
#define STATE_CAP 0.6

enum evidence {
	EVIDENCE_LENGTH,   /* length of the text, up to FULL_WORDS */
	EVIDENCE_COVERAGE, /* share of the page's paragraphs that are in the
			      text */
	EVIDENCE_LINKS,    /* unlinked share of the text */
	EVIDENCE_TITLE,    /* the title is on the page and matches */
	EVIDENCE_ORDER,    /* the title is not after the start of the text */
	EVIDENCE_SINGLE,   /* no other headline divides the text */
	EVIDENCE_MARGIN,   /* mean distance of the blocks' scores from the
			      threshold */
	EVIDENCE_DECIDED,  /* few blocks have a score near the threshold */
	EVIDENCE_WHOLE,    /* few paragraphs are omitted inside the text */
	EVIDENCE_MACHINE,  /* articleBody has a length similar to that of the
			      text; 0.5 without an articleBody */
	EVIDENCE_COUNT
};

static const double weights[EVIDENCE_COUNT] = {
#define WEIGHT(name, value) [EVIDENCE_##name] = value,
#define KNOT(sum, right)
#include "cuter/article/class/confidence.inc"
#undef WEIGHT
#undef KNOT
};

/* The points of the table that maps sums to probabilities. The values of both
 * columns increase from row to row. */
static const struct {
	double sum, right;
} knots[] = {
#define WEIGHT(name, value)
#define KNOT(sum, right) { sum, right },
#include "cuter/article/class/confidence.inc"
#undef WEIGHT
#undef KNOT
};

static double
confidence_share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

static double
confidence_between(double value, double from, double to)
{
	return value < from ? from : value > to ? to : value;
}

static bool
confidence_is_paragraph(const struct block *b)
{
	return b->words >= PROSE_WORDS && b->link_bytes * 3 < b->bytes &&
	       !(b->marks & MARK_HIDDEN);
}

/* Computes the measures of the chosen text and of the rest of the page. */
static void
confidence_measure_blocks(const struct page *page, double *evidence)
{
	double taken = 0, all = 0, linked = 0, plain = 0, skipped = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		bool chosen = b->reason == REASON_CHOSEN;

		if (chosen) {
			linked += b->link_bytes;
			plain += b->bytes;
		}
		if (!confidence_is_paragraph(b))
			continue;
		all += b->bytes;
		if (chosen)
			taken += b->bytes;
		else if (page->first_text != PAGE_NO_BLOCK &&
			 i > page->first_text && i < page->last_text)
			skipped += b->bytes;
	}
	evidence[EVIDENCE_COVERAGE] = confidence_share(taken, all);
	evidence[EVIDENCE_LINKS] =
	    plain > 0
		? 1 - confidence_between(LINKS_FACTOR * linked / plain, 0, 1)
		: 0;
	evidence[EVIDENCE_WHOLE] = confidence_share(taken, taken + skipped);
}

/* Computes the measures that depend on the scores. */
static void
confidence_measure_scores(const struct page *page, double *evidence)
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
	evidence[EVIDENCE_MARGIN] = confidence_share(margin, bytes);
	evidence[EVIDENCE_DECIDED] = confidence_share(bytes, bytes + 2 * near);
}

/* Returns the rank of the heading around a block, 1 for <h1>; 0 if there is
 * none. */
static int
confidence_rank(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = b->node; i != TREE_ROOT; i = t->nodes[i].parent)
		if (t->nodes[i].tag >= TAG_H1 && t->nodes[i].tag <= TAG_H6)
			return t->nodes[i].tag - TAG_H1 + 1;
	return 0;
}

/* True if no headline of the title's rank or a higher one divides the text.
 * Such a headline mostly begins another story. A headline near the beginning or
 * the end of the text does not divide it, because it mostly follows a lead or
 * precedes a note. */
static bool
confidence_is_single(const struct page *page)
{
	double own = 0, other = 0;
	bool is_own = true;
	int rank = 0;

	if (page->title_block == PAGE_NO_BLOCK ||
	    page->first_text == PAGE_NO_BLOCK)
		return true;
	rank = confidence_rank(page, &page->blocks[page->title_block]);
	for (uint32_t i = page->first_text; i <= page->last_text; i++) {
		const struct block *b = &page->blocks[i];
		int of = 0;

		if (b->is_heading && !(b->marks & MARK_HIDDEN) &&
		    i > page->first_text && i > page->title_block)
			of = confidence_rank(page, b);
		if (of > 0 && of <= (rank > 0 ? rank : 1))
			is_own = false;
		if (b->reason == REASON_CHOSEN)
			*(is_own ? &own : &other) += b->bytes;
	}
	return (own < LEAD_BYTES && own < DIVIDED_FROM * (own + other)) ||
	       own >= DIVIDED_TO * (own + other);
}

static void
confidence_measure(
    const struct page *page, const struct cuter_article *a, double *evidence)
{
	uint32_t machine = words_count(page->json_ld_body);

	confidence_measure_blocks(page, evidence);
	confidence_measure_scores(page, evidence);
	evidence[EVIDENCE_LENGTH] =
	    confidence_between((double)a->word_count / FULL_WORDS, 0, 1);
	evidence[EVIDENCE_TITLE] =
	    page->title_block == PAGE_NO_BLOCK ? 0 : page->title_score;
	evidence[EVIDENCE_ORDER] = page->first_text != PAGE_NO_BLOCK &&
				   (page->title_block == PAGE_NO_BLOCK ||
				       page->title_block <= page->first_text);
	evidence[EVIDENCE_SINGLE] = confidence_is_single(page);
	evidence[EVIDENCE_MACHINE] = 0.5;
	if (machine > 0 && a->word_count > 0)
		evidence[EVIDENCE_MACHINE] =
		    machine < a->word_count ? (double)machine / a->word_count
					    : (double)a->word_count / machine;
}

/* Returns the probability for a sum; interpolates linearly between two rows of
 * the table. */
static double
confidence_probability(double sum)
{
	const size_t n = ARRAY_LENGTH(knots);
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

/* Returns the upper limit of the probability. The limit is 1 for an article, a
 * live blog, a gallery, a video and a page with a paywall. It is lower for
 * other pages and for texts from embedded data, because the weights were fitted
 * on articles only. */
static double
confidence_limit(const struct cuter_article *a)
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

	confidence_measure(page, a, evidence);
	for (size_t i = 0; i < EVIDENCE_COUNT; i++)
		sum += weights[i] * evidence[i];
	a->evidence = evidence;
	a->n_evidence = EVIDENCE_COUNT;
	a->confidence = a->word_count > 0
			    ? confidence_between(confidence_probability(sum), 0,
				  confidence_limit(a))
			    : 0;
}
