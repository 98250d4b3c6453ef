/*
 * context.c -- computes the second stage's features from the first stage's
 * scores of a block's neighbours, ancestors, class path and page.
 *
 * In:  score[0 .. n_blocks): over 0 is text; a larger value is more certain.
 * Out: the last FEATURES_CONTEXT features of the rows. The rows of hidden
 *      blocks and of blocks with a low score are not changed.
 *
 * This is the neighbourhood step of CUTER with learned limits. A block's weight
 * is its bytes times its probability of being text; a run is a sequence of text
 * blocks without large gaps.
 */
#include <assert.h>

#include "cuter/features/feature_table.h"

#define FAR       999
#define RUN_GAP   3 /* largest distance of two text blocks of one run */
#define ANCESTORS 5

struct run {
	uint32_t first, last;
	double weight;
};

struct score_sums {
	double weight, bytes, max_score;
	uint32_t blocks, positive;
};

struct context {
	struct feature_table *n;
	const float *score;
	double *probability; /* 0 .. 1 for each block */
	/* for each block, the sum of bytes times probability over the blocks
	 * before it; n_blocks + 1 values */
	double *weight_before;
	uint32_t *positive_before;
	struct score_sums *by_node, *by_path;
	uint32_t *positive_last, *positive_next; /* nearest text block before
						    and after; PAGE_NO_BLOCK:
						    none */
	struct run *runs;
	uint32_t *run_of; /* number of runs that began at or before the block */
	uint32_t n_runs, best_run;
	double max_score;
};

/* Maps a score to 0 .. 1. A higher score gives a higher result. exp() is not
 * used, because libraries round its result differently. */
static double
context_probability(double score)
{
	double size = score < 0 ? -score : score;

	return 0.5 + 0.5 * score / (1 + size);
}

static void
context_add_block(struct score_sums *s, const struct context *o, uint32_t i)
{
	double bytes = o->n->page->blocks[i].bytes;

	s->weight += o->probability[i] * bytes;
	s->bytes += bytes;
	if (s->blocks == 0 || o->score[i] > s->max_score)
		s->max_score = o->score[i];
	s->blocks++;
	s->positive += o->score[i] > 0;
}

static void
context_sum_nodes(struct context *o)
{
	const struct page *page = o->n->page;
	const struct tree *t = &page->tree;

	o->by_node = arena_array(page->arena, t->n, sizeof(struct score_sums));
	o->by_path = arena_array(
	    page->arena, o->n->n_paths + 1, sizeof(struct score_sums));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		uint32_t node = page->blocks[i].node;

		if (page->blocks[i].marks & MARK_HIDDEN)
			continue;
		context_add_block(&o->by_node[node], o, i);
		context_add_block(&o->by_path[o->n->ancestry[node].path], o, i);
	}
	for (uint32_t i = t->n; i-- > 1;) {
		struct score_sums *s = &o->by_node[i];
		struct score_sums *up = &o->by_node[t->nodes[i].parent];

		if (s->blocks == 0)
			continue;
		if (up->blocks == 0 || s->max_score > up->max_score)
			up->max_score = s->max_score;
		up->weight += s->weight;
		up->bytes += s->bytes;
		up->blocks += s->blocks;
		up->positive += s->positive;
	}
}

static void
context_prefix_sums(struct context *o)
{
	const struct page *page = o->n->page;
	uint32_t count = page->n_blocks, last = PAGE_NO_BLOCK;

	for (uint32_t i = 0; i < count; i++) {
		bool hidden = page->blocks[i].marks & MARK_HIDDEN;

		o->probability[i] =
		    hidden ? 0 : context_probability(o->score[i]);
		o->weight_before[i + 1] =
		    o->weight_before[i] +
		    o->probability[i] * page->blocks[i].bytes;
		o->positive_before[i + 1] =
		    o->positive_before[i] + (o->score[i] > 0);
		o->positive_last[i] = last;
		if (o->score[i] > 0)
			last = i;
		if (o->score[i] > o->max_score)
			o->max_score = o->score[i];
	}
	last = PAGE_NO_BLOCK;
	for (uint32_t i = count; i-- > 0;) {
		o->positive_next[i] = last;
		if (o->score[i] > 0)
			last = i;
	}
}

