/*
 * fetch_parts.h -- declarations that only the files of fetch share.
 *
 * fetch.c: start, requests, end, cancel. fetch_redirect.c: the first URL and
 * the target of a redirect. fetch_redirect_ask.c: transfers that wait for
 * permission to follow a redirect. fetch_loop.c: libcurl's sockets and timer on
 * libevent. fetch_request.c: options and headers of a request. fetch_headers.c:
 * the response head, limited and parsed. fetch_decode.c: decodes the body's
 * content codings, limited. fetch_body.c: writes the body to a memfd, limited.
 * fetch_cookies.c: cookies of one chain of redirects, and those of a site.
 * fetch_site.c: applies the settings of `sites` to a request. fetch_result.c:
 * maps libcurl's codes to results. fetch_counts.c: counts the transfers by
 * result.
 */
#ifndef CRAWLER_FETCH_FETCH_PARTS_H
#define CRAWLER_FETCH_FETCH_PARTS_H

#include <sys/queue.h>

#include <curl/curl.h>

#include "base/buf.h"
#include "base/limits.h"
#include "crawler/fetch/fetch.h"
#include "crawler/fetch/fetch_jar.h"

#define FETCH_WHY_BYTES 256
/* Wait before the next attempt if no descriptor, no memory or no thread was
 * free for a transfer. */
#define FETCH_SHORTAGE_WAIT_S 60
/* The size in bytes of the largest piece that libcurl reads. */
#define FETCH_BUFFER_BYTES (16 * 1024)
/* Slow lookups of the names of hosts that may not answer leave this part of
 * `parallel`, a quarter, to other hosts. */
#define FETCH_LOOKUP_SHARE 4

/* ---- fetch_loop.c ---- */

struct fetch_loop {
	struct event_base *base;
	CURLM *multi;
	struct event *timer;
	void (*ended)(CURL *, CURLcode);
};

/* Makes a loop of libcurl on `base`, which is borrowed. parallel: the largest
 * number of connections. `ended` is called from the loop for each finished
 * transfer; it may add and remove handles. Returns 0, ERR_MEMORY, or
 * ERR_LIBRARY if libcurl is too old; after an error nothing must be released.
 */
int fetch_loop_init(struct fetch_loop *, struct event_base *, int parallel,
    void (*ended)(CURL *, CURLcode), struct err *e);
void fetch_loop_release(struct fetch_loop *);

/* ---- fetch_headers.c ---- */

struct fetch_headers {
	struct buf
	    lines;     /* header lines of the last response: "Name: value\r\n",
			  without status line and empty line, folded lines joined */
	char *values;  /* owned: the values that fetch_headers_fill() sets */
	int64_t bytes; /* header bytes of this request, with interim responses
			  and trailers */
	long status;
	bool complete; /* the head is complete; trailers follow */
};

void fetch_headers_init(struct fetch_headers *);
void fetch_headers_release(struct fetch_headers *);
/* Removes the data of the last response, before the next request. */
void fetch_headers_clear(struct fetch_headers *);
/* Takes a line from libcurl. Returns false if a limit was exceeded or there is
 * no memory. */
bool fetch_headers_take(struct fetch_headers *, struct slice line);
/* Returns the last value that is not empty, or SLICE_NONE if there is none. The
 * value is borrowed. */
struct slice fetch_headers_find(
    const struct fetch_headers *, struct slice name);
/* Returns the number of content codings ("gzip, br": two).  The first `max`
 * names go to `ret_names`, in the order in which they were applied. The names
 * are borrowed; "identity" and "none" are not counted. */
size_t fetch_headers_encodings(
    const struct fetch_headers *, struct slice *ret_names, size_t max);
/* Sets the response's fields, which are valid until the headers are cleared,
 * filled again or released.  If there is no memory, they stay NULL. */
void fetch_headers_fill(struct fetch_headers *, struct response *);

/* ---- fetch_body.c ---- */

struct fetch_body {
	int fd; /* -1 until the first byte */
	int64_t bytes, max_bytes;
};

void fetch_body_init(struct fetch_body *, int64_t max_bytes);
void fetch_body_release(struct fetch_body *);
/* Appends decoded bytes to the body. wire_bytes: the number of received bytes
 * of the body before decoding; it may be up to FETCH_BUFFER_BYTES too large.
 * Returns NULL on success. Otherwise returns the reason and sets *ret_result;
 * FETCH_POSTPONED: there was no descriptor or no memory for the body. */
const char *fetch_body_take(struct fetch_body *, struct slice bytes,
    int64_t wire_bytes, enum fetch_result *ret_result);
/* Seals and rewinds the memfd and returns it (owned by the caller); -1: there
 * was no byte, or sealing failed. */
int fetch_body_detach(struct fetch_body *);

