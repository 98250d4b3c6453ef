/*
 * relevance.c -- the rank of a text for a query.
 *
 * Okapi BM25 as in FTS5 (sqlite.org/fts5.html, 4.3.1: k1 1.2, b 0.75).  To
 * compute the weight of a word, FTS5 counts all texts that contain the word,
 * which may be millions.  Here only the oldest LIMIT_SEARCH_COUNTED texts with
 * the word are read.  If there are more, their number is estimated from the
 * density of these texts.
 *
 * A prefix matches so many words that even the first text is found only after
 * the texts of all these words are collected.  For a query with a prefix the
 * argument COUNT (relevance.h) is therefore 0.  If a prefix was replaced by
 * words (prefix_words.h), its words count as one term.
 */
#include "store/search/relevance.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <sqlite3.h>

#include "base/limits.h"
#include "store/search/search_query.h"
#include "store/search/token/fts_token.h"

#define BM25_K1      1.2
#define BM25_B       0.75
#define TITLE_WEIGHT 4.0
/* Minimum weight of a word; it is used if at least half of all texts contain
 * the word. */
#define LEAST_IDF 1e-6

/* Maximum number of phrases of a query.  A prefix may be replaced by several
 * phrases. */
#define PHRASES (LIMIT_SEARCH_TERMS + PREFIX_WORDS_MAX)

struct weights {
	double average;                  /* tokens per text */
	double idf[LIMIT_SEARCH_TERMS];  /* weight of each term */
	double freq[LIMIT_SEARCH_TERMS]; /* frequency of each term in the
					    current text */
	/* The term of each phrase; LIMIT_SEARCH_TERMS: the phrase is not
	 * required. */
	uint8_t term_of[PHRASES];
};

struct counting {
	int64_t n, first, last;
};

static int
relevance_count_one(const Fts5ExtensionApi *api, Fts5Context *text, void *arg)
{
	struct counting *counting = arg;

	counting->last = api->xRowid(text);
	if (counting->n++ == 0)
		counting->first = counting->last;
	return counting->n < LIMIT_SEARCH_COUNTED ? SQLITE_OK : SQLITE_DONE;
}

/* Computes the weight (IDF) of a phrase among n_texts texts. */
static int
relevance_find_idf(const Fts5ExtensionApi *api, Fts5Context *text, int phrase,
    double n_texts, double *ret)
{
	struct counting counting = { 0 };
	double n;
	int rc =
	    api->xQueryPhrase(text, phrase, &counting, relevance_count_one);

	if (rc != SQLITE_OK)
		return rc;
	n = (double)counting.n;
	if (counting.n >= LIMIT_SEARCH_COUNTED)
		n *= fmax(1,
		    n_texts / ((double)(counting.last - counting.first) + 1));
	n = fmin(n, n_texts);
	*ret = fmax(LEAST_IDF, log((n_texts - n + 0.5) / (n + 0.5)));
	return SQLITE_OK;
}

static int
relevance_find_weights(const Fts5ExtensionApi *api, Fts5Context *text,
    bool count, struct weights *ret)
{
	int n = api->xPhraseCount(text), rc;
	sqlite3_int64 n_texts = 0, n_tokens = 0;

	if ((rc = api->xRowCount(text, &n_texts)) != SQLITE_OK ||
	    (rc = api->xColumnTotalSize(text, -1, &n_tokens)) != SQLITE_OK)
		return rc;
	ret->average =
	    (double)n_tokens / (double)(n_texts > 0 ? n_texts : 1) + 1e-9;
	for (int i = 0; i < n && i < LIMIT_SEARCH_TERMS; i++) {
		ret->idf[i] = 1;
		if (count && (rc = relevance_find_idf(api, text, i,
				  (double)n_texts, &ret->idf[i])) != SQLITE_OK)
			return rc;
	}
	return SQLITE_OK;
}

/* Reads the argument PHRASES. */
static void
relevance_map_phrases(sqlite3_value *value, struct weights *ret)
{
	const unsigned char *terms = sqlite3_value_text(value);
	size_t n = terms != NULL ? (size_t)sqlite3_value_bytes(value) : 0;

	for (size_t i = 0; i < PHRASES; i++) {
		size_t term = n == 0  ? i
			      : i < n ? (size_t)terms[i] - '0'
				      : LIMIT_SEARCH_TERMS;

		ret->term_of[i] = term < LIMIT_SEARCH_TERMS
				      ? (uint8_t)term
				      : LIMIT_SEARCH_TERMS;
	}
}

/* Returns the weights of the query, which are computed once per query.  FTS5
 * owns and frees the result. */
static int
relevance_weights_of(const Fts5ExtensionApi *api, Fts5Context *text,
    sqlite3_value **values, struct weights **ret)
{
	bool count = sqlite3_value_int(values[0]) != 0;
	int rc;

	if ((*ret = api->xGetAuxdata(text, 0)) != NULL)
		return SQLITE_OK;
	if ((*ret = sqlite3_malloc(sizeof(**ret))) == NULL)
		return SQLITE_NOMEM;
	memset(*ret, 0, sizeof(**ret));
	relevance_map_phrases(values[1], *ret);
	if ((rc = relevance_find_weights(api, text, count, *ret)) !=
	    SQLITE_OK) {
		sqlite3_free(*ret);
		return rc;
	}
	return api->xSetAuxdata(text, *ret, sqlite3_free);
}

static int
relevance_find_score(const Fts5ExtensionApi *api, Fts5Context *text,
    struct weights *weights, double *ret)
{
	int n = 0, n_tokens = 0, rc;
	double length;

	memset(weights->freq, 0, sizeof(weights->freq));
	if ((rc = api->xInstCount(text, &n)) != SQLITE_OK ||
	    (rc = api->xColumnSize(text, -1, &n_tokens)) != SQLITE_OK)
		return rc;
	for (int i = 0; i < n; i++) {
		int phrase, column, offset;

		rc = api->xInst(text, i, &phrase, &column, &offset);
		if (rc != SQLITE_OK)
			return rc;
		if (phrase < PHRASES &&
		    weights->term_of[phrase] < LIMIT_SEARCH_TERMS)
			weights->freq[weights->term_of[phrase]] +=
			    column == 0 ? TITLE_WEIGHT : 1;
	}
	*ret = 0;
	length = BM25_K1 *
		 (1 - BM25_B + BM25_B * (double)n_tokens / weights->average);
	for (int i = 0; i < LIMIT_SEARCH_TERMS; i++)
		if (weights->freq[i] > 0)
			*ret -= weights->idf[i] * weights->freq[i] *
				(BM25_K1 + 1) / (weights->freq[i] + length);
	return SQLITE_OK;
}

static void
relevance(const Fts5ExtensionApi *api, Fts5Context *text,
    sqlite3_context *context, int n, sqlite3_value **values)
{
	struct weights *weights = NULL;
	double score = 0;
	int rc = n == 2 ? relevance_weights_of(api, text, values, &weights)
			: SQLITE_MISUSE;

	if (rc == SQLITE_OK)
		rc = relevance_find_score(api, text, weights, &score);
	if (rc == SQLITE_OK)
		sqlite3_result_double(context, score);
	else
		sqlite3_result_error_code(context, rc);
}

int
relevance_register(sqlite3 *db)
{
	fts5_api *api = fts_api(db);

	return api != NULL ? api->xCreateFunction(
				 api, "relevance", NULL, relevance, NULL)
			   : SQLITE_ERROR;
}
