/*
 * cmd_copy.c -- gleaner copy FROM TO: copies a database into another one,
 * SQLite or PostgreSQL, and compares them.
 */
#include <sys/stat.h>

#include "cli/term/progress.h"
#include "store/copy/copy.h"
#include "store/store.h"
#include "url/database_url.h"

static const struct option_row options[] = {
	{ 0 },
};

static void
cmd_copy_report(
    const char *table, int64_t rows, bool is_compared, bool is_same, void *arg)
{
	struct cli *cli = arg;

	if (!is_compared && rows > 0)
		cli_note(cli, "%s: %lld row%s", table, (long long)rows,
		    rows == 1 ? "" : "s");
	else if (!is_same)
		cli_note(cli, "%s differs", table);
}

static int
cmd_copy_run(struct cli *cli, struct store *from, struct store *to)
{
	struct copy_result result;
	struct progress progress;
	struct err e = ERR_INIT;
	int rc;

	progress_begin(&progress, cli, "rows copied", 0);
	store_watch(to, progress_set, &progress);
	rc = store_copy(from, to, cmd_copy_report, cli, &result, &e);
	store_watch(to, NULL, NULL);
	progress_end(&progress);
	if (rc != 0)
		return cli_fail(cli, "%s; %s", e.text,
		    result.was_written
			? "the source was written during the copy: stop all "
			  "daemons and copy into a new database"
			: "to continue, run the same command again");
	if (result.differing > 0)
		return cli_fail(cli,
		    "%lld table%s differ%s from the source; stop all daemons "
		    "and copy into a new database",
		    (long long)result.differing,
		    result.differing == 1 ? "" : "s",
		    result.differing == 1 ? "s" : "");
	cli_note(cli, "%lld rows in %lld tables were copied and compared",
	    (long long)result.rows, (long long)result.tables);
	if (result.is_backup)
		cli_note(cli,
		    "the source is a backup; the next numbers of articles and "
		    "changes are 1000000000 higher");
	return CLI_OK;
}

/* Returns true if both names are the same URL, or names of the same file. */
static bool
cmd_copy_is_same(const char *from, const char *to)
{
	struct stat first, second;

	if (database_url_is(from) || database_url_is(to))
		return strcmp(from, to) == 0;
	return stat(from, &first) == 0 && stat(to, &second) == 0 &&
	       first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

int
cmd_copy(struct cli *cli, int argc, char **argv)
{
	struct store *from = NULL, *to = NULL;
	struct err e = ERR_INIT;
	int code = options_parse(cli, options, NULL, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if ((code = cli_refuse_password(cli, "FROM", argv[0])) != CLI_OK ||
	    (code = cli_refuse_password(cli, "TO", argv[1])) != CLI_OK)
		return code;
	if (cmd_copy_is_same(argv[0], argv[1]))
		return cli_fail(
		    cli, "TO is FROM itself; name another database");
	if (store_open(argv[0], STORE_READ, &from, &e) != 0 ||
	    store_open(argv[1], STORE_DAEMON, &to, &e) != 0) {
		code = cli_fail_err(cli, &e);
	} else {
		store_set_patience(to, STORE_FOR_EVER, NULL);
		code = cmd_copy_run(cli, from, to);
	}
	store_close(to);
	store_close(from);
	return code;
}