/* ---- fetch_decode.c ---- */

struct decoder;

/* If all fields are zero, the body has no coding. */
struct fetch_decode {
	struct decoder
	    *decoders; /* owned; in the order in which they decode the body */
	size_t n;
	size_t n_members;
	int64_t in_bytes[LIMIT_ENCODINGS];
};

/* Releases the decoders and opens one for each coding in the head.  Returns
 * NULL on success, else why the body cannot be decoded. */
const char *fetch_decode_begin(
    struct fetch_decode *, const struct fetch_headers *);
/* Decodes a piece of the body and appends it to `body`. wire_bytes: as in
 * fetch_body_take(). Returns NULL on success. Otherwise returns the reason and
 * sets *ret_result. O(decoded bytes). */
const char *fetch_decode_take(struct fetch_decode *, struct slice coded,
    int64_t wire_bytes, struct fetch_body *body, enum fetch_result *ret_result);
/* Called after the body.  True if the data of every coding was complete. */
bool fetch_decode_is_whole(const struct fetch_decode *);
void fetch_decode_release(struct fetch_decode *);

/* ---- fetch_cookies.c ---- */

struct fetch;

/* The cookies of a chain of redirects.  While a request goes to a site with a
 * jar, only the cookies of this jar are used, else the cookies of the chain. */
struct fetch_cookies {
	struct fetch_jar
	    *jar; /* jar of a site that the handle uses; NULL: none */
	struct fetch_jar *chain; /* the cookies of the chain; NULL: they are in
				    the handle */
};

/* Enables the handle's cookies. libcurl keeps them in memory, for this handle
 * only, until curl_easy_cleanup(). Returns false if there is no memory. */
bool fetch_cookies_enable(CURL *);
/* Called before a request: makes the handle use the jar. The function takes
 * over the caller's reference to the jar. If `jar` is NULL, the handle uses the
 * cookies of the chain. Returns false if there is no memory. */
bool fetch_cookies_use(struct fetch_cookies *, CURL *, struct fetch_jar *jar);
/* After a request: checks the cookies of the jar. */
void fetch_cookies_received(struct fetch_cookies *, CURL *);
/* To be called after the handle's cleanup. */
void fetch_cookies_release(struct fetch_cookies *);
/* Returns a number that changes when a cookie of the handle is set, changed or
 * removed.  It does not change if only the expiry time of a cookie changes. */
uint64_t fetch_cookies_state(CURL *);

/* ---- the transfer ---- */

enum fetch_state {
	FETCH_RUNNING, /* libcurl runs the transfer */
	FETCH_PARKED,  /* waits for the answer of options.on_redirect */
	FETCH_ENDED    /* has its result; `done` was not called yet */
};

struct fetch_guard {
	bool allow_private;
	/* Numbers of sockets of this request. A reused connection to a private
	 * address counts as refused. */
	int opened, refused;
	bool is_asked;    /* the request was sent */
	bool is_repeated; /* libcurl wanted to send the request again */
	bool is_short;    /* a socket could not be created */
	char address[64]; /* the last refused address */
};

struct fetch {
	TAILQ_ENTRY(fetch) entry;
	struct fetcher *fetcher;
	enum fetch_state state;
	CURL *easy;
	struct curl_slist *sent; /* header lines of this request */
	fetch_done *done;
	void *arg;

	/* the request, copied */
	enum fetch_kind kind;
	char *etag, *last_modified; /* NULL: not sent */
	char *validators_url;       /* see struct fetch_request */
	struct curl_slist *own;     /* "Name: value" for the first origin */
	char *form;                 /* secret; NULL: GET */
	int64_t timeout_ms;         /* counted from started_ms */
	bool is_local;
	void *redirect_owner;

	/* the chain of redirects */
	char *urls[LIMIT_REDIRECTS + 1]; /* requested URLs, in order */
	uint64_t cookies_before[LIMIT_REDIRECTS +
				1]; /* fetch_cookies_state() at each request */
	struct fetch_cookies cookies;
	int n_urls;
	bool left_origin;   /* a redirect led to another origin */
	bool was_upgraded;  /* an http target was replaced by https */
	bool was_tls;       /* a request of the chain was encrypted */
	bool all_permanent; /* all redirects so far are 301 or 308 */
	bool conditional;   /* validators were sent with this request */
	bool is_redirect;   /* the response is a redirect */
	bool is_chunked;
	bool is_fresh; /* the request is repeated on a new connection */
	bool asking;   /* options.on_redirect is being called */
	/* the timer of a redirect with Retry-After; NULL: none */
	struct event *delay;
	int64_t delay_until_ms; /* monotonic time of the end of the delay */
	int64_t delayed_s; /* sum of the delays of all redirects */
	bool answered; /* a finished request got an answer since started_ms */
	int64_t redirect_bytes;
	int64_t started_ms; /* monotonic time of the start or of the last
			       fetch_go_on() */
	int64_t spent_ms;   /* running time before started_ms */
	int64_t wire_bytes;
	struct fetch_guard guard;
	struct fetch_headers headers;
	struct fetch_decode decode;
	struct fetch_body body;

