/*
 * program.c -- starts the programs that belong to `gleaner`; see program.h.
 */
#include "cli/program.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/program.h"

#define PROGRAM_MISSING                                                        \
	"%s is not installed; install the package %s, or build it with `make`"

static char **program_words; /* the command line; ends with NULL */

int
program_exec(
    struct cli *cli, const char *name, const char *package, char **argv)
{
	struct buf path;
	int code;

	buf_init(&path, PATH_MAX);
	if (!program_find(name, &path)) {
		buf_release(&path);
		return cli_fail(cli, PROGRAM_MISSING, name, package);
	}
	fflush(cli->out);
	argv[0] = path.p;
	execv(path.p, argv);
	code = cli_fail(cli, "%s: %s", path.p, strerror(errno));
	buf_release(&path);
	return code;
}

int
program_keep_words(int argc, char **argv, struct err *e)
{
	size_t n = (size_t)argc + 1;

	program_words = malloc(n * sizeof(*program_words));
	if (program_words == NULL)
		return err_set(e, ERR_MEMORY, "out of memory");
	memcpy(program_words, argv, n * sizeof(*program_words));
	return 0;
}

int
program_replace(const char *name, struct err *e)
{
	struct buf path;
	int rc;

	buf_init(&path, PATH_MAX);
	if (!program_find(name, &path)) {
		rc = err_set(e, ERR_LIBRARY, PROGRAM_MISSING, name, "gleaner");
	} else {
		fflush(NULL);
		execv(path.p, program_words);
		rc = err_set(
		    e, ERR_LIBRARY, "%s: %s", path.p, strerror(errno));
	}
	buf_release(&path);
	return rc;
}
