/*
 * message.h -- what is said between the hub and a worker.
 *
 * A job goes out as one datagram on the zygote's SOCK_SEQPACKET (its frame
 * below, with two descriptors: the body's memfd and the reply's socket), a
 * reply comes back on the reply's socket: header, body, end of file.
 *
 * A worker that stays says so in the header of its reply; there is no end of
 * file then, and what it is to do next comes by the same socket: the
 * document's length (i64), the job's frame, the document.
 */
#ifndef DAEMON_MESSAGE_H
#define DAEMON_MESSAGE_H

#include "crawler/feed/feed.h"
#include "cuter/cuter.h"
#include "daemon/wire.h"

enum job_kind { JOB_FEED, JOB_PAGE, JOB_ROBOTS, JOB_KIND_COUNT };
const char *job_kind_name(enum job_kind); /* "feed", "page", "robots" */
/* False: no kind has that name. */
bool job_kind_find(struct slice name, enum job_kind *ret);

/* What the worker is to do.  Texts are borrowed. */
struct job {
	enum job_kind kind;
	uint64_t id;              /* echoed in the reply */
	enum cuter_parser parser; /* pages: the rung */
	struct slice url, content_type, hint_title, hint_summary;
	struct slice first_url; /* pages: of a further part of an article */
	int64_t now_at; /* pages: of the visit; 0: not known */
	struct slice memory; /* pages: of the site; SLICE_NONE: none */
	bool may_stay;       /* it may wait for more of the same origin */
	bool is_proven;      /* its host's documents were no trouble so far: it
				comes first; stays in the hub */
};

/* What came of it.  Texts borrowed from the frame, lists in the arena. */
struct reply {
	enum job_kind kind;
	uint64_t id;
	bool stays;  /* the worker waits for another document */
	bool failed; /* the worker could not: why */
	struct slice why;
	struct feed feed;             /* JOB_FEED */
	struct cuter_article article; /* JOB_PAGE */
	struct slice robots;          /* JOB_ROBOTS: robots_reduce's text */
};

void job_write(struct buf *, const struct job *);
bool job_read(struct slice frame, struct job *ret);

/* False if the buf failed (over LIMIT_REPLY_BYTES). */
bool reply_write(struct buf *, const struct reply *);
/* Everything is checked by the tables of message_article.c and message_feed.c:
 * kinds, counts, UTF-8, controls (removed), http(s) URLs (others become
 * SLICE_NONE), HTML, flags, dates, confidence.  False: the worker lied.  The
 * arena's `exhausted` must be set. */
bool reply_read(struct arena *, struct slice frame, struct reply *ret);

/* Reads a frame that reply_read has accepted before, into an arena that it
 * makes: arena_release() it afterwards, also when this is false (no memory). */
bool reply_load(struct arena *, struct slice frame, struct reply *ret);

#endif
