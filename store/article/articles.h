/*
 * articles.h -- pending articles, stored results and stored articles
 * (article_pending.c, announcer.c, article_put.c, article_hand_over.c,
 * duplicate.c, article_list.c).  The conventions: store.h.
 */
#ifndef STORE_ARTICLE_ARTICLES_H
#define STORE_ARTICLE_ARTICLES_H

#include "base/err.h"
#include "base/slice.h"
#include "config/config.h"
#include "cuter/cuter.h"

struct article_stored;
struct page_prepared;
struct store;

enum article_status {
	ARTICLE_QUEUED,
	ARTICLE_DONE,
	ARTICLE_FEED_ONLY,
	ARTICLE_FAILED,
	ARTICLE_GONE,
	ARTICLE_STATUS_COUNT
};
const char *article_status_name(enum article_status);

/* The number of rows that store_article_pending() may visit.  A row is foreign
 * if none of the feeds that announced the article is entitled for its page
 * (docs/security.md). */
struct article_window {
	size_t own, foreign; /* maximum number of rows in total */
	/* maximum number of rows that have the same feed and the same host
	 * (url_budget_key) */
	size_t per_feed, per_foreign;
	/* Rows that the caller has in memory, by ascending id.  They are not
	 * read again, which takes most of the time of a visit. */
	const struct article_held *held;
	size_t n_held;
};

struct article_held {
	int64_t id;
	bool is_foreign;
};

/* An article whose page is requested: for the first time, after a failure, or
 * for a revisit. */
struct pending_article {
	/* The row is in article_window.held: only `id` and `is_foreign` are
	 * set. */
	bool is_held;
	int64_t id, tries;
	int64_t feed_id; /* the page is fetched for this feed
			    (article.announced_by) */
	bool is_foreign;
	int64_t
	    order_at; /* pages are fetched in descending order of this time */
	struct slice feed_url; /* absent: not known */
	/* The hints are values of an entitled feed; absent: no such feed. */
	struct slice url, host_key, hint_title, hint_summary;
	bool is_revisit; /* a text of the article was published before, so this
			    is a revisit */
	struct slice etag,
	    last_modified;           /* validators of the page, for revisits */
	struct slice validators_url; /* URL whose response contained etag and
					last_modified */
	struct slice redirected_url; /* target of store_article_hand_over();
					absent: the page is requested at url */
	/* All subscriptions to the feeds of the article were ended.  The caller
	 * calls store_article_end() and does not request the page. */
	bool is_ended;
};

/* Visits the pending articles that are due, at most as many as the window
 * permits.  Articles that only paused feeds announce are left out.  First come
 * failed articles with retry_at <= now, which get at most a quarter of the
 * window.  Then come queued articles.  The remaining window is for revisits
 * (revisit_at <= now).
 *
 * The rows are taken in turn from each announcing feed, and for each feed in
 * turn from each host.  Of the failed articles that have the same feed and the
 * same host, the one that has been due for the longest time is first.  Of the
 * queued articles, the newest is first; a date in the future counts as the time
 * at which the article was announced.
 *
 * Several calls may visit the same row.  Stops if visit returns a value other
 * than 0 and returns this value.  O(hosts and feeds with pending articles, and
 * rows visited), independent of the number of pending rows. */
int store_article_pending(struct store *, int64_t now,
    const struct article_window *,
    int (*visit)(const struct pending_article *, void *), void *arg,
    struct err *e);
/* Visits those of the n articles `ids` that are pending, in this order.
 * Articles that only paused feeds announce are left out.  Stops if visit
 * returns a value other than 0 and returns this value.  O(n). */
int store_article_pending_of(struct store *, int64_t now, const int64_t *ids,
    size_t n, int (*visit)(const struct pending_article *, void *), void *arg,
    struct err *e);
/* Publishes a pending article with the text of its feeds, because all
 * subscriptions to them were ended.  *ret_stored is set to the new status and
 * its reason.  If a feed is subscribed again, or if the article is not pending
 * any more, writes nothing and sets *ret_is_outdated to true, else to false.
 * ERR_NOT_FOUND: there is no such article. */
int store_article_end(struct store *, int64_t id, int64_t now,
    struct article_stored *ret_stored, bool *ret_is_outdated, struct err *e);
/* Reports the number of pending rows and the time of the next retry or revisit
 * (DATE_NONE: there is none).  At most `most` queued rows, `most` failed rows
 * and LIMIT_REVISITS_DUE revisits are counted.  Articles that only paused feeds
 * announce are not counted.  O(hosts and feeds with pending articles, rows
 * counted, and due revisits of paused feeds). */
int store_article_pending_count(struct store *, int64_t now, size_t most,
    int64_t *ret_n, int64_t *ret_next_retry_at, struct err *e);