static void
context_find_runs(struct context *o)
{
	const struct page *page = o->n->page;
	struct run *run = NULL;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		if (o->score[i] > 0) {
			if (run == NULL || i - run->last > RUN_GAP) {
				run = &o->runs[o->n_runs++];
				run->first = i;
			}
			run->last = i;
			run->weight +=
			    o->probability[i] * page->blocks[i].bytes;
			if (run->weight > o->runs[o->best_run].weight)
				o->best_run = (uint32_t)(run - o->runs);
		}
		o->run_of[i] =
		    o->n_runs; /* 0: the block is before the first run */
	}
}

/* ----------------------------------------------------------------- features */

static void
context_put_near_scores(struct feature_row *row, const struct context *o)
{
	feature_put(row, o->score[row->i]);
	for (int64_t step = -4; step <= 4; step++) {
		int64_t at = (int64_t)row->i + step;

		if (step == 0)
			continue;
		feature_put(row,
		    at < 0 || at >= row->n->page->n_blocks ? -9 : o->score[at]);
	}
}

static void
context_put_windows(struct feature_row *row, const struct context *o)
{
	static const uint8_t widths[] = { 3, 8, 20 };
	uint32_t count = row->n->page->n_blocks, i = row->i;

	for (size_t k = 0; k < sizeof(widths); k++) {
		uint32_t from = i > widths[k] ? i - widths[k] : 0;
		uint32_t to = i + widths[k] < count ? i + widths[k] + 1 : count;

		feature_put(row,
		    feature_ratio(o->weight_before[i] - o->weight_before[from],
			(double)(row->n->bytes_before[i] -
				 row->n->bytes_before[from])));
		feature_put(row, feature_ratio(o->weight_before[to] -
						   o->weight_before[i + 1],
				     (double)(row->n->bytes_before[to] -
					      row->n->bytes_before[i + 1])));
		feature_put(
		    row, o->positive_before[i] - o->positive_before[from]);
		feature_put(
		    row, o->positive_before[to] - o->positive_before[i + 1]);
	}
}

static void
context_put_sums(struct feature_row *row, const struct context *o,
    const struct score_sums *s)
{
	double weight = o->weight_before[row->n->page->n_blocks];

	feature_put(row, feature_ratio(s->weight, s->bytes));
	feature_put(row, feature_ratio(s->weight, weight));
	feature_put(row, feature_ratio(s->positive, s->blocks));
	feature_put(row, s->max_score);
}

static void
context_put_ancestors(struct feature_row *row, const struct context *o)
{
	static const uint8_t steps[ANCESTORS] = { 1, 2, 3, 5, 8 };
	uint32_t node = row->n->page->blocks[row->i].node;

	for (size_t k = 0; k < ANCESTORS; k++)
		context_put_sums(row, o,
		    &o->by_node[feature_ancestor(row->n, node, steps[k])]);
	context_put_sums(row, o, &o->by_path[row->n->ancestry[node].path]);
}

static void
context_put_order(struct feature_row *row, const struct context *o)
{
	uint32_t count = row->n->page->n_blocks, i = row->i;
	uint32_t last = o->positive_last[i], next = o->positive_next[i];
	double weight = o->weight_before[count];

	feature_put(row, weight);
	feature_put(row, o->max_score);
	feature_put(row, o->positive_before[count]);
	feature_put(row, feature_ratio(o->weight_before[i], weight));
	feature_put(row, weight - o->weight_before[i + 1]);
	feature_put(row, o->positive_before[i]);
	feature_put(row, o->positive_before[count] - o->positive_before[i + 1]);
	feature_put(row, last != PAGE_NO_BLOCK ? i - last : FAR);
	feature_put(row, next != PAGE_NO_BLOCK ? next - i : FAR);
	feature_put(row,
	    last != PAGE_NO_BLOCK ? feature_distance(row->n, i, last) : FAR);
	feature_put(row,
	    next != PAGE_NO_BLOCK ? feature_distance(row->n, i, next) : FAR);
	feature_put(row, last != PAGE_NO_BLOCK
			     ? (double)(row->n->bytes_before[i] -
					row->n->bytes_before[last + 1])
			     : FAR);
}

