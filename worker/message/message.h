/*
 * message.h -- messages between the hub and a worker. The hub is the process
 * that sends documents to workers (worker/message/channel.h).
 *
 * The hub sends a job as one datagram on the zygote's SOCK_SEQPACKET socket:
 * a frame and two descriptors, which are the memfd of the body and the socket
 * for the reply. The worker sends the reply on this socket: a header and a
 * body. Then it closes the socket.
 *
 * A worker that waits for another document (process reuse) sets a flag in the
 * header of its reply. In this case the worker does not close the socket. The
 * hub sends the next job on the same socket: the length of the document (i64),
 * the frame of the job, and the document.
 */
#ifndef WORKER_MESSAGE_MESSAGE_H
#define WORKER_MESSAGE_MESSAGE_H

#include "crawler/feed/feed.h"
#include "cuter/cuter.h"
#include "enrich/enrichment.h"
#include "worker/message/wire.h"

enum job_kind { JOB_FEED, JOB_PAGE, JOB_ROBOTS, JOB_KIND_COUNT };
const char *job_kind_name(enum job_kind); /* "feed", "page", "robots" */
/* Returns false if no kind has that name. */
bool job_kind_find(struct slice name, enum job_kind *ret);

/* A request to a worker. Texts are borrowed. */
struct job {
	enum job_kind kind;
	uint64_t id;              /* echoed in the reply */
	enum cuter_parser parser; /* pages: the fallback level */
	struct slice url, content_type, hint_title, hint_summary;
	/* pages: URL of the article's first page, if the document is a later
	 * page of the article; else SLICE_NONE */
	struct slice first_url;
	int64_t now_at;      /* pages: time of the download; 0: unknown */
	struct slice memory; /* pages: the site memory, or SLICE_NONE */
	bool enriches;       /* pages: enrich the article's text */
	/* largest numbers of keywords and of sentences of the summary, if the
	 * article is enriched */
	uint8_t keywords, sentences;
	struct slice rules; /* pages: rules of the site, or SLICE_NONE */
	bool may_reuse; /* the process may wait for another document of the same
			  origin */
	bool is_trusted; /* the host is trusted: its documents have caused no
			   failures so far, and its jobs run first. Not sent to
			   the worker */
};

/* The result of a job. Texts are borrowed from the frame, lists are in the
 * arena. */
struct reply {
	enum job_kind kind;
	uint64_t id;
	bool is_reusable; /* the process waits for another document */
	bool failed;      /* the worker failed; the reason is in `why` */
	struct slice why;
	struct feed feed;             /* JOB_FEED */
	struct cuter_article article; /* JOB_PAGE */
	struct enrichment enrichment; /* JOB_PAGE, if the job enriches */
	struct slice robots;          /* JOB_ROBOTS: the text from
					 robots_reduce() */
};

/* Write and read a job.  job_read() returns false if the frame is not a valid
 * job; the texts of *ret are borrowed from the frame. */
void job_write(struct buf *, const struct job *);
bool job_read(struct slice frame, struct job *ret);

/* Writes a reply. Returns false if the buf has failed, because the reply is
 * larger than LIMIT_REPLY_BYTES. */
bool reply_write(struct buf *, const struct reply *);
/* Reads a reply and checks each value by the tables of message_article.c,
 * message_enrich.c and message_feed.c: kinds, counts, UTF-8, control characters
 * (removed), http(s) URLs (others become SLICE_NONE), HTML, flags, dates,
 * confidence. Returns false if the worker broke the protocol. The caller must
 * set the handler `exhausted` of the arena before. */
bool reply_read(struct arena *, struct slice frame, struct reply *ret);

/* Reads a frame that reply_read accepted before, into an arena that this
 * function initialises. Call arena_release() afterwards, also if the function
 * returns false (no memory). */
bool reply_load(struct arena *, struct slice frame, struct reply *ret);

#endif
