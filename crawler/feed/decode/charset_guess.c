/*
 * charset_guess.c -- guesses the charset of bytes without a declaration.
 *
 * In:  bytes that are not UTF-8.
 * Out: the name of a charset.
 *
 * script_charset.c recognises Arabic, Greek and Hebrew.
 *
 * Cyrillic and Thai texts have long runs of non-ASCII bytes, Latin texts do
 * not. If at least half of the non-ASCII bytes continue words of a Cyrillic
 * charset, this charset is chosen at once. The multibyte charsets are tested
 * later, because a short Cyrillic text can consist of valid pairs of a
 * multibyte charset.
 *
 * Then Thai is recognised by its marks, which follow consonants. Then the
 * multibyte charsets are tested: nearly all byte pairs must be valid, and most
 * pairs (for EUC-JP 15 %) must be in the range of the charset's common
 * characters. If no charset was found, the result is the best Cyrillic charset
 * for long runs, and windows-1252 for short runs.
 */
#include "base/array.h"
#include "crawler/feed/decode/feed_charset.h"

/* Size of the sample that is examined. */
#define GUESS_SAMPLE_BYTES (64 * 1024)
/* least number of byte pairs in a multibyte text */
#define GUESS_MIN_PAIRS 4
/* Least share of pairs that must be common, in per cent. */
#define GUESS_COMMON_PERCENT 60
/* Least mean length of the non-ASCII runs of a Cyrillic or Thai text. */
#define GUESS_MIN_RUN 3
/* Least number of valid pairs for each invalid pair.  Some invalid pairs are
 * allowed, because a summary may end in the middle of a character. */
#define GUESS_PAIRS_PER_BAD 50
/* Limits for a text that is certainly Cyrillic, in per cent of its non-ASCII
 * bytes: */
#define GUESS_SCORE_PERCENT 50 /* least score */
#define GUESS_OTHER_PERCENT 10 /* largest share of other bytes than letters */

struct span {
	unsigned char first, last;
};

struct multibyte {
	const char *name;
	struct span lead[2], trail[2]; /* {0, 0}: unused */
	struct span single;    /* values of non-ASCII bytes that are not part of
				  a pair */
	struct span common[2]; /* ranges of the first bytes of the most frequent
				  characters */
	unsigned char common_trail; /* least second byte of these characters */
	unsigned min_run; /* least mean length of non-ASCII runs, in tenths */
};

/* EUC-JP precedes GB18030: both have pairs above 0xa0, but kana (0xa4, 0xa5)
 * are half of a Japanese text and absent from a Chinese one.  Shift_JIS
 * requires runs of more than one byte, because the apostrophe of windows-1252
 * and the letter after it are a common pair of Shift_JIS. */
static const struct multibyte multibytes[] = {
	{ "shift_jis", { { 0x81, 0x9f }, { 0xe0, 0xfc } },
	    { { 0x40, 0x7e }, { 0x80, 0xfc } }, { 0xa1, 0xdf },
	    { { 0x81, 0x83 }, { 0x88, 0x97 } }, 0x40, 12 },
	{ "euc-jp", { { 0xa1, 0xfe }, { 0x8e, 0x8e } },
	    { { 0xa1, 0xfe }, { 0, 0 } }, { 0, 0 },
	    { { 0xa4, 0xa5 }, { 0, 0 } }, 0xa1, 20 },
	{ "euc-kr", { { 0xa1, 0xfe }, { 0, 0 } }, { { 0xa1, 0xfe }, { 0, 0 } },
	    { 0, 0 }, { { 0xb0, 0xc8 }, { 0xa1, 0xa1 } }, 0xa1, 20 },
	/* GBK adds pairs whose second byte is below 0xa1 */
	{ "gb18030", { { 0x81, 0xfe }, { 0, 0 } },
	    { { 0x40, 0x7e }, { 0x80, 0xfe } }, { 0, 0 },
	    { { 0xb0, 0xd7 }, { 0xa1, 0xa3 } }, 0xa1, 20 },
	{ "big5", { { 0xa1, 0xf9 }, { 0, 0 } },
	    { { 0x40, 0x7e }, { 0xa1, 0xfe } }, { 0, 0 },
	    { { 0xa4, 0xc6 }, { 0xa1, 0xa1 } }, 0x40, 10 },
};

