/*
 * sentences.c -- divides a text into sentences; see text.h.
 *
 * A line end ends a sentence.  So do ". ! ?" and their counterparts in other
 * scripts, with the closing quotes and brackets after them, unless one of these
 * holds:
 *   - no white space follows (not required in scripts without spaces);
 *   - the next word begins with a small letter;
 *   - a full stop belongs to an abbreviation of the language, to an initial
 *     ("J. Smith"), or to an ordinal number of a language that writes "3.".
 */
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "enrich/text.h"

enum sentence_sign {
	SIGN_NONE,
	SIGN_POINT, /* a full stop */
	SIGN_MARK,  /* an exclamation or question mark */
	SIGN_WIDE,  /* a mark that ends a sentence in a script without spaces */
	SIGN_CLOSE  /* a closing quote or bracket */
};

static enum sentence_sign
sentences_sign(uint32_t rune)
{
	switch (rune) {
	case '.':
	case 0x2026: /* … */
		return SIGN_POINT;
	case '!':
	case '?':
	case 0x203C: /* ‼ */
	case 0x203D: /* ‽ */
	case 0x0589: /* Armenian full stop */
	case 0x061F: /* Arabic question mark */
	case 0x06D4: /* Urdu full stop */
	case 0x0964: /* danda */
	case 0x0965:
	case 0x1362: /* Ethiopic full stop */
	case 0x17D4: /* Khmer full stop */
		return SIGN_MARK;
	case 0x3002: /* 。 */
	case 0xFF01: /* ！ */
	case 0xFF0E: /* ． */
	case 0xFF1F: /* ？ */
	case 0xFF61:
		return SIGN_WIDE;
	case '"':
	case '\'':
	case ')':
	case ']':
	case 0xBB:   /* » */
	case 0xAB:   /* «, closing in German */
	case 0x2019: /* ’ */
	case 0x201C: /* “, closing in German */
	case 0x201D: /* ” */
	case 0x203A: /* › */
	case 0x300D: /* 」 */
	case 0x300F: /* 』 */
	case 0xFF09: /* ） */
		return SIGN_CLOSE;
	default:
		return SIGN_NONE;
	}
}

static uint32_t
sentences_rune(const struct enrich_text *t, size_t at, size_t *ret_bytes)
{
	uint32_t rune = 0;

	*ret_bytes = 0;
	if (at < t->text.len)
		*ret_bytes =
		    utf8_decode(t->text.p + at, t->text.len - at, &rune);
	return rune;
}

/* Returns the word that ends at `end`, with full stops inside. */
static struct slice
sentences_word_before(const struct enrich_text *t, size_t from, size_t end)
{
	size_t at = end;

	while (at > from && end - at < 32 &&
	       !ascii_is_space(t->text.p[at - 1]) && t->text.p[at - 1] != '(' &&
	       t->text.p[at - 1] != '"')
		at--;
	return slice_sub(t->text, at, end);
}

static bool
sentences_is_initial(struct slice word)
{
	uint32_t rune;

	return word.len > 0 && word.len <= 2 &&
	       utf8_decode(word.p, word.len, &rune) == word.len &&
	       rune_lower(rune) != rune;
}

static bool
sentences_is_ordinal(const struct enrich_text *t, struct slice word)
{
	if ((t->language->traits & LANGUAGE_ORDINAL_STOP) == 0 ||
	    word.len == 0 || word.len > 2)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (!ascii_is_digit(word.p[i]))
			return false;
	return true;
}

/* Returns true if the full stop at `at` does not end a sentence. */
static bool
sentences_is_inner_point(const struct enrich_text *t, size_t from, size_t at)
{
	struct slice word;

	if (t->text.p[at] != '.')
		return false;
	word = sentences_word_before(t, from, at);
	return word.len == 0 || sentences_is_initial(word) ||
	       sentences_is_ordinal(t, word) ||
	       stem_is_abbreviation(t->stems, word);
}

/* Returns true if a sentence may begin at `at`: the first letter or digit is
 * not a small letter. */
static bool
sentences_may_begin(const struct enrich_text *t, size_t at)
{
	size_t n;

	for (int i = 0; i < 4; i++) {
		uint32_t rune = sentences_rune(t, at, &n);
		char utf8[4];

		if (n == 0 || rune == '\n')
			return true;
		if (rune_is_word(rune)) {
			if (rune < 0x80)
				return !ascii_is_lower((char)rune);
			/* small Latin, Greek and Cyrillic letters */
			utf8_encode(rune, utf8);
			return rune_lower(rune) != rune || rune > 0x52F ||
			       rune < 0xDF;
		}
		at += n;
	}
	return true;
}

