/*
 * origin.h -- the loopback HTTP/1.1 server from which tests harvest.
 *
 *     build/origin --generate 50x20            50 feeds of 20 articles
 *     build/origin --root DIR --scenario FILE  files, and a scenario of faults
 *
 * One process, one loop (libevent), no threads.  A response is made in two
 * steps.  First a built-in page is chosen (control, generated, file), if one
 * has the path.  Then the scenario changes or replaces it.  scenario.c
 * describes the language of scenarios, control.c the requests by which tests
 * control the server.  The server is a test tool: if there is no memory, it
 * exits.
 */
#ifndef TESTS_ORIGIN_ORIGIN_H
#define TESTS_ORIGIN_ORIGIN_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/slice.h"

#define ORIGIN_MAX_HEAD_BYTES (64 * 1024) /* request line and headers */
/* Maximum size of a scenario in a POST request. */
#define ORIGIN_MAX_POST_BYTES (1024 * 1024)
/* Maximum size of a body that is held in memory. */
#define ORIGIN_MAX_BODY_BYTES (256 * 1024 * 1024)
#define ORIGIN_MAX_HEADERS    128
#define ORIGIN_MAX_PIECES     64
#define ORIGIN_MAX_CODINGS    32

struct event_base;

/* ---- requests (request.c) ---- */

struct header {
	struct slice name, value;
};

/* The slices are borrowed from the connection while the request lasts. */
struct request {
	struct slice method, target; /* "/a?b=1" */
	struct slice path, query; /* `query` may be absent */
	struct slice body;
	struct header headers[ORIGIN_MAX_HEADERS];
	size_t n_headers;
	/* the local address of the connection: "127.0.0.1" */
	struct slice address;
	int number; /* number of this request to its target, from 1; 0: a
		       request to /_origin/ */
	int connection;
	int64_t at_ms; /* monotonic time of the last byte of the request, since
			  the origin started */
	bool keep_alive;
};

/* Returns the length of the header with its empty line, 0 if it is incomplete.
 */
size_t request_head_bytes(struct slice in);
/* Parses the header. Returns false if it is invalid. */
bool request_read(struct request *, struct slice head);
/* Returns SLICE_NONE if the header is absent. */
struct slice request_header(const struct request *, const char *name);

/* ---- answers ---- */

#define PIECE_ENDLESS INT64_MAX

/* A part of a body: bytes that are repeated `times` times. */
struct piece {
	struct slice bytes;
	int64_t times;
};

enum coding { CODING_GZIP, CODING_DEFLATE, CODING_DEFLATE_RAW };

enum length_mode {
	LENGTH_TRUE, /* Content-Length is the length of the body */
	LENGTH_NONE, /* there is no Content-Length: the body ends with the
			connection */
	LENGTH_LIE   /* Content-Length is a number that the scenario sets */
};

/* How the bytes of a response are sent. */
struct manner {
	enum coding
	    codings[ORIGIN_MAX_CODINGS]; /* content codings, in the order in
					    which they are applied */
	size_t n_codings;
	bool silent; /* the header Content-Encoding is left out */
	bool chunked;
	bool identity; /* a built-in page is never compressed */
	int64_t delay_head_ms, delay_body_ms;
	int64_t drip_bytes_s; /* bytes per second; 0: no limit */
	int64_t cut_after;    /* body bytes before the cut; -1: no cut */
	bool reset;           /* the connection is cut by a RST */
	enum length_mode length_mode;
	int64_t length;
	bool revalidate, hang, close;
	bool hold;   /* the response waits for origin_release_held() */
	bool raw;    /* the pieces are sent without a generated head */
	bool expand; /* placeholders are expanded in the text of built-in pages,
			too */
	int64_t items;    /* number of items in generated feeds; 0: the number
			     given at the start */
	int64_t revision; /* revision of generated articles. 0: the first text;
			     each other revision has another text */
};

struct answer {
	int status;
	const char *reason; /* reason phrase; NULL: the usual one; static or
			       owned by the step */
	struct buf headers; /* "Name: value\r\n" each */
	struct piece pieces[ORIGIN_MAX_PIECES];
	size_t n_pieces;
	struct buf text; /* text that was generated for this answer; pieces
			    point to it only after it is complete */
	struct manner manner;
};

