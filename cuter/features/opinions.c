/*
 * opinions.c -- the second stage's numbers: what the first thinks of a
 * block's neighbours, of what it stands in, of its class path, of the page.
 *
 * In:  opinion[0 .. n_blocks): over 0 is text, the further the surer.
 * Out: the last NUMBERS_SECOND of every row.
 *
 * This is CUTER's neighbourhood step with learned bounds: a block's weight is
 * its bytes times what is thought of it, and a run is what stands together.
 */
#include <assert.h>

#include "cuter/features/numbers.h"

#define FAR       999
#define RUN_GAP   3 /* blocks of clutter that do not end a run */
#define ANCESTORS 5

struct run {
	uint32_t first, last;
	double mass;
};

struct sums {
	double mass, bytes, surest;
	uint32_t blocks, yes;
};

struct opinions {
	struct numbers *n;
	const float *opinion;
	double *belief;      /* 0 .. 1 of each block */
	double *mass_before; /* n_blocks + 1: bytes that are believed */
	uint32_t *yes_before;
	struct sums *of_node, *of_path;
	uint32_t *yes_last, *yes_next; /* nearest block of text, itself not */
	struct run *runs;
	uint32_t *run_of; /* the last run that began at or before */
	uint32_t n_runs, best_run;
	double surest;
};

/* 0 .. 1, rising; no exponential, which libraries round differently. */
static double
belief_of(double opinion)
{
	double size = opinion < 0 ? -opinion : opinion;

	return 0.5 + 0.5 * opinion / (1 + size);
}

static void
add_to(struct sums *s, const struct opinions *o, uint32_t i)
{
	double bytes = o->n->page->blocks[i].bytes;

	s->mass += o->belief[i] * bytes;
	s->bytes += bytes;
	if (s->blocks == 0 || o->opinion[i] > s->surest)
		s->surest = o->opinion[i];
	s->blocks++;
	s->yes += o->opinion[i] > 0;
}

static void
sum_nodes(struct opinions *o)
{
	const struct page *page = o->n->page;
	const struct tree *t = &page->tree;

	o->of_node = arena_array(page->arena, t->n, sizeof(struct sums));
	o->of_path =
	    arena_array(page->arena, o->n->n_paths + 1, sizeof(struct sums));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		uint32_t node = page->blocks[i].node;

		if (page->blocks[i].marks & MARK_HIDDEN)
			continue;
		add_to(&o->of_node[node], o, i);
		add_to(&o->of_path[o->n->around[node].path], o, i);
	}
	for (uint32_t i = t->n; i-- > 1;) {
		struct sums *s = &o->of_node[i];
		struct sums *up = &o->of_node[t->nodes[i].parent];

		if (s->blocks == 0)
			continue;
		if (up->blocks == 0 || s->surest > up->surest)
			up->surest = s->surest;
		up->mass += s->mass;
		up->bytes += s->bytes;
		up->blocks += s->blocks;
		up->yes += s->yes;
	}
}

static void
sum_along(struct opinions *o)
{
	const struct page *page = o->n->page;
	uint32_t count = page->n_blocks, last = PAGE_NO_BLOCK;

	for (uint32_t i = 0; i < count; i++) {
		bool hidden = page->blocks[i].marks & MARK_HIDDEN;

		o->belief[i] = hidden ? 0 : belief_of(o->opinion[i]);
		o->mass_before[i + 1] =
		    o->mass_before[i] + o->belief[i] * page->blocks[i].bytes;
		o->yes_before[i + 1] = o->yes_before[i] + (o->opinion[i] > 0);
		o->yes_last[i] = last;
		if (o->opinion[i] > 0)
			last = i;
		if (o->opinion[i] > o->surest)
			o->surest = o->opinion[i];
	}
	last = PAGE_NO_BLOCK;
	for (uint32_t i = count; i-- > 0;) {
		o->yes_next[i] = last;
		if (o->opinion[i] > 0)
			last = i;
	}
}

static void
find_runs(struct opinions *o)
{
	const struct page *page = o->n->page;
	struct run *run = NULL;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		if (o->opinion[i] > 0) {
			if (run == NULL || i - run->last > RUN_GAP) {
				run = &o->runs[o->n_runs++];
				run->first = i;
			}
			run->last = i;
			run->mass += o->belief[i] * page->blocks[i].bytes;
			if (run->mass > o->runs[o->best_run].mass)
				o->best_run = (uint32_t)(run - o->runs);
		}
		o->run_of[i] = o->n_runs; /* 0: none yet */
	}
}

/* ---------------------------------------------------------------- the row */

static void
put_around(struct number_row *row, const struct opinions *o)
{
	number_put(row, o->opinion[row->i]);
	for (int64_t step = -4; step <= 4; step++) {
		int64_t at = (int64_t)row->i + step;

		if (step == 0)
			continue;
		number_put(row, at < 0 || at >= row->n->page->n_blocks
				    ? -9
				    : o->opinion[at]);
	}
}

static void
put_windows(struct number_row *row, const struct opinions *o)
{
	static const uint8_t widths[] = { 3, 8, 20 };
	uint32_t count = row->n->page->n_blocks, i = row->i;

	for (size_t k = 0; k < sizeof(widths); k++) {
		uint32_t from = i > widths[k] ? i - widths[k] : 0;
		uint32_t to = i + widths[k] < count ? i + widths[k] + 1 : count;

		number_put(
		    row, number_share(o->mass_before[i] - o->mass_before[from],
			     (double)(row->n->bytes_before[i] -
				      row->n->bytes_before[from])));
		number_put(row,
		    number_share(o->mass_before[to] - o->mass_before[i + 1],
			(double)(row->n->bytes_before[to] -
				 row->n->bytes_before[i + 1])));
		number_put(row, o->yes_before[i] - o->yes_before[from]);
		number_put(row, o->yes_before[to] - o->yes_before[i + 1]);
	}
}