/* Returns the end of the first part of a text that is longer than
 * LIMIT_ENRICH_SENTENCE: after the last white space or Chinese comma in the
 * limit; if there is none, after the last code point in the limit. */
static size_t
sentences_part(struct slice text)
{
	size_t end = 0, n;

	for (size_t at = 0; at < LIMIT_ENRICH_SENTENCE; at += n) {
		uint32_t rune;

		n = utf8_decode(text.p + at, text.len - at, &rune);
		if (at + n > LIMIT_ENRICH_SENTENCE)
			break;
		if (rune_is_space(rune) || rune == 0x3001 /* 、 */ ||
		    rune == 0xFF0C /* ， */ || rune == 0xFF1B /* ； */)
			end = at + n;
	}
	return end > 0 ? end : utf8_prefix(text, LIMIT_ENRICH_SENTENCE).len;
}

static void
sentences_add_part(struct enrich_text *t, size_t from, size_t to,
    uint32_t paragraph, bool is_whole)
{
	while (from < to && ascii_is_space(t->text.p[from]))
		from++;
	while (to > from && ascii_is_space(t->text.p[to - 1]))
		to--;
	if (from == to || t->n_sentences == LIMIT_ENRICH_TEXT_SENTENCES)
		return;
	t->sentences[t->n_sentences++] = (struct enrich_sentence){
		.from = (uint32_t)from,
		.to = (uint32_t)to,
		.paragraph = paragraph,
		.is_whole = is_whole,
	};
	if (from < t->title_end)
		t->n_title_sentences = t->n_sentences;
}

/* Adds a sentence.  A sentence that is too long is divided; its last part is
 * the only one that can be whole. */
static void
sentences_add(struct enrich_text *t, size_t from, size_t to, uint32_t paragraph,
    bool is_whole)
{
	while (to - from > LIMIT_ENRICH_SENTENCE) {
		size_t end =
		    from + sentences_part(slice_sub(t->text, from, to));

		sentences_add_part(t, from, end, paragraph, false);
		from = end;
	}
	sentences_add_part(t, from, to, paragraph, is_whole);
}

/* Returns the end of the punctuation that begins at `at`: further full stops
 * and marks, closing quotes and brackets. */
static size_t
sentences_skip_signs(const struct enrich_text *t, size_t at)
{
	size_t n;

	for (;;) {
		uint32_t rune = sentences_rune(t, at, &n);

		if (n == 0 || sentences_sign(rune) == SIGN_NONE)
			return at;
		at += n;
	}
}

/* Returns true if the sentence that began at `from` ends with the sign at `at`.
 */
static bool
sentences_ends(const struct enrich_text *t, size_t from, size_t at,
    enum sentence_sign sign, size_t *ret_end)
{
	size_t n, end = sentences_skip_signs(t, at);
	uint32_t rune = sentences_rune(t, end, &n);

	*ret_end = end;
	if (sign == SIGN_WIDE || n == 0)
		return true;
	if (!rune_is_space(rune) && !rune_is_unspaced(rune))
		return false;
	if (sign == SIGN_POINT && sentences_is_inner_point(t, from, at))
		return false;
	return sentences_may_begin(t, end + (rune_is_space(rune) ? n : 0));
}

/* Returns the offset of the next code point that may end a sentence. */
static size_t
sentences_skip(struct slice text, size_t at)
{
	static const bool is_sign[256] = { ['\n'] = true,
		['!'] = true,
		['.'] = true,
		['?'] = true,
		/* first bytes of sentences_sign()'s marks */
		[0xC2] = true,
		[0xD6] = true,
		[0xD8] = true,
		[0xDB] = true,
		[0xE0 ... 0xE3] = true,
		[0xEF] = true };

	while (at < text.len && !is_sign[(unsigned char)text.p[at]])
		at++;
	return at;
}

void
enrich_find_sentences(struct enrich_text *t)
{
	size_t from = 0, at = 0, n, end;
	uint32_t paragraph = 0;

	t->sentences = arena_array_uninit(t->arena, LIMIT_ENRICH_TEXT_SENTENCES,
	    sizeof(struct enrich_sentence));
	while ((at = sentences_skip(t->text, at)) < t->text.len) {
		uint32_t rune;
		enum sentence_sign sign;

		rune = sentences_rune(t, at, &n);
		sign = sentences_sign(rune);
		if (rune == '\n') {
			sentences_add(t, from, at, paragraph++, false);
			from = at + n;
		} else if (sign != SIGN_NONE && sign != SIGN_CLOSE) {
			if (sentences_ends(t, from, at, sign, &end)) {
				sentences_add(t, from, end, paragraph, true);
				from = end;
			}
			at = end;
			continue;
		}
		at += n;
	}
	sentences_add(t, from, t->text.len, paragraph, false);
}
