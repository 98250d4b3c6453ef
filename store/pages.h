/*
 * pages.h -- pages as fetched (pages.c), and cut again (recut.c).
 * The rules: store.h.
 */
#ifndef STORE_PAGES_H
#define STORE_PAGES_H

#include "base/err.h"
#include "base/slice.h"
#include "cuter/cuter.h"

struct store;

/* The kept page, unpacked: malloc'ed *ret_bytes (owned by the caller), and its
 * headers.  ERR_NOT_FOUND where none is kept. */
int store_page_get(struct store *, int64_t article_id, char **ret_bytes,
    size_t *ret_len, char **ret_content_type, struct err *e);

struct page_row {
	int64_t article_id, fetched_at;
	struct slice url;     /* after redirects */
	struct slice headers; /* as they came, CRLF behind each */
	struct slice body;    /* unpacked, without its Content-Encoding; absent
				 where it cannot be unpacked */
};
/* How many store_page_each() would visit. */
int store_page_count(struct store *, int64_t since, int64_t until,
    int64_t *ret_n, struct err *e);
/* Pages that were fetched from `since` on and before `until`, in that order;
 * DATE_NONE: open. */
int store_page_each(struct store *, int64_t since, int64_t until,
    int (*visit)(const struct page_row *, void *), void *arg, struct err *e);

/* ---- kept pages cut again (recut.c) ---- */

struct recut_query {
	int64_t feed_id;  /* 0: of any feed */
	int64_t since_at; /* fetched since; DATE_NONE: open */
	bool all;         /* also what this extractor has cut */
};
/* How many pages that asks for; *ret_kept: how many it would with all. */
int store_recut_count(struct store *, const struct recut_query *,
    int64_t *ret_n, int64_t *ret_kept, struct err *e);
/* At most `slice` of them that this extractor has cut are as if it had not, so
 * that a recut of all goes on where it was killed.  *ret_n: how many, 0 when
 * all are. */
int store_recut_forget(struct store *, const struct recut_query *, size_t slice,
    int64_t *ret_n, struct err *e);

struct recut_page {
	int64_t id, fetched_at;
	struct slice url, content_type, hint_title, hint_summary;
	struct slice body; /* unpacked */
};
/* The next one, by the article's id, behind `after`; of articles that are done
 * or feed_only.  visit is called once, or not at all where there is none.  A
 * page that cannot be unpacked is visited with an absent body. */
int store_recut_next(struct store *, const struct recut_query *, int64_t after,
    int (*visit)(const struct recut_page *, void *), void *arg, struct err *e);

struct recut_keep {
	int64_t id, fetched_at;              /* as store_recut_next gave them */
	struct slice url;                    /* likewise */
	const struct cuter_article *article; /* NULL: it could not be cut */
};
enum recut_result {
	RECUT_SAME,    /* for its readers; small things may have changed */
	RECUT_REVISED, /* the earlier text is a revision */
	RECUT_LESS,    /* what came is less, the text stays (see
			  store_article_keep) */
	RECUT_PASSED,  /* it was not cut, or is not what it was any more */
	RECUT_RESULT_COUNT
};
/* Keeps what came of it, with the note that this extractor has cut it.  What
 * was fetched anew or withdrawn meanwhile is left alone. */
int store_recut_keep(struct store *, const struct recut_keep *, int64_t now,
    enum recut_result *ret, struct err *e);

#endif
