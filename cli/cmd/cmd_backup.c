/*
 * cmd_backup.c -- gleaner backup FILE
 */
#include <sys/stat.h>

#include "base/limits.h"
#include "cli/term/progress.h"
#include "store/store.h"

static const struct option_row options[] = { { 0 } };

/* Returns true if the target of the copy is the database itself. */
static bool
cmd_backup_is_same_file(const char *a, const char *b)
{
	struct stat first, second;

	return stat(a, &first) == 0 && stat(b, &second) == 0 &&
	       first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

int
cmd_backup(struct cli *cli, int argc, char **argv)
{
	struct err e = ERR_INIT;
	struct progress progress;
	struct store *store;
	struct stat st;
	struct buf line;
	int code = options_parse(cli, options, NULL, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	if (cmd_backup_is_same_file(cli->database, argv[0])) {
		store_close(store);
		return cli_fail(cli,
		    "%s is the database itself; name another file", argv[0]);
	}
	progress_begin(&progress, cli, "pages", 0);
	store_watch(store, progress_set, &progress);
	rc = store_backup(store, argv[0], &e);
	progress_end(&progress);
	store_close(store);
	if (rc != 0)
		return cli_fail_err(cli, &e);
	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%s: ", argv[0]);
	if (stat(argv[0], &st) == 0)
		text_bytes(&line, st.st_size);
	buf_append_string(&line, ", verified\n");
	cli_write(cli, &line);
	buf_release(&line);
	return cli_finish(cli, CLI_OK);
}
