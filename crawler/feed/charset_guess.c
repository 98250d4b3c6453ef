/*
 * charset_guess.c -- which charset bytes are in that say nothing of it.
 *
 * In:  bytes that are not UTF-8.
 * Out: the name of a charset.
 *
 * Multibyte charsets are tried by their rules: each pair of bytes must be
 * one, and most must lie where the charset keeps its common characters.
 * What remains is one byte a character: Cyrillic and Thai show themselves by
 * long runs of bytes above ASCII, which no Latin text has; among Cyrillic
 * charsets the one that makes the most small letters behind small letters
 * wins.  In doubt: Windows-1252.
 */
#include "crawler/feed/feed_charset.h"

#define LOOK_BYTES   (64 * 1024) /* enough of a text to know it */
#define LEAST_PAIRS  4           /* fewer prove nothing */
#define COMMON_SHARE 60          /* per cent of pairs that must be common */
#define LEAST_RUN    3 /* mean length of high runs of a non-Latin text */

struct span {
	unsigned char first, last;
};

struct multibyte {
	const char *name;
	struct span lead[2], trail[2]; /* {0, 0}: unused */
	struct span single;            /* high bytes that stand alone */
	struct span common[2];         /* leads of what texts mostly hold */
};

/* EUC-JP before GB18030: both are pairs above 0xa0, but kana (0xa4, 0xa5)
 * fill half of a Japanese text and none of a Chinese one. */
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
within(const struct span *spans, size_t n, unsigned char byte)
{
	for (size_t i = 0; i < n; i++)
		if (byte >= spans[i].first && byte <= spans[i].last &&
		    spans[i].last != 0)
			return true;
	return false;
}

/* Per cent of pairs that are common ones; -1 if the bytes break the rules. */
static int
multibyte_score(const struct multibyte *m, struct slice bytes)
{
	size_t pairs = 0, common = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		if (c < 0x80)
			continue;
		if (within(&m->single, 1, c)) {
			pairs++;
			continue;
		}
		if (i + 1 == bytes.len)
			break; /* cut off */
		if (!within(m->lead, 2, c) ||
		    !within(m->trail, 2, (unsigned char)bytes.p[i + 1]))
			return -1;
		pairs++;
		common += within(m->common, 2, c);
		i++;
	}
	return pairs < LEAST_PAIRS ? -1 : (int)(common * 100 / pairs);
}

static const char *
guess_multibyte(struct slice bytes)
{
	const char *best = NULL;
	int best_score = 0;

	for (size_t i = 0; i < sizeof(multibytes) / sizeof(*multibytes); i++) {
		const struct multibyte *m = &multibytes[i];
		int score = multibyte_score(m, bytes);
		/* half of a Japanese text is kana */
		int least = strcmp(m->name, "euc-jp") == 0 ? COMMON_SHARE / 2
							   : COMMON_SHARE;

		if (score >= least && score > best_score) {
			best = m->name;
			best_score = score;
		}
		if (best && strcmp(best, "euc-jp") == 0)
			break;
	}
	return best;
}

/* Mean length of runs of bytes above ASCII, in tenths. */
static unsigned
mean_run(struct slice bytes)
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
koi8_letter(unsigned char c)
{
	if (c == 0xa3)
		return LETTER_SMALL;
	return c < 0xc0   ? LETTER_NONE
	       : c < 0xe0 ? LETTER_SMALL
			  : LETTER_CAPITAL;
}

static enum letter
windows_1251_letter(unsigned char c)
{
	if (c == 0xb8)
		return LETTER_SMALL;
	return c < 0xc0   ? LETTER_NONE
	       : c < 0xe0 ? LETTER_CAPITAL
			  : LETTER_SMALL;
}

static enum letter
iso_8859_5_letter(unsigned char c)
{
	return c < 0xb0 || c == 0xf0 ? LETTER_NONE
	       : c < 0xd0            ? LETTER_CAPITAL
				     : LETTER_SMALL;
}

static enum letter
cp866_letter(unsigned char c)
{
	if (c < 0xa0)
		return LETTER_CAPITAL;
	return c < 0xb0 || (c >= 0xe0 && c < 0xf0) ? LETTER_SMALL : LETTER_NONE;
}

static const struct {
	const char *name;
	enum letter (*letter)(unsigned char);
} cyrillics[] = {
	{ "windows-1251", windows_1251_letter },
	{ "koi8-r", koi8_letter },
	{ "iso-8859-5", iso_8859_5_letter },
	{ "cp866", cp866_letter },
};

/* Small letters behind letters for the charset, anything else against it. */
static long
cyrillic_score(enum letter (*letter)(unsigned char), struct slice bytes)
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

/* Thai's signs: TIS-620 has nothing at 0x80..0xa0, 0xdb..0xde, 0xfc..0xff,
 * and its vowels and tone marks stand among the consonants. */
static bool
is_thai(struct slice bytes)
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

	bytes = slice_sub(bytes, 0, LOOK_BYTES);
	if (mean_run(bytes) < LEAST_RUN * 10) {
		name = guess_multibyte(bytes);
		/* pairs that touch ASCII are short runs in Shift_JIS, Big5 */
		return name && mean_run(bytes) >= 12 ? name : "windows-1252";
	}
	if (is_thai(bytes))
		return "tis-620";
	name = guess_multibyte(bytes);
	if (name)
		return name;
	name = "windows-1252";
	for (size_t i = 0; i < sizeof(cyrillics) / sizeof(*cyrillics); i++) {
		long score = cyrillic_score(cyrillics[i].letter, bytes);

		if (score > best) {
			best = score;
			name = cyrillics[i].name;
		}
	}
	return name;
}
