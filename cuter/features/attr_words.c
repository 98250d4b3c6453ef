/*
 * attr_words.c -- finds known words in class, id, role, itemprop and rel.
 *
 * In:  the value of one attribute.
 * Out: one bit for each kind, set if a word of the value begins with an entry
 *      of this kind.
 *
 * Only ASCII letters are read, in lower case; other characters are skipped. A
 * word begins after a skipped character, and at an upper case letter after a
 * lower case letter.
 */
#include "cuter/features/attr_words.h"

#include <pthread.h>

#include "base/text/ascii.h"

#define VALUE_BYTES 160 /* number of bytes of a value that are read */
#define SECONDS     32  /* number of values of the low five bits of a letter */
#define PAIRS       (26 * SECONDS)
#define UUID_BYTES  32 /* number of hexadecimal digits of a UUID */

static const struct attr_word {
	const char *word;
	uint8_t length, kind;
	bool whole;
} words[] = {
#include "base/array.h"
#define X(word, kind, whole)                                                   \
	{                                                                      \
		word, sizeof(word) - 1, kind, whole                            \
	}
#include "cuter/features/attr_words.inc"
#undef X
};

#define N_WORDS ARRAY_LENGTH(words)

struct letters {
	char letter[VALUE_BYTES + 2];
	bool begins[VALUE_BYTES + 2];   /* a word begins here */
	uint8_t first[VALUE_BYTES + 1]; /* offset of each word */
	size_t n, n_words;
};
_Static_assert(VALUE_BYTES <= UINT8_MAX, "a byte for each offset");

static void
attr_words_read_letters(struct letters *l, struct slice s)
{
	unsigned before = 0;
	size_t n = 0, n_words = 0;

	/* `here > before` is true for a letter after a skipped character, and
	 * for an upper case letter after a lower case letter, because
	 * ASCII_UPPER is larger than ASCII_LOWER. */
	for (size_t i = 0; i < s.len && n < VALUE_BYTES; i++) {
		unsigned here = ascii_classes[(unsigned char)s.p[i]] &
				(ASCII_LOWER | ASCII_UPPER);
		bool begins = here > before;

		l->letter[n] = (char)(s.p[i] | 0x20);
		l->begins[n] = begins;
		l->first[n_words] = (uint8_t)n;
		n_words += begins;
		n += here != 0;
		before = here;
	}
	l->letter[n] = l->letter[n + 1] = '\0';
	l->begins[n] = true;
	l->n = n;
	l->n_words = n_words;
}

/* Returns the index of two adjacent letters in first_of_pair[]. The second
 * character may be the NUL at the end of the text; no entry of words[] begins
 * with such a pair. */
static inline unsigned
attr_words_pair(const char *letters)
{
	return (unsigned)(letters[0] - 'a') * SECONDS +
	       (letters[1] & (SECONDS - 1));
}

/* For each pair of letters, the index of the first entry of words[] that begins
 * with it. words[] is sorted. */
static uint16_t first_of_pair[PAIRS + 1];
static pthread_once_t attr_words_once = PTHREAD_ONCE_INIT;

static void
attr_words_fill_index(void)
{
	size_t i = 0;

	for (unsigned pair = 0; pair < PAIRS; pair++) {
		first_of_pair[pair] = (uint16_t)i;
		while (i < N_WORDS && attr_words_pair(words[i].word) == pair)
			i++;
	}
	first_of_pair[PAIRS] = (uint16_t)i;
}

/* Returns, as a bit set, the kinds of the attribute words that match the text at
 * offset `at`. */
static uint32_t
attr_words_match(const struct letters *l, size_t at)
{
	const char *word = l->letter + at;
	unsigned pair = attr_words_pair(word);
	uint32_t kinds = 0;

	for (size_t i = first_of_pair[pair]; i < first_of_pair[pair + 1]; i++) {
		size_t n = words[i].length;

		if ((n == 2 || words[i].word[2] == word[2]) && at + n <= l->n &&
		    memcmp(word, words[i].word, n) == 0 &&
		    (!words[i].whole || l->begins[at + n]))
			kinds |= 1u << words[i].kind;
	}
	return kinds;
}

uint32_t
attr_words_read(struct slice s)
{
	struct letters l;
	uint32_t kinds = 0;

	if (s.len == 0)
		return 0;
	pthread_once(&attr_words_once, attr_words_fill_index);
	attr_words_read_letters(&l, s);
	for (size_t i = 0; i < l.n_words; i++)
		kinds |= attr_words_match(&l, l.first[i]);
	return kinds;
}

/* Returns true if the hexadecimal digits and dashes around byte `at` have at
 * least the length of a UUID. */
static bool
attr_words_is_uuid(struct slice s, size_t at)
{
	size_t from = at, to = at;

	while (from > 0 &&
	       (ascii_is(s.p[from - 1], ASCII_HEX) || s.p[from - 1] == '-'))
		from--;
	while (to < s.len && (ascii_is(s.p[to], ASCII_HEX) || s.p[to] == '-'))
		to++;
	return to - from >= UUID_BYTES;
}

bool
attr_words_is_code(struct slice s, size_t at)
{
	size_t from = at;
	bool has_digit = false;

	while (from > 0 && ascii_is_alnum(s.p[from - 1]))
		from--;
	for (size_t i = from; i < s.len && ascii_is_alnum(s.p[i]); i++) {
		if (has_digit && ascii_is_letter(s.p[i]) && s.p[i] != 'x')
			return true;
		has_digit |= ascii_is_digit(s.p[i]);
	}
	return attr_words_is_uuid(s, at);
}

bool
attr_words_is_post(struct slice class)
{
	return slice_find(class, SLICE("hentry"), 0) != SLICE_NOT_FOUND ||
	       slice_find(class, SLICE("status-publish"), 0) != SLICE_NOT_FOUND;
}

bool
attr_words_is_topic(struct slice name)
{
	if (name.len == 0 || (name.p[0] != 'c' && name.p[0] != 't'))
		return false;
	return slice_starts(name, SLICE("category-")) ||
	       slice_starts(name, SLICE("tag-"));
}
