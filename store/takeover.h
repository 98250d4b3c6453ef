/*
 * takeover.h -- announces a known article that another feed has linked to
 * before.
 */
#ifndef STORE_TAKEOVER_H
#define STORE_TAKEOVER_H

#include "store/settle.h"
#include "store/sighting.h"

/* Reasons of a feed for not fetching a page.  Another feed may still have
 * the page fetched. */
#define WHY_NOT_WANTED "fetching articles is off for this feed"
#define WHY_TOO_OLD    "older than articles.max_age"

/* What one feed states about an article that it announces. */
struct announcement {
	struct slice url, url_key, host_key;
	struct slice why_not; /* reason for not fetching the page; absent: it
			       * is fetched */
	bool entitled;        /* the feed is entitled to describe the page */
	bool is_of_site;      /* … by its own address or by `site` */
};

/* Makes an article text from a feed item: title, text and dates of the
 * entry, language of the feed.  Borrowed. with_body false: without body,
 * lead and word count.  O(length of the texts). */
struct article_text sighting_text(const struct sighting *, bool with_body);
/* sighting_set_lists() replaces authors, tags and media of the article by
 * those of the entry. sighting_add_lists() only sets lists that are empty. */
int sighting_set_lists(
    struct store *, const struct sighting *, int64_t article_id, struct err *e);
int sighting_add_lists(
    struct store *, const struct sighting *, int64_t article_id, struct err *e);

/* The feed announces an article that is known.  The first entitled feed
 * takes the article over from the witnesses: fields that witnesses lent are
 * dropped, and the article is judged as if it were new.  If the page was
 * already read, fields that the page lacks are filled in, and the page is
 * fetched again with the hints of this feed.  If a page is not fetched
 * because of another feed's settings, it is fetched if this feed wants it;
 * but a witness cannot have a page fetched that an entitled feed dates as
 * too old.  Increments kept->n_owed.  Must run inside a store_operation. */
int sighting_announce_known(struct store *, const struct sighting *,
    const struct announcement *, int64_t article_id, struct err *e);
/* Like sighting_announce_known(), for a known entry whose feed has become
 * entitled since (announce.c). */
int sighting_take_over(struct store *, const struct sighting *,
    const struct article_state *, struct err *e);

#endif
