/*
 * page.h -- the page of a pending article, while the daemon has it in memory.
 *
 * pending_pages.c reads the pending articles from the store, article.c fetches
 * the page, article_cut.c extracts the article, article_store.c stores it, and
 * parts.c fetches and extracts the other pages of a multi-page article. The row
 * in the database is authoritative.
 */
#ifndef DAEMON_PAGE_PAGE_H
#define DAEMON_PAGE_PAGE_H

#include "base/limits.h"
#include "daemon/host/response_copy.h"
#include "daemon/request.h"
#include "store/page/page_prepare.h"
#include "store/store.h"
#include "worker/message/message.h"

#define PAGE_WHY_BYTES 256

struct hub;
struct page_group;
struct part;
struct parts_loaded;

struct page {
	struct request request;
	struct hub *hub;
	int64_t id, tries; /* the id of a home page is negative */
	/* The home page of a site. Only the feeds that it names are read; it is
	 * not an article (store/entry/home_page.c). */
	bool is_home_page;
	bool is_entitling; /* set by the store: the home page names its feed */
	/* the groups in which pending_pages.c counts the page: pages of the
	 * same feed and host, and, for a foreign page, pages of the same feed;
	 * NULL: none */
	struct page_group *group, *feed_group;
	char *group_key, *host_key, *feed_host;
	char *url, *hint_title, *hint_summary;
	/* the target of a refresh, or of a redirect if another node has handed
	 * the page over; else NULL */
	char *redirected_url;
	unsigned n_refreshes; /* number of refreshes that were followed */
	/* URL of the feed whose configured headers the page gets
	 * (page_headers.h); or NULL */
	char *headers_feed;
	/* when the rules of robots.txt that allowed the request expire
	 * (monotonic), and how often they were checked */
	int64_t rules_until_ms;
	int n_rules_checks;
	/* the state of an earlier visit, if there was one */
	bool is_revisit;
	char *etag, *last_modified, *validators_url;
	/* the response */
	struct response_copy response;
	char *headers;
	size_t headers_bytes;
	struct buf robots; /* the headers that restrict the use of the page */
	struct buf memory; /* the site memory, for the worker of level 0 */
	bool has_memory;   /* `memory` is to be read, or was read */
	struct page_dictionaries
	    dictionaries;   /* the host's dictionaries as read from the
			       database; empty if the cache already has them */
	int fallback_level; /* fallback level of the worker */
	/* used by page_rules.c: */
	char *rules_path; /* NULL: no rules apply */
	int64_t rules_digest;
	char rules_why[PAGE_WHY_BYTES]; /* reason of the failure of the rules;
					   "": they did not fail */
	int64_t max_age_s; /* articles.max_age; used for home pages */
	bool second_try, keeps_raw;
	bool makes_tokens; /* make tokens for the search index (SQLite) */
	/* used by parts.c for further pages of the article: */
	struct part *part; /* the page in progress; NULL: none */
	struct buf part_frames[LIMIT_PARTS - 1];
	size_t n_parts;
	uint64_t part_hash;   /* hash of the text of the last page that was read
			       */
	uint32_t first_words; /* number of words of the first page */
	uint64_t part_urls[LIMIT_PARTS]; /* hashes of the pages' addresses */
	size_t n_part_urls;
	bool single_tried;  /* the page with the whole text was requested */
	bool parts_missing; /* some pages of the article could not be fetched */
	/* the result */
	struct buf frame;
	/* set by the thread that prepares the result: the loaded articles, the
	 * body of the response (absent if raw pages are not kept), and the
	 * compressed page */
	struct parts_loaded *loaded; /* NULL: not loaded yet */
	struct slice raw;
	struct page_prepared prepared;
	struct article_update update;
	struct article_stored stored; /* set by the store */
	/* set by the store: the article has got another address meanwhile */
	bool is_outdated;
	/* The article has got another address, and a page with that address is
	 * in memory. This page ends when its request or its extraction ends,
	 * and is not stored. */
	bool is_replaced;
	struct page *next_replaced; /* next member of the list of replaced pages
				       in pending_pages.c */
	/* No active feed announces the article any more. No further request is
	 * made for the page, and the row stays pending. */
	bool is_withdrawn;
	/* The subscriptions to all feeds of the article were ended. The page is
	 * not requested; the store publishes the text of the feeds. */
	bool is_ended;
	char why[PAGE_WHY_BYTES];
};

/* Returns a page with a copy of the row. The page is owned. */
struct page *page_new(struct hub *, const struct pending_article *);
/* Called when the request of a foreign page has started and an entitled feed
 * then inserts the article of this page. `own` is a new page for the row of
 * this article. `page` takes the feed and the hosts of `own`. Its requests,
 * also that of a part of the article that still waits, then count for the
 * entitled feed when feeds take turns. */
