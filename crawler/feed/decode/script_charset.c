/*
 * script_charset.c -- recognises Arabic, Greek and Hebrew in charsets of one
 * byte for each letter.
 *
 * In:  bytes that are not UTF-8 and declare no other charset, with long runs of
 *      non-ASCII bytes.
 * Out: the name of a charset, or NULL.
 *
 * charset_guess() would read such a text as Cyrillic.  Each script has a
 * property that a Cyrillic text does not have: Hebrew has no capitals, so that
 * its letters are in one half of the table; many Arabic words begin with the
 * article; and a Greek word of several syllables has exactly one accent, and a
 * letter that is only used at the end of words.  Texts with too few words for a
 * decision are left to charset_guess().
 */
#include "base/array.h"
#include "crawler/feed/decode/feed_charset.h"

#define SCRIPT_LEAST_LETTERS 16
#define SCRIPT_LEAST_WORDS   4
#define SCRIPT_STRAY_PERCENT 2
/* Least share of Arabic words that begin with the article, in per cent. */
#define ARABIC_ARTICLE_PERCENT 10
/* Least share of Greek words that have one accent, in per cent. */
#define GREEK_ACCENT_PERCENT 75
#define GREEK_LONG_WORD      4 /* in letters; shorter words may have no accent */

/* The letters of Hebrew in windows-1255 and ISO 8859-8 are 0xe0..0xfa.  0xfd
 * and 0xfe are marks of the writing direction.  Bytes below 0xc0 are signs. */
static bool
script_charset_is_hebrew(struct slice bytes)
{
	size_t letters = 0, signs = 0, stray = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		letters += c >= 0xe0 && c <= 0xfa;
		signs += c >= 0x80 && c < 0xc0;
		stray += (c >= 0xc0 && c < 0xe0) || c == 0xfb || c == 0xfc ||
			 c == 0xff;
	}
	return letters >= SCRIPT_LEAST_LETTERS && signs * 4 <= letters &&
	       stray * 100 <= letters * SCRIPT_STRAY_PERCENT;
}

/* `article`: the bytes of the article "al-".  `strange`: bytes of letters that
 * Arabic does not have. */
static const struct arabic {
	const char *charset, *article, *strange;
} arabics[] = {
	{ "windows-1256", "\xc7\xe1",
	    "\xc0\xe0\xe2\xe7\xe8\xe9\xea\xeb\xee\xef\xf4\xf9\xfb\xfc" },
	{ "iso-8859-6", "\xc7\xe4",
	    "\xc0\xdb\xdc\xdd\xde\xdf\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa\xfb" },
};

static bool
script_charset_is_arabic(const struct arabic *a, struct slice bytes)
{
	size_t words = 0, articles = 0, letters = 0, strange = 0;
	unsigned char before = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		letters += c >= 0xc0;
		strange += c >= 0xc0 && strchr(a->strange, (char)c) != NULL;
		if (c >= 0xc0 && before < 0xc0) {
			words++;
			articles += slice_starts(slice_sub(bytes, i, bytes.len),
			    slice_of(a->article));
		}
		before = c;
	}
	return letters >= SCRIPT_LEAST_LETTERS && words >= SCRIPT_LEAST_WORDS &&
	       articles * 100 >= words * ARABIC_ARTICLE_PERCENT &&
	       strange * 100 <= letters * SCRIPT_STRAY_PERCENT;
}

#define GREEK_FINAL_SIGMA 0xf2

/* The frequent vowels with an accent in windows-1253 and ISO 8859-7. */
static bool
script_charset_is_greek_accent(unsigned char c)
{
	return (c >= 0xb8 && c <= 0xba) || c == 0xbc || c == 0xbe ||
	       c == 0xbf || (c >= 0xdc && c <= 0xdf) ||
	       (c >= 0xfc && c <= 0xfe);
}

/* True if the bytes have final sigmas, nearly all of them at ends of words. */
static bool
script_charset_has_final_sigmas(struct slice bytes)
{
	size_t final = 0, inner = 0;

	for (size_t i = 0; i < bytes.len; i++)
		if ((unsigned char)bytes.p[i] == GREEK_FINAL_SIGMA) {
			bool is_inner = i + 1 < bytes.len &&
					(unsigned char)bytes.p[i + 1] >= 0xc0;

			inner += is_inner;
			final += !is_inner;
		}
	return final > 0 && inner * 4 <= final;
}

static bool
script_charset_is_greek(struct slice bytes)
{
	size_t words = 0, accented = 0, length = 0, accents = 0;

	for (size_t i = 0; i <= bytes.len; i++) {
		unsigned char c = i < bytes.len ? (unsigned char)bytes.p[i] : 0;
		bool is_accent = script_charset_is_greek_accent(c);

		if (c >= 0xc0 || is_accent) {
			length++;
			accents += is_accent;
			continue;
		}
		if (length >= GREEK_LONG_WORD) {
			words++;
			accented += accents == 1;
		}
		length = accents = 0;
	}
	return words >= SCRIPT_LEAST_WORDS &&
	       accented * 100 >= words * GREEK_ACCENT_PERCENT &&
	       script_charset_has_final_sigmas(bytes);
}

/* The capital alpha with an accent is 0xb6 in ISO 8859-7, and a sign in
 * windows-1253. */
static const char *
script_charset_of_greek(struct slice bytes)
{
	for (size_t i = 0; i + 1 < bytes.len; i++)
		if ((unsigned char)bytes.p[i] == 0xb6 &&
		    (unsigned char)bytes.p[i + 1] >= 0xe1)
			return "iso-8859-7";
	return "windows-1253";
}

const char *
script_charset(struct slice bytes)
{
	if (script_charset_is_hebrew(bytes))
		return "windows-1255";
	for (size_t i = 0; i < ARRAY_LENGTH(arabics); i++)
		if (script_charset_is_arabic(&arabics[i], bytes))
			return arabics[i].charset;
	return script_charset_is_greek(bytes) ? script_charset_of_greek(bytes)
					      : NULL;
}
