/*
 * model.c -- the default: a trained characteriser over CUTER.
 *
 * In:  blocks, marks, the title's block.
 * Out: verdict and reason of each block.
 *
 * CUTER judges first; its verdicts are numbers among the others that the
 * trees (cuter/model/) weigh.  What they do not take keeps CUTER's reason
 * where it had one.  Of a page that is longer than theirs were more is CUTER's,
 * and of one too large for them all.
 */
#include "cuter/model/model.h"

#include "cuter/methods/methods.h"
#include "cuter/site/memory.h"

/* In log-odds.  A node that says that it sells must be much like the text;
 * 0.02 points of word F1 dearer than to believe the trees alone. */
#define ADVERTISEMENT_DOUBT (2 * MODEL_UNIT)

#define LONG_TEXT   450 /* blocks; of 2560 marked pages ten have them */
#define AMONG_TEXTS 10  /* of one node, … */
#define AMONG_PARTS 30  /* … or of the node around it: chapters */

/* What two witnesses speak against is not asked about: links (CUTER's step 3)
 * that stand before the title.  That, and to leave bylines out, costs nothing
 * in cross-validation. */
static bool
is_menu(const struct page *page, uint32_t i)
{
	return page->title_block != PAGE_NO_BLOCK && i < page->title_block &&
	       page->blocks[i].reason == REASON_LINKS;
}

static bool
is_text(const struct page *page, uint32_t i, int32_t score)
{
	const struct block *b = &page->blocks[i];

	if (b->marks & MARK_ADVERTISEMENT)
		score -= ADVERTISEMENT_DOUBT;
	return score > 0 && !is_menu(page, i) && b->reason != REASON_TITLE &&
	       !(b->marks & (MARK_HIDDEN | MARK_BYLINE | MARK_OTHER_STORY));
}

/* Where the trees find nothing, CUTER may still be right. */
static bool
has_text(const struct page *page, const int32_t *score)
{
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (is_text(page, i, score[i]))
			return true;
	return false;
}

/* How many blocks of text stand in each node, or in a node of it. */
static const uint32_t *
count_texts(struct page *page, const int32_t *score)
{
	const struct tree *t = &page->tree;
	uint32_t *texts = arena_array(page->arena, t->n, sizeof(*texts));

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		uint32_t node = page->blocks[i].node;

		if (!is_text(page, i, score[i]))
			continue;
		for (int k = 0; k < 2 && node != TREE_ROOT; k++) {
			node = t->nodes[node].parent;
			texts[node]++;
		}
	}
	return texts;
}

static bool
is_among(const struct tree *t, const uint32_t *texts, uint32_t node)
{
	if (node == TREE_ROOT)
		return false;
	node = t->nodes[node].parent;
	if (texts[node] >= AMONG_TEXTS)
		return true;
	return node != TREE_ROOT &&
	       texts[t->nodes[node].parent] >= AMONG_PARTS;
}

/* The trees have seen few pages of many hundred paragraphs: each has so small
 * a share of such a page that they doubt the most.  There, what CUTER takes
 * for text is text if it stands among some that they are sure of. */
static void
keep_long_text(struct page *page, int32_t *score)
{
	const uint32_t *texts;
	uint32_t chosen = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		chosen += page->blocks[i].reason == REASON_CHOSEN;
	if (chosen < LONG_TEXT)
		return;
	texts = count_texts(page, score);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (score[i] <= 0 && page->blocks[i].reason == REASON_CHOSEN &&
		    is_among(&page->tree, texts, page->blocks[i].node))
			score[i] = 1;
}

/* What the pages before it tell of this one.  repeated[n_blocks]. */
static const bool *
apply_memory(struct page *page, int32_t *score)
{
	size_t n = page->n_blocks + 1u;
	bool *text = arena_array(page->arena, n, sizeof(*text));
	bool *repeated = arena_array(page->arena, n, sizeof(*repeated));

	for (uint32_t i = 0; i < page->n_blocks; i++)
		text[i] = is_text(page, i, score[i]);
	site_apply(page, score, text, repeated);
	return repeated;
}

void
method_model(struct page *page)
{
	const struct cuter_model *model = &model_weights;
	int32_t *score =
	    arena_array(page->arena, page->n_blocks + 1u, sizeof(*score));
	const bool *repeated;

	if (page->options != NULL && page->options->model != NULL)
		model = page->options->model;
	method_cuter(page);
	if (!model_judge(page, model, score) || !has_text(page, score))
		return;
	keep_long_text(page, score);
	page->scores = score;
	repeated = apply_memory(page, score);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (repeated[i]) {
			b->verdict = CUTER_NAVIGATION;
			b->reason = REASON_SITE;
		} else if (is_text(page, i, score[i])) {
			b->verdict = CUTER_TEXT;
			b->reason = REASON_CHOSEN;
		} else if (b->reason == REASON_CHOSEN ||
			   b->reason == REASON_FAR) {
			b->verdict = CUTER_NAVIGATION;
			b->reason = b->marks & MARK_OTHER_STORY
					? REASON_OTHER_STORY
					: REASON_UNLIKE;
		}
	}
}
