/*
 * segment_fixed.c -- FixedPS: windows of a fixed number of words, each of which
 * overlaps half of the window before it.
 *
 * In:  the text of one page, without its tags.
 * Out: the windows [0, W), [W/2, 3W/2), [W, 2W) ... in words; the last window
 *      ends with the text.
 *
 * Source: Cai, Yu, Wen, Ma, "Block-based Web Search" (2004), section 3.1, as
 * described by Shinde, Bolli, Kulkarni (docs/methods.md), section 2.6. In the
 * paper the first window begins with the first word of the query. Here a page
 * is divided before there is a query, so the first window begins with the first
 * word of the page.
 */
#include "cuter/segments/segmenting.h"
#include "cuter/segments/segments.h"

/* The beginning or the end of the window that is being made. */
struct place {
	size_t at;     /* in the text */
	uint32_t leaf; /* the leaf of the word at this place, or the last leaf
			  before it */
};

/* Moves the leaf forward to the last one that begins before `at`. */
static void
segment_fixed_find_leaf(
    const struct segmenting *s, struct place *place, uint32_t end, size_t at)
{
	while (place->leaf + 1 < end && s->leaves[place->leaf + 1].from < at)
		place->leaf++;
}

static void
segment_fixed_add(struct segmenting *s, struct place *begin,
    struct place *finish, uint32_t end, uint32_t words)
{
	segment_fixed_find_leaf(s, begin, end, begin->at + 1);
	segment_fixed_find_leaf(s, finish, end, finish->at);
	segments_add(s, begin->at, finish->at,
	    segments_around(
		s, s->leaves[begin->leaf].node, s->leaves[finish->leaf].node),
	    words);
}

void
segment_windows(struct segmenting *s, uint32_t first, uint32_t end)
{
	struct place begin = { s->leaves[first].from, first }, finish = begin;
	struct slice text = { s->text, s->leaves[end - 1].to };
	uint32_t step = s->window_words > 1 ? s->window_words / 2 : 1;
	uint32_t words;

	segment_words_skip(text, &begin.at, 0);
	finish.at = begin.at;
	words = segment_words_skip(text, &finish.at, s->window_words);
	segment_fixed_add(s, &begin, &finish, end, words);
	while (finish.at < text.len && !s->ret->is_truncated) {
		segment_words_skip(text, &begin.at, step);
		words -= step;
		words += segment_words_skip(text, &finish.at, step);
		segment_fixed_add(s, &begin, &finish, end, words);
	}
}

void
segment_fixed(struct segmenting *s)
{
	if (s->n_leaves > 0)
		segment_windows(s, 0, s->n_leaves);
}
