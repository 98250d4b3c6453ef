/*
 * pending_pages.h -- the pending articles: which of them are in memory as
 * pages.
 *
 *	pending_pages.c reads the pending articles from the store.
 *	pending_check.c finds the pages whose feeds were paused or removed.
 *	article.c and the other files of page.h fetch and process each page.
 *
 * The row in the database is authoritative; a page in memory can be read from
 * the database again at any time.
 */
#ifndef DAEMON_PAGE_PENDING_PAGES_H
#define DAEMON_PAGE_PENDING_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct hub;
struct page;
struct pending_articles;
struct poll_stored;

/* After an error (ERR_MEMORY), the caller must free *ret if it is set. */
int pending_articles_new(
    struct hub *, struct pending_articles **ret, struct err *e);
/* Frees the pages, too. NULL is allowed. */
void pending_articles_free(struct pending_articles *);

/* Reads the pending articles from the store, also those that are in memory,
 * because their rows may have changed. If a read is in progress, another one
 * follows. */
void pending_pages_ask(struct hub *);
/* Called after items were stored: reads the articles that are pending now.
 * Those in memory are read again only if the items have changed pending
 * articles. */
void pending_pages_note_stored(struct hub *, const struct poll_stored *);
/* Called after feeds were added, paused, activated or removed: removes waiting
 * pages that no active feed announces any more from memory, then reads the
 * pending articles. */
void pending_pages_check(struct hub *);
/* Called with the time at which a row will be pending (UTC seconds), or
 * DATE_NONE if it is not pending any more. The rows are read at that time. A
 * time that is too early does no harm. */
void pending_articles_retry_at(struct hub *, int64_t at);
/* Moves the time of the next retry after the clock has jumped. */
void pending_articles_shift(struct hub *, int64_t by_s);
/* True while the store is being read, and while the store has pending rows that
 * are not in memory. */
bool pending_articles_have_work(const struct hub *);
/* Returns the number of pages in memory. */
size_t pending_articles_in_memory(const struct hub *);

/* Removes a page that has ended from memory. The caller frees it, and then
 * calls pending_articles_refill(). */
void pending_articles_remove(struct page *);
/* Reads more pending articles if half of the pages in memory have ended. */
void pending_articles_refill(struct hub *);

#endif
