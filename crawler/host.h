/*
 * host.h -- the rate limit of a host: connections, request interval, and
 * pauses that the server asked for.  Pure functions: time is passed in.
 *
 * A host is identified by url_budget_key(): the registrable domain of a
 * public host, host:port of any other.
 */
#ifndef CRAWLER_HOST_H
#define CRAWLER_HOST_H

#include "base/err.h"
#include "base/slice.h"

struct host_policy {
	int connections; /* at once */
	int64_t gap_ms;  /* between two starts */
};

/* The trust in a host.  In queues, each rank has separate places, so that hosts
 * of a lower rank cannot use all places. */
enum host_rank {
	HOST_SILENT,  /* never requested, or the last request got no response */
	HOST_ANSWERS, /* answered the last request, possibly with an error */
	HOST_TRUSTED, /* the host also answered earlier requests, and its
			 documents are read fast */
	HOST_RANK_COUNT
};

struct host {
	char *key;          /* owned */
	int active;         /* running transfers */
	int reading; /* number of documents of the host that wait for a worker
		      */
	int64_t started_ms; /* monotonic: last start, if has_started */
	bool has_started;
	int64_t pause_until_at; /* wall clock: Retry-After, back-off; 0: none */
	int64_t crawl_delay_s;  /* from robots.txt; 0: none */
	int failures;           /* consecutive 429 and 503 responses */
	/* The same for foreign requests (host_finished_foreign()): their pause
	 * and their failures. */
	int64_t foreign_pause_until_at;
	int foreign_failures;
	/* The same as slowdown, usual_ms and last_ms below, for foreign
	 * requests (host_adjust_foreign_interval()), and the monotonic time of
	 * the last start of a foreign request, used only if there is a slowdown
	 * or a crawl delay of foreign requests */
	int foreign_slowdown;
	int64_t foreign_usual_ms, foreign_last_ms, foreign_started_ms;
	int64_t foreign_crawl_delay_s; /* from robots.txt files that only
					  foreign requests need; 0: none */
	int slowdown; /* number of doublings of the request interval that are
			 in effect */
	int64_t usual_ms; /* usual duration of its answers; 0: no answer yet */
	int64_t last_ms;  /* duration of the last answer */
	bool answers;     /* the host answered the last request */
	bool is_known; /* a feed of the host was polled successfully before */
	int fast_documents_due; /* number of fast documents after a slow one
		     that are required before the host is HOST_TRUSTED again */
	void *user; /* for the daemon */
};

struct host_table;

/* Returns the rank by the latest answers and documents.  O(1). */
enum host_rank host_rank(const struct host *);
/* Records whether a document of the host was read fast. false: reading it was
 * slow or crashed the worker. */
void host_note_document(struct host *, bool is_fast);
/* Records that the last poll of a feed of the host was successful, possibly
 * before a restart. */
void host_note_known(struct host *);

/* Creates an empty table.  ERR_MEMORY. */
int host_table_new(struct host_table **ret, struct err *e);
/* Frees the hosts, too.  NULL is allowed. */
void host_table_free(struct host_table *);
/* True for a public host, whose feeds share its pauses.  For other hosts
 * (addresses, localhost, single labels) a pause applies to one feed only,
 * because different servers may answer there (docs/etiquette.md, rows E22 and
 * E23). */
bool host_is_shared(const struct host *);
/* Returns the host with this key, or NULL if the table does not contain it. */
struct host *host_find(const struct host_table *, struct slice key);
/* Finds or adds a host; NULL: no memory.  Pointers stay valid. */
struct host *host_get(struct host_table *, struct slice key);
/* Returns the number of hosts. */
size_t host_count(const struct host_table *);
/* Returns the next host, or NULL after the last one. Set *at = 0 before the
 * first call. */
struct host *host_next(const struct host_table *, size_t *at);

/* Removes and frees the hosts without state. Such a host has no running
 * transfer, no pause, no failures and no crawl-delay, its gap has ended, and
 * its `user` is NULL.  Returns the number of removed hosts. */
