/*
 * term_stems.c -- computes the stems of a term; see term_stems.h.
 */
#include "enrich/term/term_stems.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "enrich/text.h"

struct term_stems {
	struct arena arena;
	jmp_buf exhausted;
	struct stem_cache *cache; /* owned */
};

struct term_stems *
term_stems_new(void)
{
	struct term_stems *stems = calloc(1, sizeof(*stems));

	if (stems == NULL)
		return NULL;
	stems->cache = stem_cache_new(NULL);
	if (stems->cache == NULL) {
		free(stems);
		return NULL;
	}
	arena_init(&stems->arena, LIMIT_ENRICH_ARENA);
	return stems;
}

void
term_stems_free(struct term_stems *stems)
{
	if (stems == NULL)
		return;
	stem_cache_free(stems->cache);
	arena_release(&stems->arena);
	free(stems);
}

static bool
term_stems_is_stop(const struct enrich_text *t, uint32_t word)
{
	uint32_t term = t->words[word].term;

	return term != ENRICH_NO_TERM && t->terms[term].is_stop;
}

/* Appends the stems of the words, without the function words at both ends. If
 * all words are function words, none is left out.  Appends nothing if a word is
 * too long to be a part of a keyword. */
static void
term_stems_put(const struct enrich_text *t, struct buf *out)
{
	uint32_t from = 0, to = t->n_words;

	for (uint32_t i = 0; i < t->n_words; i++)
		if (t->words[i].term == ENRICH_NO_TERM)
			return;
	while (from < to && term_stems_is_stop(t, from))
		from++;
	while (to > from && term_stems_is_stop(t, to - 1))
		to--;
	if (from == to) {
		from = 0;
		to = t->n_words;
	}
	for (uint32_t i = from; i < to; i++) {
		if (i > from)
			buf_append_char(out, ' ');
		buf_append_slice(out, t->terms[t->words[i].term].stem);
	}
}

/* Ends the line that begins at `from`, or removes it if it is empty, incomplete
 * or equal to an earlier line. */
static void
term_stems_end_line(struct buf *out, size_t from)
{
	struct slice line = slice_sub(buf_slice(out), from, out->len);
	struct slice rest = slice_sub(buf_slice(out), 0, from), other;

	if (buf_failed(out))
		line.len = 0;
	while (line.len > 0 && slice_next(&rest, '\n', &other))
		if (slice_equal(other, line))
			line.len = 0;
	if (line.len > 0)
		buf_append_char(out, '\n');
	else
		out->len = from;
}

/* The document frequencies are left out, because words that are frequent in one
 * installation are not function words. */
static void
term_stems_list_in(struct term_stems *stems, struct slice term,
    const struct language *language, struct buf *out)
{
	struct enrich_sentence sentence = { .to = (uint32_t)term.len };
	struct enrich_text text = { .arena = &stems->arena,
		.stems = stems->cache,
		.language = language,
		.frequencies = { .articles = 1 },
		.text = term,
		.sentences = &sentence,
		.n_sentences = 1 };
	size_t from = out->len;

	stem_cache_begin(stems->cache, language);
	enrich_find_words(&text);
	enrich_find_terms(&text);
	term_stems_put(&text, out);
	term_stems_end_line(out, from);
}

bool
term_stems_list(struct term_stems *stems, struct slice term,
    char *const *languages, size_t n_languages, struct buf *out)
{
	size_t n = n_languages > 0 ? n_languages : language_count();

	arena_clear(&stems->arena);
	stems->arena.exhausted = &stems->exhausted;
	if (setjmp(stems->exhausted) != 0)
		return false;
	term = utf8_repair(&stems->arena, utf8_prefix(term, LIMIT_TITLE_BYTES));
	term_stems_list_in(stems, term, language_find(SLICE_NONE), out);
	for (size_t i = 0; i < n; i++)
		term_stems_list_in(stems, term,
		    n_languages > 0 ? language_find(slice_of(languages[i]))
				    : language_at(i),
		    out);
	return !out->no_memory;
}
