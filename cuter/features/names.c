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

/* Where the names of a letter begin: the table is short and sorted by it. */
static size_t
first_of(char letter)
{
	size_t low = 0, high = N_NAMES;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (names[middle].word[0] < letter)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
names_read(struct slice s)
{
	struct letters l;
	uint32_t kinds = 0;

	if (s.len == 0)
		return 0;
	read_letters(&l, s);
	for (size_t at = 0; at < l.n; at++) {
		char letter = l.letter[at];

		if (!l.begins[at])
			continue;
		for (size_t i = first_of(letter);
		     i < N_NAMES && names[i].word[0] == letter; i++) {
			size_t n;

			if (names[i].word[1] != l.letter[at + 1])
				continue; /* most end here */
			n = strlen(names[i].word);
			if (strncmp(l.letter + at, names[i].word, n) == 0 &&
			    (!names[i].whole || l.begins[at + n]))
				kinds |= 1u << names[i].kind;
		}
	}
	return kinds;
}
