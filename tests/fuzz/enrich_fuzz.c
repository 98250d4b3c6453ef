/*
 * enrich_fuzz.c -- enriches any text: the result is within its limits and the
 * same at the second time.
 *
 * The first byte selects the language, the text up to the first line end is the
 * title.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/table.h"
#include "base/text/utf8.h"
#include "config/profile/category.h"
#include "enrich/enrich.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SENTENCES 3

static const struct enrich_interest interests[] = { { SLICE("the"), 1 },
	{ SLICE("heat pump"), 0.5 } };
static const struct enrich_options options = { .keywords = 10,
	.sentences = SENTENCES,
	.interests = interests,
	.n_interests = ARRAY_LENGTH(interests) };

static uint64_t
enrich_fuzz_run(struct enricher *enricher, const struct enrich_input *in)
{
	struct enrichment found;
	struct err e = ERR_INIT;
	uint64_t sum;

	if (enrich_text(enricher, in, &options, &found, &e) != 0)
		abort();
	if (found.n_keywords > 10 || found.n_stems > LIMIT_ENRICH_STEMS ||
	    found.summary.len > SENTENCES * (LIMIT_ENRICH_SENTENCE + 1) ||
	    !utf8_valid(found.summary))
		abort();
	if (found.category > CATEGORY_COUNT || !(found.category_score >= 0) ||
	    found.category_score > 1)
		abort();
	for (size_t i = 0; i < found.n_category_terms; i++)
		if (!utf8_valid(found.category_terms[i].text))
			abort();
	sum = hash_stable(found.summary) + found.category;
	for (size_t i = 0; i < found.n_keywords; i++) {
		if (!utf8_valid(found.keywords[i].term) ||
		    found.keywords[i].weight < 0 ||
		    found.keywords[i].weight > 1)
			abort();
		sum = sum * 31 + hash_stable(found.keywords[i].stem);
	}
	return sum;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const languages[] = { "en", "de", "fr", "ja", "hi",
		"tr", "pl", "" };
	static struct enricher *enricher;
	struct slice rest = { (const char *)data, size }, title = SLICE("");
	struct enrich_input in;
	struct err e = ERR_INIT;

	if (enricher == NULL && enricher_new(&enricher, &e) != 0)
		abort();
	if (size == 0)
		return 0;
	in.language = slice_of(languages[data[0] % ARRAY_LENGTH(languages)]);
	rest = slice_sub(rest, 1, size);
	slice_next(&rest, '\n', &title);
	in.title = title;
	in.body = rest;
	if (enrich_fuzz_run(enricher, &in) != enrich_fuzz_run(enricher, &in))
		abort();
	return 0;
}
