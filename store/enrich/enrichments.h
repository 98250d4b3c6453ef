/*
 * enrichments.h -- keywords, categories and summaries of articles, and the
 * document frequencies of their stems.  The conventions: store.h.
 *
 * Normal case: a worker enriches the text of a page, and store_article_put()
 * writes the result in the transaction of the article.  The text of a feed, and
 * a text that was joined from several pages, are enriched by the store.
 *
 * enrich_put.c writes and enriches, enrich_frequency.c counts stems,
 * enrich_language.c decides the language of the text of a feed, enrich_list.c
 * reads.  enrich_summary.c summarises stored articles again: for
 * a reader, or all articles of a story together.
 */
#ifndef STORE_ENRICH_ENRICHMENTS_H
#define STORE_ENRICH_ENRICHMENTS_H

#include "base/arena.h"
#include "enrich/enrich.h"

struct store;

/* Switches the enrichment on, or changes the numbers of keywords and sentences.
 * Without this call, texts are stored without keywords.  `table` receives the
 * document frequencies, and is borrowed until store_close() or
 * store_unset_enrich().  If `table` is NULL, none are counted.  If the table
 * differs from that of the previous call, the rows of term_frequency are read
 * into it, which takes 0.2 s for 500 000 rows.  Errors: ERR_MEMORY, and those
 * of queries. */
int store_set_enrich(struct store *, size_t keywords, size_t sentences,
    struct frequency_table *table, struct err *e);
/* Switches the categories of articles on or off.  Categories are derived from
 * the labels of publishers and with the model of store_category_load().  A call
 * of store_set_enrich() with a new table also switches categories on. */
void store_set_categories(struct store *, bool);
/* Switches the enrichment off.  Counts that are not written are discarded. */
void store_unset_enrich(struct store *);
/* Writes the counts of the last articles, in a transaction of its own if the
 * caller has begun none. */
int store_enrich_flush(struct store *, struct err *e);

/* Repeats the enrichment of at most `slice` articles whose ids are greater than
 * `after`, in the order of their ids.  *ret_last: the id of the last of these
 * articles; 0: no article is left.  *ret_n: number of these articles.
 * since_at: only articles that were first seen at or after this time;
 * DATE_NONE: all.  `stale`: only articles that were not enriched, or were
 * enriched by another version. */
int store_enrich_again(struct store *, int64_t after, int64_t since_at,
    bool stale, size_t slice, int64_t *ret_last, int64_t *ret_n, struct err *e);

struct keyword_row {
	int64_t n;
	struct slice term, stem;
	double weight;
};
/* Visits the keywords of an article, best first. */
int store_keyword_list(struct store *, int64_t article_id,
    int (*visit)(const struct keyword_row *, void *), void *arg, struct err *e);

/* What is summarised. */
struct summary_query {
	int64_t article_id;
	bool is_story;    /* all articles of the article's story */
	size_t sentences; /* largest number: 1 .. LIMIT_ENRICH_SENTENCES */
	const struct enrich_interest *interests; /* borrowed */
	size_t n_interests;
};
struct summary_result {
	struct slice text;  /* in the arena; absent: no text is stored */
	int64_t cluster_id; /* story of the article; 0: none */
	size_t n_articles;  /* that were summarised */
};
/* Summarises an article, or the first LIMIT_ENRICH_MEMBERS published articles
 * of its story.  Stores nothing.  An article without a story is its own story.
 * Errors: ERR_NOT_FOUND: there is no such article; ERR_LIMIT and ERR_MEMORY as
 * of enrich_story().  O(bytes that are read). */
int store_summarise(struct store *, const struct summary_query *,
    struct arena *, struct summary_result *ret, struct err *e);

#endif
