/*
 * settle.h -- inside the room: giving an article its text.
 *
 * Polls do it (an entry without a page to fetch), results do it, and the end
 * of a subscription does it.  All of these run inside a store_operation.
 */
#ifndef STORE_SETTLE_H
#define STORE_SETTLE_H

#include "store/statement.h"

/* An article as it stands; texts live in s->scratch. */
struct article_state {
	int64_t id, revision, tries, extracted_at, first_seen_at;
	int64_t published_at, modified_at, revisit_from, missing_since;
	enum article_status status;
	struct slice url, title, body, origin, lang, canonical_url;
	struct slice flags, page_class, host_key, status_why;
	int64_t cluster_id;   /* 0: none */
	int64_t entitled;     /* an entitled feed has announced it: 1 or 0; -1:
				 not judged (schema 25) */
	int64_t announced_by; /* a feed; 0: not judged */
	/* What the row says was lent by witnesses (docs/security.md): it goes
	 * when the page, or a feed that may speak for it, says something. */
	bool is_lent;
};

/* What it is to say from now on. */
struct article_text {
	struct slice title, lead, byline, lang, body, body_html;
	struct slice canonical_url, canonical_key;
	struct slice origin, flags, page_class, node_classes;
	struct slice section, publisher, license, access;
	struct slice fields; /* JSON */
	int64_t published_at, modified_at, word_count;
	int64_t published_zone; /* minutes east of UTC; DATE_NONE */
	double confidence;
	int64_t cluster_id; /* 0: not looked for yet */
};

struct media_item {
	struct slice kind, url, alt, caption, credit, role;
	int64_t width, height;
	double relevance;
};

enum change_kind { CHANGE_NONE, CHANGE_NEW, CHANGE_REVISED, CHANGE_WITHDRAWN };

/* ERR_NOT_FOUND. */
int article_load(
    struct store *, int64_t id, struct article_state *ret, struct err *e);
/* What the feeds said: the article for want of a page. */
int article_feed_text(struct store *, const struct article_state *,
    struct article_text *ret, struct err *e);
/* Body, lead and number of words of what a feed says. */
void article_take_words(
    struct article_text *, struct slice summary, struct slice content);
/* Keeps the text with all that follows from it: the earlier text as a
 * revision, the full-text index, the change log. */
int article_settle(struct store *, const struct article_state *,
    enum article_status, struct slice why, const struct article_text *,
    int64_t now, struct err *e);
/* As store_article_keep, with done, of a page that is kept already: text and
 * what follows from it alone.  The article must be done or feed_only.
 * *ret_less: it is less than what the article says, which stays. */
int article_recut(struct store *, const struct article_keep *, int64_t now,
    bool *ret_less, struct err *e);
/* The cluster of such a row: of the article id and host_key count, of the text
 * body and flags. */
int article_join_cluster(struct store *, const struct article_state *,
    const struct article_text *, struct err *e);
/* A page's sightings into the memory of its feed's pages on its host. */
int site_memory_learn(struct store *, int64_t article_id, struct slice seen,
    int64_t now, struct err *e);

/* ---- which article has the same story (twin.c) ---- */

/* The key of the address by which two rows may turn out to be one story: what
 * the page of keep->article calls its canonical address, where that is of the
 * same site (nobody speaks for another) and not its front page (whole sites
 * name that on every page); else where the page was found.  In s->scratch;
 * SLICE_NONE where no address has a key. */
struct slice article_canonical_key(
    struct store *, const struct article_keep *, const struct article_state *);
/* An article that was kept before and says what the text says, so that this one
 * is given up; *ret_twin 0: none.  The rule: docs/security.md, "Duplicates".
 * The text learns its cluster.  Costs what cluster_of() does, and a comparison
 * with at most 9 articles of that address and 8 of the site in that cluster. */
int article_find_twin(struct store *, const struct article_state *,
    struct article_text *, int64_t *ret_twin, struct err *e);

/* ---- what waits for the end of the transaction (pending.c) ---- */

/* Writes it; a commit does it. */
int settle_end(struct store *, struct err *e);
/* What follows from a row that was inserted with its first text. */
int article_settle_first(
    struct store *, int64_t id, int64_t now, struct err *e);
int change_put(struct store *, int64_t article_id, int64_t revision,
    enum change_kind, int64_t now, struct err *e);
int text_index_later(struct store *, int64_t id, struct err *e);
/* Before the row changes, since FTS5 must be told the words to forget. */
int text_unindex(struct store *, int64_t id, struct err *e);

/* ---- what an article is made of ---- */

/* Where an article stands in time: when published, else when first seen, but
 * never more than a day ahead. */
int64_t article_sort_at(
    int64_t published_at, int64_t first_seen_at, int64_t now);

/* Each replaces what was there; empty items are left out. */
int article_set_authors(struct store *, int64_t id, const struct slice *names,
    size_t n, struct err *e);
int article_set_tags(struct store *, int64_t id, const struct slice *tags,
    size_t n, struct err *e);
int article_set_media(struct store *, int64_t id, const struct media_item *,
    size_t n, struct err *e);

#endif
