/*
 * category_labels.c -- finds the categories of publishers' labels; see
 * category_labels.h.
 */
#include "enrich/category/category_labels.h"

#include <string.h>

#include "base/text/utf8.h"

#define LABEL_BYTES 120 /* a longer text is not a label */

/* Writes "|label|" in small letters; "-", "_" and white space become one space.
 * Returns the length, 0 if the label is empty, too long or contains "|". */
static size_t
category_labels_fold(struct slice label, char out[4 * LABEL_BYTES + 8])
{
	size_t n = 0;

	label = slice_trim(label);
	if (label.len == 0 || label.len > LABEL_BYTES)
		return 0;
	out[n++] = '|';
	for (size_t at = 0; at < label.len;) {
		uint32_t rune;

		at += utf8_decode(label.p + at, label.len - at, &rune);
		if (rune == '|')
			return 0;
		if (rune == '-' || rune == '_' || rune_is_space(rune))
			rune = ' ';
		if (rune != ' ' || out[n - 1] != ' ')
			n += utf8_encode(rune_lower(rune), out + n);
	}
	out[n++] = '|';
	return n;
}

static uint32_t
category_labels_find(const struct category_words *language, struct slice folded)
{
	uint32_t found = 0;

	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		if (slice_find(slice_of(language->words[i]), folded, 0) !=
		    SLICE_NOT_FOUND)
			found |= UINT32_C(1) << i;
	return found;
}

static const struct category_words *
category_labels_language(struct slice tag)
{
	struct slice code = slice_sub(tag, 0, slice_find_char(tag, '-', 0));

	for (size_t i = 0; i < CATEGORY_LANGUAGES; i++)
		if (slice_equal_nocase(code, slice_of(category_words[i].code)))
			return &category_words[i];
	return NULL;
}

/* Returns the categories of a whole label or of one part of a label. 0: none.
 */
static uint32_t
category_labels_of_part(struct slice part, struct slice language_tag)
{
	const struct category_words *own =
	    category_labels_language(language_tag);
	char bytes[4 * LABEL_BYTES + 8];
	struct slice folded = { bytes, category_labels_fold(part, bytes) };
	uint32_t found = 0;

	if (folded.len == 0)
		return 0;
	if (own != NULL)
		found = category_labels_find(own, folded);
	for (size_t i = 0; i < CATEGORY_LANGUAGES && found == 0; i++)
		if (&category_words[i] != own)
			found =
			    category_labels_find(&category_words[i], folded);
	return found;
}

/* Returns the length of the separator at `at`, which divides a label into
 * parts. Returns 0 if no separator is there. */
static size_t
category_labels_separator(struct slice label, size_t at)
{
	static const struct slice signs[] = { SLICE("/"), SLICE("|"),
		SLICE(">"), SLICE(","), SLICE(";"), SLICE(":"), SLICE(" & "),
		SLICE("・"), SLICE("、"), SLICE(" - ") };
	struct slice rest = slice_sub(label, at, label.len);

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (slice_starts(rest, signs[i]))
			return signs[i].len;
	return 0;
}

uint32_t
category_of_label(struct slice label, struct slice language_tag)
{
	uint32_t found;
	size_t from = 0, n;

	if (label.len > LABEL_BYTES)
		return 0;
	found = category_labels_of_part(label, language_tag);
	for (size_t at = 0; at < label.len && found == 0; at++) {
		if ((n = category_labels_separator(label, at)) == 0)
			continue;
		found |= category_labels_of_part(
		    slice_sub(label, from, at), language_tag);
		from = at + n;
		at += n - 1;
	}
	if (found == 0 && from > 0)
		found = category_labels_of_part(
		    slice_sub(label, from, label.len), language_tag);
	return found;
}
