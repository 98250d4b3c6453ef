/*
 * compose.c -- converts text to Form C of Unicode; see compose.h.
 *
 * Some programs write accented letters and Korean syllables as several
 * characters (Form D).  Such a text is not equal to the same text in Form C.
 */
#include "base/text/compose.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <uninorm.h>

#include "base/text/utf8.h"

/* Largest growth of a text in UTF-8 by Form C (Unicode's FAQ on
 * normalization). */
#define COMPOSE_GROWTH 3

/* The characters before a place in a text, as far as they decide whether the
 * next character changes. */
struct compose_check {
	uint32_t starter; /* last character of combining class 0 */
	int class;        /* combining class of the last character */
};

/* True for frequent characters that Form C never changes and never joins with
 * the character before: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic,
 * Devanagari and Thai letters, Vietnamese letters, dashes and quotes, kana,
 * ideographs, Hangul syllables. */
static bool
compose_is_quiet(uint32_t rune)
{
	return rune < 0x300 || (rune >= 0x388 && rune < 0x483) ||
	       (rune >= 0x48A && rune < 0x590) ||
	       (rune >= 0x5D0 && rune <= 0x5EA) ||
	       (rune >= 0x621 && rune <= 0x64A) ||
	       (rune >= 0x904 && rune <= 0x93B) ||
	       (rune >= 0x93E && rune <= 0x94C) ||
	       (rune >= 0xE01 && rune <= 0xE37) ||
	       (rune >= 0x1EA0 && rune <= 0x1EF9) ||
	       (rune >= 0x2010 && rune <= 0x2027) ||
	       (rune >= 0x3001 && rune <= 0x3029) ||
	       (rune >= 0x3041 && rune <= 0x3096) ||
	       (rune >= 0x30A1 && rune <= 0x30FE) ||
	       (rune >= 0x4E00 && rune <= 0x9FFF) ||
	       (rune >= 0xAC00 && rune <= 0xD7A3);
}

/* True if a character of combining class 0 may be joined with the character
 * before: vowel signs, and the vowels and final consonants of Hangul. */
static bool
compose_may_follow(uint32_t rune)
{
	return (rune >= 0x1160 && rune <= 0x11FF) ||
	       uc_is_general_category_withtable(rune, UC_CATEGORY_MASK_M);
}

/* Returns true if Form C may change the character, which is added to the
 * check. */
static bool
compose_changes(struct compose_check *check, uint32_t rune)
{
	ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
	int class, before = check->class, n;

	if (compose_is_quiet(rune)) {
		*check = (struct compose_check){ .starter = rune };
		return false;
	}
	class = uc_combining_class(rune);
	check->class = class;
	if ((class != 0 && class < before) ||
	    ((class != 0 || compose_may_follow(rune)) &&
		uc_composition(check->starter, rune) != 0))
		return true;
	/* The mark may be ordered before a mark of the starter. */
	if (class != 0 && check->starter >= 0x80 &&
	    uc_canonical_decomposition(check->starter, parts) > 1)
		return true;
	if (class == 0)
		check->starter = rune;
	n = uc_canonical_decomposition(rune, parts);
	return n == 1 || (n == 2 && uc_composition(parts[0], parts[1]) != rune);
}

/* Returns the first byte from `at` on that is not ASCII. */
static size_t
compose_skip_ascii(struct slice text, size_t at)
{
	uint64_t group;

	for (; at + sizeof(group) <= text.len; at += sizeof(group)) {
		memcpy(&group, text.p + at, sizeof(group));
		if ((group & UINT64_C(0x8080808080808080)) != 0)
			break;
	}
	while (at < text.len && (unsigned char)text.p[at] < 0x80)
		at++;
	return at;
}

static bool
compose_is_changed(struct slice text)
{
	struct compose_check check = { 0 };
	size_t at = 0, next;
	uint32_t rune;

	while ((next = compose_skip_ascii(text, at)) < text.len) {
		if (next > at)
			check = (struct compose_check){
				.starter = (unsigned char)text.p[next - 1]
			};
		at = next + utf8_decode(
				text.p + next, text.len - next, &rune);
		if (compose_changes(&check, rune))
			return true;
	}
	return false;
}

struct slice
compose_text(struct arena *arena, struct slice text)
{
	size_t n = COMPOSE_GROWTH * text.len;
	uint8_t *out, *composed;

	if (!compose_is_changed(text))
		return text;
	out = arena_array_uninit(arena, n, 1);
	composed = u8_normalize(
	    UNINORM_NFC, (const uint8_t *)text.p, text.len, out, &n);
	if (composed == NULL && errno == ENOMEM)
		arena_give_up(arena);
	if (composed != out) {
		free(composed);
		return text;
	}
	return (struct slice){ (const char *)out, n };
}
