/*
 * article_apply.h -- internal to store/: applies a text to an article.
 *
 * Used by polls and by fetch results.  All functions must run inside a
 * store_operation.  The functions that return int return 0, or a negative code:
 * ERR_MEMORY or an error of the database.
 */
#ifndef STORE_ARTICLE_ARTICLE_APPLY_H
#define STORE_ARTICLE_ARTICLE_APPLY_H

#include "store/article/article_state.h"
#include "store/article/articles.h"
#include "store/sqlite/statement.h"

struct media_item {
	struct slice kind, url, alt, caption, credit, role;
	int64_t width, height;
	double relevance;
};

enum change_kind { CHANGE_NONE, CHANGE_NEW, CHANGE_REVISED, CHANGE_WITHDRAWN };

/* Sends the queries for the article and its lists before their rows are needed
 * (query_ahead()).  article_load() then finds the rows. */
void article_load_ahead(struct store *, int64_t id);
/* Loads an article.  ERR_NOT_FOUND: there is no such article. */
int article_load(
    struct store *, int64_t id, struct article_state *ret, struct err *e);
/* True if the article is gone with the reason WHY_READDRESSED. */
bool article_is_readdressed(const struct article_state *);
/* Ends a hand-over (store_article_hand_over()): the article gets the shard of
 * its own host again.  Does nothing on SQLite. */
int article_give_back(struct store *, int64_t id, struct err *e);
/* Makes the text of an article from the texts of its feeds, for an article that
 * has no text of a page. */
int article_feed_text(struct store *, const struct article_state *,
    struct article_text *ret, struct err *e);
/* Sets body, lead and word count from the texts of a feed.  O(length of the
 * texts). */
void article_set_body(
    struct article_text *, struct slice summary, struct slice content);
/* Stores the text and updates all data that depend on it: the revision with the
 * earlier text, the full-text index, the change log. */
int article_apply(struct store *, const struct article_state *,
    enum article_status, struct slice why, const struct article_text *,
    int64_t now, struct err *e);
/* Reports to the caller of store_article_put() what was stored: writes the
 * status and the reason to *update->ret_stored, unless this pointer is NULL. */
void article_report(
    const struct article_update *, enum article_status, struct slice why);
/* Like store_article_put() with status done, for a page that is already stored:
 * updates only the text and the fields that depend on it.  The article must be
 * done or feed_only.  *ret_less is set to true if the article is done and keeps
 * its stored text because the new text is worse (store_article_put()). */
int article_recut(struct store *, const struct article_update *, int64_t now,
    bool *ret_less, struct err *e);
/* Assigns a cluster to an article.  Reads id, host_key and cluster_id of the
 * article, and body, word_count, flags, page_class and prepared of the text. */
int article_join_cluster(struct store *, const struct article_state *,
    const struct article_text *, struct err *e);
/* Sends the query of site_memory_learn() (query_ahead()). */
void site_memory_ahead(struct store *, int64_t article_id);
/* Adds the observations of a page to the site memory of its feed and host. */
int site_memory_learn(struct store *, int64_t article_id, struct slice seen,
    int64_t now, struct err *e);

/* ---- duplicates of an article (duplicate.c, duplicate_entitle.c) ---- */

/* Returns the key of an address.  Rows with equal keys may be the same story.
 * The address is the canonical address that the page of the update declares.
 * If the canonical address is on another site, the address of the page is used,
 * because a site cannot claim pages of another site.  If the canonical address
 * is the front page, the address of the page is used, because some sites
 * declare the front page on every page.  The text is in s->scratch.  SLICE_NONE
 * if no address has a key. */
struct slice article_canonical_key(struct store *,
    const struct article_update *, const struct article_state *);
/* Finds an earlier article with the same text, so that the new article can be
 * marked as a duplicate.  *ret_duplicate: its id; 0: no duplicate was found.
 * The rule: docs/security.md, "Duplicates".  Sets the cluster of the text.
 * Costs as much as cluster_of(), plus a comparison with at most 9 articles of
 * the canonical address and with at most 8 articles of the same site and
 * cluster. */
int article_find_duplicate(struct store *, const struct article_state *,
    struct article_text *, int64_t *ret_duplicate, struct err *e);
/* Called when the article `duplicate` was found to be the same as the article
 * `id`.  Acts only if three conditions hold: only witnesses have announced
 * `id`; an entitled feed has announced `duplicate`; this feed is entitled for
 * `id`, too.  The feed then becomes the announcer of `id`, and fields that `id`
 * does not have are copied from `duplicate`. */
int duplicate_entitle(struct store *, const struct article_state *duplicate,
    int64_t id, struct err *e);

/* ---- writes deferred to the end of the transaction (deferred.c) ---- */

/* Performs the deferred writes.  Each commit calls this function. */
int deferred_write(struct store *, struct err *e);
/* Called after an article was inserted with its first text.  The article is
 * added to the change log and to the full-text indexes before the transaction
 * ends. */
int article_apply_first(struct store *, int64_t id, int64_t now, struct err *e);
/* Appends a change to the change log.  On SQLite, changes of the kind
 * CHANGE_NEW are collected and appended later in the transaction.  On
 * PostgreSQL, all changes are collected (deferred.c). */
int change_put(struct store *, int64_t article_id, int64_t revision,
    enum change_kind, int64_t now, struct err *e);
/* Adds the text of the article to the full-text indexes before the transaction
 * ends. */
int text_index_later(struct store *, int64_t id, struct err *e);
/* Removes the text of the article from the full-text indexes.  Must be called
 * before the row changes, because FTS5 needs the old words to remove them. */
int text_unindex(struct store *, int64_t id, struct err *e);

/* ---- parts of an article ---- */

/* Returns the time by which articles are sorted: the date of publication, else
 * the time at which the article was first seen.  A time more than one day after
 * `now` is reduced to one day after `now`. */
int64_t article_sort_at(
    int64_t published_at, int64_t first_seen_at, int64_t now);

/* article_set_authors(), article_set_tags() and article_set_media() replace the
 * stored list.  Empty items are skipped. */
int article_set_authors(struct store *, int64_t id, const struct slice *names,
    size_t n, struct err *e);
int article_set_tags(struct store *, int64_t id, const struct slice *tags,
    size_t n, struct err *e);
int article_set_media(struct store *, int64_t id, const struct media_item *,
    size_t n, struct err *e);

#endif