static bool
charset_guess_within(const struct span *spans, size_t n, unsigned char byte)
{
	for (size_t i = 0; i < n; i++)
		if (byte >= spans[i].first && byte <= spans[i].last &&
		    spans[i].last != 0)
			return true;
	return false;
}

/* Returns the percentage of pairs that are common; -1 if too many pairs are
 * invalid. */
static int
charset_guess_multibyte_score(const struct multibyte *m, struct slice bytes)
{
	size_t pairs = 0, common = 0, bad = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i], next;

		if (c < 0x80)
			continue;
		if (charset_guess_within(&m->single, 1, c)) {
			pairs++;
			continue;
		}
		if (i + 1 == bytes.len)
			break; /* the end of the sample has truncated this
				  character */
		next = (unsigned char)bytes.p[i + 1];
		if (!charset_guess_within(m->lead, 2, c) ||
		    !charset_guess_within(m->trail, 2, next)) {
			bad++;
			continue;
		}
		pairs++;
		common += next >= m->common_trail &&
			  charset_guess_within(m->common, 2, c);
		i++;
	}
	if (pairs < GUESS_MIN_PAIRS || bad > pairs / GUESS_PAIRS_PER_BAD)
		return -1;
	return (int)(common * 100 / pairs);
}

/* Returns the mean length of non-ASCII runs, in tenths. */
static unsigned
charset_guess_mean_run(struct slice bytes)
{
	size_t runs = 0, high = 0;
	bool in_run = false;

	for (size_t i = 0; i < bytes.len; i++) {
		bool is_high = (unsigned char)bytes.p[i] >= 0x80;

		high += is_high;
		runs += is_high && !in_run;
		in_run = is_high;
	}
	return runs > 0 ? (unsigned)(high * 10 / runs) : 0;
}

static const char *
charset_guess_multibyte(struct slice bytes)
{
	unsigned mean_run = charset_guess_mean_run(bytes);
	const char *best = NULL;
	int best_score = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(multibytes); i++) {
		const struct multibyte *m = &multibytes[i];
		int score = charset_guess_multibyte_score(m, bytes);
		/* The least share is smaller for EUC-JP: only kana are common
		 * in its table.  They are half of a Japanese text, but only a
		 * fifth of some headlines. */
		int least = strcmp(m->name, "euc-jp") == 0
				? GUESS_COMMON_PERCENT / 4
				: GUESS_COMMON_PERCENT;

		if (mean_run >= m->min_run && score >= least &&
		    score > best_score) {
			best = m->name;
			best_score = score;
		}
		if (best && strcmp(best, "euc-jp") == 0)
			break;
	}
	return best;
}

enum letter { LETTER_NONE, LETTER_SMALL, LETTER_CAPITAL };

static enum letter
charset_guess_koi8_letter(unsigned char c)
{
	if (c == 0xa3)
		return LETTER_SMALL;
	return c < 0xc0   ? LETTER_NONE
	       : c < 0xe0 ? LETTER_SMALL
			  : LETTER_CAPITAL;
}

static enum letter
charset_guess_windows_1251_letter(unsigned char c)
{
	/* these letters are outside the range of the others: Cyrillic io (ё),
	 * and three letters of Ukrainian */
	if (c == 0xb8 || c == 0xb3 || c == 0xba || c == 0xbf)
		return LETTER_SMALL;
	if (c == 0xa8 || c == 0xb2 || c == 0xaa || c == 0xaf)
		return LETTER_CAPITAL;
	return c < 0xc0   ? LETTER_NONE
	       : c < 0xe0 ? LETTER_CAPITAL
			  : LETTER_SMALL;
}

static enum letter
charset_guess_iso_8859_5_letter(unsigned char c)
{
	return c < 0xb0 || c == 0xf0 ? LETTER_NONE
	       : c < 0xd0            ? LETTER_CAPITAL
				     : LETTER_SMALL;
}

static enum letter
charset_guess_cp866_letter(unsigned char c)
{
	if (c < 0xa0)
		return LETTER_CAPITAL;
	return c < 0xb0 || (c >= 0xe0 && c < 0xf0) ? LETTER_SMALL : LETTER_NONE;
}

static const struct {
	const char *name;
	enum letter (*letter)(unsigned char);
} cyrillics[] = {
	{ "windows-1251", charset_guess_windows_1251_letter },
	{ "koi8-r", charset_guess_koi8_letter },
	{ "iso-8859-5", charset_guess_iso_8859_5_letter },
	{ "cp866", charset_guess_cp866_letter },
};

