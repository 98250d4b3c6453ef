/*
 * enrich.h -- keywords, stems and a summary of an article's text.
 *
 *	struct enricher *enricher;
 *	struct enrichment found;
 *
 *	if (enricher_new(&enricher, &e) == 0 &&
 *	    enrich_text(enricher, &input, &options, &found, &e) == 0)
 *		... found.keywords[0].term ...;  valid until the next text
 *	enricher_free(enricher);
 *
 * The same text, options and document frequencies give the same result on each
 * machine: scores are integers, and no result depends on a locale or on the
 * order of a hash table.  docs/enrichment.md describes the method.
 *
 * Source: Adam, Bouras, Poulopoulos, "CUTER: an Efficient Useful Text
 * Extraction Mechanism", sections I and VI (keyword extraction, categorisation
 * and summarisation after the extraction).
 *
 * language.c has the tables of languages. sentences.c, words.c and
 * word_breaks.c divide the text. terms.c counts stems. phrases.c and keywords.c
 * rank terms. runs.c and run_edges.c find whole names in scripts without
 * spaces. summary.c selects sentences.
 */
#ifndef ENRICH_ENRICH_H
#define ENRICH_ENRICH_H

#include "base/err.h"
#include "base/slice.h"
#include "enrich/enrichment.h"
#include "enrich/frequency.h"

/* The texts are UTF-8 and borrowed. */
struct enrich_input {
	struct slice title;
	struct slice body;     /* an empty line separates paragraphs */
	struct slice language; /* ISO 639 or BCP 47; SLICE_NONE: unknown */
};

struct enrich_options {
	size_t keywords;  /* 0 .. LIMIT_ENRICH_KEYWORDS; 0: none */
	size_t sentences; /* 0 .. LIMIT_ENRICH_SENTENCES; 0: no summary */
	/* document frequencies of the installation; NULL: those of the program
	 * only */
	const struct frequency_table *table;
	/* Sentences about these subjects are preferred in the summary.  At most
	 * LIMIT_ENRICH_INTERESTS are read. */
	const struct enrich_interest *interests;
	size_t n_interests;
};

struct enricher;

/* Allocates an enricher, which keeps its memory from text to text.  The
 * enricher opens no files.  Errors: ERR_MEMORY. */
int enricher_new(struct enricher **ret, struct err *e);
void enricher_free(struct enricher *);
/* Frees the memory that is kept for the next text.  The last enrichment becomes
 * invalid. */
void enricher_trim(struct enricher *);

/* Reads the first LIMIT_ENRICH_BYTES of a text.  Errors: ERR_MEMORY; ERR_LIMIT
 * if the text needs more than LIMIT_ENRICH_ARENA.  O(bytes). */
int enrich_text(struct enricher *, const struct enrich_input *,
    const struct enrich_options *, struct enrichment *ret, struct err *e);

/* Enriches the texts of one story together.  The title and the language are
 * those of the first text.  Reads the first LIMIT_ENRICH_BYTES / n bytes of
 * each body.  The summary has no two similar sentences.  n: 1 ..
 * LIMIT_ENRICH_MEMBERS.  Errors: as of enrich_text(). */
int enrich_story(struct enricher *, const struct enrich_input *, size_t n,
    const struct enrich_options *, struct enrichment *ret, struct err *e);

#endif
