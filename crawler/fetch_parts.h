/*
 * fetch_parts.h -- what the files of fetch share; nobody else includes it.
 *
 *	fetch.c          start, hop by hop, end, cancel
 *	fetch_redirect.c where to go first and next
 *	fetch_hop.c      and whether, while somebody thinks about it
 *	fetch_loop.c     libcurl's sockets and timer on libevent
 *	fetch_request.c  what is asked: options and headers of a hop
 *	fetch_headers.c  what is answered: the head, bounded and read
 *	fetch_decode.c   the body's codings undone, bounded
 *	fetch_body.c     the body into a memfd, bounded
 *	fetch_cookies.c  cookies of one chain of redirects
 *	fetch_result.c   libcurl's codes in our words
 */
#ifndef CRAWLER_FETCH_PARTS_H
#define CRAWLER_FETCH_PARTS_H

#include <sys/queue.h>

#include <curl/curl.h>

#include "base/buf.h"
#include "config/limits.h"
#include "crawler/fetch.h"

#define FETCH_WHY_BYTES    256
#define FETCH_BUFFER_BYTES (16 * 1024) /* what libcurl reads at once */

/* ---- fetch_loop.c ---- */

struct fetch_loop {
	struct event_base *base;
	CURLM *multi;
	struct event *timer;
	void (*ended)(CURL *, CURLcode);
};

/* `ended` is called from the loop for each transfer that is done; it may
 * remove handles and add them. */
int fetch_loop_init(struct fetch_loop *, struct event_base *, int parallel,
    void (*ended)(CURL *, CURLcode), struct err *e);
void fetch_loop_release(struct fetch_loop *);

/* ---- fetch_headers.c ---- */

struct fetch_headers {
	struct buf lines; /* of the last response: "Name: value\r\n", no status
			     line, no empty one, folded lines joined */
	char *values;     /* owned: what fetch_headers_fill points to */
	int64_t bytes;    /* of the hop: interim responses, trailers and all */
	long status;
	bool complete; /* its head has ended; what follows are trailers */
};

void fetch_headers_init(struct fetch_headers *);
void fetch_headers_release(struct fetch_headers *);
/* Ready for the next hop. */
void fetch_headers_clear(struct fetch_headers *);
/* One line as libcurl gives it.  False when it is one too many. */
bool fetch_headers_take(struct fetch_headers *, struct slice line);
/* The last value that is not empty, borrowed; else SLICE_NONE. */
struct slice fetch_headers_find(
    const struct fetch_headers *, struct slice name);
/* How often the content was encoded ("gzip, br" is two).  The first `max` names
 * go to ret_names, borrowed, in the order of their application; "identity" is
 * none. */
size_t fetch_headers_encodings(
    const struct fetch_headers *, struct slice *ret_names, size_t max);
/* Sets the response's fields; they live as long as the headers.  Without
 * memory they stay NULL. */
void fetch_headers_fill(struct fetch_headers *, struct response *);

/* ---- fetch_body.c ---- */

struct fetch_body {
	int fd; /* -1 until the first byte */
	int64_t bytes, max_bytes;
};

void fetch_body_init(struct fetch_body *, int64_t max_bytes);
void fetch_body_release(struct fetch_body *);
/* Takes decoded bytes.  wire_bytes: how many have come at least as many as
 * these were made of.  NULL when all is well, else why not, and *ret_result. */
const char *fetch_body_take(struct fetch_body *, struct slice bytes,
    int64_t wire_bytes, enum fetch_result *ret_result);
/* Seals and rewinds it, gives it away; -1 if there was no byte. */
int fetch_body_detach(struct fetch_body *);

/* ---- fetch_decode.c ---- */

struct decoder;

/* All zero: no coding. */
struct fetch_decode {
	struct decoder *decoders; /* owned; in the order of their use */
	size_t n;
	size_t n_members;
	int64_t in_bytes[LIMIT_ENCODINGS];
};

/* Prepares for the codings that the head names; what was open is released.
 * NULL when all is well, else why the body cannot be read. */
const char *fetch_decode_begin(
    struct fetch_decode *, const struct fetch_headers *);
/* Decodes a piece of the body into `body`.  wire_bytes: see fetch_body_take.
 * NULL when all is well, else why not, and *ret_result.  O(decoded bytes). */
const char *fetch_decode_take(struct fetch_decode *, struct slice coded,
    int64_t wire_bytes, struct fetch_body *body, enum fetch_result *ret_result);
