/*
 * phrase_index.c -- the index of the first two bytes of phrases, and the table
 * of shifts, by which a search passes over positions at which no phrase begins.
 *
 * In:  phrases; a text.
 * Out: the occurrences of phrases in the text.
 */
#include "cuter/features/phrase_index.h"

#include <assert.h>

static inline unsigned
phrase_index_slot(const char *p)
{
	unsigned char a = (unsigned char)p[0], b = (unsigned char)p[1];

	return ((a | 0x20u) * 37u ^ (b | 0x20u)) % PHRASE_INDEX_SLOTS;
}

/* number of bytes that select an element of the table of shifts */
#define PIECE 3

static inline unsigned
phrase_index_piece(const char *p)
{
	uint16_t two;
	unsigned bytes;

	/* One load of two bytes: the next window depends on this value. */
	memcpy(&two, p, sizeof(two));
	bytes = two | (unsigned)(unsigned char)p[2] << 16;
	return (bytes | 0x202020u) * 2654435761u >> 20;
}
_Static_assert(UINT32_MAX >> 20 == PHRASE_INDEX_SHIFTS - 1, "a shift for each");

/* Lowers the shifts of all sequences of PIECE bytes in a phrase's first
 * `window` bytes. */
static void
phrase_index_add_shifts(struct phrase_index *index, struct slice phrase)
{
	for (size_t i = 0; i + PIECE <= index->window; i++) {
		uint8_t *shift =
		    &index->shift[phrase_index_piece(phrase.p + i)];
		uint8_t here = (uint8_t)(index->window - PIECE - i);

		if (here < *shift)
			*shift = here;
	}
}

/* Shortens the window to the length of a new phrase, and computes the shifts
 * again. */
static void
phrase_index_narrow(struct phrase_index *index, size_t window)
{
	index->window = (uint16_t)window;
	memset(index->shift, window < PIECE ? 0 : (int)window - PIECE + 1,
	    sizeof(index->shift));
	for (uint16_t i = 0; i < index->n; i++)
		phrase_index_add_shifts(index, index->phrase[i]);
}

void
phrase_index_add(struct phrase_index *index, const char *phrase)
{
	uint16_t *head = &index->head[phrase_index_slot(phrase)];
	struct slice text = slice_of(phrase);
	size_t window =
	    text.len < PHRASE_INDEX_WINDOW ? text.len : PHRASE_INDEX_WINDOW;

	assert(index->n < PHRASE_INDEX_MAX && text.len >= 2);
	if (index->n == 0 || window < index->window)
		phrase_index_narrow(index, window);
	phrase_index_add_shifts(index, text);
	index->phrase[index->n] = text;
	index->third[index->n] = text.len > 2 ? (uint8_t)(text.p[2] | 0x20) : 0;
	index->next[index->n] = *head;
	*head = ++index->n;
}

/* Returns the first position from `at` where a phrase may begin; text.len if
 * there is none. */
static inline size_t
phrase_index_pass_over(
    const struct phrase_index *index, struct slice text, size_t at)
{
	size_t window = index->window;

	while (at + window <= text.len && window >= PIECE) {
		unsigned piece =
		    phrase_index_piece(text.p + at + window - PIECE);

		if (index->shift[piece] == 0)
			return at;
		at += index->shift[piece];
	}
	return at + window <= text.len ? at : text.len;
}

/* A quick test: false if the third byte at `at` is not that of the phrase. */
static inline bool
phrase_index_may_begin(const struct phrase_index *index, uint16_t phrase,
    struct slice text, size_t at)
{
	uint8_t third = index->third[phrase];

	return third == 0 ||
	       (at + 2 < text.len &&
		   ((unsigned char)text.p[at + 2] | 0x20) == third);
}

bool
phrase_index_next(
    const struct phrase_index *index, struct slice text, struct phrase_match *m)
{
	uint16_t candidate = m->candidate;
	size_t at = m->at, next = m->has_begun ? at + 1 : 0;

	if (index->n == 0)
		return false;
	m->has_begun = true;
	for (;;) {
		while (candidate == 0) {
			at = phrase_index_pass_over(index, text, next);
			if (at == text.len)
				return false;
			candidate = index->head[phrase_index_slot(text.p + at)];
			next = at + 1;
		}
		m->phrase = (uint16_t)(candidate - 1);
		candidate = index->next[m->phrase];
		if (phrase_index_may_begin(index, m->phrase, text, at) &&
		    slice_starts_nocase(slice_sub(text, at, text.len),
			index->phrase[m->phrase])) {
			m->at = at;
			m->candidate = candidate;
			return true;
		}
	}
}
