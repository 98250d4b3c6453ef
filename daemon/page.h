/*
 * page.h -- an article that is owed, while the daemon has it in hand.
 *
 * Shared by owed.c, which reads from the store what is owed, article.c, which
 * fetches it, article_cut.c and article_keep.c, with parts.c, which does so for
 * the further pages of one that stands on several.  The row in the database is
 * the truth; this is a window on it.
 */
#ifndef DAEMON_PAGE_H
#define DAEMON_PAGE_H

#include "config/limits.h"
#include "daemon/hub.h"
#include "daemon/message.h"

#define PAGE_WHY_BYTES 256

struct part;

struct page {
	struct errand errand;
	struct hub *hub;
	int64_t id, tries; /* a home page's id is negative */
	/* The home page of a site, read for the feeds that it names alone: no
	 * article (store/home_page.c). */
	bool is_home_page;
	struct page_group *group; /* in which owed.c counts it; NULL: none */
	char *group_key, *host_key, *feed_host;
	char *url, *hint_title, *hint_summary;
	char *headers_feed; /* whose headers it gets: page_headers.h; or NULL */
	/* of an earlier visit, where it is not the first */
	bool is_revisit;
	char *etag, *last_modified, *validators_url;
	/* the response */
	char *final_url, *content_type, *headers, *new_etag, *new_modified;
	size_t headers_bytes;
	struct buf robots; /* what the headers say about the page's use */
	int body_fd;
	struct buf memory; /* of its site, until a worker has it */
	bool has_memory;
	int rung; /* of the ladder */
	bool second_try, keeps_raw;
	/* further pages of the article: parts.c */
	struct part *part; /* the one that is under way; NULL: none */
	struct buf part_frames[LIMIT_PARTS - 1];
	size_t n_parts;
	uint64_t part_hash;   /* of the last page's text */
	uint32_t first_words; /* of the first's */
	bool parts_missing;   /* there are some that could not be had */
	/* the result */
	struct buf frame;
	struct article_keep keep;
	char why[PAGE_WHY_BYTES];
};

/* owed.c: the page leaves the window. */
void owed_leave(struct page *);
/* The store is to be asked for more, if more wait. */
bool owed_is_half_done(const struct hub *);
/* Copies what the row says. */
struct page *page_new(struct hub *, const struct article_owed *);
/* An entitled feed has announced the article of a foreign page in hand: the page
 * takes the share of `own`, another page of the same row. */
void page_become_own(struct page *, struct page *own);
struct page *page_new_home(struct hub *, const struct home_page_due *);
void page_free(struct page *);
/* Under which hub.pages has it; the id must live as long as the entry. */
struct slice page_key(const int64_t *id);
/* Asks for permission, then fetches.  From here on the page frees itself. */
void page_begin(struct page *);
/* Frees it; what was not kept is owed. */
void page_end(struct page *);
bool page_is_type(const char *content_type);

/* ---- article_keep.c: ends the page by page_end() ---- */

void page_keep_as(struct page *, enum article_status);
/* For good: the feed's own words are the article. */
void page_keep_feed_only(struct page *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* For now: again later, unless it was tried often enough. */
void page_keep_failed(struct page *, int64_t retry_after, const char *format,
    ...) __attribute__((format(printf, 3, 4)));

/* ---- article_cut.c ---- */

/* What was fetched; ends by one of those, maybe after parts_go_on(). */
void page_cut(struct page *);

/* ---- parts.c ---- */

/* Fetches and cuts what comes behind a part; ends by page_keep_as() or
 * page_end(), maybe at once.  False: nothing does. */
bool parts_go_on(struct page *, const struct cuter_article *);
void parts_release(struct page *);
struct parts_loaded {
	struct arena arenas[LIMIT_PARTS], joined;
	struct reply replies[LIMIT_PARTS];
	size_t n;
	struct cuter_article article; /* of all */
};
/* parts_unload() is due whatever comes back. */
int parts_load(const struct page *, struct parts_loaded *ret, struct err *e);
void parts_unload(struct parts_loaded *);

#endif
