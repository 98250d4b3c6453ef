/*
 * replay.h -- a document through one reader of the daemon's, behind its walls:
 * gleanerd --replay as a child.
 */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"

struct replay {
	/* what is asked */
	const char *kind, *parser, *url, *content_type;
	struct slice body;
	/* what came of it */
	char result[32]; /* worker_result_name() */
	char why[ERR_TEXT_BYTES];
	int64_t wall_ms, cpu_ms, peak_bytes; /* of the process that needed most */
};

/* Fills in the second half.  ERR_NOT_FOUND: there is no gleanerd beside this
 * program, in ../sbin or in $PATH; ERR_IO: it had no worker for it. */
int replay_run(struct replay *, struct err *e);

#endif
