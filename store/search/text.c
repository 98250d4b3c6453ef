/*
 * text.c -- compares texts without regard to white space, and counts words.
 *
 * Publishers often change only the line breaks and indentation of a text.  Such
 * an article does not count as revised.
 */
#include "store/search/text.h"

#include "base/text/utf8.h"

#define END_OF_TEXT UINT32_MAX

/* Reads a text character by character; runs of white space are returned as one
 * space. */
struct folded {
	struct slice rest;
	bool begun;
};

static uint32_t
text_folded_next(struct folded *f)
{
	bool space = false;

	while (f->rest.len > 0) {
		uint32_t rune;
		size_t n = utf8_decode(f->rest.p, f->rest.len, &rune);

		if (!rune_is_space(rune)) {
			if (space && f->begun)
				return ' '; /* the character itself is returned
					       by the next call */
			f->begun = true;
			f->rest = slice_sub(f->rest, n, f->rest.len);
			return rune;
		}
		space = true;
		f->rest = slice_sub(f->rest, n, f->rest.len);
	}
	return END_OF_TEXT;
}

/* Compares texts without regard to white space.  True if a and b are equal.  If
 * `prefix` is set, also true if a begins with b. */
static bool
text_compare_folded(struct slice a, struct slice b, bool prefix)
{
	struct folded left = { a, false }, right = { b, false };

	for (;;) {
		uint32_t of_left = text_folded_next(&left);
		uint32_t of_right = text_folded_next(&right);

		if (of_right == END_OF_TEXT)
			return prefix || of_left == END_OF_TEXT;
		if (of_left != of_right)
			return false;
	}
}

bool
text_equal_folded(struct slice a, struct slice b)
{
	return slice_equal(a, b) || text_compare_folded(a, b, false);
}

bool
text_starts_folded(struct slice a, struct slice b)
{
	return slice_starts(a, b) || text_compare_folded(a, b, true);
}

/* The bytes for which RUNE_ASCII_WORD() is true.  A look-up takes fewer
 * instructions than the macro, and most bytes of a text are such bytes. */
static const bool text_word_bytes[256] = {
	['0' ... '9'] = true,
	['A' ... 'Z'] = true,
	['_'] = true,
	['a' ... 'z'] = true,
};

/* Returns the end of the run of ASCII word bytes that begins at `at`. */
static size_t
text_skip_word(struct slice text, size_t at)
{
	while (at < text.len && text_word_bytes[(unsigned char)text.p[at]])
		at++;
	return at;
}

int64_t
text_count_words(struct slice text)
{
	int64_t n_words = 0;
	bool inside = false;

	for (size_t at = 0; at < text.len;) {
		uint32_t rune = (unsigned char)text.p[at];

		if (text_word_bytes[rune]) {
			n_words += !inside;
			inside = true;
			at = text_skip_word(text, at + 1);
			continue;
		}
		if (rune < 0x80) {
			inside = inside && rune == '\'';
			at++;
			continue;
		}
		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (rune_is_unspaced(rune)) {
			n_words++;
			inside = false;
		} else if (!rune_is_word(rune)) {
			/* an apostrophe is a part of the word ("don't") */
			if (rune != 0x2019)
				inside = false;
		} else if (!inside) {
			n_words++;
			inside = true;
		}
	}
	return n_words;
}

struct slice
text_one_line(struct arena *arena, struct slice text)
{
	char *line;
	size_t at = 0;

	while (at < text.len && (unsigned char)text.p[at] >= ' ')
		at++;
	if (at == text.len)
		return text;
	line = arena_string(arena, text);
	for (; at < text.len; at++)
		if ((unsigned char)line[at] < ' ')
			line[at] = ' ';
	return (struct slice){ line, text.len };
}
