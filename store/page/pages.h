/*
 * pages.h -- pages as fetched (pages.c), repeated extraction from them
 * (recut.c), and the rules of sites (site_rule.c).  The conventions: store.h.
 */
#ifndef STORE_PAGE_PAGES_H
#define STORE_PAGE_PAGES_H

#include "base/err.h"
#include "base/slice.h"
#include "cuter/cuter.h"

struct store;

/* Returns the stored page, uncompressed, in *ret_bytes, and its content
 * type; both are owned by the caller (malloc).  ERR_NOT_FOUND if no page is
 * stored. */
int store_page_get(struct store *, int64_t article_id, char **ret_bytes,
    size_t *ret_len, char **ret_content_type, struct err *e);

/* Reports whether a page of the article is stored. */
int store_page_is_stored(
    struct store *, int64_t article_id, bool *ret, struct err *e);

struct page_row {
	int64_t article_id, fetched_at;
	struct slice url;     /* after redirects */
	struct slice headers; /* header lines as received, each followed by
			       * CRLF */
	struct slice body; /* uncompressed body without Content-Encoding; absent
			      if it cannot be uncompressed */
};
/* Counts the pages that store_page_each() would visit. */
int store_page_count(struct store *, int64_t since, int64_t until,
    int64_t *ret_n, struct err *e);
/* Visits the pages that were fetched at or after `since` and before `until`,
 * in the order in which they were fetched.  DATE_NONE: no bound. */
int store_page_each(struct store *, int64_t since, int64_t until,
    int (*visit)(const struct page_row *, void *), void *arg, struct err *e);

/* ---- rules of sites (site_rule.c) ---- */

/* Counts of the pages to which a file of site rules was applied. The counts
 * begin at 0 when the text of the file changes. */
struct site_rule_counts {
	int64_t digest;                /* 0: no page was read with the file */
	int64_t applied, failed;       /* numbers of pages; failed: since the
					  rules last found a text */
	int64_t applied_at, failed_at; /* DATE_NONE: never */
	char why[256]; /* why the rules failed the last time; "": not known */
};
/* Reads the counts of the file with this path.  If there are none, the digest
 * is 0. */
int store_site_rule_get(struct store *, struct slice path,
    struct site_rule_counts *ret, struct err *e);
/* Visits at most `most` stored pages of a registrable domain, or of a host that
 * has no registrable domain.  The newest page is first.  If visit does not
 * return 0, ends early and returns that value. */
int store_page_of_host(struct store *, struct slice domain, size_t most,
    int (*visit)(int64_t id, struct slice url, void *), void *arg,
    struct err *e);

/* ---- repeated extraction from stored pages (recut.c) ---- */

/* The rules that apply now. */
struct recut_rules {
	bool has_rules; /* a site has rules, so that all pages are examined */
	/* Returns the digest of the rules for a page; 0: none apply. */
	int64_t (*digest_of)(struct slice url, void *arg);
	void *arg;
};

struct recut_query {
	int64_t feed_id; /* 0: any feed */
	/* only feeds with this text in their title, in any case; SLICE_NONE:
	 * any feed */
	struct slice feed_title;
	int64_t since_at; /* only pages fetched at or after this time;
			     DATE_NONE: all */
	bool all;         /* also pages that this version has extracted */
	/* also pages that were extracted with other rules; NULL: not */
	const struct recut_rules *rules;
};
/* Counts the pages that match the query.  *ret_stored: the count with all =
 * true.  If the query has rules, *ret_n also counts pages that were extracted
 * with the present rules. */
int store_recut_count(struct store *, const struct recut_query *,
    int64_t *ret_n, int64_t *ret_stored, struct err *e);
/* Counts the pages that match the feed and since_at and were extracted with site
 * rules. */
int store_recut_count_ruled(
    struct store *, const struct recut_query *, int64_t *ret_n, struct err *e);
/* Prepares a recut of all pages: deletes the stored extractor versions of at
 * most `slice` pages that match the feed and since_at.  If the recut is killed,
 * it can be resumed with the pages that have no version.  *ret_n: number of
 * changed pages; 0 if no such page is left. */
int store_recut_forget(struct store *, const struct recut_query *, size_t slice,
    int64_t *ret_n, struct err *e);

/* Clears the extractor version of the pages that were extracted with other
 * rules than those that apply now.  *ret_n: their number.  O(pages that were
 * extracted with rules; all pages if has_rules is true). */
int store_recut_forget_rules(
    struct store *, const struct recut_rules *, int64_t *ret_n, struct err *e);

struct recut_page {
	int64_t id, fetched_at;
	struct slice url, content_type, hint_title, hint_summary;
	struct slice body; /* uncompressed */
};
/* Visits the next page with an article id greater than `after`, among articles
 * with the status done or feed_only. visit is called once, or not at all if no
 * page is left.  The body is absent if the page cannot be uncompressed. */
int store_recut_next(struct store *, const struct recut_query *, int64_t after,
    int (*visit)(const struct recut_page *, void *), void *arg, struct err *e);

struct recut_update {
	int64_t id, fetched_at; /* value from store_recut_next() */
	struct slice url;       /* value from store_recut_next() */
	int64_t rules_digest;   /* digest of the rules; 0: without rules */
	const struct cuter_article *article; /* NULL: extraction failed */
	const struct enrichment *enrichment; /* see struct article_update */
};
enum recut_result {
	RECUT_SAME,    /* title and text are the same for a reader; other fields
			  may have changed */
	RECUT_REVISED, /* the earlier text became a revision */
	RECUT_LESS,    /* the new text is worse, so the old text stays (see
			  store_article_put) */
	RECUT_PASSED,  /* the page was not extracted, or the article has changed
			  meanwhile */
	RECUT_RESULT_COUNT
};
/* Stores the result and records that this version has extracted the page.  An
 * article that was fetched again or withdrawn meanwhile is not changed. */
int store_recut_put(struct store *, const struct recut_update *, int64_t now,
    enum recut_result *ret, struct err *e);

#endif
