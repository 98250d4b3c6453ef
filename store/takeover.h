/*
 * takeover.h -- an article that is known, and a feed that announces it too.
 */
#ifndef STORE_TAKEOVER_H
#define STORE_TAKEOVER_H

#include "store/settle.h"
#include "store/sighting.h"

/* Why a feed's own decision keeps a page from being fetched; another feed may
 * decide otherwise. */
#define WHY_NOT_WANTED "fetching articles is off for this feed"
#define WHY_TOO_OLD    "older than articles.max_age"

/* What one feed says of the article that it announces. */
struct announcement {
	struct slice url, url_key, host_key;
	struct slice why_not; /* the page is not fetched; absent: it is */
	bool entitled;        /* the feed may speak for the page … */
	bool is_of_site;      /* … by its own address or `site` */
};

/* The article that the feed's words make: title, text and dates of the entry,
 * language of the feed.  Borrowed.  with_body false: no body, lead or number of
 * words.  O(length of the words). */
struct article_text sighting_text(const struct sighting *, bool with_body);
/* Authors, tags and media of the entry replace those of the article; or are
 * those of an article that has none yet. */
int sighting_set_lists(
    struct store *, const struct sighting *, int64_t article_id, struct err *e);
int sighting_add_lists(
    struct store *, const struct sighting *, int64_t article_id, struct err *e);

/* The feed has announced an article that is known.  The first entitled feed
 * takes it over from the witnesses: what they lent goes, and the article is
 * judged as if it were new; of one whose page was read, what the page does not
 * say is filled in, and the page is looked at again with this feed's hints.
 * A page that is not fetched by the decision of another feed is fetched if this
 * one wants it; but not for a witness if an entitled feed says that it is old.
 * Counts up kept->n_owed.  Inside a store_operation. */
int sighting_announce_known(struct store *, const struct sighting *,
    const struct announcement *, int64_t article_id, struct err *e);
/* As sighting_announce_known() of an entry that is known, whose feed may speak
 * for the article since (announce.c). */
int sighting_take_over(struct store *, const struct sighting *,
    const struct article_state *, struct err *e);

#endif
