/*
 * takeover.h -- announces a known article that another feed has linked to
 * before.
 *
 * The functions that return int return 0, or a negative code: ERR_MEMORY or an
 * error of the database.
 */
#ifndef STORE_ENTRY_TAKEOVER_H
#define STORE_ENTRY_TAKEOVER_H

#include "store/article/article_apply.h"
#include "store/feed/feed_item.h"

/* Reasons for which a page is not fetched for a feed. The page may still be
 * fetched for another feed. */
#define WHY_NOT_WANTED "fetching articles is off for this feed"
#define WHY_ROUTE      "only a script shows the article of a link with #!"
#define WHY_COMMENT    "the link leads to a comment below an article"
#define WHY_TOO_OLD    "older than articles.max_age"
/* Beginning of the reason if a filter has the action `no-fetch`. */
#define WHY_NO_FETCH   "not fetched because of a filter"
#define WHY_NO_ADDRESS "the link is not one to fetch"

/* The values that one feed gives for an article that it announces. */
struct announcement {
	struct slice url, url_key, host_key;
	struct slice why_not; /* reason for not fetching the page; absent: the
			       * page is fetched */
	bool entitled;        /* the feed is entitled for the page */
	bool is_of_site;      /* the feed is entitled by its own address or by
				 the key `site` */
	int priority;         /* priority that filters set for the entry */
};

/* Makes an article text from a feed item: title, text and dates of the
 * entry, language of the body, which is mostly that of the feed.  Borrowed.
 * with_body false: without body, lead and word count, and with the language of
 * the feed.  O(length of the texts). */
struct article_text feed_item_text(
    struct store *, const struct feed_item *, bool with_body);
/* Sets authors, tags and media of the article to those of the entry, except for
 * lists that the entry does not have.  Authors: feed_item_authors(). */
int feed_item_add_lists(struct store *, const struct feed_item *,
    int64_t article_id, bool entitled, struct err *e);

/* Called when the feed announces an article that is known.  The first entitled
 * feed takes the article over from the witnesses: fields that came from
 * witnesses are dropped, and the article is treated as if it were new, also by
 * filters.  If the page was already read, fields that the page does not have
 * are filled in, and the page is fetched again with the hints of this feed.  If
 * the page is not fetched because of another feed's settings, it is fetched if
 * the settings of this feed allow it.  Exception: if an entitled feed gives the
 * page a date that is too old, the page is not fetched for a witness.  If only
 * witnesses have announced the article and its page could not be read, the page
 * is fetched at the address that this feed gives.  If the page becomes pending,
 * n_pending of the item's `stored` is incremented.  Must run inside a
 * store_operation. */
int feed_item_attach(struct store *, const struct feed_item *,
    const struct announcement *, int64_t article_id, struct err *e);
/* Fetches or publishes the blocked article of a known entry, after the feed has
 * changed the entry so that filters no longer block it (entry_insert.c). */
int feed_item_unblock(struct store *, const struct feed_item *,
    const struct article_state *, bool entitled, struct err *e);
/* Like feed_item_attach(), for an entry that is stored already and whose feed
 * became entitled after that (entry_insert.c). */
int feed_item_take_over(struct store *, const struct feed_item *,
    const struct article_state *, struct err *e);
/* Called when the link of a known entry has changed.  If its article has no
 * address, or has no text of its page because the link was wrong, the entry
 * follows its link.  If another article has the new address, or if other
 * entries announce the old article, the entry is linked to the article of the
 * new address, which is inserted if it does not exist.  Otherwise the article
 * gets the new address.  `entitled`: the feed is entitled for the article.  A
 * witness does not change the article of a publisher.  *ret_done is set to true
 * if the entry has followed its link; the caller must then not change the
 * article. */
int feed_item_readdress(struct store *, const struct feed_item *,
    struct article_state *, bool entitled, bool *ret_done, struct err *e);
/* Gives an article that only this feed announces the address of the
 * announcement, and fetches its page if the announcement allows it. */
int feed_item_move(struct store *, const struct feed_item *,
    const struct announcement *, struct article_state *, struct err *e);
/* Withdraws an article that no entry announces any more.  If a feed announces
 * it again, feed_item_attach() fetches or publishes it again. */
int article_withdraw(
    struct store *, const struct article_state *, int64_t now, struct err *e);

#endif
