/*
 * phrase_index.c -- the index of the first two bytes of phrases.
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

void
phrase_index_add(struct phrase_index *index, const char *phrase)
{
	uint16_t *head = &index->head[phrase_index_slot(phrase)];

	assert(index->n < PHRASE_INDEX_MAX && phrase[0] != '\0');
	index->phrase[index->n] = slice_of(phrase);
	index->third[index->n] =
	    phrase[2] != '\0' ? (uint8_t)(phrase[2] | 0x20) : 0;
	index->next[index->n] = *head;
	*head = ++index->n;
}

/* False if the third byte of the phrase is not in the text at `at`. */
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
	size_t at = m->at;

	if (!m->has_begun && text.len >= 2)
		candidate = index->head[phrase_index_slot(text.p)];
	m->has_begun = true;
	for (;;) {
		while (candidate == 0) {
			if (++at + 1 >= text.len)
				return false;
			candidate = index->head[phrase_index_slot(text.p + at)];
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
