/*
 * trends.h -- terms that are more frequent now than before (docs/portal.md).
 * The conventions: store.h.
 *
 * trends.c reads the table `keyword`, trend_score.c computes the scores.
 */
#ifndef STORE_TREND_TRENDS_H
#define STORE_TREND_TRENDS_H

#include "base/err.h"
#include "base/slice.h"
#include "store/article/articles.h"

#define TREND_STORIES 3

struct trend_query {
	int64_t since_at, now; /* the period: since_at <= first_seen_at < now */
	struct slice lang; /* language tag; absent: any language */
	struct slice category; /* absent: any */
	size_t limit;          /* maximum number of terms; 0 and values greater
				  than LIMIT_TRENDS mean LIMIT_TRENDS */
};

struct trend_story {
	int64_t id;
	struct slice title, url;
};

struct trend {
	struct slice term, stem;
	double score;     /* log-likelihood ratio */
	int64_t articles; /* number of articles of the period with the term */
	double share;     /* share of the period's articles with the term */
	double share_before; /* share of the earlier articles with the term */
	struct trend_story stories[TREND_STORIES]; /* newest first, of different
						      clusters */
	size_t n_stories;
};

/* Visits the terms whose share rose most, the greatest score first.  Compares
 * the newest LIMIT_TREND_ARTICLES articles of the period with a sample of the
 * TREND_HISTORY periods before it.  The sample has about LIMIT_TREND_ARTICLES
 * articles, and at most twice as many.  Without earlier articles, terms are
 * sorted by the number of their articles.  Costs O(LIMIT_TREND_ARTICLES), and
 * reads one index entry for each article of all periods; two for each earlier
 * article if the ids have many gaps, or if few articles match the language or
 * category. */
int store_trends(struct store *, const struct trend_query *,
    int (*visit)(const struct trend *, void *), void *arg, struct err *e);

/* Returns the log-likelihood ratio of a term that occurs in n of n_all articles
 * and in `before` of before_all earlier articles.  Returns 0 if the share did
 * not rise, and n if before_all is 0.  Pure.
 * Source: Dunning, "Accurate Methods for the Statistics of Surprise and
 * Coincidence" (1993), section 4.2. */
double trend_score(
    int64_t n, int64_t n_all, int64_t before, int64_t before_all);

#endif