	/* the result; FETCH_RESULT_COUNT: not decided yet */
	enum fetch_result result;
	int64_t elapsed_ms, wait_s;
	int64_t sent_ms; /* see struct response */
	bool was_sent;   /* see struct response */
	char why[FETCH_WHY_BYTES];
	char curl_text[CURL_ERROR_SIZE];
};

struct fetcher {
	struct fetch_loop loop;
	struct event *deliver;
	char *user_agent, *proxy; /* proxy: "" for none */
	int parallel, active, n_parked;
	int n_delayed; /* parked transfers that wait for Retry-After */
	fetch_redirected *on_redirect;
	void *on_redirect_arg;
	const struct access *access; /* borrowed; NULL: none */
	struct fetch_jars jars;
	bool allow_private, allow_downgrade, stopping, delivering;
	int64_t slow_s;
	TAILQ_HEAD(fetch_list, fetch) running, parked, ended;
	struct fetch_counts counts;
};

/* ---- fetch.c ---- */

/* Starts the request for the last URL of urls[]. */
void fetch_start_transfer(struct fetch *);
/* Sets the result; `done` is called from the loop. */
void fetch_end(struct fetch *, enum fetch_result);

/* ---- fetch_redirect_ask.c ---- */

/* Calls options.on_redirect, if set, for the redirect to the last URL of
 * urls[]. */
void fetch_redirect_ask(struct fetch *);
/* Repeats the request for the last URL of urls[] on a new connection, when
 * options.on_redirect permits it. */
void fetch_redirect_ask_again(struct fetch *);
/* Moves the transfer from the parked list to the running list. */
void fetch_unpark(struct fetch *);

/* ---- fetch_request.c ---- */

/* Copies the parts of the request that may be sent.  Returns false if there is
 * no memory. */
bool fetch_request_copy(struct fetch *, const struct fetch_request *);
/* Sets the options that are equal for all requests of the transfer. */
bool fetch_request_options(struct fetch *);
/* Sets URL, headers and timeout of the next request. */
bool fetch_request_set_url(struct fetch *, int64_t left_ms);
/* Called when the head of the response is complete. From now on, a transfer
 * that is too slow is ended. Before, only the timeout applies: a server may
 * need long to make a page. */
void fetch_request_limit_speed(struct fetch *);

/* ---- fetch_site.c ---- */

/* Returns the entry of `sites` for the last URL of the chain, or NULL. */
const struct config_site *fetch_site_of(const struct fetch *);
/* Returns the proxy for a URL of the transfer, "" for none. */
const char *fetch_site_proxy(const struct fetch *, const char *url);
/* True if the headers and cookies of the entry may be sent with the next
 * request: not for robots.txt, which is public (RFC 9309), not to a hub, whose
 * URL a feed of another site may choose, and not without encryption after a
 * request that was encrypted. */
bool fetch_site_gives_headers(const struct fetch *, const struct config_site *);
/* Sets user agent, proxy, client certificate and cookies of the next request.
 * The client certificate is not shown to a hub.  own_cookie: the caller has a
 * Cookie header of its own; the site's cookies are then not used.  Returns
 * false if there is no memory. */
bool fetch_site_set(
    struct fetch *, const struct config_site *, bool own_cookie);

/* ---- fetch_redirect.c ---- */

/* Normalises urls[0]. Returns false if that URL may not be fetched. */
bool fetch_redirect_first(struct fetch *);
/* Appends the URL of the header Location to urls[]. Returns FETCH_OK on
 * success, else the reason why this is not possible. */
enum fetch_result fetch_redirect_next(struct fetch *);

/* ---- fetch_result.c ---- */

/* Maps a code of libcurl to a result, depending on how much of head and body
 * was received. FETCH_POSTPONED: no descriptor or no thread was free. */
enum fetch_result fetch_result_of(CURLcode, const struct fetch *);
/* Sets fetch.why to the reason of a result that fetch_result_of() returned. */
void fetch_explain(struct fetch *, CURLcode, enum fetch_result);
/* Sets fetch.sent_ms after a request has ended. */
void fetch_note_sent(struct fetch *);
/* Formats fetch.why: one line, UTF-8, no controls. */
void fetch_set_why(struct fetch *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- fetch_counts.c ---- */

void fetch_counts_init(struct fetch_counts *);
/* Counts a transfer that has its result. */
void fetch_counts_take(
    struct fetch_counts *, enum fetch_kind, const struct response *);

#endif
