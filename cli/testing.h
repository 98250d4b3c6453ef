/*
 * testing.h -- a struct cli for unit tests, with its output in memory.
 */
#ifndef CLI_TESTING_H
#define CLI_TESTING_H

#include <stdlib.h>

#include "cli/cli.h"

struct testing {
	struct cli cli;
	char *out, *err;
	size_t out_len, err_len;
};

#define TESTING_NOW 1795197600 /* 2026-11-20T18:00:00Z */

static inline void
testing_init(struct testing *t, const struct command *command)
{
	*t = (struct testing){ .cli = { .command = command,
				   .in = stdin,
				   .now_at = TESTING_NOW } };
	t->cli.out = open_memstream(&t->out, &t->out_len);
	t->cli.err = open_memstream(&t->err, &t->err_len);
}

static inline struct slice
testing_out(struct testing *t)
{
	fflush(t->cli.out);
	return (struct slice){ t->out, t->out_len };
}

static inline struct slice
testing_err(struct testing *t)
{
	fflush(t->cli.err);
	return (struct slice){ t->err, t->err_len };
}

static inline void
testing_release(struct testing *t)
{
	fclose(t->cli.out);
	fclose(t->cli.err);
	free(t->out);
	free(t->err);
}

#endif