/* The block's position relative to the heaviest run and to the last run. */
static void
context_put_run(struct feature_row *row, const struct context *o)
{
	const struct run *best, *own;
	uint32_t i = row->i;

	if (o->n_runs == 0) {
		for (int k = 0; k < 6; k++)
			feature_put(row, -1);
		return;
	}
	best = &o->runs[o->best_run];
	own = o->run_of[i] > 0 ? &o->runs[o->run_of[i] - 1] : NULL;
	feature_put(row, (double)i - best->first);
	feature_put(row, (double)i - best->last);
	feature_put(row, feature_ratio(best->weight,
			     o->weight_before[row->n->page->n_blocks]));
	feature_put(
	    row, own != NULL ? feature_ratio(own->weight, best->weight) : 0);
	feature_put(row, own != NULL ? (double)i - own->last : FAR);
	feature_put(row, i > best->last
			     ? (double)(row->n->bytes_before[i] -
					row->n->bytes_before[best->last + 1])
			     : 0);
}

static void
context_put_heading(struct feature_row *row, const struct context *o)
{
	uint32_t h = row->n->heading[row->i];
	uint32_t next = row->i + 1;

	feature_put(row, h != PAGE_NO_BLOCK ? o->score[h] : -9);
	feature_put(row, h != PAGE_NO_BLOCK && row->i > h
			     ? feature_ratio(o->weight_before[row->i] -
						 o->weight_before[h + 1],
				   (double)(row->n->bytes_before[row->i] -
					    row->n->bytes_before[h + 1]))
			     : -1);
	/* the probability of the text under a heading is a feature of the
	 * heading */
	while (next < row->n->page->n_blocks && next < row->i + 12 &&
	       row->n->heading[next] == row->n->heading[row->i])
		next++;
	feature_put(row,
	    feature_ratio(o->weight_before[next] - o->weight_before[row->i + 1],
		(double)(row->n->bytes_before[next] -
			 row->n->bytes_before[row->i + 1])));
}

static void
context_prepare(struct context *o)
{
	struct arena *arena = o->n->page->arena;
	size_t count = o->n->page->n_blocks;

	o->probability = arena_array(arena, count + 1, sizeof(double));
	o->weight_before = arena_array(arena, count + 1, sizeof(double));
	o->positive_before = arena_array(arena, count + 1, sizeof(uint32_t));
	o->positive_last = arena_array(arena, count + 1, sizeof(uint32_t));
	o->positive_next = arena_array(arena, count + 1, sizeof(uint32_t));
	o->runs = arena_array(arena, count + 1, sizeof(struct run));
	o->run_of = arena_array(arena, count + 1, sizeof(uint32_t));
	o->max_score = -9;
	context_prefix_sums(o);
	context_sum_nodes(o);
	context_find_runs(o);
}

void
feature_table_add_context(
    struct feature_table *n, const float *scores, float lowest)
{
	struct context o = { .n = n, .score = scores };

	context_prepare(&o);
	for (uint32_t i = 0; i < n->page->n_blocks; i++) {
		struct feature_row row = { n->rows + (size_t)i * FEATURES_ALL +
					       FEATURES_FIRST,
			n, i };

		if (n->page->blocks[i].marks & MARK_HIDDEN ||
		    scores[i] < lowest)
			continue;
		context_put_near_scores(&row, &o);
		context_put_windows(&row, &o);
		context_put_ancestors(&row, &o);
		context_put_order(&row, &o);
		context_put_run(&row, &o);
		context_put_heading(&row, &o);
		assert(row.at == n->rows + (size_t)(i + 1) * FEATURES_ALL);
	}
}
