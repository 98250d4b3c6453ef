/*
 * score.c -- scores each block of a page with the trees, in two stages.
 *
 * In:  the feature table, a model.
 * Out: a score of each block: over 0 is text.
 *
 * The first stage is small and scores every block. The second stage also uses
 * the first stage's scores of the surrounding blocks, and scores only blocks
 * that are not certain yet.
 */
#include "base/limits.h"
#include "cuter/features/feature_table.h"
#include "cuter/model/cutoff.h"
#include "cuter/model/trees.h"

#define ALL_LINK      0.95 /* share of bytes */
#define LABEL_DOUBT   (2 * MODEL_UNIT)
#define POINTER_WORDS 8
/* Least number of text blocks of a page whose end is trimmed. */
#define POINTER_FEWEST 3
#define POINTER_MOST   4 /* largest number of lines that are removed */

/* True for a block that consists of links and contains a word for advertisement
 * ("Anzeige: ..."). */
static bool
score_is_labelled(const struct feature_table *n, uint32_t i)
{
	const struct block *b = &n->page->blocks[i];

	return n->texts[i].phrases[PHRASE_SELL] > 0 &&
	       b->link_bytes >= ALL_LINK * b->bytes;
}

/* True for a short line without a full stop that is mostly a link, or that
 * points to another page ("Read also"): such a line is never the end of an
 * article. */
static bool
score_is_pointer(const struct feature_table *n, uint32_t i)
{
	const struct block *b = &n->page->blocks[i];
	const struct text_counts *r = &n->texts[i];

	return r->words <= POINTER_WORDS && r->ends != EDGE_STOP &&
	       r->ends != EDGE_QUOTE &&
	       (2 * b->link_bytes >= b->bytes || r->phrases[PHRASE_MORE] > 0);
}

/* Removes lines that point to other pages from the end of the article. This
 * raises word F1 by 0.02 points on wcxb-dev-articles. */
static void
score_trim_end(const struct feature_table *n, int32_t *score)
{
	uint32_t count = 0, taken = 0;

	for (uint32_t i = 0; i < n->page->n_blocks; i++)
		count += score[i] > 0;
	if (count < POINTER_FEWEST)
		return;
	for (uint32_t i = n->page->n_blocks; i-- > 0 && taken < POINTER_MOST;) {
		if (score[i] <= 0)
			continue;
		if (!score_is_pointer(n, i))
			return;
		score[i] = -1;
		taken++;
	}
}

/* The blocks to be scored, with their rows and scores. */
struct request {
	const float **rows;
	uint32_t *blocks;
	int32_t *results;
	uint32_t n;
};

static void
score_requests_init(struct request *request, const struct page *page)
{
	size_t n = page->n_blocks + 1u;

	request->rows = arena_array(page->arena, n, sizeof(*request->rows));
	request->blocks = arena_array(page->arena, n, sizeof(*request->blocks));
	request->results =
	    arena_array(page->arena, n, sizeof(*request->results));
	request->n = 0;
}

static void
score_request(
    struct request *request, const struct feature_table *n, uint32_t block)
{
	request->rows[request->n] = n->rows + (size_t)block * FEATURES_ALL;
	request->blocks[request->n++] = block;
}

static void
score_requests(struct request *request, const struct trees_stage *stage,
    int32_t threshold, int32_t *score)
{
	trees_score(stage, request->rows, request->n, request->results);
	for (uint32_t i = 0; i < request->n; i++)
		score[request->blocks[i]] = request->results[i] - threshold;
	request->n = 0;
}

static void
score_observe(const struct cuter_model *model, const struct feature_table *n,
    unsigned stage, float *scores)
{
	if (model->observe != NULL)
		model->observe(model->observe_arg, n, stage, scores);
}

static void
score_apply_cutoff(const struct page *page, int32_t *score)
{
	int32_t cutoff = cutoff_find(page, score);

	for (uint32_t i = 0; i < page->n_blocks; i++)
		score[i] -= cutoff;
}

bool
model_score_blocks(
    struct page *page, const struct cuter_model *model, int32_t *score)
{
	struct feature_table *n;
	struct request request;
	float *scores;

	if (page->n_blocks > LIMIT_MODEL_BLOCKS ||
	    page->tree.n > LIMIT_MODEL_NODES)
		return false;
	if (!trees_lay_out(page->trees, model, page->arena->exhausted))
		return false;
	n = feature_table_new(page);
	scores = arena_array(page->arena, page->n_blocks + 1u, sizeof(float));
	score_requests_init(&request, page);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		score[i] = -9 * MODEL_UNIT;
		if (!(page->blocks[i].marks & MARK_HIDDEN))
			score_request(&request, n, i);
	}
	score_requests(&request, &page->trees->stages[0], 0, score);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		scores[i] = (float)score[i] / MODEL_UNIT;
	score_observe(model, n, 0, scores);
	feature_table_add_context(
	    n, scores, (float)model->first_threshold / MODEL_UNIT);
	score_observe(model, n, 1, scores);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (score[i] > model->first_threshold)
			score_request(&request, n, i);
	score_requests(
	    &request, &page->trees->stages[1], model->threshold, score);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (score_is_labelled(n, i))
			score[i] -= LABEL_DOUBT;
	score_apply_cutoff(page, score);
	score_trim_end(n, score);
	return true;
}
