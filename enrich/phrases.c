/*
 * phrases.c -- finds terms of one to three words; see phrases.h.
 *
 * A term begins and ends with a word that is not a stop word, and does not
 * cross a punctuation mark.  A stop word in the middle is allowed between
 * capitals ("Bank of England").  Terms with equal stems are one.  In scripts
 * without spaces, the term does not begin or end with a function character.
 */
#include "enrich/phrases.h"

#include "base/limits.h"
#include "enrich/run/run_edges.h"

/* Number of parts into which the body is divided to measure the spread of a
 * term. */
#define PARTS 16
_Static_assert(LIMIT_ENRICH_BYTES <= UINT32_MAX / PARTS, "an offset * PARTS");

struct phrases_build {
	const struct enrich_text *text;
	struct phrases *found;
	uint32_t *single; /* for each term: index of its phrase of one word,
			     plus one */
	uint32_t *slots;  /* for longer phrases: index plus one; 0: free */
	size_t mask;
};

static bool
phrases_is_content(const struct enrich_text *t, const struct enrich_word *word)
{
	return word->term != ENRICH_NO_TERM && !t->terms[word->term].is_stop &&
	       (word->flags & WORD_NUMBER) == 0;
}

/* Returns true if n words from `word` on are a term. */
static bool
phrases_is_term(
    const struct enrich_text *t, const struct enrich_word *word, uint32_t n)
{
	const struct enrich_word *last = &word[n - 1];
	bool is_name = (word->flags & last->flags & WORD_CAPITAL) != 0;

	if ((word->flags & WORD_PAIR) != 0 &&
	    (t->terms[word->term].edges & RUN_NOT_FIRST) != 0)
		return false;
	if ((last->flags & WORD_PAIR) != 0 && last->term != ENRICH_NO_TERM &&
	    (t->terms[last->term].edges & RUN_NOT_LAST) != 0)
		return false;
	if (n == 1)
		return true;
	if (last->term == ENRICH_NO_TERM || t->terms[last->term].is_stop)
		return false;
	for (uint32_t i = 1; i < n; i++)
		if ((word[i].flags & WORD_JOINED) == 0 ||
		    word[i].term == ENRICH_NO_TERM ||
		    ((word[i].flags & WORD_PAIR) != 0 &&
			(t->terms[word[i].term].edges & RUN_BREAK) != 0))
			return false;
	return n == 2 || phrases_is_content(t, &word[1]) || is_name;
}

static uint64_t
phrases_mix(uint64_t sum, uint32_t term)
{
	sum = (sum ^ term) * UINT64_C(0x9E3779B97F4A7C15);
	return sum ^ sum >> 32;
}

static bool
phrases_is_same(
    const struct phrase *p, const struct enrich_word *word, uint32_t n)
{
	if (p->n != n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (p->terms[i] != word[i].term)
			return false;
	return true;
}

/* Returns the slot of the phrase of several words at `word`. */
static uint32_t *
phrases_find_slot(
    const struct phrases_build *b, const struct enrich_word *word, uint32_t n)
{
	uint64_t hash = n;
	size_t at;

	for (uint32_t i = 0; i < n; i++)
		hash = phrases_mix(hash, word[i].term);
	for (at = hash >> 20 & b->mask;
	     b->slots[at] != 0 &&
	     !phrases_is_same(&b->found->items[b->slots[at] - 1], word, n);
	     at = (at + 1) & b->mask)
		;
	return &b->slots[at];
}

/* Returns the phrase of n words at word `at`, which is added if it is new. An
 * author cannot choose words whose keys collide often: the keys are numbers of
 * terms, and terms are numbered in the order of the text. */
static struct phrase *
phrases_get(struct phrases_build *b, uint32_t at, uint32_t n)
{
	const struct enrich_word *word = &b->text->words[at];
	uint32_t *slot =
	    n == 1 ? &b->single[word->term] : phrases_find_slot(b, word, n);
	struct phrase *p;

	if (*slot != 0)
		return &b->found->items[*slot - 1];
	p = &b->found->items[b->found->n++];
	*slot = b->found->n;
	*p = (struct phrase){ .n = n, .sample = at, .first = at };
	for (uint32_t i = 0; i < PHRASE_WORDS; i++)
		p->terms[i] = i < n ? word[i].term : ENRICH_NO_TERM;
	return p;
}

static void
phrases_count(struct phrases_build *b, uint32_t at, uint32_t n)
{
	const struct enrich_text *t = b->text;
	const struct enrich_word *word = &t->words[at];
	const struct enrich_word *sample;
	struct phrase *p = phrases_get(b, at, n);
	bool is_name = true;

	if (word->at < t->title_end) {
		p->n_title++;
		return;
	}
	sample = &t->words[p->sample];
	if (sample->at < t->title_end || ((sample->flags & WORD_FIRST) != 0 &&
					     (word->flags & WORD_FIRST) == 0))
		p->sample = at;
	for (uint32_t i = 0; i<n; i += n> 1 ? n - 1 : 1)
		if ((word[i].flags & WORD_CAPITAL) == 0 ||
		    (n == 1 && (word[i].flags & WORD_FIRST) != 0))
			is_name = false;
	p->n_body++;
	p->n_name += is_name;
	p->parts |= 1u << ((word->at - t->title_end) * PARTS /
			   (uint32_t)(t->text.len - t->title_end));
}

void
phrases_find(const struct enrich_text *t, struct phrases *ret)
{
	struct phrases_build b = { .text = t, .found = ret };
	size_t n_content = 0, most, size = 16;

	for (uint32_t i = 0; i < t->n_words; i++)
		n_content += phrases_is_content(t, &t->words[i]);
	most = n_content * PHRASE_WORDS + 1;
	*ret = (struct phrases){ .items = arena_array_uninit(
				     t->arena, most, sizeof(struct phrase)) };
	/* A phrase of one word has no slot. */
	while (size < 2 * (PHRASE_WORDS - 1) * n_content)
		size *= 2;
	b.slots = arena_array(t->arena, size, sizeof(uint32_t));
	b.single =
	    arena_array(t->arena, (size_t)t->n_terms + 1, sizeof(uint32_t));
	b.mask = size - 1;
	for (uint32_t i = 0; i < t->n_words; i++) {
		if (!phrases_is_content(t, &t->words[i]))
			continue;
		for (uint32_t n = 1;
		     n <= PHRASE_WORDS && i + n <= t->n_words &&
		     t->words[i + n - 1].sentence == t->words[i].sentence;
		     n++)
			if (phrases_is_term(t, &t->words[i], n))
				phrases_count(&b, i, n);
	}
}

struct slice
phrase_text(const struct enrich_text *t, const struct phrase *p)
{
	const struct enrich_word *word = &t->words[p->sample];
	const struct enrich_word *last = &word[p->n - 1];

	return slice_sub(t->text, word->at, (size_t)last->at + last->bytes);
}

struct slice
phrase_stem(const struct enrich_text *t, const struct phrase *p)
{
	struct slice parts[2 * RUN_WORDS];
	size_t n = 0;

	for (uint32_t i = 0; i < p->n; i++) {
		if (i > 0)
			parts[n++] = SLICE(" ");
		parts[n++] = t->terms[t->words[p->sample + i].term].stem;
	}
	return arena_join(t->arena, parts, n);
}
