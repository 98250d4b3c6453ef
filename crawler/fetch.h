/*
 * fetch.h -- URL to bytes: libcurl's multi interface on a libevent loop.
 *
 * The happy path is: fetch_start() → libcurl's socket and timer callbacks on
 * the loop → body bytes straight into a memfd → `done` with a response.  It
 * can fail by: an address that may not be connected to, a redirect too many
 * or to another scheme, too many header or body bytes (counted decoded, in the
 * callbacks), a timeout, a cut connection; each is a fetch_result, not an
 * error of ours.
 *
 * One transfer costs some 15 KB while it runs; memory of a body is the
 * kernel's (memfd).
 */
#ifndef CRAWLER_FETCH_H
#define CRAWLER_FETCH_H

#include "base/err.h"
#include "base/slice.h"

struct event_base;
struct fetcher;
struct fetch; /* one transfer under way */

/* A redirect leads to url, which is borrowed until fetch_go_on(),
 * fetch_refuse() or `done`.  One of them is called, from within or later; until
 * then the transfer counts as none, and its time stands still. */
typedef void fetch_hop(
    struct fetch *, const char *url, void *traveller, void *arg);

struct fetch_options {
	const char *user_agent;
	int parallel; /* transfers at once; more are refused by fetch_start.
			 One that has waited LIMIT_SILENT_MS for a first
			 byte does not count, up to fetcher_most() in all */
	bool allow_private;
	const char *proxy; /* NULL: none, whatever the environment says.  With
			      one, the address guard sees only hosts that are
			      written as addresses */
	int64_t slow_s;    /* patience with a slow server; 0: LIMIT_SLOW_S */
	fetch_hop *hop;    /* NULL: every redirect is followed at once */
	void *hop_arg;
};

enum fetch_kind { FETCH_FEED, FETCH_PAGE, FETCH_ROBOTS }; /* chooses Accept */

/* Scheme, host and port are the same: what is told to one may be told to the
 * other. */
bool fetch_same_origin(const char *a, const char *b);

struct fetch_header {
	const char *name, *value;
};

struct fetch_request {
	enum fetch_kind kind;
	const char *url;
	const char *etag;          /* NULL or opaque bytes: If-None-Match */
	const char *last_modified; /* likewise If-Modified-Since */
	/* The effective address that gave them: they are sent to that one
	 * alone, wherever on the way it comes.  NULL: to url's own origin. */
	const char *validators_url;
	/* Sent to url's own origin only, never after a redirect to another. */
	const struct fetch_header *headers;
	size_t n_headers;
	int64_t max_bytes; /* decoded */
	int64_t timeout_ms;
	void *traveller; /* for options.hop; NULL: it is not asked */
};

enum fetch_result {
	FETCH_OK,         /* a response came whole; look at status */
	FETCH_TRUNCATED,  /* it was cut; body holds what came */
	FETCH_TOO_LARGE,  /* body or headers over their bound, or a bomb */
	FETCH_TIMEOUT,    /* connect, low speed or total */
	FETCH_DNS,        /* the name does not resolve */
	FETCH_CONNECT,    /* refused, unreachable */
	FETCH_TLS,        /* certificate or handshake */
	FETCH_FORBIDDEN,  /* address guard, scheme, credentials */
	FETCH_REDIRECTS,  /* too many, or a loop */
	FETCH_PROTOCOL,   /* not HTTP, bad encoding, and the rest */
	FETCH_DISALLOWED, /* fetch_refuse(): robots.txt where it leads to */
	FETCH_POSTPONED,  /* likewise: not now, but after wait_s */
	FETCH_CANCELLED,
	FETCH_RESULT_COUNT
};
/* "ok", "truncated", "too-large", "timeout", … : stored and logged. */
const char *fetch_result_name(enum fetch_result);

/* Everything is borrowed during `done`, except body_fd, which `done` takes
 * (close it). */
struct response {
	enum fetch_result result;
	const char *why; /* one line, "" for FETCH_OK */
	long status;     /* 0 if none came */
	const char *url; /* effective, after redirects */
	bool permanent;  /* there were redirects, each of them 301 or 308 */
	int redirects;
	bool answered;  /* some server, since it was started or went on */
	int64_t wait_s; /* of FETCH_POSTPONED */
	/* Headers of the last response, NULL where it had none (or an empty
	 * one); opaque.  The last of several, but cache_control, link and
	 * x_robots_tag are joined by ", ". */
	const char *etag, *last_modified, *content_type, *cache_control, *age,
	    *date, *expires, *retry_after, *x_robots_tag, *link, *location,
	    *content_location, *cf_mitigated, *ratelimit_reset;
	struct slice headers; /* all of the last response's, as sent: lines with
				 CRLF, without status line and trailers */
	int body_fd;          /* memfd at offset 0, sealed; -1 if none (no
				 byte came, or neither ok nor truncated; of a
				 robots.txt that is too large, what came) */
	int64_t body_bytes;   /* decoded */
	int64_t wire_bytes;   /* headers and body as transferred */
	int64_t elapsed_ms;
};

typedef void fetch_done(const struct response *, void *arg);

/* Its Date, the server's own time; DATE_NONE: it has none that is one. */
int64_t response_date(const struct response *);

/* curl_global_init is done once inside.  Not thread-safe: one loop. */
int fetcher_new(struct event_base *, const struct fetch_options *,
    struct fetcher **ret, struct err *e);
/* Cancels what runs (their `done` is called with FETCH_CANCELLED).  Not from
 * within `done`. */
void fetcher_free(struct fetcher *);
int fetcher_active(const struct fetcher *);
/* Transfers that wait for fetch_go_on(). */
int fetcher_parked(const struct fetcher *);
/* Would fetch_start take one more?  O(1), O(active) where many are. */
bool fetcher_has_room(const struct fetcher *);
/* … one of which no answer may be expected?  Never all places are held by
 * such.  O(1). */
bool fetcher_has_room_for_silence(const struct fetcher *);
/* How many transfers there can be at once, for those who count descriptors. */
int fetcher_most(int parallel);
/* Ends all transfers: their `done` is called with FETCH_CANCELLED, from the
 * loop. */
void fetcher_cancel_all(struct fetcher *);

/* `done` is called from the loop, once, never from within fetch_start.  The
 * request is copied.  ERR_LIMIT unless fetcher_has_room().  An address
 * that may not be fetched is FETCH_FORBIDDEN.  Validators and headers that
 * are no single line are left out.  *ret (may be NULL) ends when `done` is
 * called. */
int fetch_start(struct fetcher *, const struct fetch_request *, fetch_done *,
    void *arg, struct fetch **ret, struct err *e);
/* `done` hears FETCH_CANCELLED, from the loop. */
void fetch_cancel(struct fetch *);

/* What was asked by options.hop is answered.  To go on later than from within
 * needs fetcher_has_room(). */
void fetch_go_on(struct fetch *);
/* `done` hears of that result, from the loop, with status 0; wait_s is for
 * FETCH_POSTPONED. */
void fetch_refuse(
    struct fetch *, enum fetch_result, int64_t wait_s, const char *why);

#endif
