/*
 * cmd_check.c -- gleaner check
 */
#include "cli/progress.h"
#include "config/limits.h"
#include "store/store.h"

static const struct option_row options[] = { { 0 } };

static void
put_fault(const char *line, void *arg)
{
	struct cli *cli = arg;
	struct buf clean;

	buf_init(&clean, 1 * MIB);
	text_clean(&clean, slice_of(line));
	buf_append_char(&clean, '\n');
	cli_write(cli, &clean);
	buf_release(&clean);
}

int
cmd_check(struct cli *cli, int argc, char **argv)
{
	struct err e = ERR_INIT;
	struct progress progress;
	struct store *store;
	struct buf line;
	int64_t faults = 0;
	int code = options_parse(cli, options, NULL, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	progress_begin(&progress, cli, "checks", 0);
	store_watch(store, progress_tell, &progress);
	rc = store_check(store, put_fault, cli, &faults, &e);
	progress_end(&progress);
	store_close(store);
	if (rc != 0) {
		cli_fail_err(cli, &e);
		return cli_finish(cli, CLI_FAILED);
	}
	if (faults > 0) {
		cli_fail(cli, "%s: %lld fault%s", cli->database,
		    (long long)faults, faults == 1 ? "" : "s");
		return cli_finish(cli, CLI_FAILED);
	}
	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%s: ok\n", cli->database);
	cli_write(cli, &line);
	buf_release(&line);
	return cli_finish(cli, CLI_OK);
}
