/*
 * sites.h -- state of hosts (hosts.c), site memories (site_memory.c), and
 * documents that crash the worker (crasher.c).  The conventions: store.h.
 */
#ifndef STORE_FEED_SITES_H
#define STORE_FEED_SITES_H

#include "base/buf.h"
#include "base/err.h"
#include "base/slice.h"

struct store;

/* ---- hosts (hosts.c) ---- */

struct host_row {
	struct slice key;
	int64_t pause_until_at; /* 0: no pause */
	int64_t failures;
	/* The pause and the failures are those of foreign requests
	 * (crawler/host.h).  Stored as the sign of the column `failures`. */
	bool is_foreign;
	int64_t crawl_delay_s; /* of its robots.txt; 0: none */
};
/* Replaces the row of the host.  A row without a pause, failures and a crawl
 * delay is deleted. */
int store_host_put(struct store *, const struct host_row *, struct err *e);
/* Visits the rows of the hosts whose shards this node owns; on SQLite, all
 * rows. If visit does not return 0, ends early and returns that value. */
int store_host_each(struct store *,
    int (*visit)(const struct host_row *, void *), void *arg, struct err *e);

struct robots_row {
	struct slice origin; /* "https://example.org" */
	struct slice rules;  /* the text of robots_reduce() */
	int64_t fetched_at, expires_at;
	bool disallow_all; /* no URL may be fetched, because robots.txt was
			      unreachable or gave a 5xx status (RFC 9309,
			      section 2.3.1.4) */
	int64_t read_at;   /* when the robots.txt was last read; 0: never */
	int64_t unreachable_since; /* time since which robots.txt has been
				    * unreachable; 0: reachable */
};
/* Inserts or replaces the row of the origin. */
int store_robots_put(struct store *, const struct robots_row *, struct err *e);
/* ERR_NOT_FOUND if no robots.txt of the origin is stored. */
int store_robots_get(struct store *, struct slice origin,
    int (*visit)(const struct robots_row *, void *), void *arg, struct err *e);

/* ---- site memories (site_memory.c) ---- */

/* Reads the site memory for the page of an article (cuter_options.memory):
 * fingerprints of earlier pages that were fetched from the same host for the
 * same feed.  The memory is empty for the first page, and for a page that no
 * entitled feed has announced.  `out`: limited to LIMIT_SITE_MEMORY, cleared
 * first.  store_article_put() adds the page when the status of the article
 * becomes done. */
int store_site_memory_get(
    struct store *, int64_t article_id, struct buf *out, struct err *e);

/* ---- documents that crash the worker (crasher.c) ---- */

struct crasher_row {
	int64_t id, bytes, fallback_levels, deaths, first_at, last_at;
	struct slice hash; /* SHA-256, as hex */
	struct slice kind; /* "feed", "page", "robots" */
	struct slice url, content_type;
	struct slice why;     /* reason of the last crash */
	struct slice version; /* version of gleaner whose worker crashed */
	bool has_body;        /* its bytes are stored */
};

/* Records that a document has crashed a worker.  Reads hash, kind, bytes, url,
 * content_type, fallback_levels (the number of fallback levels that crashed),
 * why and version of the row.  `body`: stored up to LIMIT_CRASHER_BYTES;
 * SLICE_NONE: not stored.  If there are more than LIMIT_CRASHER_ROWS rows, the
 * oldest are deleted; if more than LIMIT_CRASHERS_STORED rows have bytes, the
 * bytes of the oldest are deleted. */
int store_crasher_put(struct store *, const struct crasher_row *,
    struct slice body, int64_t now, struct err *e);
/* Visits all crashers, newest first. */
int store_crasher_each(struct store *,
    int (*visit)(const struct crasher_row *, void *), void *arg, struct err *e);
/* Returns the stored bytes of a document, owned by the caller (malloc).
 * ERR_NOT_FOUND: no bytes are stored for it. */
int store_crasher_body(struct store *, int64_t id, char **ret_bytes,
    size_t *ret_len, struct err *e);

#endif
