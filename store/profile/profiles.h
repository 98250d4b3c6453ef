/*
 * profiles.h -- articles for the interests of a reader (docs/portal.md).  The
 * conventions: store.h.
 *
 * profile_read.c opens a profile, profile_rank.c lists its articles,
 * profile_learn.c stores marks.
 */
#ifndef STORE_PROFILE_PROFILES_H
#define STORE_PROFILE_PROFILES_H

#include "base/err.h"
#include "enrich/enrichment.h"
#include "store/article/article_page.h"
#include "store/article/articles.h"
#include "store/profile/profile_vector.h"

struct config_profile;
struct profile;
struct store;

#define PROFILE_PARTS 8 /* parts of a score that are reported */

/* Reads the interests of a profile: the interests in the configuration, and the
 * weights that were learned from marks.  Marks that are stored later have no
 * effect on an open profile.  `config` and the store are borrowed until
 * profile_close(). */
int profile_open(struct store *, const struct config_profile *config,
    struct profile **ret, struct err *e);
void profile_close(struct profile *);

struct profile_score {
	double score;      /* similarity, lowered by age */
	double similarity; /* cosine, 0 .. 1 */
	struct profile_part
	    parts[PROFILE_PARTS]; /* the largest first;
				     borrowed from the profile */
	size_t n_parts;
	int mark;      /* 1: the article was liked, -1: disliked, 0: not marked
			*/
	bool is_other;   /* the article is not published, or is in a language
			    that the profile leaves out */
	int64_t sort_at; /* date of the article; DATE_NONE: there is no such
			    article */
};
/* Computes the score that an article has at the time `at`.  An article that
 * does not exist has the score 0.  Reads some 20 rows. */
int profile_score_article(struct profile *, int64_t article_id, int64_t at,
    struct profile_score *ret, struct err *e);

struct profile_hit {
	struct article_row article; /* body and body_html only if is_whole */
	const struct profile_score *score;
};
struct profile_query {
	int64_t now;
	int64_t since_at; /* DATE_NONE: any */
	double min_score;
	size_t skip, limit; /* `limit` 0: all */
	bool is_whole;      /* the articles have body and body_html */
	/* If is_by_time is true, the order is newest first instead of best
	 * first, and the list begins after the place `after`.
	 * ARTICLE_PLACE_FIRST is the place before the newest article. */
	bool is_by_time;
	struct article_place after;
};
/* Visits the articles of a profile in the order of the query: the best
 * LIMIT_PROFILE_RANKED of the newest articles that share a keyword, a category
 * or a feed with the profile.  Articles that were disliked are left out.
 * *ret_has_more: articles after the limit match, too; may be NULL. */
int profile_list(struct profile *, const struct profile_query *,
    int (*visit)(const struct profile_hit *, void *), void *arg,
    bool *ret_has_more, struct err *e);

struct profile_interest {
	enum profile_facet facet;
	struct slice label;
	double given, learned;
	double weight; /* given + learned, divided by the Euclidean norm of
			  the profile's vector */
};
/* Visits the interests of a profile, the largest weight first. */
int profile_explain(struct profile *,
    int (*visit)(const struct profile_interest *, void *), void *arg,
    struct err *e);
/* Writes the keywords of the profile whose weight is above 0, as subjects that
 * a summary prefers; at most `most`.  Returns their number.  The stems are
 * borrowed until profile_close(). */
size_t profile_list_stems(
    const struct profile *, struct enrich_interest *ret, size_t most);
/* Numbers of the articles that were marked. */
void profile_count_marks(
    const struct profile *, int64_t *ret_liked, int64_t *ret_disliked);

/* Stores a mark of an article for a profile, and the features that the article
 * has now.  A second mark replaces the first; `mark` 0 removes it.  Keeps the
 * newest LIMIT_PROFILE_MARKS marks of a profile.  ERR_NOT_FOUND: there is no
 * such article. */
int store_profile_mark(struct store *, struct slice profile, int64_t article_id,
    int mark, int64_t now, struct err *e);

#endif
