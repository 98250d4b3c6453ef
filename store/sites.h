/*
 * sites.h -- what is known of hosts (hosts.c), what sites teach
 * (site_memory.c), and documents that kill who reads them (poison.c).
 * The rules: store.h.
 */
#ifndef STORE_SITES_H
#define STORE_SITES_H

#include "base/buf.h"
#include "base/err.h"
#include "base/slice.h"

struct store;

/* ---- hosts (hosts.c) ---- */

struct host_row {
	struct slice key;
	int64_t pause_until_at; /* 0: none */
	int64_t failures;
};
int store_host_put(struct store *, const struct host_row *, struct err *e);
int store_host_each(struct store *,
    int (*visit)(const struct host_row *, void *), void *arg, struct err *e);

struct robots_row {
	struct slice origin; /* "https://example.org" */
	struct slice rules;  /* robots_reduce's text */
	int64_t fetched_at, expires_at;
	bool disallow_all;         /* 5xx or unreachable, RFC 9309 2.3.1.4 */
	int64_t read_at;           /* when rules came; 0: never */
	int64_t unreachable_since; /* without a break; 0: it is not */
};
int store_robots_put(struct store *, const struct robots_row *, struct err *e);
/* ERR_NOT_FOUND where none is kept. */
int store_robots_get(struct store *, struct slice origin,
    int (*visit)(const struct robots_row *, void *), void *arg, struct err *e);

/* ---- what sites teach (site_memory.c) ---- */

/* What cuter_options.memory is for an article's page: what the pages before it
 * have taught, of its host and the feed that it is fetched for; empty at first,
 * and for a page that no entitled feed has announced.
 * out: LIMIT_SITE_MEMORY, cleared first.  store_article_keep() learns from an
 * article that gets its text, and never twice from one. */
int store_site_memory_get(
    struct store *, int64_t article_id, struct buf *out, struct err *e);

/* ---- documents that kill who reads them (poison.c) ---- */

struct poison_row {
	int64_t id, bytes, rungs, deaths, first_at, last_at;
	struct slice hash; /* SHA-256, as hex */
	struct slice kind; /* "feed", "page", "robots" */
	struct slice url, content_type;
	struct slice why;     /* of the last death */
	struct slice version; /* of the gleaner that died */
	bool has_body;        /* its bytes are kept */
};

/* A reader has died of it: hash, kind, url, content_type, rungs (so many of
 * the ladder are dead), why and version of the row are taken.  body: kept up
 * to LIMIT_POISON_BYTES; SLICE_NONE: not.  Of more than LIMIT_POISON_ROWS the
 * oldest go, and the bytes of more than LIMIT_POISON_KEPT. */
int store_poison_put(struct store *, const struct poison_row *,
    struct slice body, int64_t now, struct err *e);
/* All of them, the newest first. */
int store_poison_each(struct store *,
    int (*visit)(const struct poison_row *, void *), void *arg,
    struct err *e);
/* The kept bytes: malloc'ed, owned by the caller.  ERR_NOT_FOUND. */
int store_poison_body(struct store *, int64_t id, char **ret_bytes,
    size_t *ret_len, struct err *e);

#endif
