/*
 * reader.h -- a sandboxed child process of a command that reads untrusted
 * input: `gleaner cut`, parse-feed, discover, serve.
 *
 * Normal case: reader_start() forks. The child closes all descriptors except
 * its socket, loads the libraries, enters the sandbox and reports that it is
 * ready. The command sends questions and receives one answer to each. Failures:
 * the kernel does not support the sandbox (reported at the start), the child
 * dies (signal, limit), no answer arrives before the deadline, or an answer is
 * malformed. The last three return READER_LOST with a one-line reason, and the
 * process has ended.
 *
 * A worker of the daemon is forked from a zygote, which has no secrets, and the
 * worker decodes jobs. A reader only transfers bytes, and a function of the
 * command handles them. The child has a copy of the command's memory at the
 * time of the fork, so the reader must be started before secrets are read.
 */
#ifndef WORKER_READER_READER_H
#define WORKER_READER_READER_H

#include "base/buf.h"
#include "base/err.h"
#include "base/text/charset.h"

struct cuter;

/* Objects that are prepared before the sandbox is entered.  The extractor and
 * the enricher are NULL with reader_options.only_feeds. */
struct reader_tools {
	struct cuter *cuter;
	struct charsets *charsets;
	struct enricher *enricher;
};

/* Answers a question. Runs in the child, in the sandbox. It may allocate
 * memory. It may not open files. It may read the time only with clock_gettime()
 * and gettimeofday(). */
typedef void reader_answer(const struct reader_tools *, struct slice question,
    struct buf *answer, void *arg);

struct reader_options {
	reader_answer *answer;
	void *arg;
	int64_t memory_bytes;   /* memory limit of the process */
	int64_t question_bytes; /* maximum size */
	int64_t answer_bytes;
	int deadline_ms; /* time limit for each question; 0: no limit */
	int keep_fd;     /* remains open in the child; -1: none */
	bool only_feeds; /* `answer` reads only feeds: the extractor and the
			    enricher are not prepared, and are NULL */
};

struct reader {
	const struct reader_options *order; /* borrowed while the child runs */
	int pid;                          /* 0: no child */
	int fd; /* when readable: call reader_take() */
	int64_t deadline_at_ms;
	int limit_ms; /* the time after which the deadline was set */
	struct buf in;                /* received part of an answer */
	char why[ERR_TEXT_BYTES];     /* reason of READER_LOST */
	char trouble[ERR_TEXT_BYTES]; /* "" or the reason why there is no
					 sandbox, with GLEANER_SANDBOX=off */
};

enum reader_result { READER_ANSWERED, READER_MORE, READER_LOST };

/* Starts the child. *reader must be all zero, lost or stopped. Waits until the
 * child is in the sandbox, about 4 ms. Returns ERR_LIBRARY if the kernel does
 * not support the sandbox, ERR_IO if no process could be started, or if it was
 * not ready after 10 s. */
int reader_start(struct reader *, const struct reader_options *, struct err *e);
/* Sends a question. Blocks until the child has received all of it. Returns
 * false if the reader is lost or was not started. */
bool reader_ask(struct reader *, struct slice question);
/* Reads the bytes that are available. *ret is valid until the next question. */
enum reader_result reader_take(struct reader *, struct slice *ret);
/* Waits for the answer. Returns false if the reader is lost. */
bool reader_wait(struct reader *, struct slice *ret);
/* Returns the time left until the deadline, -1 if there is none. At 0,
 * reader_take() returns READER_LOST. */
int reader_wait_ms(const struct reader *);
/* Kills the child and frees its resources. */
void reader_stop(struct reader *);

#endif
