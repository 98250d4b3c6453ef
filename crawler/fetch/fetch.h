/*
 * fetch.h -- fetches a URL with libcurl's multi interface on a libevent loop.
 *
 * The normal case: the caller calls fetch_start(). Events of the loop call
 * libcurl, which receives the response. The bytes of the body are written to a
 * memfd. `done` gets a struct response.
 *
 * Failures: an address that must not be connected to, too many redirects or a
 * redirect to another scheme, too many bytes of headers or of the decoded body
 * (counted in the callbacks), a timeout, an interrupted connection. Each is a
 * fetch_result, not an error of the program.
 *
 * A running transfer costs about 15 KB. The body is in kernel memory (memfd).
 */
#ifndef CRAWLER_FETCH_FETCH_H
#define CRAWLER_FETCH_FETCH_H

#include "base/err.h"
#include "base/slice.h"
#include "crawler/fetch/freshness.h"
#include "crawler/histogram.h"

struct access;
struct event_base;
struct fetcher;
struct fetch; /* one running transfer */

/* Called for a redirect to `url`, which is borrowed until fetch_go_on(),
 * fetch_refuse() or `done` is called. fetch_go_on() or fetch_refuse() must be
 * called, either in this callback or later. Until then the transfer does not
 * count as active, and its timeout does not run. */
typedef void fetch_redirected(
    struct fetch *, const char *url, void *redirect_owner, void *arg);

struct fetch_options {
	const char *user_agent;
	/* maximum number of counted transfers; fetch_start() refuses more. A
	 * transfer is not counted after it has waited LIMIT_SILENT_MS for the
	 * first byte, if the address of its host is known. Therefore at most
	 * this number of host names is looked up at the same time. The number
	 * of all transfers is at most fetcher_most() */
	int parallel;
	bool allow_private;
	/* true: a redirect from https to http is followed unchanged. false: the
	 * target is requested with https; a target with a port is refused. For
	 * a robots.txt the redirect is always followed unchanged */
	bool allow_downgrade;
	/* URL of the proxy; NULL: no proxy is used, and the environment is not
	 * read. With a proxy, the address guard checks only hosts that are
	 * written as addresses */
	const char *proxy;
	/* The entries of `sites`, borrowed (crawler/access.h); NULL: no
	 * entries. The entry of a URL is looked up for each request of a chain
	 * of redirects. */
	const struct access *access;
	int64_t slow_s; /* a transfer that is slower than LIMIT_SLOW_BYTES_S for
			   this time is ended; 0: LIMIT_SLOW_S */
	fetch_redirected
	    *on_redirect; /* NULL: redirects are followed immediately */
	void *on_redirect_arg;
};

/* The kind of the requested document. The kind determines the header Accept.
 * FETCH_ROBOTS has further rules: no headers and cookies of `sites` are sent,
 * redirects to http are followed, and the beginning of a body that is too large
 * is kept. For FETCH_HUB no headers, cookies and client certificates of `sites`
 * are sent. */
enum fetch_kind {
	FETCH_FEED,
	FETCH_PAGE,
	FETCH_ROBOTS,
	FETCH_HUB,
	FETCH_KIND_COUNT
};

/* True if scheme, host and port are equal, so that credentials of one URL may
 * be sent to the other. */
bool fetch_same_origin(const char *a, const char *b);

struct fetch_header {
	const char *name, *value;
};

struct fetch_request {
	enum fetch_kind kind;
	const char *url;
	const char *etag; /* value of If-None-Match, opaque bytes; NULL: the
			     header is not sent */
	const char *last_modified; /* value of If-Modified-Since, opaque bytes;
				      NULL: the header is not sent */
	/* The effective URL whose response contained the validators.  They are
	 * sent to this URL only, also after redirects.  NULL: they are sent to
	 * the origin of url. */
	const char *validators_url;
	/* Headers that are sent to the origin of url only, and not after a
	 * redirect to another origin. They replace headers of the same name in
	 * `sites`. */
	const struct fetch_header *headers;
	size_t n_headers;
	/* NULL: the method is GET. Otherwise the request is a POST of this
	 * form, in UTF-8. The form is secret. A redirect is therefore followed
	 * only if it keeps the method (307, 308) and TLS. */
	const char *form;
	int64_t max_bytes; /* decoded */
	int64_t timeout_ms;
	bool is_local;        /* a program on this machine: its address may be
				 private, no proxy and no entry of `sites` is used,
				 redirects are refused, and it may be silent until the
				 timeout */
	void *redirect_owner; /* argument of options.on_redirect; NULL:
			    options.on_redirect is not called */
};