struct cyrillic_score {
	const char *name;
	long score;
	bool is_sure;
};

/* Small letters after letters are counted for the charset.  Capitals after
 * small letters (counted twice) and bytes that are not letters are counted
 * against it. */
static struct cyrillic_score
charset_guess_cyrillic_score(
    enum letter (*letter)(unsigned char), struct slice bytes)
{
	struct cyrillic_score ret = { .score = 0 };
	enum letter previous = LETTER_NONE, here;
	long high = 0, other = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		here = c < 0x80 ? LETTER_NONE : letter(c);
		if (here == LETTER_SMALL && previous != LETTER_NONE)
			ret.score++;
		else if (here == LETTER_CAPITAL && previous == LETTER_SMALL)
			ret.score -= 2;
		other += c >= 0x80 && here == LETTER_NONE;
		high += c >= 0x80;
		previous = here;
	}
	ret.score -= other;
	ret.is_sure = ret.score * 100 >= high * GUESS_SCORE_PERCENT &&
		      other * 100 <= high * GUESS_OTHER_PERCENT;
	return ret;
}

/* Returns the Cyrillic charset with the highest score.  Its name is NULL if no
 * charset has a score above 0. */
static struct cyrillic_score
charset_guess_cyrillic(struct slice bytes)
{
	struct cyrillic_score best = { .score = 0 };

	for (size_t i = 0; i < ARRAY_LENGTH(cyrillics); i++) {
		struct cyrillic_score score =
		    charset_guess_cyrillic_score(cyrillics[i].letter, bytes);

		score.name = cyrillics[i].name;
		if (score.score > best.score)
			best = score;
	}
	return best;
}

static bool
charset_guess_is_thai_consonant(unsigned char c)
{
	return c >= 0xa1 && c <= 0xce;
}

/* True for a vowel or sign after, above or below a consonant. */
static bool
charset_guess_is_thai_mark(unsigned char c)
{
	return (c >= 0xd0 && c <= 0xda) || (c >= 0xe7 && c <= 0xee);
}

/* True for a vowel that is written before its consonant. */
static bool
charset_guess_is_thai_vowel(unsigned char c)
{
	return c >= 0xe0 && c <= 0xe4;
}

static bool
charset_guess_is_latin(unsigned char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* TIS-620 has no characters at 0x80..0xa0, 0xdb..0xde and 0xfc..0xff.  In a
 * Thai text, marks follow consonants or other marks, and consonants follow the
 * vowels that are written before them.  A Latin letter after a non-ASCII byte
 * counts as an error, because it is probably the second byte of a Big5
 * character. */
static bool
charset_guess_is_thai(struct slice bytes)
{
	size_t high = 0, marks = 0, stray = 0;
	unsigned char before = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];
		bool is_mark = charset_guess_is_thai_mark(c);
		bool is_vowel = charset_guess_is_thai_vowel(c);
		bool is_consonant = charset_guess_is_thai_consonant(c);

		if (c >= 0x80 &&
		    (c < 0xa1 || (c >= 0xdb && c <= 0xde) || c >= 0xfc))
			return false;
		high += c >= 0x80;
		marks += is_mark || is_vowel;
		stray += is_mark && !charset_guess_is_thai_consonant(before) &&
			 !charset_guess_is_thai_mark(before);
		stray += charset_guess_is_thai_vowel(before) && !is_consonant;
		stray += c >= 0x80 && !is_mark && !is_vowel && !is_consonant;
		stray += before >= 0x80 && charset_guess_is_latin(c);
		before = c;
	}
	return high >= 20 && marks * 100 / high >= 20 && stray * 10 <= marks;
}

const char *
charset_guess(struct slice bytes)
{
	struct cyrillic_score cyrillic;
	const char *name;
	bool is_long;

	bytes = slice_sub(bytes, 0, GUESS_SAMPLE_BYTES);
	is_long = charset_guess_mean_run(bytes) >= GUESS_MIN_RUN * 10;
	name = is_long ? script_charset(bytes) : NULL;
	if (name)
		return name;
	cyrillic = charset_guess_cyrillic(bytes);
	if (is_long && cyrillic.is_sure && cyrillic.name)
		return cyrillic.name;
	if (is_long && charset_guess_is_thai(bytes))
		return "tis-620";
	name = charset_guess_multibyte(bytes);
	if (name)
		return name;
	return is_long && cyrillic.name ? cyrillic.name : "windows-1252";
}