size_t host_table_trim(struct host_table *, const struct host_policy *,
    int64_t monotonic_ms, int64_t now_at);

/* Returns the required time between the starts of two requests, in
 * milliseconds: the gap of this policy or the crawl-delay, whichever is longer,
 * and more if the host is slowed down.  Neither the crawl-delay nor the
 * interval of a slow host exceeds LIMIT_CRAWL_DELAY_S. */
int64_t host_gap_ms(const struct host *, const struct host_policy *);
/* Returns 0: a request may start now; > 0: ms to wait; -1: all connections are
 * busy (call again when one ends).  The wait is at most LIMIT_HOST_PAUSE_S,
 * even if the wall clock was set.  Between two starts is at least
 * host_gap_ms().  A change of these values also applies to the last start, so
 * that a Crawl-delay delays the request after the robots.txt.  The pause of
 * foreign requests is not considered. */
int64_t host_wait_ms(const struct host *, const struct host_policy *,
    int64_t monotonic_ms, int64_t now_at);
/* Returns the rest of the host's pause in seconds, at most LIMIT_HOST_PAUSE_S;
 * 0: no pause.  is_foreign: for a foreign request, which also waits for the
 * pause of foreign requests. */
int64_t host_pause_left_s(const struct host *, bool is_foreign, int64_t now_at);
/* Returns the time that foreign requests wait besides host_wait_ms(), in
 * milliseconds: the pause, the slowed interval and the crawl delay of foreign
 * requests; 0: none. */
int64_t host_foreign_wait_ms(const struct host *, const struct host_policy *,
    int64_t monotonic_ms, int64_t now_at);
/* Records the start of a request. */
void host_started(struct host *, int64_t monotonic_ms);
/* Records the start of a foreign request. */
void host_started_foreign(struct host *, int64_t monotonic_ms);
/* Records that a running transfer sends a further request, after a redirect
 * that did not wait for the gap. */
void host_continued(struct host *, bool is_foreign, int64_t monotonic_ms);
/* Records when the request that was started was sent, which is later if the
 * connection took long. The gap is counted from this time, because the server
 * sees only this time. An earlier time than the start is ignored. */
void host_sent(struct host *, bool is_foreign, int64_t monotonic_ms);
/* Adjusts the request interval after an answer. The interval is doubled, up to
 * LIMIT_SLOWDOWN times, after 403, 429, 503, and after an answer that took much
 * longer than usual. It is halved after any other answer with a status below
 * 500. Other answers do not change it. The adjustment is lost at a restart. */
void host_adjust_interval(struct host *, long status, int64_t elapsed_ms);
/* The same for a foreign request.  Only the interval between foreign requests
 * is adjusted, because the feed of another publisher may choose slow URLs. */
void host_adjust_foreign_interval(
    struct host *, long status, int64_t elapsed_ms);
/* Records the end of a request.  retry_after_s: -1 if the server sent none.
 * fresh_s: freshness_lifetime_s() of the response.  429 and 503 pause the host
 * for retry_after_s, at most LIMIT_HOST_PAUSE_S.  After repeated failures the
 * pause is at least 1 s, 2 s, 4 s, up to 15 min.  If there is no retry_after_s,
 * the pause is 15 min after the first failure and doubles up to 24 h; fresh_s
 * can only lengthen it (docs/etiquette.md, rows E15 to E21).  A status from 200
 * to 399 resets the count of failures. */
void host_finished(struct host *, long status, int64_t retry_after_s,
    int64_t fresh_s, int64_t now_at);
/* The same for a foreign request: one that only a feed of another publisher
 * causes (daemon/host/fair_queue.h).  429 and 503 pause the foreign requests as
 * in host_finished(), and no other requests, because the other publisher's feed
 * chooses the URLs.  If the host refuses other requests, too, their own
 * responses pause it.  A status from 200 to 399 resets both counts of failures.
 */
void host_finished_foreign(struct host *, long status, int64_t retry_after_s,
    int64_t fresh_s, int64_t now_at);

#endif