void answer_init(struct answer *);
void answer_release(struct answer *);
/* Replaces the header of that name; the value may contain any bytes. */
void answer_set_header(struct answer *, const char *name, struct slice value);
void answer_add_header(struct answer *, struct slice name, struct slice value);
bool answer_has_header(const struct answer *, const char *name);
struct slice answer_header(const struct answer *, const char *name);
void answer_drop_header(struct answer *, struct slice name);
void answer_add_piece(struct answer *, struct slice bytes, int64_t times);
/* Makes answer->text the body. */
void answer_use_text(struct answer *);
/* Replaces the response by plain text with a status. */
void answer_say(struct answer *, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the size of the body, PIECE_ENDLESS if the body has no end. */
int64_t answer_body_bytes(const struct answer *);

/* Determines the answer: control, scenario, generated, file or 404.  Numbers
 * the request; requests to /_origin/ have number 0 and are not logged. */
void answer_request(struct request *, struct answer *ret);
/* Writes the head of the response as `manner` requires. */
void answer_write_head(
    const struct answer *, const struct request *, struct buf *out);
bool answer_closes(const struct answer *, const struct request *);

/* ---- the modules of the origin ---- */

struct origin {
	struct event_base *base;
	int port;
	int64_t now_at;   /* UTC time of the start, or the time given with
			     --now */
	const char *root; /* NULL: no files */
	int n_feeds, n_articles, n_hosts;
	uint64_t seed;
	size_t n_open, max_open, n_connections; /* connections */
	size_t n_held; /* connections whose response is held */
};
extern struct origin origin;

/* Sends all responses that are held. */
void origin_release_held(void);

/* Returns the monotonic time since the origin started. */
int64_t origin_ms(void);
/* Returns UTC seconds: origin.now_at plus the time since the start. */
int64_t origin_now(void);
void origin_die(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));
char *origin_copy(struct slice); /* allocated with malloc, NUL-terminated */
/* Writes the address of the origin as the request named it, such as
 * "http://127.0.0.1:8080". */
void origin_write_self(struct buf *, const struct request *);

/* connection.c */
void connections_listen(int port);

/* arrival.c */
void arrival_stamp(
    int listener); /* must be called before the listener is bound */
/* Calls recv(). *ret_at_ms is the arrival time of the last byte, on the clock
 * of origin_ms(). */
ssize_t arrival_recv(int fd, void *, size_t, int64_t *ret_at_ms);

/* Reads a scenario (scenario.c). Returns false, with one line in `why`, if the
 * text has a fault. A route replaces an earlier one of the same path. folder:
 * the folder of the files that `file` names. */
bool scenario_read(struct slice text, const char *folder, struct buf *why);
bool scenario_load(const char *path, struct buf *why);
void scenario_forget(struct slice path);
void scenario_reset(void); /* restores the scenario that scenario_load loaded */
struct step;
/* Returns NULL if no step of the scenario applies. */
const struct step *scenario_find(const struct request *);
bool step_passes(const struct step *);
const struct manner *step_manner(const struct step *);
/* Applies the step to the response. */
void step_apply(const struct step *, const struct request *, struct answer *);
/* Answers with a built-in page. Returns false if no built-in page has this
 * path. */
bool control_answer(const struct request *, struct answer *);
bool generate_answer(
    const struct request *, const struct manner *, struct answer *);
bool file_answer(const struct request *, struct answer *);
/* Writes the addresses of the feeds, one per line. */
void generate_list(const struct request *, struct buf *);
/* Writes title and paragraphs of a generated article as JSON. Returns false if
 * there is no such article. */
bool generate_truth(struct slice path, int64_t revision, struct buf *);

/* encode.c */
void encode(struct slice bytes, enum coding, struct buf *ret);

/* Replaces ${origin} ${n} ${path} ${date+3600} ${iso-60} in a text (expand.c).
 */
void expand(struct slice text, const struct request *, struct buf *);
void write_http_date(struct buf *, int64_t at);

/* prose.c */
struct prng {
	uint64_t state;
};
void prng_init(struct prng *, uint64_t a, uint64_t b, uint64_t c);
uint32_t prng_next(struct prng *, uint32_t sides); /* 0 .. sides-1 */
void prose_headline(struct prng *, struct buf *);
void prose_paragraph(struct prng *, int sentences, struct buf *);
void prose_person(struct prng *, struct buf *);
void prose_token(struct prng *, struct buf *); /* a unique word */

/* log.c */
struct outcome {
	int status;    /* HTTP status; 0: no response was sent */
	int64_t bytes; /* bytes of head and body that were written */
	bool whole;    /* the response was sent completely */
	/* This time is taken before the last bytes are passed to the kernel,
	 * because the peer may send its next request at once. 0: nothing was
	 * sent. */
	int64_t sent_ms;
};
void log_open(const char *path);
void log_request(const struct request *, const struct outcome *);
void log_forget(void);  /* discards the log */
void log_recount(void); /* restarts the numbers of requests at 1 */
struct log_filter {
	struct slice path; /* path, which may contain * ; absent: every path */
	struct slice method,
	    header; /* header: name of a header that the request must have */
	struct slice address;
	int64_t status; /* -1: any */
	int64_t since_ms;
};
size_t log_count(const struct log_filter *);
void log_write(const struct log_filter *, struct buf *);
/* Returns true if the text matches the pattern, in which `*` stands for any
 * bytes. */
bool glob_matches(struct slice pattern, struct slice text);
/* Returns the number of requests to this target, including this one. */
int log_next_number(struct slice target);

#endif
