/*
 * words.c -- divides a text into words and folds them; see words.h.
 */
#include "store/search/lexeme/words.h"

#include <stdlib.h>
#include <unicase.h>
#include <uninorm.h>

#include "base/text/utf8.h"

/* Variation selectors, which follow emoji, are not parts of a word. */
static bool
words_is_part(uint32_t rune)
{
	return rune_is_word(rune) && rune != '_' && rune != RUNE_BAD &&
	       rune != 0xFE0E && rune != 0xFE0F;
}

bool
word_next(struct word_walk *walk, struct slice *ret_word)
{
	size_t from = SLICE_NOT_FOUND;

	while (walk->at < walk->text.len) {
		uint32_t rune;
		size_t n = utf8_decode(
		    walk->text.p + walk->at, walk->text.len - walk->at, &rune);

		if (words_is_part(rune)) {
			if (from == SLICE_NOT_FOUND)
				from = walk->at;
		} else if (from != SLICE_NOT_FOUND)
			break;
		walk->at += n;
	}
	if (from == SLICE_NOT_FOUND)
		return false;
	*ret_word = slice_sub(walk->text, from, walk->at);
	return true;
}

static bool
words_is_ascii_letter(uint32_t rune)
{
	return (rune | 0x20) >= 'a' && (rune | 0x20) <= 'z';
}

/* Appends a decomposed word without the marks of Latin letters.  Returns true
 * if the word still contains a mark. */
static bool
words_append_bare(struct buf *out, struct slice word)
{
	uint32_t base = 0;
	bool has_mark = false;

	for (size_t at = 0; at < word.len;) {
		uint32_t rune;

		at += utf8_decode(word.p + at, word.len - at, &rune);
		if (rune < 0x300 || rune > 0x36F)
			base = rune;
		else if (words_is_ascii_letter(base))
			continue;
		else
			has_mark = true;
		buf_append_rune(out, rune);
	}
	return has_mark;
}

static void
words_fold_wide(struct buf *out, struct slice word)
{
	size_t n = 0, n_composed = 0, from = out->len;
	uint8_t *folded = u8_casefold(
	    (const uint8_t *)word.p, word.len, NULL, UNINORM_NFD, NULL, &n);
	uint8_t *composed;

	if (folded == NULL) {
		out->failed = true;
		return;
	}
	if (words_append_bare(out, (struct slice){ (char *)folded, n }) &&
	    !buf_failed(out)) {
		composed =
		    u8_normalize(UNINORM_NFC, (const uint8_t *)out->p + from,
			out->len - from, NULL, &n_composed);
		if (composed == NULL)
			out->failed = true;
		else {
			out->len = from;
			buf_append(out, composed, n_composed);
		}
		free(composed);
	}
	free(folded);
}

void
word_fold(struct buf *out, struct slice word)
{
	for (size_t i = 0; i < word.len; i++)
		if ((unsigned char)word.p[i] >= 0x80) {
			words_fold_wide(out, word);
			return;
		}
	for (size_t i = 0; i < word.len; i++)
		buf_append_char(out, word.p[i] >= 'A' && word.p[i] <= 'Z'
					 ? (char)(word.p[i] | 0x20)
					 : word.p[i]);
}

void
words_of_text(struct buf *out, struct slice text)
{
	struct word_walk walk = { .text = text };
	struct slice word;

	while (word_next(&walk, &word)) {
		word_fold(out, word);
		buf_append_char(out, ' ');
	}
}
