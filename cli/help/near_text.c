/*
 * near_text.c -- see near_text.h.
 *
 * The distance is computed in a band around the diagonal (Ukkonen, "Algorithms
 * for approximate string matching", 1985): for k allowed edits, only 2k + 1
 * cells of a row are relevant.
 */
#include "cli/help/near_text.h"

#include "base/limits.h"
#include "base/text/ascii.h"

/* number of characters for which one edit is allowed */
#define NEAR_TEXT_SHARE 5

static size_t
near_text_least(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t
near_text_distance(struct slice a, struct slice b, size_t max)
{
	/* `row` and `next` contain a band of rows i - 1 and i of the matrix:
	 * element d of row i is the cell in column i + d - max. */
	size_t row[2 * NEAR_TEXT_MOST + 3], next[2 * NEAR_TEXT_MOST + 3];
	const size_t far = max + 1;
	size_t width = 2 * max + 1;

	if (a.len > b.len + max || b.len > a.len + max)
		return far;
	for (size_t d = 0; d < width; d++)
		row[d] = d < max ? far : d - max;
	for (size_t i = 1; i <= a.len; i++) {
		size_t least = far;

		for (size_t d = 0; d < width; d++) {
			size_t best = far, j = i + d - max;

			next[d] = far;
			if (i + d < max || j > b.len)
				continue;
			if (d + 1 < width)
				best = near_text_least(best, row[d + 1] + 1);
			if (d > 0)
				best = near_text_least(best, next[d - 1] + 1);
			if (j > 0)
				best = near_text_least(best,
				    row[d] + (ascii_lower(a.p[i - 1]) !=
						 ascii_lower(b.p[j - 1])));
			next[d] = best;
			least = near_text_least(least, best);
		}
		if (least >= far)
			return far;
		memcpy(row, next, sizeof row);
	}
	return near_text_least(row[b.len + max - a.len], far);
}

void
near_text_init(struct near_text *near, struct slice wanted)
{
	size_t most = wanted.len / NEAR_TEXT_SHARE;
	/* Texts of 4 or more characters may differ in 2 edits, because two
	 * transposed letters are 2 edits. */
	size_t floor = wanted.len < 4 ? 1 : 2;

	near->wanted = wanted;
	/* At first `distance` is the smallest distance that is too large for a
	 * match. near_text_try() accepts only smaller distances. */
	near->distance =
	    1 + (most < floor ? floor : near_text_least(most, NEAR_TEXT_MOST));
	buf_init(&near->best, LIMIT_URL_BYTES * 4);
}

void
near_text_release(struct near_text *near)
{
	buf_release(&near->best);
}

void
near_text_try(struct near_text *near, struct slice candidate)
{
	size_t distance;

	if (near->distance == 0 || candidate.len == 0)
		return;
	distance =
	    near_text_distance(near->wanted, candidate, near->distance - 1);
	if (distance >= near->distance || distance >= near->wanted.len)
		return;
	near->distance = distance;
	buf_clear(&near->best);
	buf_append_slice(&near->best, candidate);
}

struct slice
near_text_best(const struct near_text *near)
{
	return near->best.len > 0 && !buf_failed(&near->best)
		   ? buf_slice(&near->best)
		   : SLICE_NONE;
}
