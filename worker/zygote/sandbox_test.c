/*
 * sandbox_test.c -- tests that a sandboxed worker can do its work and nothing
 * else.
 */
#include <stdlib.h>

#include "tests/lib/tap.h"
#include "worker/zygote/sandbox.h"

int
main(void)
{
	struct err e = ERR_INIT;
	char *lines = NULL;
	size_t n_bytes = 0, n_ok = 0;
	FILE *out = open_memstream(&lines, &n_bytes);
	struct slice rest, line;
	int rc;

	if (!ok(out != NULL, "a place for the lines"))
		return done_testing();
	rc = sandbox_selftest(out, true, &e);
	fclose(out);
#ifdef GLEANER_SANITIZED
	is_int(rc, ERR_LIBRARY, "a build with sanitizers has no filter # SKIP");
#else
	ok(rc >= 0, "the sandbox passes its trials: %s", e.text);
#endif
	rest = (struct slice){ lines, n_bytes };
	while (rc >= 0 && slice_next(&rest, '\n', &line))
		if (line.len > 0 && line.p[0] != '#')
			n_ok += ok(slice_starts(line, SLICE("ok ")), "%.*s",
			    SLICE_ARG(line));
	ok(rc < 0 || n_ok >= 30, "S34: at least 30 trials were made");
	free(lines);
	return done_testing();
}
