/*
 * articles.h -- what is owed, what is kept, what is given out (owed.c,
 * articles.c, twin.c, article_list.c).  The rules: store.h.
 */
#ifndef STORE_ARTICLES_H
#define STORE_ARTICLES_H

#include "base/err.h"
#include "base/slice.h"
#include "config/config.h"
#include "cuter/cuter.h"

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

/* How many rows store_article_owed() may visit.  A foreign row is one whose
 * announcing feeds may not speak for its page (docs/security.md). */
struct article_window {
	size_t own, foreign; /* in all */
	/* … and of one feed at one host (by url_budget_key) */
	size_t per_feed, per_foreign;
};

/* Visits articles whose pages wait for a fetch: status queued, or failed with
 * retry_at <= now (which get at most a quarter of the window).  The announcing
 * feeds take turns, and of a feed its hosts; of a feed and host the newest come
 * first, where a date in the future counts as the time of announcement.  What is
 * left of the window is for pages to be visited again: revisit_at <= now.  The
 * caller may have been given a row before.  Stops where visit returns other
 * than 0, and returns that.
 * O(hosts and feeds that wait, and rows visited), however many rows wait. */
struct article_owed {
	int64_t id, tries;
	int64_t feed_id; /* that it is fetched for (article.announced_by) */
	bool is_foreign;
	int64_t order_at;      /* the date by which the newest is known */
	struct slice feed_url; /* absent: not known */
	/* Hints are of an entitled feed, absent where there is none. */
	struct slice url, host_key, hint_title, hint_summary;
	bool is_revisit;                  /* it was given out before */
	struct slice etag, last_modified; /* of the page, for re-visits */
	struct slice validators_url;      /* where those came from */
};
int store_article_owed(struct store *, int64_t now,
    const struct article_window *,
    int (*visit)(const struct article_owed *, void *), void *arg,
    struct err *e);
/* How many rows wait, and when the next retry or re-visit is due (DATE_NONE:
 * none waits).  No more than `most` are counted of the queued and of the
 * failed, and than LIMIT_REVISITS_DUE of the re-visits.  O(counted). */
int store_article_owed_count(struct store *, int64_t now, size_t most,
    int64_t *ret_n, int64_t *ret_next_retry_at, struct err *e);

/* Has the feed announced the article? */
int store_article_is_of_feed(struct store *, int64_t article_id,
    int64_t feed_id, bool *ret, struct err *e);

/* ---- home pages that may name a feed of another site (home_page.c) ---- */

struct home_page_due {
	int64_t id, feed_id;
	struct slice url;
};
/* At most `limit` that are to be asked for now, those of aggregators left
 * out. */
int store_home_page_due(struct store *, int64_t now, size_t limit,
    int (*visit)(const struct home_page_due *, void *), void *arg,
    struct err *e);
struct home_page_keep {
	int64_t id;
	const struct cuter_article *page; /* NULL: it did not answer */
	struct slice final_url;
	struct slice why; /* without page */
	/* As in poll_keep: for the feed's articles, if the page names it. */
	bool fetch_articles;
	int64_t max_age_s;
};
/* Keeps what a home page said of its feed.  Nothing where it is not wanted any
 * more. */
int store_home_page_keep(struct store *, const struct home_page_keep *,
    int64_t now, struct err *e);

/* How long after its first visit a page is looked at again (articles.revisit).
 */
struct revisit_plan {
	int64_t after_s[CONFIG_MAX_REVISITS];
	size_t n; /* 0: never */
};
/* When the plan has the next visit after now, DATE_NONE: none any more.  What
 * was missed is not made up for. */
int64_t store_revisit_next(
    const struct revisit_plan *, int64_t from, int64_t now);

