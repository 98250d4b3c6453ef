/*
 * reader.h -- a process of a command's own that reads what is foreign, behind
 * the workers' walls: `gleaner cut`, parse-feed, discover.
 *
 * The happy path is: reader_start() forks → the child keeps its socket and
 * nothing else, warms the libraries, locks itself in, says so → questions go
 * out, an answer to each comes back.  It can fail by: a kernel that will not
 * have the walls (said at the start), the child's death (signal, limit), no
 * answer by the deadline, an answer that cannot be; each is READER_LOST with a
 * line of why, and the process is gone.
 *
 * A worker of the daemon is forked from a zygote that has no secret and knows
 * what a job is; a reader knows only bytes, and what is done with them is the
 * command's own function, which came with the fork.  What the command had in
 * memory by then came, too: so it is started before secrets are read.
 */
#ifndef DAEMON_READER_H
#define DAEMON_READER_H

#include "base/buf.h"
#include "base/charset.h"
#include "base/err.h"

struct cuter;

/* What was made ready before the walls closed. */
struct reader_tools {
	struct cuter *cuter;
	struct charsets *charsets;
};

/* In the child, behind the walls: memory may be had, files and the time of day
 * (but for clock_gettime) may not. */
typedef void reader_answer(const struct reader_tools *, struct slice question,
    struct buf *answer, void *arg);

struct reader_order {
	reader_answer *answer;
	void *arg;
	int64_t memory_bytes;   /* of the process */
	int64_t question_bytes; /* at most */
	int64_t answer_bytes;
	int deadline_ms; /* of one question; 0: none */
	int keep_fd;     /* stays open in the child; -1: none does */
};

struct reader {
	const struct reader_order *order; /* borrowed, while it is there */
	int pid;                          /* 0: there is none */
	int fd;                           /* readable: reader_take() */
	int64_t deadline_at_ms;
	struct buf in;             /* of an answer */
	char why[ERR_TEXT_BYTES];  /* after READER_LOST */
	char trouble[ERR_TEXT_BYTES]; /* that there are no walls, as
					 GLEANER_SANDBOX=off wants it; or "" */
};

enum reader_result { READER_ANSWERED, READER_MORE, READER_LOST };

/* *reader is all zero, or one that has been lost or stopped.  Waits until the
 * walls stand, some 4 ms.  ERR_LIBRARY when the kernel will not have them,
 * ERR_IO where there is no process to be had. */
int reader_start(struct reader *, const struct reader_order *, struct err *e);
/* Blocks until the child has taken all of it.  False: lost, or there was none. */
bool reader_ask(struct reader *, struct slice question);
/* Reads what is there.  *ret is valid until the next question. */
enum reader_result reader_take(struct reader *, struct slice *ret);
/* Waits for the answer.  False: lost. */
bool reader_wait(struct reader *, struct slice *ret);
/* How long it may still take: -1 for ever.  At 0: reader_take() loses it. */
int reader_wait_ms(const struct reader *);
/* Ends it, whatever it is at, and frees. */
void reader_stop(struct reader *);

#endif
