/*
 * word_breaks.c -- finds the ends of words; see word_breaks.h.
 *
 * libunistring takes 15 ns for a byte. This file therefore applies the rules
 * WB5 to WB13b of UAX 29 itself to ASCII, to the letters of Latin, Greek and
 * Cyrillic, to Han and kana, and to some punctuation. The boundaries are those
 * of libunistring. If a text contains another code point, libunistring divides
 * the whole text.
 *
 * Source: Unicode Standard Annex #29, "Unicode Text Segmentation", section 4.1.
 */
#include "enrich/word_breaks.h"

#include <uniwbrk.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/text/ascii.h"
#include "base/text/utf8.h"

enum word_kind {
	KIND_OTHER,   /* a boundary before and after it */
	KIND_APART,   /* Han and kana: a boundary between them and a letter */
	KIND_LETTER,  /* ALetter */
	KIND_DIGIT,   /* Numeric */
	KIND_LOW,     /* ExtendNumLet: the low line */
	KIND_BETWEEN, /* MidNumLet, Single_Quote: between letters or digits */
	KIND_COLON,   /* MidLetter: between letters */
	KIND_COMMA,   /* MidNum: between digits */
	KIND_FOREIGN  /* for libunistring */
};

static const unsigned char kinds[128] = {
	['0' ... '9'] = KIND_DIGIT,
	['A' ... 'Z'] = KIND_LETTER,
	['a' ... 'z'] = KIND_LETTER,
	['_'] = KIND_LOW,
	['\''] = KIND_BETWEEN,
	['.'] = KIND_BETWEEN,
	[':'] = KIND_COLON,
	[','] = KIND_COMMA,
	[';'] = KIND_COMMA,
};

static enum word_kind
word_breaks_kind_of_wide(uint32_t rune)
{
	if (rune >= 0xC0 && rune < 0x250)
		return rune == 0xD7 || rune == 0xF7 ? KIND_OTHER : KIND_LETTER;
	if ((rune >= 0x388 && rune < 0x3CF && rune != 0x38B && rune != 0x38D &&
		rune != 0x3A2) ||
	    (rune >= 0x400 && rune < 0x482) || (rune >= 0x48A && rune < 0x530))
		return KIND_LETTER;
	if ((rune >= 0x3041 && rune <= 0x3096) ||
	    (rune >= 0x30A1 && rune <= 0x30FC && rune != 0x30FB) ||
	    (rune >= 0x4E00 && rune < 0xA000))
		return KIND_APART;
	switch (rune) {
	case 0xA0: /* no-break space */
	case 0xAB:
	case 0xBB:
	case 0x2013: /* dashes */
	case 0x2014:
	case 0x201A: /* quotes */
	case 0x201C:
	case 0x201D:
	case 0x201E:
	case 0x2026: /* … */
	case 0x2039:
	case 0x203A:
	case 0x20AC: /* € */
	case 0x3000:
	case 0x3001: /* 、 */
	case 0x3002: /* 。 */
	case 0x300C: /* 「 */
	case 0x300D: /* 」 */
		return KIND_OTHER;
	case 0x2018:
	case 0x2019:
		return KIND_BETWEEN;
	default:
		return KIND_FOREIGN;
	}
}

static enum word_kind
word_breaks_wide_kind(const struct word_breaks *b, size_t at, size_t *ret_n)
{
	uint32_t rune;

	*ret_n = utf8_decode(b->text.p + at, b->text.len - at, &rune);
	return word_breaks_kind_of_wide(rune);
}

static inline enum word_kind
word_breaks_kind(const struct word_breaks *b, size_t at, size_t *ret_n)
{
	unsigned char c = (unsigned char)b->text.p[at];

	*ret_n = 1;
	return c < 0x80 ? kinds[c] : word_breaks_wide_kind(b, at, ret_n);
}

/* ---- libunistring ---- */

static void
word_breaks_divide(struct word_breaks *b)
{
	if (b->room < b->text.len) {
		b->room = 2 * b->text.len;
		b->buffer = arena_array_uninit(b->arena, b->room, 1);
	}
	b->breaks = b->buffer;
	u8_wordbreaks((const uint8_t *)b->text.p, b->text.len, b->breaks);
	b->breaks[0] = 1;
	for (size_t at = 0; at < b->text.len;) {
		uint32_t rune;
		size_t from = at;

		at += utf8_decode(b->text.p + at, b->text.len - at, &rune);
		if (!rune_is_unspaced(rune))
			continue;
		b->breaks[from] = 1;
		if (at < b->text.len)
			b->breaks[at] = 1;
	}
}

