/*
 * enrich.c -- runs the steps of the enrichment and manages their memory; see
 * enrich.h.
 */
#include "enrich/enrich.h"

#include <assert.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "enrich/category/category_terms.h"
#include "enrich/keywords.h"
#include "enrich/stems.h"
#include "enrich/summary.h"
#include "enrich/text.h"

struct enricher {
	struct arena arena;
	jmp_buf exhausted;
	struct stem_cache *stems;
	struct category_index *categories;
};

int
enricher_new(struct enricher **ret, struct err *e)
{
	struct enricher *enricher = calloc(1, sizeof(*enricher));

	if (enricher == NULL)
		return err_set(e, ERR_MEMORY, "no memory for an enricher");
	enricher->categories = category_index_new();
	enricher->stems = stem_cache_new(enricher->categories);
	if (enricher->stems == NULL || enricher->categories == NULL) {
		stem_cache_free(enricher->stems);
		category_index_free(enricher->categories);
		free(enricher);
		return err_set(e, ERR_MEMORY, "no memory for stems");
	}
	arena_init(&enricher->arena, LIMIT_ENRICH_ARENA);
	*ret = enricher;
	return 0;
}

void
enricher_free(struct enricher *enricher)
{
	if (enricher == NULL)
		return;
	stem_cache_free(enricher->stems);
	category_index_free(enricher->categories);
	arena_release(&enricher->arena);
	free(enricher);
}

void
enricher_trim(struct enricher *enricher)
{
	arena_release(&enricher->arena);
}

/* Joins the title of the first text and all bodies, and limits their length.
 * An empty line is before each body. */
static void
enrich_join(struct enrich_text *t, const struct enrich_input *in, size_t n)
{
	struct slice parts[2 * LIMIT_ENRICH_MEMBERS + 1];
	uint32_t *members =
	    arena_array_uninit(t->arena, n + 1, sizeof(*members));
	size_t n_parts = 0, len, most;

	parts[n_parts++] =
	    utf8_repair(t->arena, utf8_prefix(in->title, LIMIT_TITLE_BYTES));
	parts[n_parts++] = SLICE("\n");
	len = parts[0].len + 1;
	t->title_end = (uint32_t)len;
	most = LIMIT_ENRICH_BYTES - len;
	for (size_t i = 0; i < n; i++) {
		struct slice body =
		    utf8_repair(t->arena, utf8_prefix(in[i].body, most / n));

		if (i > 0) {
			parts[n_parts++] = SLICE("\n\n");
			len += 2;
		}
		members[i] = (uint32_t)len;
		parts[n_parts++] = body;
		len += body.len;
	}
	t->members = members;
	t->n_members = (uint32_t)n;
	t->text = utf8_prefix(
	    arena_join(t->arena, parts, n_parts), LIMIT_ENRICH_BYTES);
}

/* Returns the number of terms of the title. Terms are in the order of their
 * first words, so the terms of the title come first. */
static uint32_t
enrich_count_title_terms(const struct enrich_text *t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->n_words; i++) {
		const struct enrich_word *word = &t->words[i];

		if (word->at >= t->title_end)
			break;
		if (word->term != ENRICH_NO_TERM && word->term >= n)
			n = word->term + 1;
	}
	return n;
}

static void
enrich_list_stems(const struct enrich_text *t, struct enrichment *ret)
{
	size_t most =
	    t->n_terms < LIMIT_ENRICH_STEMS ? t->n_terms : LIMIT_ENRICH_STEMS;
	uint32_t *stems =
	    arena_array_uninit(t->arena, most + 1, sizeof(*stems));

	struct slice *texts =
	    arena_array_uninit(t->arena, most + 1, sizeof(*texts));
	uint32_t n_title = enrich_count_title_terms(t);

	for (size_t i = 0; i < most; i++) {
		stems[i] = t->terms[i].hash;
		texts[i] = t->terms[i].stem;
	}
	ret->stems = stems;
	ret->stem_texts = texts;
	ret->n_stems = most;
	ret->n_title_stems = n_title < most ? n_title : (uint32_t)most;
}

static void
enrich_all(struct enricher *enricher, const struct enrich_input *in, size_t n,
    const struct enrich_options *options, struct enrichment *ret)
{
	struct enrich_text text = { .arena = &enricher->arena,
		.stems = enricher->stems,
		.language = language_find(in->language) };

	stem_cache_begin(text.stems, text.language);
	frequencies_init(
	    &text.frequencies, text.language->code, options->table);
	enrich_join(&text, in, n);
	enrich_find_sentences(&text);
	enrich_find_words(&text);
	enrich_find_terms(&text);
	ret->language = slice_of(text.language->code);
	ret->is_present = true;
	keywords_find(
	    &text, options->keywords, &ret->keywords, &ret->n_keywords);
	ret->summary = summary_find(&text, options->sentences,
	    options->interests, options->n_interests);
	enrich_list_stems(&text, ret);
	category_terms_find(enricher->categories, &text, ret);
}

int
enrich_text(struct enricher *enricher, const struct enrich_input *in,
    const struct enrich_options *options, struct enrichment *ret, struct err *e)
{
	return enrich_story(enricher, in, 1, options, ret, e);
}

int
enrich_story(struct enricher *enricher, const struct enrich_input *in, size_t n,
    const struct enrich_options *options, struct enrichment *ret, struct err *e)
{
	assert(n >= 1 && n <= LIMIT_ENRICH_MEMBERS);
	*ret = (struct enrichment){ 0 };
	arena_clear(&enricher->arena);
	enricher->arena.exhausted = &enricher->exhausted;
	if (setjmp(enricher->exhausted) != 0) {
		*ret = (struct enrichment){ 0 };
		return enricher->arena.no_memory
			   ? err_set(e, ERR_MEMORY, "no memory for a text")
			   : err_set(e, ERR_LIMIT,
				 "a text needs more than %lld bytes of memory",
				 (long long)LIMIT_ENRICH_ARENA);
	}
	enrich_all(enricher, in, n, options, ret);
	return 0;
}