/* Reports whether the feed has announced the article. */
int store_article_is_of_feed(struct store *, int64_t article_id,
    int64_t feed_id, bool *ret, struct err *e);

/* ---- home pages that may name a feed of another site (home_page.c) ---- */

struct home_page_due {
	int64_t id, feed_id;
	struct slice url;
};
/* Visits at most `limit` home pages that are due.  Home pages that were
 * requested for an aggregator are left out. */
int store_home_page_due(struct store *, int64_t now, size_t limit,
    int (*visit)(const struct home_page_due *, void *), void *arg,
    struct err *e);
struct home_page_update {
	int64_t id;
	const struct cuter_article *page; /* NULL: no page was received */
	struct slice final_url;
	struct slice why; /* the reason, if page is NULL */
	/* fetch_articles and max_age_s are settings of the feed, as in struct
	 * poll_update.  They are used if the page names the feed. */
	bool fetch_articles;
	int64_t max_age_s;
	bool *ret_is_entitled; /* set to true if the feed became entitled, else
				  to false; may be NULL.  Pending articles of
				  an entitled feed are no longer foreign. */
};
/* Stores whether the home page names its feed.  Does nothing if the row of the
 * home page was removed. */
int store_home_page_put(struct store *, const struct home_page_update *,
    int64_t now, struct err *e);

/* The delays after the first visit of a page at which the page is visited again
 * (articles.revisit). */
struct revisit_plan {
	int64_t after_s[CONFIG_MAX_REVISITS];
	size_t n; /* 0: never */
};
/* Returns the time of the next visit after `now`, or DATE_NONE if no visit is
 * left.  `from`: time of the first visit.  Missed visits are not repeated.
 * Pure.
 */
int64_t store_revisit_next(
    const struct revisit_plan *, int64_t from, int64_t now);

/* The site rules with which a page was extracted. */
struct article_rules {
	struct slice path; /* path of the file; absent: no rules */
	int64_t digest;    /* rules_digest() of the file's text */
	struct slice why;  /* the error, if the worker failed with the rules and
			      the page was extracted without rules; else
			      empty */
};

/* Size of the reason in struct article_stored. */
#define ARTICLE_WHY_BYTES 256

/* What store_article_put() has stored. */
struct article_stored {
	/* The status of the update; or feed_only if the article got the text of
	 * the feed because the page has no article, is the same as another
	 * article, or cannot be read. */
	enum article_status status;
	/* The page is due now: another feed announced the article during the
	 * fetch, and its hints decide about the text (revisit_for_hints()). */
	bool is_due;
	char why[ARTICLE_WHY_BYTES]; /* UTF-8; "": no reason */
};

struct article_update {
	int64_t id;
	enum article_status status; /* done, feed_only, failed, gone */
	struct slice status_why;
	int64_t retry_at; /* time of the next try, if status is failed */
	bool was_not_asked; /* status is failed, but the page was not requested.
			       The result does not count as a try. */
	int64_t fetched_at;
	/* The feed for which the page was fetched (pending_article.feed_id) and
	 * whose hints the extractor got; 0: not known. */
	int64_t feed_id;
	struct slice url;       /* the address that was requested; absent: the
				   address of the row */
	bool was_handed_over;   /* the request began at redirected_url of the
				   pending row */
	bool *ret_is_outdated;  /* set to true if the address of the row has
				   changed since the request, if no feed
				   announces the article any more, or if the row
				   was queued with another address because of
				   the result; may be NULL */
	struct slice final_url; /* after redirects */
	const struct cuter_article *article; /* the extracted page, if status is
						done; else NULL */
	struct slice etag, last_modified;
	struct slice robots; /* the usage rules in the headers (X-Robots-Tag) */
	/* Only for a revisit: */
	bool unchanged; /* the response was HTTP 304; then status is done, and
			   article is NULL */
	bool missing;   /* the response was HTTP 404; then status is failed.
			   The article becomes gone when the page was missing
			   for LIMIT_MISSING_S. */
	struct revisit_plan revisits;
	/* The page as fetched, not compressed; SLICE_NONE: the page is not
	 * stored. */
	struct slice raw, raw_headers, raw_content_type;
	struct article_rules rules;
	/* The result of page_prepare() for `raw` and the body of `article`;
	 * NULL: page_prepare() was not called.  Borrowed.  store_article_put()
	 * may change the number of the dictionary in it. */
	const struct page_prepared *prepared;
	/* The worker's keywords and summary of the article's body; NULL: the
	 * store finds them, if store_set_enrich() was called. */
	const struct enrichment *enrichment;
	struct article_stored *ret_stored; /* may be NULL */
};