/* Returns true if a word may begin with the code point at `at`. */
static bool
word_breaks_is_start(struct word_breaks *b, size_t at)
{
	uint32_t rune;

	if (b->breaks == NULL)
		word_breaks_divide(b);
	utf8_decode(b->text.p + at, b->text.len - at, &rune);
	return rune_is_word(rune) && b->breaks[at];
}

/* ---- words ---- */

void
word_breaks_begin(struct word_breaks *b, struct slice text)
{
	b->text = text;
	b->breaks = NULL;
}

size_t
word_breaks_next(struct word_breaks *b, size_t at)
{
	/* Most words follow a single space. */
	if (b->breaks == NULL && at + 1 < b->text.len && b->text.p[at] == ' ' &&
	    ascii_is_letter(b->text.p[at + 1]))
		return at + 1;
	while (at < b->text.len) {
		size_t n;
		enum word_kind kind = word_breaks_kind(b, at, &n);

		if (kind >= KIND_APART && kind <= KIND_DIGIT &&
		    (b->breaks == NULL || b->breaks[at]))
			return at;
		if (kind == KIND_FOREIGN && word_breaks_is_start(b, at))
			return at;
		/* A run that begins with a low line or a mark is not a word. */
		if (kind == KIND_LOW || kind == KIND_FOREIGN)
			at = word_breaks_end(b, at);
		else
			at += n;
	}
	return at;
}

/* Returns whether a character of the kind `sign` joins two characters to one
 * word, instead of separating them. */
static bool
word_breaks_is_inner(
    enum word_kind before, enum word_kind sign, enum word_kind after)
{
	if (before != after)
		return false;
	return (before == KIND_LETTER && sign != KIND_COMMA) ||
	       (before == KIND_DIGIT && sign != KIND_COLON);
}

/* Returns the number of ASCII letters at the beginning of the text. */
static inline size_t
word_breaks_count_letters(const char *p, size_t len)
{
	size_t n = 0;

#ifdef __SSE2__
	for (; n + 16 <= len; n += 16) {
		__m128i bytes =
		    _mm_loadu_si128((const __m128i *)(const void *)(p + n));
		__m128i offset =
		    _mm_sub_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)),
			_mm_set1_epi8('a'));
		unsigned letters = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(
		    offset, _mm_min_epu8(offset, _mm_set1_epi8('z' - 'a'))));

		if (letters != 0xFFFF)
			return n + (size_t)__builtin_ctz(~letters);
	}
#endif
	while (n < len && ascii_is_letter(p[n]))
		n++;
	return n;
}

/* Returns the end of a word of ASCII letters only, if the next character shows
 * that the word ends there; else `at`. */
static inline size_t
word_breaks_plain_end(const struct word_breaks *b, size_t at)
{
	size_t end =
	    at + word_breaks_count_letters(b->text.p + at, b->text.len - at);
	unsigned char next;

	if (end == b->text.len)
		return end;
	next = (unsigned char)b->text.p[end];
	return next < 0x80 &&
		       (kinds[next] == KIND_OTHER || kinds[next] == KIND_COMMA)
		   ? end
		   : at;
}

/* Returns the end of the word at `at`; SIZE_MAX if a code point needs
 * libunistring. */
static size_t
word_breaks_quick_end(const struct word_breaks *b, size_t at)
{
	enum word_kind last = KIND_OTHER, kind, after;
	size_t n, n_after, end = at;

	for (; end < b->text.len; end += n) {
		kind = word_breaks_kind(b, end, &n);
		if (kind == KIND_FOREIGN)
			return SIZE_MAX;
		if (kind >= KIND_LETTER && kind <= KIND_LOW) {
			last = kind;
			continue;
		}
		if (kind <= KIND_APART || end == at || end + n == b->text.len)
			break;
		after = word_breaks_kind(b, end + n, &n_after);
		if (after == KIND_FOREIGN)
			return SIZE_MAX;
		if (!word_breaks_is_inner(last, kind, after))
			break;
	}
	return end > at ? end : at + n;
}

size_t
word_breaks_end(struct word_breaks *b, size_t at)
{
	size_t end = b->breaks == NULL ? word_breaks_plain_end(b, at) : at;
	uint32_t rune;

	b->is_plain = end > at;
	if (b->is_plain)
		return end;
	end = b->breaks == NULL ? word_breaks_quick_end(b, at) : SIZE_MAX;
	if (end != SIZE_MAX)
		return end;
	if (b->breaks == NULL)
		word_breaks_divide(b);
	do
		at += utf8_decode(b->text.p + at, b->text.len - at, &rune);
	while (at < b->text.len && !b->breaks[at]);
	return at;
}
