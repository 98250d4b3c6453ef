/*
 * cetr.c -- content extraction via tag ratios.
 *
 * In:  the page as start tags, texts and end tags.
 * Out: class and reason of each block.
 *
 * Source: Weninger, Hsu, Han, "CETR: content extraction via tag ratios" (2010),
 * as described by Shinde, Bolli, Kulkarni (docs/methods.md), section 2.4.
 *
 * The ratio of a line is the number of its text characters, divided by the
 * number of its tags (by one if the line has no tag). The ratios are smoothed,
 * so that short lines of the content are not lost. Each method then decides in
 * its own way. cetr-tm: lines at or over a threshold are content. cetr-km:
 * k-means over the ratios; all clusters but the one nearest to the origin are
 * content. cetr: the same in two dimensions, the ratio and its change in the
 * lines that follow, with the centre of one cluster fixed at the origin.
 *
 * The lines are not those of the source, which may be a single line: the start
 * tag of a block begins a line, and the end tag of that block ends the line.
 * Values that Shinde et al. do not give (smoothing, threshold, k) are those of
 * the paper of 2010.
 */
#include <math.h>

#include "base/text/utf8.h"
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/stream.h"

#define CETR_LAMBDA 1.0 /* threshold, in standard deviations: Weninger 2010 */
#define CETR_K      3   /* clusters: Weninger 2010 */
#define CETR_RADIUS 1   /* radius of the smoothing: Weninger 2010 */
/* Number of following lines with which a line is compared: Weninger 2010. */
#define CETR_AHEAD 3

#define MOST_CLUSTERS 10
#define MOST_RADIUS   20
#define MOST_ROUNDS   50 /* rounds of k-means; it usually converges in ten */

const struct method_option cetr_options[] = {
	{ "lambda", CETR_LAMBDA, 0, 10 },
	{ "k", CETR_K, 2, MOST_CLUSTERS },
	{ "radius", CETR_RADIUS, 0, MOST_RADIUS },
	{ 0 },
};

struct line {
	uint32_t chars, tags;
	uint32_t block; /* block of the line's text; PAGE_NO_BLOCK: the line has
			   only tags */
};

struct lines {
	struct line *line;
	size_t n;
	double *ratio;  /* smoothed */
	double *change; /* smoothed */
	bool *is_content;
};

/* -------------------------------------------------------------------- lines */

/* The line that is being written, and the block element that began it. */
struct writer {
	struct lines *lines;
	struct line open;
	uint32_t begun_by;
};

static void
cetr_end_line(struct writer *w)
{
	if (w->open.tags > 0 || w->open.chars > 0)
		w->lines->line[w->lines->n++] = w->open;
	w->open = (struct line){ .block = PAGE_NO_BLOCK };
	w->begun_by = TREE_NOWHERE;
}

static void
cetr_write_tag(struct writer *w, const struct page *page, enum stream_kind kind,
    uint32_t node)
{
	if (!tag_is(page->tree.nodes[node].tag, TAG_IS_BLOCK)) {
		w->open.tags++;
	} else if (kind == STREAM_START) {
		cetr_end_line(w);
		w->open.tags = 1;
		w->begun_by = node;
	} else {
		if (w->begun_by != node)
			cetr_end_line(w);
		w->open.tags++;
		cetr_end_line(w);
	}
}

static void
cetr_read_lines(struct page *page, struct lines *lines)
{
	const uint32_t *block_of = stream_blocks(page);
	struct writer w = { .lines = lines };
	enum stream_kind kind;
	struct stream s;
	uint32_t node;

	/* Each line contains at least one tag or text. */
	lines->line = arena_array(
	    page->arena, 2 * (size_t)page->tree.n, sizeof(*lines->line));
	lines->n = 0;
	w.open.block = PAGE_NO_BLOCK;
	stream_init(&s, &page->tree);
	while (stream_next(&s, &kind, &node)) {
		if (kind != STREAM_TEXT) {
			cetr_write_tag(&w, page, kind, node);
		} else if (block_of[node] != PAGE_NO_BLOCK &&
			   !(page->marks[node] & MARK_HIDDEN)) {
			w.open.chars +=
			    (uint32_t)utf8_length(page->tree.nodes[node].text);
			w.open.block = block_of[node];
		}
	}
	cetr_end_line(&w);
}

static double
cetr_tag_ratio(const struct line *line)
{
	return (double)line->chars / (line->tags > 0 ? line->tags : 1);
}

/* ---------------------------------------------------------------- smoothing */

static double *
cetr_smoothed(struct page *page, const double *from, size_t n, size_t radius)
{
	double *to = arena_array(page->arena, n + 1, sizeof(double));
	double kernel[MOST_RADIUS + 1] = { 1 };

	for (size_t i = 1; i <= radius; i++)
		kernel[i] =
		    exp(-(double)(i * i) / (2.0 * (double)(radius * radius)));
	for (size_t i = 0; i < n; i++) {
		double sum = from[i], weight = 1;

		for (size_t k = 1; k <= radius; k++) {
			sum += kernel[k] * (i >= k ? from[i - k] : 0);
			sum += kernel[k] * (k < n - i ? from[i + k] : 0);
			weight += 2 * kernel[k];
		}
		to[i] = sum / weight;
	}
	return to;
}

/* Computes for each line the absolute difference between its ratio and the mean
 * ratio of the next CETR_AHEAD lines. */