enum fetch_result {
	FETCH_OK,        /* a complete response; check status */
	FETCH_TRUNCATED, /* incomplete; body contains the received part */
	FETCH_TOO_LARGE, /* body or headers over their limit, or a decompression
			    bomb */
	FETCH_TIMEOUT,   /* connecting took too long, the server was too slow,
			    or the whole transfer took too long */
	FETCH_DNS,       /* the name does not resolve, or not in time */
	FETCH_CONNECT,   /* refused, unreachable */
	FETCH_TLS,       /* certificate or handshake */
	FETCH_FORBIDDEN, /* the address, the scheme or credentials in the URL
			    are not allowed */
	FETCH_REDIRECTS, /* too many redirects, or a loop of redirects */
	FETCH_PROTOCOL,  /* the response is not HTTP, its encoding is invalid,
			    or it has another fault */
	FETCH_DISALLOWED, /* set by fetch_refuse(): robots.txt forbids the
			     target of a redirect */
	FETCH_POSTPONED,  /* set by fetch_refuse(), or no descriptor, no memory
			     or no thread was free: try again after wait_s */
	FETCH_CANCELLED,
	FETCH_RESULT_COUNT
};
/* Returns "ok", "truncated", "too-large", "timeout" and so on, which are stored
 * and logged. */
const char *fetch_result_name(enum fetch_result);

/* Borrowed during `done`, except body_fd: `done` owns it and closes it. */
struct response {
	enum fetch_result result;
	const char *why; /* one line, "" for FETCH_OK */
	long status;     /* 0: no response */
	const char *url; /* effective, after redirects */
	bool permanent;  /* there were redirects, and each was 301 or 308 */
	int redirects;
	bool answered;  /* a server answered after the start of the transfer or,
			   if fetch_go_on() was called, after that call */
	int64_t wait_s; /* for FETCH_POSTPONED */
	/* Headers of the last response, opaque; NULL: absent or empty.  If a
	 * header occurs several times, the last one is used; `cache_control`,
	 * `link` and `x_robots_tag` are joined by ", ". */
	const char *etag, *last_modified, *content_type, *cache_control, *age,
	    *date, *expires, *retry_after, *x_robots_tag, *link, *location,
	    *content_location, *cf_mitigated, *ratelimit_reset;
	struct slice
	    headers; /* all headers of the last response, as sent: lines with
			CRLF, without status line and trailers */
	int body_fd; /* memfd at offset 0, sealed; -1: no byte was received,
			sealing failed, or the result is neither ok nor
			truncated. Exception: for a robots.txt with the result
			too-large, the memfd contains its beginning */
	int64_t body_bytes; /* decoded */
	int64_t wire_bytes; /* headers and body as transferred */
	int64_t elapsed_ms;
	int64_t sent_ms; /* monotonic time at which the last request was sent;
			    0: none was sent */
	bool was_sent;   /* the connection for the last request was complete, so
			    that the request was sent, at least partly */
};

typedef void fetch_done(const struct response *, void *arg);

/* Returns the time in the Date header; DATE_NONE: absent or invalid. */
int64_t response_date(const struct response *);
/* Returns the headers from which the freshness of a response is computed. The
 * headers are borrowed. `now`: time of the response in UTC seconds. */
struct freshness_input response_freshness(const struct response *, int64_t now);

/* ---- fetch_counts.c ---- */

/* The number of classes of complete responses. The class is the first digit of
 * the status, or 0 if the status is not between 100 and 599. */
#define FETCH_CLASS_COUNT 6

/* The transfers of a fetcher since its start, for monitoring. */
struct fetch_counts {
	/* Complete responses, by the last status of a chain of redirects. */
	uint64_t classes[FETCH_KIND_COUNT][FETCH_CLASS_COUNT];
	/* Transfers with another result; the element of FETCH_OK stays 0. */
	uint64_t failures[FETCH_KIND_COUNT][FETCH_RESULT_COUNT];
	/* Durations of the transfers with a complete response, from the start
	 * to the end of the last redirect, without the time in which a transfer
	 * waited for fetch_go_on(). */
	struct histogram duration[FETCH_KIND_COUNT];
};

