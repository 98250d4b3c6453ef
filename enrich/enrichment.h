/*
 * enrichment.h -- the result of enrich.h: keywords and a summary.
 */
#ifndef ENRICH_ENRICHMENT_H
#define ENRICH_ENRICHMENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* Version of the method.  Raise it with each change of the results. */
#define ENRICH_VERSION 6

struct enrich_keyword {
	struct slice term; /* words as they are in the text, on one line */
	struct slice stem; /* stems of its words, separated by spaces */
	double weight;     /* 0 .. 1; 1 for the best keyword */
};

/* A term for which the shipped lists gave a text its category. */
struct enrich_category_term {
	struct slice text; /* as it is in the text */
	double share;      /* the part of category_score that it adds */
};

/* A subject in which the reader of a summary is interested. */
struct enrich_interest {
	struct slice stem; /* stems of its words, separated by spaces */
	double weight;     /* above 0 */
};

/* All members are borrowed: from the enricher, or from a message. */
struct enrichment {
	struct enrich_keyword *keywords; /* best first */
	size_t n_keywords;
	struct slice summary;  /* sentences separated by spaces; absent: none */
	struct slice language; /* ISO 639; "": unknown */
	/* hashes of the text's distinct stems, for document frequencies and
	 * categories: at most LIMIT_ENRICH_STEMS, in the order of the text */
	uint32_t *stems;
	size_t n_stems;
	uint32_t n_title_stems;   /* stems of the title; they come first */
	struct slice *stem_texts; /* n_stems stems; NULL: from a message */
	uint32_t category; /* category by the shipped lists of terms: its index
			      plus one; 0: none */
	double category_score;  /* probability of the best category: 0 .. 1 */
	uint32_t category_best; /* the best category, also below the threshold;
				   0: none, or from a message */
	struct enrich_category_term *category_terms; /* terms of the best
				   category; NULL: from a message */
	size_t n_category_terms;
	bool is_present; /* a text was enriched */
};

#endif
