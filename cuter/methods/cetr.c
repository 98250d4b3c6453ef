/*
 * cetr.c -- content extraction via tag ratios.
 *
 * In:  the page as start tags, texts and end tags.
 * Out: verdict and reason of each block.
 * After: seed 004, section 2.4, which tells Weninger, Hsu, Han, "CETR: content
 * extraction via tag ratios" (2010).
 *
 * A line's ratio is its characters of text over its tags (over one where there
 * are none).  The histogram is smoothed, so that short lines of the content
 * are not lost.  Then one of three: lines at or over a threshold (cetr-tm);
 * k-means, where all clusters but the one nearest to the origin are content
 * (cetr-km); the same on two dimensions, the ratio and how much it changes in
 * the lines that follow, with one cluster's centre held at the origin (cetr).
 *
 * The lines are not the source's, which may be one: a block's tag begins a
 * line, and its end tag closes the line where that is its own.  Values that
 * the seed does not give (smoothing, threshold, k) are those of the 2010
 * paper.
 */
#include <math.h>

#include "base/utf8.h"
#include "cuter/methods/methods.h"
#include "cuter/methods/stream.h"
#include "cuter/methods/verdict.h"

#define CETR_LAMBDA 1.0 /* threshold, in standard deviations: Weninger 2010 */
#define CETR_K      3   /* clusters: Weninger 2010 */
#define CETR_RADIUS 1   /* of the smoothing: Weninger 2010 */
#define CETR_AHEAD  3   /* lines that a change is seen in: Weninger 2010 */

#define MOST_CLUSTERS 10
#define MOST_RADIUS   20
#define MOST_ROUNDS   50 /* of k-means; it settles in ten or so */

const struct method_option cetr_options[] = {
	{ "lambda", CETR_LAMBDA, 0, 10 },
	{ "k", CETR_K, 2, MOST_CLUSTERS },
	{ "radius", CETR_RADIUS, 0, MOST_RADIUS },
	{ 0 },
};

struct line {
	uint32_t chars, tags;
	uint32_t block; /* PAGE_NO_BLOCK: tags only */
};

struct lines {
	struct line *line;
	size_t n;
	double *ratio;  /* smoothed */
	double *change; /* smoothed */
	bool *is_content;
};

/* --------------------------------------------------------------- the lines */

/* The line that is being written, and the block element that began it. */
struct writer {
	struct lines *lines;
	struct line open;
	uint32_t begun_by;
};

static void
end_line(struct writer *w)
{
	if (w->open.tags > 0 || w->open.chars > 0)
		w->lines->line[w->lines->n++] = w->open;
	w->open = (struct line){ .block = PAGE_NO_BLOCK };
	w->begun_by = TREE_NOWHERE;
}

static void
write_tag(struct writer *w, const struct page *page, enum stream_kind kind,
    uint32_t node)
{
	if (!tag_is(page->tree.nodes[node].tag, TAG_IS_BLOCK)) {
		w->open.tags++;
	} else if (kind == STREAM_START) {
		end_line(w);
		w->open.tags = 1;
		w->begun_by = node;
	} else {
		if (w->begun_by != node)
			end_line(w);
		w->open.tags++;
		end_line(w);
	}
}

static void
read_lines(struct page *page, struct lines *lines)
{
	const uint32_t *block_of = stream_blocks(page);
	struct writer w = { .lines = lines };
	enum stream_kind kind;
	struct stream s;
	uint32_t node;

	/* A line holds a tag or a leaf at least. */
	lines->line = arena_array(
	    page->arena, 2 * (size_t)page->tree.n, sizeof(*lines->line));
	lines->n = 0;
	w.open.block = PAGE_NO_BLOCK;
	stream_init(&s, &page->tree);
	while (stream_next(&s, &kind, &node)) {
		if (kind != STREAM_TEXT) {
			write_tag(&w, page, kind, node);
		} else if (block_of[node] != PAGE_NO_BLOCK &&
			   !(page->marks[node] & MARK_HIDDEN)) {
			w.open.chars +=
			    (uint32_t)utf8_length(page->tree.nodes[node].text);
			w.open.block = block_of[node];
		}
	}
	end_line(&w);
}

static double
tag_ratio(const struct line *line)
{
	return (double)line->chars / (line->tags > 0 ? line->tags : 1);
}

/* ------------------------------------------------------------ the histogram */

static double *
smoothed(struct page *page, const double *from, size_t n, size_t radius)
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

