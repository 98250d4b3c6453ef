/*
 * score.c -- the trees' opinion of each block: two stages over a page.
 *
 * In:  rows of numbers, a model.
 * Out: a score of each block: over 0 is text.
 *
 * The first stage is small and asks about every block, and no more than a few
 * trees where those are sure that it is clutter; the second, over the
 * first's opinions of the surroundings, only where that is not sure already.
 */
#include "config/limits.h"
#include "cuter/features/feature_table.h"
#include "cuter/model/trees.h"

#define ALL_LINK       0.95 /* share of bytes */
#define LABEL_DOUBT    (2 * MODEL_UNIT)
#define POINTER_WORDS  8
#define POINTER_FEWEST 3 /* blocks of text that a page must have for it */
#define POINTER_MOST   4 /* that are taken off */

/* A block that is all link and says that it sells ("Anzeige: …"). */
static bool
is_labelled(const struct feature_table *n, uint32_t i)
{
	const struct block *b = &n->page->blocks[i];

	return n->texts[i].phrases[PHRASE_SELL] > 0 &&
	       b->link_bytes >= ALL_LINK * b->bytes;
}

/* A short line without a full stop that is mostly link or points elsewhere
 * ("Read also"): never the last of an article. */
static bool
is_pointer(const struct feature_table *n, uint32_t i)
{
	const struct block *b = &n->page->blocks[i];
	const struct text_counts *r = &n->texts[i];

	return r->words <= POINTER_WORDS && r->ends != EDGE_STOP &&
	       r->ends != EDGE_QUOTE &&
	       (2 * b->link_bytes >= b->bytes || r->phrases[PHRASE_MORE] > 0);
}

/* Takes pointers off the article's end; 0.02 points on wcxb-dev-articles. */
static void
trim_end(const struct feature_table *n, int32_t *score)
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

/* Blocks that are asked about, their rows and scores, side by side. */
struct asked {
	const float **rows;
	uint32_t *blocks;
	int32_t *scores;
	uint32_t n;
};

static void
asked_init(struct asked *asked, const struct page *page)
{
	size_t n = page->n_blocks + 1u;

	asked->rows = arena_array(page->arena, n, sizeof(*asked->rows));
	asked->blocks = arena_array(page->arena, n, sizeof(*asked->blocks));
	asked->scores = arena_array(page->arena, n, sizeof(*asked->scores));
	asked->n = 0;
}

static void
ask(struct asked *asked, const struct feature_table *n, uint32_t block)
{
	asked->rows[asked->n] = n->rows + (size_t)block * FEATURES_ALL;
	asked->blocks[asked->n++] = block;
}

static void
answer(struct asked *asked, const struct trees_stage *stage, int32_t threshold,
    int32_t *score)
{
	trees_score(stage, asked->rows, asked->n, asked->scores);
	for (uint32_t i = 0; i < asked->n; i++)
		score[asked->blocks[i]] = asked->scores[i] - threshold;
	asked->n = 0;
}

static void
observe(const struct cuter_model *model, const struct feature_table *n,
    unsigned stage, float *opinions)
{
	if (model->observe != NULL)
		model->observe(model->observe_arg, n, stage, opinions);
}

bool
model_judge(struct page *page, const struct cuter_model *model, int32_t *score)
{
	struct feature_table *n;
	struct asked asked;
	float *opinions;

	if (page->n_blocks > LIMIT_MODEL_BLOCKS ||
	    page->tree.n > LIMIT_MODEL_NODES)
		return false;
	if (!trees_lay_out(page->trees, model, page->arena->exhausted))
		return false;
	n = feature_table_new(page);
	opinions = arena_array(page->arena, page->n_blocks + 1u, sizeof(float));
	asked_init(&asked, page);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		score[i] = -9 * MODEL_UNIT;
		if (!(page->blocks[i].marks & MARK_HIDDEN))
			ask(&asked, n, i);
	}
	answer(&asked, &page->trees->stages[0], 0, score);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		opinions[i] = (float)score[i] / MODEL_UNIT;
	observe(model, n, 0, opinions);
	feature_table_add_context(
	    n, opinions, (float)model->surely_not / MODEL_UNIT);
	observe(model, n, 1, opinions);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (score[i] > model->surely_not)
			ask(&asked, n, i);
	answer(&asked, &page->trees->stages[1], model->threshold, score);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (is_labelled(n, i))
			score[i] -= LABEL_DOUBT;
	trim_end(n, score);
	return true;
}