/* Once the body has come: no coding's data ended too early. */
bool fetch_decode_is_whole(const struct fetch_decode *);
void fetch_decode_release(struct fetch_decode *);

/* ---- fetch_cookies.c ---- */

/* Turns the handle's cookies on: in memory, for this handle, until it is
 * cleaned up.  False: no memory. */
bool fetch_cookies_enable(CURL *);
/* A number that changes when a cookie of the handle is set, changed or
 * removed; not when only its time of expiry changes. */
uint64_t fetch_cookies_state(CURL *);

/* ---- the transfer ---- */

enum fetch_state {
	FETCH_RUNNING, /* in libcurl's hands */
	FETCH_PARKED,  /* options.hop is yet to answer */
	FETCH_ENDED    /* has its result; `done` is yet to be called */
};

struct fetch_guard {
	bool allow_private;
	int opened, refused; /* sockets of this hop */
	char address[64];    /* the last that was refused */
};

struct fetch {
	TAILQ_ENTRY(fetch) entry;
	struct fetcher *fetcher;
	enum fetch_state state;
	CURL *easy;
	struct curl_slist *sent; /* header lines of this hop */
	fetch_done *done;
	void *arg;

	/* the request, copied */
	enum fetch_kind kind;
	char *etag, *last_modified; /* NULL: none that may be sent */
	char *validators_url;       /* NULL: the own origin's */
	struct curl_slist *own;     /* "Name: value" for the own origin */
	int64_t timeout_ms;         /* from started_ms on */
	void *traveller;

	/* the way */
	char *hops[LIMIT_REDIRECTS + 1]; /* URLs asked, in order */
	uint64_t cookies[LIMIT_REDIRECTS + 1]; /* the jar when each was asked */
	int n_hops;
	bool left_origin;   /* some hop was not at the first one's */
	bool all_permanent; /* every redirect so far */
	bool conditional;   /* validators were sent with this hop */
	bool is_redirect;   /* its answer says to go on */
	bool is_chunked;
	bool asking;   /* options.hop is being called */
	bool answered; /* a hop that is over was, since started_ms */
	int64_t redirect_bytes;
	int64_t started_ms; /* or when it went on last */
	int64_t spent_ms;   /* before that */
	int64_t wire_bytes;
	struct fetch_guard guard;
	struct fetch_headers headers;
	struct fetch_decode decode;
	struct fetch_body body;

	/* the end; result FETCH_RESULT_COUNT: not decided */
	enum fetch_result result;
	int64_t elapsed_ms, wait_s;
	char why[FETCH_WHY_BYTES];
	char curl_text[CURL_ERROR_SIZE];
};

struct fetcher {
	struct fetch_loop loop;
	struct event *deliver;
	char *user_agent, *proxy; /* proxy: "" for none */
	int parallel, active, n_parked;
	fetch_hop *hop;
	void *hop_arg;
	bool allow_private, stopping, delivering;
	int64_t slow_s;
	TAILQ_HEAD(fetch_list, fetch) running, parked, ended;
};

/* ---- fetch.c ---- */

int64_t fetch_monotonic_ms(void);
/* Into libcurl's hands, with the last of its hops. */
void fetch_start_hop(struct fetch *);
/* It has its result; `done` will hear of it from the loop. */
void fetch_end(struct fetch *, enum fetch_result);

/* ---- fetch_hop.c ---- */

/* The last of its hops is new: options.hop is asked, if there is one. */
void fetch_hop_ask(struct fetch *);
/* It waits no more, whatever is to become of it. */
void fetch_unpark(struct fetch *);

/* ---- fetch_request.c ---- */

/* Copies what of the request may be sent.  False: no memory. */
bool fetch_request_copy(struct fetch *, const struct fetch_request *);
/* What does not change from hop to hop. */
bool fetch_request_options(struct fetch *);
/* URL, headers and time of the next hop. */
bool fetch_request_hop(struct fetch *, int64_t left_ms);

/* ---- fetch_redirect.c ---- */

/* Brings hops[0] into the form that is fetched; false: it may not be. */
bool fetch_redirect_first(struct fetch *);
/* Adds the hop that the answer's Location names; else why not. */
enum fetch_result fetch_redirect_next(struct fetch *);

/* ---- fetch_result.c ---- */

/* What a code of libcurl means, for a response whose head and body came as
 * far as they did. */
enum fetch_result fetch_result_of(CURLcode, const struct fetch *);
/* Formats fetch.why: one line, UTF-8, no controls. */
void fetch_say_why(struct fetch *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