static void
cetr_differentiate(const double *ratio, size_t n, double *change)
{
	for (size_t i = 0; i < n; i++) {
		double sum = 0;

		for (size_t k = 1; k <= CETR_AHEAD; k++)
			sum += k < n - i ? ratio[i + k] : 0;
		change[i] = fabs(sum / CETR_AHEAD - ratio[i]);
	}
}

static void
cetr_read(struct page *page, struct lines *lines)
{
	size_t radius = (size_t)method_value(page, cetr_options, "radius");
	double *raw;

	cetr_read_lines(page, lines);
	raw = arena_array(page->arena, lines->n + 1, sizeof(double));
	for (size_t i = 0; i < lines->n; i++)
		raw[i] = cetr_tag_ratio(&lines->line[i]);
	lines->ratio = cetr_smoothed(page, raw, lines->n, radius);
	cetr_differentiate(lines->ratio, lines->n, raw);
	lines->change = cetr_smoothed(page, raw, lines->n, radius);
	lines->is_content =
	    arena_array(page->arena, lines->n + 1, sizeof(bool));
}

static void
cetr_decide(struct page *page, const struct lines *lines)
{
	uint32_t *words =
	    arena_array(page->arena, page->n_blocks + 1, sizeof(uint32_t));

	for (size_t i = 0; i < lines->n; i++)
		if (lines->is_content[i] &&
		    lines->line[i].block != PAGE_NO_BLOCK)
			words[lines->line[i].block] =
			    page->blocks[lines->line[i].block].words;
	decide_begin(page);
	decide_take_words(page, words);
	decide_end(page, REASON_SMALL);
}

/* ------------------------------------------------------ threshold (CETR-TM) */

static double
cetr_standard_deviation(const double *values, size_t n)
{
	double mean = 0, sum = 0;

	for (size_t i = 0; i < n; i++)
		mean += values[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return n > 0 ? sqrt(sum / (double)n) : 0;
}

void
method_cetr_tm(struct page *page)
{
	struct lines lines;
	double least;

	cetr_read(page, &lines);
	least = method_value(page, cetr_options, "lambda") *
		cetr_standard_deviation(lines.ratio, lines.n);
	for (size_t i = 0; i < lines.n; i++)
		lines.is_content[i] =
		    lines.ratio[i] > 0 && lines.ratio[i] >= least;
	cetr_decide(page, &lines);
}

/* --------------------------------------------------------------- clustering */

struct cetr_cluster {
	double x, y; /* the centre */
	double sum_x,
	    sum_y; /* sums of the coordinates of the lines in the cluster */
	size_t n;
};

static size_t
cetr_nearest(const struct cetr_cluster *clusters, size_t k, double x, double y)
{
	size_t best = 0;
	double least = INFINITY;

	for (size_t i = 0; i < k; i++) {
		double dx = x - clusters[i].x, dy = y - clusters[i].y;
		double distance = dx * dx + dy * dy;

		if (distance < least) {
			least = distance;
			best = i;
		}
	}
	return best;
}

/* Places the first centres evenly between the origin and the greatest
 * values. */
static void
cetr_place_clusters(struct cetr_cluster *clusters, size_t k,
    const struct lines *lines, const double *second)
{
	double x = 0, y = 0;

	for (size_t i = 0; i < lines->n; i++) {
		x = lines->ratio[i] > x ? lines->ratio[i] : x;
		y = second[i] > y ? second[i] : y;
	}
	for (size_t i = 0; i < k; i++)
		clusters[i] = (struct cetr_cluster){
			.x = x * (double)i / (double)(k - 1),
			.y = y * (double)i / (double)(k - 1),
		};
}

/* Returns true if a centre moved. */
static bool
cetr_move_centres(struct cetr_cluster *clusters, size_t k, size_t first)
{
	bool moved = false;

	for (size_t i = 0; i < k; i++) {
		struct cetr_cluster *c = &clusters[i];

		if (c->n > 0 && i >= first) {
			double x = c->sum_x / (double)c->n;
			double y = c->sum_y / (double)c->n;

			moved |= x != c->x || y != c->y;
			c->x = x;
			c->y = y;
		}
		c->sum_x = c->sum_y = 0;
		c->n = 0;
	}
	return moved;
}

/* The first cluster begins at the origin, and stays there if `held`. The
 * centres keep their order along the diagonal, so the first cluster is always
 * the one nearest to the origin. */
static void
cetr_cluster(
    struct page *page, struct lines *lines, const double *second, bool held)
{
	size_t k = (size_t)method_value(page, cetr_options, "k");
	struct cetr_cluster clusters[MOST_CLUSTERS];
	bool moved = true;

	cetr_place_clusters(clusters, k, lines, second);
	for (int round = 0; round < MOST_ROUNDS && moved; round++) {
		for (size_t i = 0; i < lines->n; i++) {
			double x = lines->ratio[i], y = second[i];
			struct cetr_cluster *c =
			    &clusters[cetr_nearest(clusters, k, x, y)];

			c->sum_x += x;
			c->sum_y += y;
			c->n++;
		}
		moved = cetr_move_centres(clusters, k, held ? 1 : 0);
	}
	for (size_t i = 0; i < lines->n; i++)
		lines->is_content[i] =
		    cetr_nearest(clusters, k, lines->ratio[i], second[i]) != 0;
	cetr_decide(page, lines);
}

void
method_cetr_km(struct page *page)
{
	struct lines lines;

	cetr_read(page, &lines);
	cetr_cluster(page, &lines,
	    arena_array(page->arena, lines.n + 1, sizeof(double)), false);
}

void
method_cetr(struct page *page)
{
	struct lines lines;

	cetr_read(page, &lines);
	cetr_cluster(page, &lines, lines.change, true);
}