/* Records that the page of an article redirects to a URL on a host of another
 * node (docs/fleet.md).  The article is then pending for that node, which
 * requests the target.  When the result is stored, the article belongs to the
 * node of its own host again.  Does nothing if the address of the row is not
 * `url` any more.  PostgreSQL only. */
int store_article_hand_over(struct store *, int64_t id, struct slice url,
    struct slice target, int64_t now, struct err *e);

/* Stores the result of a fetch: the row, the full text, a revision if the text
 * changed, and the change log.  If an entitled feed has given the article
 * another address since the request, nothing is written: *ret_is_outdated is
 * set, and the article stays queued for its new address.  The same holds for an
 * article that became gone because no feed announces it any more.
 *
 * If status is feed_only, or if it is done and the article has no body, the
 * feed's own text becomes the body (origin "feed", status feed_only).  If the
 * page states the canonical address of another article with the same body, the
 * article remains a row of its own: feed_only with status_why "the same as
 * article N" (docs/security.md, "Duplicates").  Values of witnesses are removed
 * when the text of the page is stored (docs/security.md, "Attribution").
 *
 * If only witnesses have announced a pending article with different addresses,
 * a result that is not temporary queues the next address, and a temporary
 * failure is followed by a try of the next address (spelling.h).
 *
 * A page that is not an article does not replace a good text.  No text of an
 * error page or a consent page is used.  The text of a stub, listing, gallery,
 * video or paywall page is used only if it is not shorter than the feed's text
 * and than the text stored before.
 *
 * A published text is not replaced by a worse one: the results failed and
 * feed_only do not change a done article, and the result failed does not change
 * a feed_only article.  After LIMIT_ARTICLE_TRIES failures the article becomes
 * feed_only.  The result gone withdraws a published article; an unpublished
 * article becomes gone without an entry in the change log.  A withdrawn article
 * is published again only if its page has the text of the article again.
 *
 * The text of a revisited page also counts as worse in three cases: the page
 * was an article and is not an article now; it has become a paywall, a consent
 * page or a stub; its text has become truncated and shorter.  A revisit is
 * planned for each page that supplied a text.
 *
 * A page (`raw`) larger than LIMIT_RAW_BYTES is not stored.  ERR_NOT_FOUND:
 * there is no such article.  ERR_USAGE: status is queued, or status is done and
 * `article` is NULL. */
int store_article_put(
    struct store *, const struct article_update *, int64_t now, struct err *e);

struct article_row {
	int64_t id, revision, word_count;
	int64_t published_at, modified_at, fetched_at, extracted_at,
	    first_seen_at;
	struct slice url, canonical_url, title, lead, byline, lang, body,
	    body_html, status, status_why, origin, flags;
	double confidence;
	/* lists as text, one item per line */
	struct slice authors, tags, feeds, images, keywords, categories;
	struct slice summary;
	struct slice feed_title;
	struct slice page_class;   /* cuter_page_class_name() of the page */
	struct slice node_classes; /* number of nodes of each class: "empty 3
				      text 21 …" */
	struct slice
	    usage; /* usage rules from headers and page, one per line */
	struct slice section, publisher, license;
	struct slice access;    /* free, paid; absent: not stated */
	int64_t published_zone; /* minutes east of UTC; DATE_NONE: not known */
	struct slice fields;    /* JSON: the source and the confidence of each
				   field of the page */
	int64_t
	    cluster_id; /* id of the first article of the cluster; 0: none */
};

struct article_filter {
	struct slice feed; /* URL, or a part of the title */
	struct slice tag, lang, status;
	struct slice category; /* a name of config/profile/category.h */
	int64_t since_at, until_at; /* DATE_NONE: no bound */
	double min_confidence;      /* 0: any */
	bool one_per_cluster;       /* leave out articles that are copies of
				       published articles */
	size_t limit;               /* 0: all */
};
/* Visits the articles that match the filter, newest first (published_at, else
 * first_seen_at).  body and body_html are absent. */
int store_article_list(struct store *, const struct article_filter *,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e);
/* Visits one article with body and body_html; visit is called once.
 * ERR_NOT_FOUND: there is no such article. */
int store_article_get(struct store *, int64_t id,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e);
struct article_media {
	struct slice kind, url, alt, caption, credit, role;
	int64_t width, height;
	double relevance;
};
/* Visits the pictures, videos and audio files of an article in document order.
 */
int store_article_media(struct store *, int64_t id,
    int (*visit)(const struct article_media *, void *), void *arg,
    struct err *e);
struct article_revision {
	int64_t revision, at;
	struct slice title, body;
};
/* Visits the revisions of an article, oldest first; the last one is the current
 * text. */
int store_article_revisions(struct store *, int64_t id,
    int (*visit)(const struct article_revision *, void *), void *arg,
    struct err *e);

#endif
