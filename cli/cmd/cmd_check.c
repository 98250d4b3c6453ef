/*
 * cmd_check.c -- gleaner check
 */
#include <stdlib.h>

#include "base/limits.h"
#include "cli/term/progress.h"
#include "store/store.h"

struct check_values {
	const char *salvage;
};

static const struct option_row options[] = {
	{ .name = "salvage",
	    .kind = OPTION_TEXT,
	    .offset = offsetof(struct check_values, salvage),
	    .value = "FILE",
	    .help = "write all readable data to a new database" },
	{ 0 },
};

static void
cmd_check_put_fault(const char *line, void *arg)
{
	struct cli *cli = arg;
	struct buf clean;

	buf_init(&clean, 1 * MIB);
	text_clean(&clean, slice_of(line));
	buf_append_char(&clean, '\n');
	cli_write(cli, &clean);
	buf_release(&clean);
}

/* ---- salvage ---- */

static void
cmd_check_put_count(struct buf *out, const struct salvage_count *count)
{
	buf_printf(out, "%-18s%8lld rows", count->name, (long long)count->rows);
	if (count->damaged > 0)
		buf_printf(out, ", %lld unreadable", (long long)count->damaged);
	if (count->damaged_pages > 0)
		buf_printf(out,
		    ", %lld page%s with an unknown number of rows unreadable",
		    (long long)count->damaged_pages,
		    count->damaged_pages == 1 ? "" : "s");
	if (count->left_out > 0)
		buf_printf(out,
		    ", %lld left out because the rows that they refer to are "
		    "lost",
		    (long long)count->left_out);
	buf_append_char(out, '\n');
}

static void
cmd_check_put_salvage(
    struct cli *cli, const char *to, const struct salvage_result *result)
{
	struct buf out;

	buf_init(&out, 1 * MIB);
	for (int i = 0; i < result->n_tables; i++)
		cmd_check_put_count(&out, &result->tables[i]);
	if (result->damaged_pages > 0)
		buf_printf(&out,
		    "%lld more pages of tables or indexes are unreadable\n",
		    (long long)result->damaged_pages);
	text_clean(&out, slice_of(to));
	buf_append_string(&out, ": written\n");
	cli_write(cli, &out);
	buf_release(&out);
}

/* Checks the salvaged database in the same way as any other database. */
static int
cmd_check_salvaged(struct cli *cli, const char *to)
{
	struct err e = ERR_INIT;
	struct store *store;
	int64_t faults = 0;
	int rc = store_open(to, STORE_READ, &store, &e);

	if (rc != 0)
		return cli_fail_err(cli, &e);
	rc = store_check(store, cmd_check_put_fault, cli, &faults, &e);
	store_close(store);
	if (rc != 0)
		return cli_fail_err(cli, &e);
	if (faults > 0)
		return cli_fail(cli, "%s: %lld faults", to, (long long)faults);
	return CLI_OK;
}

static int
cmd_check_salvage(struct cli *cli, const char *to)
{
	struct salvage_result *result = calloc(1, sizeof(*result));
	struct err e = ERR_INIT;
	struct progress progress;
	int code = cli_database(cli, false), rc;

	if (result == NULL)
		return cli_fail(cli, "out of memory");
	if (code == CLI_OK) {
		progress_begin(&progress, cli, "pages", 0);
		rc = store_salvage(
		    cli->database, to, progress_set, &progress, result, &e);
		progress_end(&progress);
		if (rc == 0)
			cmd_check_put_salvage(cli, to, result);
		code = rc == 0 ? cmd_check_salvaged(cli, to)
			       : cli_fail_err(cli, &e);
	}
	free(result);
	return cli_finish(cli, code);
}

int
cmd_check(struct cli *cli, int argc, char **argv)
{
	struct check_values values = { 0 };
	struct err e = ERR_INIT;
	struct progress progress;
	struct store *store;
	struct buf line;
	int64_t faults = 0;
	int code = options_parse(cli, options, &values, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	if (values.salvage != NULL)
		return cmd_check_salvage(cli, values.salvage);
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	progress_begin(&progress, cli, "checks", 0);
	store_watch(store, progress_set, &progress);
	rc = store_check(store, cmd_check_put_fault, cli, &faults, &e);
	progress_end(&progress);
	store_close(store);
	if (rc != 0) {
		cli_fail_err(cli, &e);
		return cli_finish(cli, CLI_FAILED);
	}
	if (faults > 0) {
		cli_fail(cli, "%s: %lld fault%s", cli_database_name(cli),
		    (long long)faults, faults == 1 ? "" : "s");
		return cli_finish(cli, CLI_FAILED);
	}
	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%s: ok\n", cli_database_name(cli));
	cli_write(cli, &line);
	buf_release(&line);
	return cli_finish(cli, CLI_OK);
}
