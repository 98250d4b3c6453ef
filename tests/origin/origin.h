/*
 * origin.h -- the loopback HTTP/1.1 server that tests harvest from.
 *
 *	build/origin --generate 50x20            50 feeds of 20 articles
 *	build/origin --root DIR --scenario FILE  files, and how to misbehave
 *
 * One process, one loop (libevent), no threads.  What a request gets is made
 * in two steps: a built-in page (control, generated, file) or none, then what
 * the scenario says of it.  See scenario.c for the scenario's language and
 * control.c for what tests may ask while it runs.
 *
 * It is a tool of tests: without memory it stops.
 */
#ifndef TESTS_ORIGIN_ORIGIN_H
#define TESTS_ORIGIN_ORIGIN_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/slice.h"

#define ORIGIN_MAX_HEAD_BYTES (64 * 1024)   /* request line and headers */
#define ORIGIN_MAX_POST_BYTES (1024 * 1024) /* a scenario that is posted */
#define ORIGIN_MAX_BODY_BYTES (256 * 1024 * 1024) /* of a body held whole */
#define ORIGIN_MAX_HEADERS    128
#define ORIGIN_MAX_PIECES     64
#define ORIGIN_MAX_CODINGS    32

struct event_base;

/* ---- requests (request.c) ---- */

struct header {
	struct slice name, value;
};

/* Slices are borrowed from the connection while the request lasts. */
struct request {
	struct slice method, target; /* "/a?b=1" */
	struct slice path, query;    /* of target; query may be absent */
	struct slice body;
	struct header headers[ORIGIN_MAX_HEADERS];
	size_t n_headers;
	/* the local address of the connection: "127.0.0.1" */
	struct slice address;
	int number; /* the nth request to this target, from 1 */
	int connection;
	int64_t at_ms; /* arrival of its last byte, since the origin started */
	bool keep_alive;
};

/* Length of the header with its empty line; 0: incomplete. */
size_t request_head_bytes(struct slice in);
/* Parses the header; false if it is invalid. */
bool request_read(struct request *, struct slice head);
/* SLICE_NONE if the header is absent. */
struct slice request_header(const struct request *, const char *name);

/* ---- answers ---- */

#define PIECE_ENDLESS INT64_MAX

/* A part of a body: bytes, so many times over. */
struct piece {
	struct slice bytes;
	int64_t times;
};

enum coding { CODING_GZIP, CODING_DEFLATE, CODING_DEFLATE_RAW };

enum length_mode {
	LENGTH_TRUE, /* Content-Length as it is */
	LENGTH_NONE, /* not said: the end of the connection is the end */
	LENGTH_LIE   /* as the scenario says */
};

/* How the bytes of an answer go out. */
struct manner {
	enum coding codings[ORIGIN_MAX_CODINGS]; /* in the order applied */
	size_t n_codings;
	bool silent; /* no Content-Encoding header for them */
	bool chunked;
	bool identity; /* a built-in page is not compressed, either */
	int64_t delay_head_ms, delay_body_ms;
	int64_t drip_bytes_s; /* 0: as fast as it goes */
	int64_t cut_after;    /* body bytes on the wire; -1: not cut */
	bool reset;           /* the cut is a RST */
	enum length_mode length_mode;
	int64_t length;
	bool revalidate, hang, close;
	bool raw;         /* the pieces are all that is sent */
	bool expand;      /* also what a built-in page says */
	int64_t items;    /* generated feeds: so many; 0: as started */
	int64_t revision; /* generated articles: another text; 0: the first */
};

struct answer {
	int status;
	const char *reason; /* NULL: the usual one; static or the step's */
	struct buf headers; /* "Name: value\r\n" each */
	struct piece pieces[ORIGIN_MAX_PIECES];
	size_t n_pieces;
	struct buf text; /* what was made for this answer; pieces point here
			    only once it does not grow any more */
	struct manner manner;
};