/* Returns the counts, which are borrowed. Requests to programs on this machine
 * (fetch_request.is_local) are not counted. */
const struct fetch_counts *fetcher_counts(const struct fetcher *);
/* Returns "feed", "page", "robots" or "hub". */
const char *fetch_kind_name(enum fetch_kind);

/* ---- the fetcher ---- */

/* Calls curl_global_init(). Not thread-safe: all fetchers of a process must run
 * on one loop.  ERR_MEMORY; ERR_LIBRARY if libcurl lacks a feature. */
int fetcher_new(struct event_base *, const struct fetch_options *,
    struct fetcher **ret, struct err *e);
/* Cancels the transfers that have not ended (`done` gets FETCH_CANCELLED).  Not
 * to be called from `done`. */
void fetcher_free(struct fetcher *);
/* Replaces the entries of `sites`, for requests and redirects from now on.  The
 * cookies of entries that did not change are kept. */
void fetcher_set_access(struct fetcher *, const struct access *);
/* Returns the number of transfers whose results were not delivered yet. */
int fetcher_active(const struct fetcher *);
/* Returns the number of transfers that wait for fetch_go_on(), or for the time
 * that a redirect's Retry-After gives. */
int fetcher_parked(const struct fetcher *);
/* Returns the number of these transfers for whose redirect_owner `wanted`
 * returns true.  O(fetcher_parked()). */
int fetcher_count_parked(const struct fetcher *,
    bool (*wanted)(const void *redirect_owner, const void *arg),
    const void *arg);
/* Returns the number of transfers that wait for the time that a redirect's
 * Retry-After gives. */
int fetcher_delayed(const struct fetcher *);
/* True if fetch_start() accepts another transfer.  O(1), or O(active) if
 * `parallel` transfers are active. */
bool fetcher_has_capacity(const struct fetcher *);
/* True if fetch_start() should be called for a host that may not answer. Such
 * transfers can use only a part of the capacity, so that a part remains for
 * other hosts. O(1), or O(active) if nearly `parallel` transfers run. */
bool fetcher_has_capacity_for_silence(const struct fetcher *);
/* Returns the maximum of simultaneous transfers. The caller needs it to compute
 * the number of descriptors. */
int fetcher_most(int parallel);
/* Cancels all transfers: `done` gets FETCH_CANCELLED from the loop. */
void fetcher_cancel_all(struct fetcher *);

/* Calls `wanted` with the redirect_owner of each transfer, and cancels the
 * transfer if `wanted` returns true. */
void fetcher_cancel_if(struct fetcher *,
    bool (*wanted)(const void *redirect_owner, const void *arg),
    const void *arg);

/* Starts a transfer.  `done` is called once, from the loop, never from
 * fetch_start().  The request is copied.  ERR_LIMIT if fetcher_has_capacity()
 * is false; ERR_MEMORY.  The result for an address that may not be fetched is
 * FETCH_FORBIDDEN. Validators and headers are not sent if the value is empty or
 * contains a line end, if a validator is longer than LIMIT_VALIDATOR_BYTES, or
 * if a header's name is not a token (RFC 9110, section 5.1).  *ret (may be
 * NULL) is valid until `done` is called. */
int fetch_start(struct fetcher *, const struct fetch_request *, fetch_done *,
    void *arg, struct fetch **ret, struct err *e);
/* Cancels a transfer: `done` gets FETCH_CANCELLED from the loop. */
void fetch_cancel(struct fetch *);

/* Follows the redirect for which options.on_redirect was called. A caller
 * outside of that callback must check fetcher_has_capacity() before. */
void fetch_go_on(struct fetch *);
/* Returns the monotonic time at which the last request of a redirected transfer
 * was sent; 0: unknown. */
int64_t fetch_sent_ms(const struct fetch *);
/* Ends the transfer at the redirect: `done` gets the given result from the
 * loop, with status 0. wait_s is used only for FETCH_POSTPONED. */
void fetch_refuse(
    struct fetch *, enum fetch_result, int64_t wait_s, const char *why);

/* Returns the http URL with the scheme https, as a redirect from https to http
 * is followed. The caller owns the result. Returns NULL if the URL names a
 * port, because a server uses only one scheme on a port, or if there is no
 * memory. */
char *fetch_redirect_over_tls(const char *url);

#endif
