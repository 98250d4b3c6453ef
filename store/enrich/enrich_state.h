/*
 * enrich_state.h -- internal to store/: the state of the enrichment of one
 * struct store.
 *
 * The functions that return int return 0, or a negative code: ERR_MEMORY or an
 * error of the database.
 */
#ifndef STORE_ENRICH_ENRICH_STATE_H
#define STORE_ENRICH_ENRICH_STATE_H

#include "base/limits.h"
#include "enrich/category/category_model.h"
#include "enrich/enrich.h"
#include "store/article/article_state.h"
#include "store/category/categories.h"

/* Counts that are not written yet. */
struct enrich_counts {
	struct enrich_count {
		char language[4]; /* "": free */
		uint32_t hash, n;
	} slots[LIMIT_ENRICH_UNWRITTEN];
	size_t n_slots, n_articles;
};

/* Number of counted articles of one language. */
struct enrich_total {
	char language[4];  /* "": free */
	int64_t articles;  /* counted in the table term_language */
	int64_t unwritten; /* counted, but not written to the table yet */
};

struct store_enrich {
	struct enricher *enricher; /* owned */
	struct enrich_options options;
	struct frequency_table *table; /* borrowed; NULL: stems are not counted
					*/
	bool leaves_out_categories;
	struct category_model *category_model; /* owned; NULL: none */
	struct enrich_counts counts;
	struct enrich_total totals[FREQUENCY_LANGUAGES];
};

void store_enrich_free(struct store_enrich *);

/* Enriches the text if no worker has done so.  Writes the result to *ret, which
 * is valid until the next text; ret->is_present is false if the enrichment is
 * off or failed. */
void enrich_complete(
    struct store *, const struct article_text *, struct enrichment *ret);
/* Replaces the keywords and the categories of the article.  O(keywords). */
int enrich_put(struct store *, int64_t article_id, const struct enrichment *,
    struct err *e);
/* True if the categories of articles are stored. */
bool enrich_has_categories(const struct store *);
/* Stores the keywords and the categories of an article that was just inserted.
 * `labels`: those of its publisher.  Does nothing if the enrichment is off.
 * O(keywords). */
int enrich_put_first(struct store *, int64_t article_id,
    const struct enrichment *, const struct publisher_labels *labels,
    struct err *e);

/* enrich_language.c */
/* Returns the language that a feed declares as a language tag (BCP 47): "de-AT"
 * for "de_AT" and for "DE-AT, en".  SLICE_NONE: the value is not a tag
 * ("German"), or the language is not determined ("und").  Arena; O(length). */
struct slice enrich_language_tag(struct arena *, struct slice declared);
/* Returns the language of a text: the detected language if no language is
 * declared, or if the words clearly belong to another language; else the tag of
 * the declared one.  The result is in the store's arena `scratch`, or is a
 * constant.  O(LIMIT_LANGUAGE_BYTES). */
struct slice enrich_language(
    struct store *, struct slice declared, struct slice body);

/* enrich_frequency.c */
/* Counts the stems of a new article.  Some articles of languages with many
 * counted articles are left out.  Writes the counts when enough are collected.
 */
int enrich_count(struct store *, int64_t article_id, const struct enrichment *,
    struct err *e);
/* Fills the frequency table and the numbers of counted articles from the
 * database.  Called when the enrichment is switched on.  O(rows of
 * term_frequency). */
int enrich_load_counts(struct store *, struct err *e);

#endif