void page_become_own(struct page *, struct page *own);
/* Removes a page from its host's queue, or from the requests that wait for
 * robots.txt. False: its request has started. O(waiting requests of the host or
 * site). */
bool page_withdraw(struct page *);
/* Creates a home page that is due.  The caller calls page_begin(). */
struct page *page_new_home(struct hub *, const struct home_page_due *);
/* Frees a page that is in no list and has no request. */
void page_free(struct page *);
/* Checks robots.txt, then fetches the page. The page frees itself when it ends.
 */
void page_begin(struct page *);
/* If the page leads to another page by a refresh, makes a request for that
 * page, as after a redirect. Returns false if there is no refresh, or if
 * LIMIT_REFRESHES were followed. */
bool page_follow_refresh(struct page *, const struct cuter_article *);
/* Returns the URL that is requested: page->url, or the target of a refresh, or
 * of a redirect that another node has found. Borrowed. */
const char *page_asked_url(const struct page *);
/* Makes the page pending for the node that owns the host of
 * page->request.foreign_url, and frees it. */
void page_hand_over(struct page *);
/* Frees the page. If it was not stored, it is still pending. */
void page_end(struct page *);
/* Starts the fetch of `url`. `url` is page_asked_url() or the URL of another
 * part. Only the request for page_asked_url() has the page's validators.
 * `request` is the request that the host queue has started. Returns 0, or the
 * error of fetch_start(). */
int page_fetch(const struct page *, const char *url, struct request *request,
    fetch_done *, void *arg, struct err *e);
/* True if the request has failed and may succeed later: no answer, a part of an
 * answer, or a status such as 429 and 503. */
bool page_is_temporary(const struct response *);

/* Counts a fetch of this page or of a further part of its article. */
void page_count_fetch(const struct page *);

/* ---- response_head.c ---- */

/* True if a document with this type, or without a type, may be read as a page.
 */
bool page_is_type(const char *content_type);
/* Copies the response and its headers. Takes the headers that restrict the use
 * of the text. */
void page_take_response(struct page *, const struct response *);

/* ---- article_store.c: ends the page by page_end() ---- */

/* Stores the result of the fetch with this status and the reason page->why. */
void page_store_as(struct page *, enum article_status);
/* Frees the data that article_store.c has prepared for the store. */
void page_forget_prepared(struct page *);
/* Permanent failure: stores the text of the feed as the article. */
void page_store_feed_only(struct page *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Called if robots.txt of the page is unreachable: the page is tried again
 * after wait_s, and this is not a failed request for the page. */
void page_store_not_asked(struct page *, int64_t wait_s, const char *why);
/* Called after a temporary failure: plans another try, least_wait_s from now at
 * the earliest (0: no least wait). After
 * LIMIT_ARTICLE_TRIES tries stores the text of the feed as the article. */
void page_store_failed(struct page *, int64_t least_wait_s, const char *format,
    ...) __attribute__((format(printf, 3, 4)));

/* ---- article_wall.c ---- */

/* Returns true if a request with validators was answered with 412 (RFC 9110,
 * 15.5.13). The validators are then deleted and the body of the response is
 * closed, and the caller must request the page again. */
bool page_drop_validators(struct page *, const struct response *);

/* Store the kind of the wall, and plan another request.  They return false, and
 * store nothing, if the response is not a wall. page_store_refusal() is for a
 * status that is an error, page_store_wall() for a page on which the extractor
 * found `article`.  pause_s: the pause that the host asked for; 0: no pause. */
bool page_store_refusal(struct page *, long status, int64_t pause_s);
bool page_store_wall(struct page *, const struct cuter_article *article);

/* ---- article_cut.c ---- */

/* Extracts the article of the fetched page. At the end, a function of
 * article_store.c or page_end() is called. parts_go_on() may be called before.
 */
void page_cut(struct page *);

/* ---- parts.c ---- */

/* Fetches and extracts the other pages of an article, one after another. At the
 * end, page_store_as() or page_end() is called, possibly before the function
 * returns. article: the result of the last page. False: there are no more
 * pages. */
bool parts_go_on(struct page *, const struct cuter_article *);
void parts_release(struct page *);
/* Removes the part in progress from its host's queue, or from the requests that
 * wait for robots.txt. False: there is no part, or its request has started. */
bool parts_withdraw(struct page *);
/* Gives the part in progress, if any, the fair share of the page. */
void parts_take_share(struct page *);
struct parts_loaded {
	struct arena arenas[LIMIT_PARTS], joined;
	struct reply replies[LIMIT_PARTS];
	size_t n;
	struct cuter_article article; /* all pages joined */
};
/* The caller must call parts_unload(), also after an error. */
int parts_load(const struct page *, struct parts_loaded *ret, struct err *e);
/* Frees the memory of the loaded parts. */
void parts_unload(struct parts_loaded *);

#endif
