/*
 * passage_split.c -- divides a body into passages; see passage_split.h.
 */
#include "store/search/passage/passage_split.h"

#include "base/limits/limits_portal.h"
#include "base/text/utf8.h"

/* Moves to the next paragraph that is not blank. */
static bool
passage_split_paragraph(struct passage_walk *walk)
{
	const struct slice blank = SLICE("\n\n");

	while (walk->at < walk->text.len && walk->text.p[walk->at] <= ' ' &&
	       walk->text.p[walk->at] >= 0)
		walk->at++;
	if (walk->at == walk->text.len)
		return false;
	walk->end = slice_find(walk->text, blank, walk->at);
	if (walk->end == SLICE_NOT_FOUND)
		walk->end = walk->text.len;
	walk->paragraph++;
	return true;
}

static bool
passage_split_is_stop(uint32_t rune)
{
	switch (rune) {
	case '.':
	case '!':
	case '?':
	case 0x3002: /* ideographic full stop */
	case 0xFF01: /* fullwidth exclamation mark */
	case 0xFF1F: /* fullwidth question mark */
		return true;
	default:
		return false;
	}
}

/* Returns the length of the first passage in `part`, the beginning of a long
 * paragraph: up to the last stop, else up to the last space, else the whole
 * part.  A stop or a space in the first half is ignored, because the passage
 * would be short. */
static size_t
passage_split_length(struct slice part)
{
	size_t stop = 0, space = 0, n;
	uint32_t rune = 0, before;

	for (size_t at = part.len / 2; at < part.len; at += n) {
		before = rune;
		n = utf8_decode(part.p + at, part.len - at, &rune);
		if (rune_is_space(rune))
			space = at + n;
		if ((rune_is_space(rune) && passage_split_is_stop(before)) ||
		    (rune >= 0x80 && passage_split_is_stop(rune)))
			stop = at + n;
	}
	if (stop > 0)
		return stop;
	return space > 0 ? space : part.len;
}

bool
passage_next(struct passage_walk *walk, struct slice *ret_passage)
{
	struct slice part;
	size_t n;

	do {
		if (walk->at >= walk->end && !passage_split_paragraph(walk))
			return false;
		part = slice_sub(walk->text, walk->at, walk->end);
		n = part.len;
		if (n > LIMIT_PASSAGE_BYTES) {
			part = utf8_prefix(part, LIMIT_PASSAGE_BYTES);
			n = passage_split_length(part);
		}
		walk->at += n;
		*ret_passage = slice_trim(slice_sub(part, 0, n));
	} while (ret_passage->len == 0);
	return true;
}
