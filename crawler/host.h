/*
 * host.h -- one budget a host: how many connections, how far apart, and
 * pauses that a server asked for.  Pure: time is passed in.
 *
 * A host is what url_budget_key() says: the registrable domain of a public
 * host, host:port of any other.
 */
#ifndef CRAWLER_HOST_H
#define CRAWLER_HOST_H

#include "base/err.h"
#include "base/slice.h"

struct host_policy {
	int connections; /* at once */
	int64_t gap_ms;  /* between two starts */
};

/* What is known of a host.  Each rank has places of its own, so that those of
 * which less is known cannot hold all. */
enum host_rank {
	HOST_UNHEARD, /* nothing: never asked, or it was silent */
	HOST_ANSWERS, /* when it was asked last, be it with an error */
	HOST_PROVEN,  /* and did before: it is no newcomer, of whom hundreds may
			 come at once; and what it says is read in no time */
	HOST_RANK_COUNT
};

struct host {
	char *key;              /* owned */
	int active;             /* transfers under way */
	int reading;            /* documents of it that wait to be read */
	int64_t started_ms;     /* monotonic: the last one … */
	int64_t next_start_ms;  /* … and the next, by gap and crawl-delay */
	int64_t pause_until_at; /* wall clock: Retry-After, back-off; 0: none */
	int64_t crawl_delay_s;  /* from robots.txt; 0: none */
	int failures;           /* in a row, of the host itself (429, 503) */
	int strain;             /* how often its gap is doubled */
	int64_t usual_ms;       /* that its answers take; 0: none came yet */
	int64_t last_ms;        /* … and that the last one took */
	bool answers;           /* when it was asked last */
	bool is_known;          /* some feed of it was polled before, and well */
	int owes;               /* documents that are read in no time, until it
	                           is PROVEN: for one that was not */
	void *user; /* the daemon's */
};

struct host_table;

enum host_rank host_rank(const struct host *);
/* A document of it was read, or not: in no time, or it was slow or killed its
 * reader. */
void host_was_read(struct host *, bool in_no_time);
/* A feed of it did well at its last poll, be it before a restart. */
void host_known(struct host *);

int host_table_new(struct host_table **ret, struct err *e);
void host_table_free(struct host_table *);
/* True for a public host: its feeds share its pauses.  Of any other (addresses,
 * localhost, single labels) a feed's pause is that feed's alone, since who
 * answers there for one feed does not for another (etiquette E22, E23). */
bool host_is_shared(const struct host *);
/* Finds or adds; NULL only without memory.  Pointers stay valid. */
struct host *host_get(struct host_table *, struct slice key);
size_t host_count(const struct host_table *);
/* Visits all; start with *at = 0, NULL at the end. */
struct host *host_next(const struct host_table *, size_t *at);

/* Forgets hosts of which nothing is to be remembered: idle, not pausing, no
 * failures, no crawl-delay, no `user`.  Their pointers end.  Returns how many.
 */
size_t host_table_trim(
    struct host_table *, int64_t monotonic_ms, int64_t now_at);

/* 0: may start now; > 0: ms to wait; -1: all its connections are busy (ask
 * again when one ends).  Never more than LIMIT_HOST_PAUSE_S, whatever the
 * wall clock did; nor after a start longer than this policy asks for. */
int64_t host_wait_ms(const struct host *, const struct host_policy *,
    int64_t monotonic_ms, int64_t now_at);
/* The next start is a gap away, or the crawl-delay where that is longer (at
 * most LIMIT_CRAWL_DELAY_S), or more where it is strained (likewise). */
void host_started(
    struct host *, const struct host_policy *, int64_t monotonic_ms);
/* How it bears us, by one answer of its: 403, 429, 503, and one that took much
 * longer than they usually do, double its gap, up to LIMIT_STRAIN times; each
 * other halves it again.  Not kept over restarts. */
void host_strained(struct host *, long status, int64_t elapsed_ms);
/* retry_after_s: what the server asked for, -1 for nothing.  429 and 503
 * pause the host: as asked, else 15 min doubling up to 24 h (etiquette
 * E15-E21).  Any success ends the count. */
void host_finished(
    struct host *, long status, int64_t retry_after_s, int64_t now_at);

#endif
