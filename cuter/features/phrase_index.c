/*
 * phrase_index.c -- the index of the first two bytes of phrases, and the tables
 * of pieces, by which a search passes over positions at which no phrase begins.
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

/* A piece of three or four bytes.  Texts contain many of the pieces of three
 * bytes of a long list of phrases; pieces of four bytes are rarer.  In a short
 * window they are not used, because there would be few of them. */
#define PIECE_LEAST 3
#define PIECE_MOST  4
#define WINDOW_WIDE 8 /* bytes; windows from here on use PIECE_MOST */

static inline size_t
phrase_index_piece_bytes(const struct phrase_index *index)
{
	return index->window < WINDOW_WIDE ? PIECE_LEAST : PIECE_MOST;
}

/* Returns a hash of the piece at p. */
static inline uint32_t
phrase_index_piece(const char *p, size_t n_bytes)
{
	uint16_t two;
	uint32_t bytes;

	if (n_bytes == PIECE_MOST) {
		memcpy(&bytes, p, sizeof(bytes));
	} else {
		memcpy(&two, p, sizeof(two));
		bytes = two | (uint32_t)(unsigned char)p[2] << 16;
	}
	return (bytes | 0x20202020u) * 2654435761u;
}

/* The two tables are indexed by different bits of the hash. */
static inline unsigned
phrase_index_bit(uint32_t hash)
{
	return hash >> 18;
}
_Static_assert(UINT32_MAX >> 18 == PHRASE_INDEX_BITS - 1, "a bit for each");

static inline unsigned
phrase_index_offset(uint32_t hash)
{
	return hash >> 6 & (PHRASE_INDEX_OFFSETS - 1);
}
_Static_assert(PHRASE_INDEX_WINDOW - PIECE_LEAST < 16, "a bit for each offset");

/* Adds all pieces in a phrase's window. */
static void
phrase_index_add_pieces(struct phrase_index *index, struct slice phrase)
{
	size_t n_bytes = phrase_index_piece_bytes(index);

	for (unsigned i = 0; i + n_bytes <= index->window; i++) {
		uint32_t hash = phrase_index_piece(phrase.p + i, n_bytes);
		unsigned bit = phrase_index_bit(hash);

		index->bits[bit / 64] |= UINT64_C(1) << bit % 64;
		index->offsets[phrase_index_offset(hash)] |=
		    (uint16_t)(1u << i);
	}
}

/* Shortens the window to the length of a new phrase, and fills the tables
 * again. */
static void
phrase_index_narrow(struct phrase_index *index, size_t window)
{
	index->window = (uint16_t)window;
	memset(index->bits, 0, sizeof(index->bits));
	memset(index->offsets, 0, sizeof(index->offsets));
	for (uint16_t i = 0; i < index->n; i++)
		phrase_index_add_pieces(index, index->phrase[i]);
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
	phrase_index_add_pieces(index, text);
	index->phrase[index->n] = text;
	index->third[index->n] = text.len > 2 ? (uint8_t)(text.p[2] | 0x20) : 0;
	index->next[index->n] = *head;
	*head = ++index->n;
}

/* Returns the offsets at which a piece may be in phrases. */
static inline unsigned
phrase_index_offsets(
    const struct phrase_index *index, const char *p, size_t n_bytes)
{
	uint32_t hash = phrase_index_piece(p, n_bytes);
	unsigned bit = phrase_index_bit(hash);

	if (!(index->bits[bit / 64] >> bit % 64 & 1))
		return 0;
	return index->offsets[phrase_index_offset(hash)];
}

/* phrase_index_pass_over() for one size of pieces, a constant. */
static inline size_t
phrase_index_pass_over_by(const struct phrase_index *index, struct slice text,
    size_t at, size_t n_bytes)
{
	size_t step = index->window - n_bytes + 1;

	/* The piece at `at` belongs to the phrases that begin at it, or at one
	 * of the step - 1 positions before it. */
	for (at += step - 1; at + n_bytes <= text.len; at += step) {
		unsigned offsets =
		    phrase_index_offsets(index, text.p + at, n_bytes);

		/* The largest offset is the first position. */
		if (offsets != 0)
			return at - (31u - (unsigned)__builtin_clz(offsets));
	}
	return text.len;
}

/* Returns the first position from `at` where a phrase may begin; text.len if
 * there is none. */
static inline size_t
phrase_index_pass_over(
    const struct phrase_index *index, struct slice text, size_t at)
{
	if (index->window < PIECE_LEAST)
		return at + index->window <= text.len ? at : text.len;
	return phrase_index_piece_bytes(index) == PIECE_MOST
		   ? phrase_index_pass_over_by(index, text, at, PIECE_MOST)
		   : phrase_index_pass_over_by(index, text, at, PIECE_LEAST);
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
phrase_index_begins(const struct phrase_index *index, struct slice text)
{
	uint16_t candidate = 0;

	if (text.len >= 2)
		candidate = index->head[phrase_index_slot(text.p)];
	for (; candidate != 0; candidate = index->next[candidate - 1])
		if (phrase_index_may_begin(
			index, (uint16_t)(candidate - 1), text, 0) &&
		    slice_starts_nocase(text, index->phrase[candidate - 1]))
			return true;
	return false;
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
