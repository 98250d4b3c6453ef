/*
 * page.h -- an article that is owed, while the daemon has it in hand.
 *
 * Shared by owed.c, which reads from the store what is owed, and article.c,
 * which fetches, cuts and keeps it.  The row in the database is the truth;
 * this is a window on it.
 */
#ifndef DAEMON_PAGE_H
#define DAEMON_PAGE_H

#include "daemon/hub.h"

#define PAGE_WHY_BYTES 256

struct page {
	struct errand errand;
	struct hub *hub;
	int64_t id, tries;
	char *url, *hint_title, *hint_summary;
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
	/* the result */
	struct buf frame;
	struct article_keep keep;
	char why[PAGE_WHY_BYTES];
};

/* Copies what the row says. */
struct page *page_new(struct hub *, const struct article_owed *);
void page_free(struct page *);
/* Under which hub.pages has it; the id must live as long as the entry. */
struct slice page_key(const int64_t *id);
/* Asks for permission, then fetches.  From here on the page frees itself. */
void page_begin(struct page *);

#endif