/* How much the lines that follow differ from this one, on their mean. */
static void
differentiate(const double *ratio, size_t n, double *change)
{
	for (size_t i = 0; i < n; i++) {
		double sum = 0;

		for (size_t k = 1; k <= CETR_AHEAD; k++)
			sum += k < n - i ? ratio[i + k] : 0;
		change[i] = fabs(sum / CETR_AHEAD - ratio[i]);
	}
}

static void
prepare(struct page *page, struct lines *lines)
{
	size_t radius = (size_t)method_value(page, cetr_options, "radius");
	double *raw;

	read_lines(page, lines);
	raw = arena_array(page->arena, lines->n + 1, sizeof(double));
	for (size_t i = 0; i < lines->n; i++)
		raw[i] = tag_ratio(&lines->line[i]);
	lines->ratio = smoothed(page, raw, lines->n, radius);
	differentiate(lines->ratio, lines->n, raw);
	lines->change = smoothed(page, raw, lines->n, radius);
	lines->is_content =
	    arena_array(page->arena, lines->n + 1, sizeof(bool));
}

static void
judge(struct page *page, const struct lines *lines)
{
	uint32_t *words =
	    arena_array(page->arena, page->n_blocks + 1, sizeof(uint32_t));

	for (size_t i = 0; i < lines->n; i++)
		if (lines->is_content[i] &&
		    lines->line[i].block != PAGE_NO_BLOCK)
			words[lines->line[i].block] =
			    page->blocks[lines->line[i].block].words;
	verdict_begin(page);
	verdict_take_words(page, words);
	verdict_end(page, REASON_SMALL);
}

/* ---------------------------------------------------- CETR-TM, the threshold
 */

static double
deviation(const double *values, size_t n)
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

	prepare(page, &lines);
	least = method_value(page, cetr_options, "lambda") *
		deviation(lines.ratio, lines.n);
	for (size_t i = 0; i < lines.n; i++)
		lines.is_content[i] =
		    lines.ratio[i] > 0 && lines.ratio[i] >= least;
	judge(page, &lines);
}

/* --------------------------------------------------------------- clustering */

struct cluster {
	double x, y;         /* the centre */
	double sum_x, sum_y; /* of its lines */
	size_t n;
};

static size_t
nearest(const struct cluster *clusters, size_t k, double x, double y)
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

/* Centres at first: evenly from the origin to the greatest values. */
static void
place_clusters(struct cluster *clusters, size_t k, const struct lines *lines,
    const double *second)
{
	double x = 0, y = 0;

	for (size_t i = 0; i < lines->n; i++) {
		x = lines->ratio[i] > x ? lines->ratio[i] : x;
		y = second[i] > y ? second[i] : y;
	}
	for (size_t i = 0; i < k; i++)
		clusters[i] = (struct cluster){
			.x = x * (double)i / (double)(k - 1),
			.y = y * (double)i / (double)(k - 1),
		};
}

/* Did a centre move? */
static bool
move_centres(struct cluster *clusters, size_t k, size_t first)
{
	bool moved = false;

	for (size_t i = 0; i < k; i++) {
		struct cluster *c = &clusters[i];

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

/* The first cluster begins at the origin; `held` there it stays.  As centres
 * keep their order along the diagonal, it is the one nearest to the origin. */
static void
cluster(struct page *page, struct lines *lines, const double *second, bool held)
{
	size_t k = (size_t)method_value(page, cetr_options, "k");
	struct cluster clusters[MOST_CLUSTERS];
	bool moved = true;

	place_clusters(clusters, k, lines, second);
	for (int round = 0; round < MOST_ROUNDS && moved; round++) {
		for (size_t i = 0; i < lines->n; i++) {
			double x = lines->ratio[i], y = second[i];
			struct cluster *c =
			    &clusters[nearest(clusters, k, x, y)];

			c->sum_x += x;
			c->sum_y += y;
			c->n++;
		}
		moved = move_centres(clusters, k, held ? 1 : 0);
	}
	for (size_t i = 0; i < lines->n; i++)
		lines->is_content[i] =
		    nearest(clusters, k, lines->ratio[i], second[i]) != 0;
	judge(page, lines);
}

void
method_cetr_km(struct page *page)
{
	struct lines lines;

	prepare(page, &lines);
	cluster(page, &lines,
	    arena_array(page->arena, lines.n + 1, sizeof(double)), false);
}

void
method_cetr(struct page *page)
{
	struct lines lines;

	prepare(page, &lines);
	cluster(page, &lines, lines.change, true);
}
