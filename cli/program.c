/*
 * program.c -- finds and starts the programs that belong to `gleaner`; see
 * program.h.
 */
#include "cli/program.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"

#define PROGRAM_MISSING                                                        \
	"%s is not installed; install the package %s, or build it with `make`"

static char **program_words; /* the command line; ends with NULL */

bool
program_find(const char *name, struct buf *ret_path)
{
	static const char *const folders[] = { "", "../libexec/gleaner/" };
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self));
	const char *slash;

	if (n <= 0 || (size_t)n >= sizeof(self))
		return false;
	self[n] = '\0';
	slash = strrchr(self, '/');
	if (slash == NULL)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(folders); i++) {
		buf_clear(ret_path);
		buf_append(ret_path, self, (size_t)(slash - self) + 1);
		buf_printf(ret_path, "%s%s", folders[i], name);
		if (!buf_failed(ret_path) && access(ret_path->p, X_OK) == 0)
			return true;
	}
	return false;
}

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