struct article_keep {
	int64_t id;
	enum article_status status; /* done, feed_only, failed, gone */
	struct slice status_why;
	int64_t retry_at; /* with failed */
	int64_t fetched_at;
	/* The feed that the page was fetched for (article_owed.feed_id), whose
	 * hints it was cut by; 0: not known. */
	int64_t feed_id;
	struct slice final_url;              /* after redirects */
	const struct cuter_article *article; /* with done; else NULL */
	struct slice etag, last_modified;
	struct slice robots; /* what its headers say about its use */
	/* Of a visit to what was given out before: */
	bool unchanged; /* with done, without article: 304 */
	bool missing;   /* with failed: 404; LIMIT_MISSING_S of it are gone */
	struct revisit_plan revisits;
	/* The page as fetched; SLICE_NONE: not kept.  zstd is made here. */
	struct slice raw, raw_headers, raw_content_type;
};

/* Keeps a result: rows, full text, revision where the text changed, change
 * log.  With feed_only, and with done where the article has no body, the
 * feed's own text becomes the body (origin "feed", status feed_only).  An
 * article whose page says that it is that of another one, with the same body,
 * stays a row of its own: feed_only with status_why "the same as article N"
 * (docs/security.md, "Duplicates").  What witnesses have lent to an article
 * goes when the text of its page is kept ("Attribution").
 *
 * A page that is no article does not take the place of a good text: of an
 * error page or a consent wall nothing is kept, of a stub, listing, gallery,
 * video or paywall only what is longer than the feed's text and than what
 * was done before.
 *
 * A text that was given out is not dropped for less: failed and feed_only leave
 * a done article as it is, failed a feed_only one.  The LIMIT_ARTICLE_TRIES-th
 * failure makes the article feed_only.  gone withdraws what was given out, and
 * goes quietly otherwise; what was withdrawn comes back by a page that has its
 * text, and by nothing less.  raw over LIMIT_RAW_BYTES is not kept.  Of a page
 * that has been an article, one that is none any more, or is behind a wall, is
 * less too, and so is a shorter one that is truncated since.  A page that gave
 * a text is planned to be looked at again.  ERR_NOT_FOUND; ERR_USAGE for
 * queued, or done without article. */
int store_article_keep(
    struct store *, const struct article_keep *, int64_t now, struct err *e);

struct article_row {
	int64_t id, revision, word_count;
	int64_t published_at, modified_at, fetched_at, extracted_at,
	    first_seen_at;
	struct slice url, canonical_url, title, lead, byline, lang, body,
	    body_html, status, status_why, origin, flags;
	double confidence;
	/* joined lists, one item a line */
	struct slice authors, tags, feeds, images;
	struct slice feed_title;
	struct slice page_class;   /* of the page, cuter_page_class_name() */
	struct slice node_classes; /* "empty 3 text 21 …": nodes of each */
	struct slice usage;        /* said by headers and page, one a line */
	struct slice section, publisher, license;
	struct slice access;    /* free, paid; absent: the page does not say */
	int64_t published_zone; /* minutes east of UTC; DATE_NONE */
	struct slice fields;    /* JSON: who said each of the page's */
	int64_t cluster_id; /* the article that had its text first; 0: none */
};

struct article_filter {
	struct slice feed; /* url or a part of the title */
	struct slice tag, lang, status;
	int64_t since_at, until_at; /* DATE_NONE: open */
	double min_confidence;      /* 0: any */
	bool one_per_cluster;       /* leave out copies of what stands */
	size_t limit;               /* 0: all */
};
/* Newest first (published_at, else first seen).  body and body_html are absent
 * in lists. */
int store_article_list(struct store *, const struct article_filter *,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e);
/* The whole of one; ERR_NOT_FOUND.  visit is called once. */
int store_article_get(struct store *, int64_t id,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e);
struct article_media {
	struct slice kind, url, alt, caption, credit, role;
	int64_t width, height;
	double relevance;
};
int store_article_media(struct store *, int64_t id,
    int (*visit)(const struct article_media *, void *), void *arg,
    struct err *e);
struct article_revision {
	int64_t revision, at;
	struct slice title, body;
};
/* Oldest first; the present text is the last. */
int store_article_revisions(struct store *, int64_t id,
    int (*visit)(const struct article_revision *, void *), void *arg,
    struct err *e);

#endif
