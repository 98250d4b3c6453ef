/*
 * names.c -- the kinds of the words in class, id, role, itemprop and rel.
 *
 * In:  one attribute's value.
 * Out: a bit for each kind that one of its words begins with.
 *
 * Letters only, folded, written without what stood between them; a word may
 * begin where something stood, or where a capital follows a small letter.
 */
#include "cuter/features/names.h"

#define NAME_BYTES 160 /* of a value that are looked at */

static const struct name {
	const char *word;
	uint8_t kind;
	bool whole;
} names[] = {
#include "cuter/features/names.inc"
};

#define N_NAMES (sizeof(names) / sizeof(names[0]))

struct letters {
	char letter[NAME_BYTES + 1];
	bool begins[NAME_BYTES + 2]; /* a word begins here */
	size_t n;
};

static void
read_letters(struct letters *l, struct slice s)
{
	bool begins = true, was_small = false;

	l->n = 0;
	for (size_t i = 0; i < s.len && l->n < NAME_BYTES; i++) {
		char c = s.p[i];
		bool is_small = c >= 'a' && c <= 'z';
		bool is_capital = c >= 'A' && c <= 'Z';

		if (!is_small && !is_capital) {
			begins = true;
			was_small = false;
			continue;
		}
		l->begins[l->n] = begins || (is_capital && was_small);
		l->letter[l->n++] = (char)(c | 0x20);
		begins = false;
		was_small = is_small;
	}
	l->letter[l->n] = '\0';
	l->begins[l->n] = true;
}

void
names_index_init(struct names_index *index)
{
	size_t i = 0;

	for (unsigned letter = 0; letter < NAMES_LETTERS; letter++) {
		index->first[letter] = (uint16_t)i;
		index->seconds[letter] = 0;
		for (; i < N_NAMES && names[i].word[0] == (char)('a' + letter);
		     i++)
			index->seconds[letter] |= 1u << (names[i].word[1] & 31);
	}
	index->first[NAMES_LETTERS] = (uint16_t)i;
}

/* The kinds of the names that stand at `at`. */
static uint32_t
names_at(const struct names_index *index, const struct letters *l, size_t at)
{
	unsigned letter = (unsigned)(l->letter[at] - 'a');
	char second = l->letter[at + 1];
	uint32_t kinds = 0;

	if (!(index->seconds[letter] >> (second & 31) & 1))
		return 0; /* most end here */
	for (size_t i = index->first[letter]; i < index->first[letter + 1];
	     i++) {
		size_t n;

		if (names[i].word[1] != second)
			continue;
		n = strlen(names[i].word);
		if (strncmp(l->letter + at, names[i].word, n) == 0 &&
		    (!names[i].whole || l->begins[at + n]))
			kinds |= 1u << names[i].kind;
	}
	return kinds;
}

uint32_t
names_read(const struct names_index *index, struct slice s)
{
	struct letters l;
	uint32_t kinds = 0;

	if (s.len == 0)
		return 0;
	read_letters(&l, s);
	for (size_t at = 0; at < l.n; at++)
		if (l.begins[at])
			kinds |= names_at(index, &l, at);
	return kinds;
}