static void
put_sums(struct number_row *row, const struct opinions *o, const struct sums *s)
{
	double mass = o->mass_before[row->n->page->n_blocks];

	number_put(row, number_share(s->mass, s->bytes));
	number_put(row, number_share(s->mass, mass));
	number_put(row, number_share(s->yes, s->blocks));
	number_put(row, s->surest);
}

static void
put_ancestors(struct number_row *row, const struct opinions *o)
{
	static const uint8_t steps[ANCESTORS] = { 1, 2, 3, 5, 8 };
	uint32_t node = row->n->page->blocks[row->i].node;

	for (size_t k = 0; k < ANCESTORS; k++)
		put_sums(
		    row, o, &o->of_node[number_above(row->n, node, steps[k])]);
	put_sums(row, o, &o->of_path[row->n->around[node].path]);
}

static void
put_order(struct number_row *row, const struct opinions *o)
{
	uint32_t count = row->n->page->n_blocks, i = row->i;
	uint32_t last = o->yes_last[i], next = o->yes_next[i];
	double mass = o->mass_before[count];

	number_put(row, mass);
	number_put(row, o->surest);
	number_put(row, o->yes_before[count]);
	number_put(row, number_share(o->mass_before[i], mass));
	number_put(row, mass - o->mass_before[i + 1]);
	number_put(row, o->yes_before[i]);
	number_put(row, o->yes_before[count] - o->yes_before[i + 1]);
	number_put(row, last != PAGE_NO_BLOCK ? i - last : FAR);
	number_put(row, next != PAGE_NO_BLOCK ? next - i : FAR);
	number_put(row,
	    last != PAGE_NO_BLOCK ? number_distance(row->n, i, last) : FAR);
	number_put(row,
	    next != PAGE_NO_BLOCK ? number_distance(row->n, i, next) : FAR);
	number_put(row, last != PAGE_NO_BLOCK
			    ? (double)(row->n->bytes_before[i] -
				       row->n->bytes_before[last + 1])
			    : FAR);
}

/* Where the block stands to the heaviest run, and in its own. */
static void
put_run(struct number_row *row, const struct opinions *o)
{
	const struct run *best, *own;
	uint32_t i = row->i;

	if (o->n_runs == 0) {
		for (int k = 0; k < 6; k++)
			number_put(row, -1);
		return;
	}
	best = &o->runs[o->best_run];
	own = o->run_of[i] > 0 ? &o->runs[o->run_of[i] - 1] : NULL;
	number_put(row, (double)i - best->first);
	number_put(row, (double)i - best->last);
	number_put(row,
	    number_share(best->mass, o->mass_before[row->n->page->n_blocks]));
	number_put(row, own != NULL ? number_share(own->mass, best->mass) : 0);
	number_put(row, own != NULL ? (double)i - own->last : FAR);
	number_put(row, i > best->last
			    ? (double)(row->n->bytes_before[i] -
				       row->n->bytes_before[best->last + 1])
			    : 0);
}

static void
put_heading(struct number_row *row, const struct opinions *o)
{
	uint32_t h = row->n->heading[row->i];
	uint32_t next = row->i + 1;

	number_put(row, h != PAGE_NO_BLOCK ? o->opinion[h] : -9);
	number_put(row,
	    h != PAGE_NO_BLOCK && row->i > h
		? number_share(o->mass_before[row->i] - o->mass_before[h + 1],
		      (double)(row->n->bytes_before[row->i] -
			       row->n->bytes_before[h + 1]))
		: -1);
	/* of a heading: what stands under it */
	while (next < row->n->page->n_blocks && next < row->i + 12 &&
	       row->n->heading[next] == row->n->heading[row->i])
		next++;
	number_put(
	    row, number_share(o->mass_before[next] - o->mass_before[row->i + 1],
		     (double)(row->n->bytes_before[next] -
			      row->n->bytes_before[row->i + 1])));
}

static void
prepare(struct opinions *o)
{
	struct arena *arena = o->n->page->arena;
	size_t count = o->n->page->n_blocks;

	o->belief = arena_array(arena, count + 1, sizeof(double));
	o->mass_before = arena_array(arena, count + 1, sizeof(double));
	o->yes_before = arena_array(arena, count + 1, sizeof(uint32_t));
	o->yes_last = arena_array(arena, count + 1, sizeof(uint32_t));
	o->yes_next = arena_array(arena, count + 1, sizeof(uint32_t));
	o->runs = arena_array(arena, count + 1, sizeof(struct run));
	o->run_of = arena_array(arena, count + 1, sizeof(uint32_t));
	o->surest = -9;
	sum_along(o);
	sum_nodes(o);
	find_runs(o);
}

void
numbers_second(struct numbers *n, const float *opinions, float surely_not)
{
	struct opinions o = { .n = n, .opinion = opinions };

	prepare(&o);
	for (uint32_t i = 0; i < n->page->n_blocks; i++) {
		struct number_row row = {
			n->rows + (size_t)i * NUMBERS_ALL + NUMBERS_FIRST, n, i
		};

		if (n->page->blocks[i].marks & MARK_HIDDEN ||
		    opinions[i] < surely_not)
			continue;
		put_around(&row, &o);
		put_windows(&row, &o);
		put_ancestors(&row, &o);
		put_order(&row, &o);
		put_run(&row, &o);
		put_heading(&row, &o);
		assert(row.at == n->rows + (size_t)(i + 1) * NUMBERS_ALL);
	}
}
