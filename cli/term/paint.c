/*
 * paint.c -- writes colours, if the output is a terminal that supports them and
 * NO_COLOR (https://no-color.org) is not set.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/cli.h"

bool
paint_wanted(FILE *out)
{
	const char *forbidden = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fileno(out)) &&
	       (forbidden == NULL || forbidden[0] == '\0') && term != NULL &&
	       strcmp(term, "dumb") != 0;
}

void
paint_put(struct buf *out, const struct cli *cli, enum paint paint)
{
	/* The eight standard colours, which are readable in every terminal
	 * theme. */
	static const char *const codes[] = {
		[PAINT_NONE] = "\x1b[0m",
		[PAINT_BOLD] = "\x1b[1m",
		[PAINT_DIM] = "\x1b[2m",
		[PAINT_GOOD] = "\x1b[32m",
		[PAINT_WARNING] = "\x1b[33m",
		[PAINT_BAD] = "\x1b[31m",
		[PAINT_MATCH] = "\x1b[1;31m",
	};

	if (cli->colours)
		buf_append_string(out, codes[paint]);
}

enum paint
paint_of_status(struct slice status)
{
	static const struct {
		const char *status;
		enum paint paint;
	} rows[] = {
		{ "failing", PAINT_BAD },
		{ "failed", PAINT_BAD },
		{ "gone", PAINT_BAD },
		{ "truncated", PAINT_BAD },
		{ "retrying", PAINT_WARNING },
		{ "waiting", PAINT_WARNING },
		{ "late", PAINT_WARNING },
		{ "over", PAINT_WARNING },
		{ "silent", PAINT_WARNING },
		{ "queued", PAINT_WARNING },
		{ "feed_only", PAINT_WARNING },
		{ "paused", PAINT_DIM },
		{ "new", PAINT_DIM },
		{ "well", PAINT_GOOD },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		if (slice_starts(status, slice_of(rows[i].status)))
			return rows[i].paint;
	return PAINT_NONE;
}
