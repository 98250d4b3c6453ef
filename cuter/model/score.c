/*
 * score.c -- the trees' opinion of a row, and the two stages over a page.
 *
 * In:  rows of numbers, a model.
 * Out: a score of each block: over 0 is text.
 *
 * The first stage is small and asks about every block, and no more than a few
 * trees where those are sure that it is clutter; the second, over the
 * first's opinions of the surroundings, only where that is not sure already.
 */
#include "config/limits.h"
#include "cuter/features/numbers.h"
#include "cuter/model/model.h"

#define ALL_LINK       0.95 /* share of bytes */
#define LABEL_DOUBT    (2 * MODEL_UNIT)
#define POINTER_WORDS  8
#define POINTER_FEWEST 3 /* blocks of text that a page must have for it */
#define POINTER_MOST   4 /* that are taken off */

int32_t
model_score(const struct model_forest *f, const float *row)
{
	int32_t sum = 0;

	for (uint32_t i = 0; i < f->n_trees; i++) {
		const struct model_node *node = &f->nodes[f->roots[i]];

		while (node->feature != MODEL_LEAF)
			node +=
			    row[node->feature] < node->bound ? 1 : node->next;
		sum += node->next;
		if (i + 1 == f->early && sum < f->early_below)
			return sum - MODEL_EARLY_LESS;
	}
	return sum;
}

/* A block that is all link and says that it sells ("Anzeige: …"). */
static bool
is_labelled(const struct numbers *n, uint32_t i)
{
	const struct block *b = &n->page->blocks[i];

	return n->readings[i].phrases[PHRASE_SELL] > 0 &&
	       b->link_bytes >= ALL_LINK * b->bytes;
}

/* A short line without a full stop that is mostly link or points elsewhere
 * ("Read also"): never the last of an article. */
static bool
is_pointer(const struct numbers *n, uint32_t i)
{
	const struct block *b = &n->page->blocks[i];
	const struct reading *r = &n->readings[i];

	return r->words <= POINTER_WORDS && r->ends != EDGE_STOP &&
	       r->ends != EDGE_QUOTE &&
	       (2 * b->link_bytes >= b->bytes || r->phrases[PHRASE_MORE] > 0);
}

/* Takes pointers off the article's end; 0.02 points on wcxb-dev-articles. */
static void
trim_end(const struct numbers *n, int32_t *score)
{
	uint32_t count = 0, taken = 0;

	for (uint32_t i = 0; i < n->page->n_blocks; i++)
		count += score[i] > 0;
	if (count < POINTER_FEWEST)
		return;
	for (uint32_t i = n->page->n_blocks; i-- > 0 && taken < POINTER_MOST;) {
		if (score[i] <= 0)
			continue;
		if (!is_pointer(n, i))
			return;
		score[i] = -1;
		taken++;
	}
}

bool
model_judge(struct page *page, const struct cuter_model *model, int32_t *score)
{
	struct numbers *n;
	float *opinions;

	if (page->n_blocks > LIMIT_MODEL_BLOCKS ||
	    page->tree.n > LIMIT_MODEL_NODES)
		return false;
	n = numbers_first(page);
	opinions = arena_array(page->arena, page->n_blocks + 1u, sizeof(float));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const float *row = n->rows + (size_t)i * NUMBERS_ALL;

		score[i] = page->blocks[i].marks & MARK_HIDDEN
			       ? -9 * MODEL_UNIT
			       : model_score(&model->stages[0], row);
		opinions[i] = (float)score[i] / MODEL_UNIT;
	}
	if (model->observe != NULL)
		model->observe(model->observe_arg, n, 0, opinions);
	numbers_second(n, opinions, (float)model->surely_not / MODEL_UNIT);
	if (model->observe != NULL)
		model->observe(model->observe_arg, n, 1, opinions);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const float *row = n->rows + (size_t)i * NUMBERS_ALL;

		if (score[i] > model->surely_not)
			score[i] = model_score(&model->stages[1], row) -
				   model->threshold;
		if (is_labelled(n, i))
			score[i] -= LABEL_DOUBT;
	}
	trim_end(n, score);
	return true;
}
