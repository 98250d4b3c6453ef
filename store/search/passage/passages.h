/*
 * passages.h -- full-text search for paragraphs (passages.c).  The conventions:
 * store.h.
 */
#ifndef STORE_SEARCH_PASSAGE_PASSAGES_H
#define STORE_SEARCH_PASSAGE_PASSAGES_H

#include "store/article/articles.h"

struct passage_hit {
	struct article_row article; /* body and body_html are absent */
	struct slice text;          /* the passage; words of the query are
				       enclosed in U+0002 and U+0003 */
	struct slice before, after; /* the passages before and after `text`,
				       shortened to LIMIT_PASSAGE_CONTEXT;
				       empty if there is none */
	int64_t paragraph;          /* number of the paragraph, from 1 */
	double score;               /* higher is better; 0: only the title
				       matches */
};

/* Visits the best paragraphs of the LIMIT_PASSAGE_ARTICLES best articles that
 * store_search() finds, best paragraph first, at most filter->limit, and at
 * most LIMIT_PASSAGE_EACH of one article.  Of paragraphs with the same score,
 * the one of the better article comes first.  An article in which only the
 * title matches is represented by its first paragraph.  Articles after the
 * first LIMIT_PASSAGE_READ bytes are not read.  O(bytes of the articles). */
int store_search_passages(struct store *, struct slice query,
    const struct article_filter *,
    int (*visit)(const struct passage_hit *, void *), void *arg, struct err *e);

#endif