void answer_init(struct answer *);
void answer_release(struct answer *);
/* The header of that name becomes this one; the value may hold any bytes. */
void answer_set_header(struct answer *, const char *name, struct slice value);
void answer_add_header(struct answer *, struct slice name, struct slice value);
bool answer_has_header(const struct answer *, const char *name);
struct slice answer_header(const struct answer *, const char *name);
void answer_drop_header(struct answer *, struct slice name);
void answer_add_piece(struct answer *, struct slice bytes, int64_t times);
/* The body is answer->text. */
void answer_use_text(struct answer *);
/* Replaces the response by plain text with a status. */
void answer_say(struct answer *, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* PIECE_ENDLESS if the body has no end. */
int64_t answer_body_bytes(const struct answer *);

/* Decides: control, scenario, generated, file, 404.  Numbers the request;
 * those to /_origin/ have number 0 and are not logged. */
void answer_request(struct request *, struct answer *ret);
/* The head as sent, with what the manner asks for. */
void answer_write_head(
    const struct answer *, const struct request *, struct buf *out);
bool answer_closes(const struct answer *, const struct request *);

/* ---- the modules of the origin ---- */

struct origin {
	struct event_base *base;
	int port;
	int64_t now_at;   /* when it started, or --now */
	const char *root; /* NULL: no files */
	int n_feeds, n_articles, n_hosts;
	uint64_t seed;
	size_t n_open, max_open, n_connections; /* connections */
};
extern struct origin origin;

int64_t origin_ms(void); /* since it started */
/* UTC seconds: --now and what has passed since. */
int64_t origin_now(void);
void origin_die(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));
char *origin_copy(struct slice); /* allocated with malloc, NUL-terminated */
/* "http://127.0.0.1:8080" as the request addressed us. */
void origin_write_self(struct buf *, const struct request *);

/* connection.c */
void connections_listen(int port);

/* arrival.c */
void arrival_stamp(int listener); /* before it is bound */
/* recv(), and when the last of it came, as origin_ms() counts. */
ssize_t arrival_recv(int fd, void *, size_t, int64_t *ret_at_ms);

/* scenario.c: false and a line in why where the text is at fault; routes of
 * paths that were there are replaced.  folder: where `file` looks. */
bool scenario_read(struct slice text, const char *folder, struct buf *why);
bool scenario_load(const char *path, struct buf *why);
void scenario_forget(struct slice path);
void scenario_reset(void); /* as loaded by scenario_load */
struct step;
/* NULL: no step of the scenario applies. */
const struct step *scenario_find(const struct request *);
bool step_passes(const struct step *);
const struct manner *step_manner(const struct step *);
/* Applies the step to the response. */
void step_apply(const struct step *, const struct request *, struct answer *);
/* The built-in pages; false if the path is not theirs. */
bool control_answer(const struct request *, struct answer *);
bool generate_answer(
    const struct request *, const struct manner *, struct answer *);
bool file_answer(const struct request *, struct answer *);
/* Feeds' addresses, one a line. */
void generate_list(const struct request *, struct buf *);
/* Title and paragraphs of a generated article as JSON; false: no such. */
bool generate_truth(struct slice path, int64_t revision, struct buf *);

/* encode.c */
void encode(struct slice bytes, enum coding, struct buf *ret);

/* expand.c: ${origin} ${n} ${path} ${date+3600} ${iso-60} in a text. */
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
	int status;    /* 0: nothing was sent */
	int64_t bytes; /* head and body, as written */
	bool whole;    /* all of it went out */
	/* Taken before the last bytes are passed to the kernel, because the
	 * peer may send its next request at once. 0: nothing was sent. */
	int64_t sent_ms;
};
void log_open(const char *path);
void log_request(const struct request *, const struct outcome *);
void log_forget(void);  /* what was logged */
void log_recount(void); /* numbers of requests begin at 1 again */
struct log_filter {
	struct slice path;           /* with * at any place; absent: all */
	struct slice method, header; /* header: a name that must be there */
	struct slice address;
	int64_t status; /* -1: any */
	int64_t since_ms;
};
size_t log_count(const struct log_filter *);
void log_write(const struct log_filter *, struct buf *);
/* `*` stands for any bytes. */
bool glob_matches(struct slice pattern, struct slice text);
/* The nth request to this target, counting this one. */
int log_next_number(struct slice target);

#endif
