/*
 * charset_guess.c -- guesses the charset of bytes without a declaration.
 *
 * In:  bytes that are not UTF-8.
 * Out: the name of a charset.
 *
 * First the multibyte charsets are tested: each byte pair must be valid, and
 * most pairs must be in the range of the charset's common characters.  Then the
 * single-byte charsets are tested: Cyrillic and Thai texts have long runs of
 * non-ASCII bytes, Latin texts do not.  Of the Cyrillic charsets, the one in
 * which the most small letters follow letters is chosen.  The default is
 * windows-1252.
 */
#include "base/array.h"
#include "crawler/feed/decode/feed_charset.h"

#define GUESS_SAMPLE_BYTES   (64 * 1024) /* size of the sample that is examined
					    */
#define GUESS_MIN_PAIRS      4 /* with fewer pairs there is no result */
#define GUESS_COMMON_PERCENT 60 /* least share of pairs that must be common, in
				   per cent */
#define GUESS_MIN_RUN        3  /* least mean length of non-ASCII runs */

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
};

/* EUC-JP precedes GB18030: both have pairs above 0xa0, but kana (0xa4, 0xa5)
 * are half of a Japanese text and absent from a Chinese one. */
static const struct multibyte multibytes[] = {
	{ "shift_jis", { { 0x81, 0x9f }, { 0xe0, 0xfc } },
	    { { 0x40, 0x7e }, { 0x80, 0xfc } }, { 0xa1, 0xdf },
	    { { 0x81, 0x83 }, { 0x88, 0x97 } } },
	{ "euc-jp", { { 0xa1, 0xfe }, { 0x8e, 0x8e } },
	    { { 0xa1, 0xfe }, { 0, 0 } }, { 0, 0 },
	    { { 0xa4, 0xa5 }, { 0, 0 } } },
	{ "euc-kr", { { 0xa1, 0xfe }, { 0, 0 } }, { { 0xa1, 0xfe }, { 0, 0 } },
	    { 0, 0 }, { { 0xb0, 0xc8 }, { 0xa1, 0xa1 } } },
	{ "gb18030", { { 0xa1, 0xf7 }, { 0, 0 } }, { { 0xa1, 0xfe }, { 0, 0 } },
	    { 0, 0 }, { { 0xb0, 0xd7 }, { 0xa1, 0xa3 } } },
	{ "big5", { { 0xa1, 0xf9 }, { 0, 0 } },
	    { { 0x40, 0x7e }, { 0xa1, 0xfe } }, { 0, 0 },
	    { { 0xa4, 0xc6 }, { 0xa1, 0xa1 } } },
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

/* Returns the per cent of pairs that are common; -1 if a pair is invalid. */
static int
charset_guess_multibyte_score(const struct multibyte *m, struct slice bytes)
{
	size_t pairs = 0, common = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		if (c < 0x80)
			continue;
		if (charset_guess_within(&m->single, 1, c)) {
			pairs++;
			continue;
		}
		if (i + 1 == bytes.len)
			break; /* the end of the sample has truncated this
				  character */
		if (!charset_guess_within(m->lead, 2, c) ||
		    !charset_guess_within(
			m->trail, 2, (unsigned char)bytes.p[i + 1]))
			return -1;
		pairs++;
		common += charset_guess_within(m->common, 2, c);
		i++;
	}
	return pairs < GUESS_MIN_PAIRS ? -1 : (int)(common * 100 / pairs);
}

static const char *
charset_guess_multibyte(struct slice bytes)
{
	const char *best = NULL;
	int best_score = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(multibytes); i++) {
		const struct multibyte *m = &multibytes[i];
		int score = charset_guess_multibyte_score(m, bytes);
		/* For EUC-JP the share is smaller, because half of a Japanese
		 * text is kana. */
		int least = strcmp(m->name, "euc-jp") == 0
				? GUESS_COMMON_PERCENT / 2
				: GUESS_COMMON_PERCENT;

		if (score >= least && score > best_score) {
			best = m->name;
			best_score = score;
		}
		if (best && strcmp(best, "euc-jp") == 0)
			break;
	}
	return best;
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
	if (c == 0xb8)
		return LETTER_SMALL;
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

/* Small letters after letters are counted for the charset.  Capitals after
 * small letters (counted twice) and bytes that are not letters are counted
 * against it. */
static long
charset_guess_cyrillic_score(
    enum letter (*letter)(unsigned char), struct slice bytes)
{
	enum letter previous = LETTER_NONE, here;
	long score = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		here = c < 0x80 ? LETTER_NONE : letter(c);
		if (here == LETTER_SMALL && previous != LETTER_NONE)
			score++;
		else if (here == LETTER_CAPITAL && previous == LETTER_SMALL)
			score -= 2;
		else if (c >= 0x80 && here == LETTER_NONE)
			score--;
		previous = here;
	}
	return score;
}

/* TIS-620 has no characters at 0x80..0xa0, 0xdb..0xde and 0xfc..0xff; in a Thai
 * text, vowels and tone marks stand between the consonants. */
static bool
charset_guess_is_thai(struct slice bytes)
{
	size_t high = 0, marks = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		if (c < 0x80)
			continue;
		if (c < 0xa1 || (c >= 0xdb && c <= 0xde) || c >= 0xfc)
			return false;
		high++;
		marks += (c >= 0xd1 && c <= 0xda) || (c >= 0xe0 && c <= 0xee);
	}
	return high >= 20 && marks * 100 / high >= 20;
}

const char *
charset_guess(struct slice bytes)
{
	const char *name;
	long best = 0;

	bytes = slice_sub(bytes, 0, GUESS_SAMPLE_BYTES);
	if (charset_guess_mean_run(bytes) < GUESS_MIN_RUN * 10) {
		name = charset_guess_multibyte(bytes);
		/* A pair of Shift_JIS or Big5 beside ASCII is a short run.
		 * These charsets were therefore tested before. */
		return name && charset_guess_mean_run(bytes) >= 12
			   ? name
			   : "windows-1252";
	}
	if (charset_guess_is_thai(bytes))
		return "tis-620";
	name = charset_guess_multibyte(bytes);
	if (name)
		return name;
	name = "windows-1252";
	for (size_t i = 0; i < ARRAY_LENGTH(cyrillics); i++) {
		long score =
		    charset_guess_cyrillic_score(cyrillics[i].letter, bytes);

		if (score > best) {
			best = score;
			name = cyrillics[i].name;
		}
	}
	return name;
}
