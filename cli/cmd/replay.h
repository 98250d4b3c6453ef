/*
 * replay.h -- reads one document with a parser of the daemon in its sandbox, by
 * running gleanerd --replay as a child process.
 */
#ifndef CLI_CMD_REPLAY_H
#define CLI_CMD_REPLAY_H

#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"

struct replay {
	/* the request */
	const char *kind, *parser, *url, *content_type;
	struct slice body;
	/* the result */
	char result[32]; /* worker_result_name() */
	char why[ERR_TEXT_BYTES];
	/* wall_ms: from the start of the job to its result, as measured by
	 * gleanerd; the time to start the zygote is not included.
	 * cpu_ms and peak_bytes come from wait4() for gleanerd and its child
	 * processes (zygote, worker) and include their start. cpu_ms: sum of
	 * the processes' user and system time. peak_bytes: largest resident
	 * memory of a single process. */
	int64_t wall_ms, cpu_ms, peak_bytes;
};

/* Fills in the result. ERR_NOT_FOUND: `gleanerd` was not found in this
 * program's directory, in ../../sbin or in $PATH. ERR_IO: `gleanerd` returned
 * no result, for example because it could not start a worker. */
int replay_run(struct replay *, struct err *e);

#endif
