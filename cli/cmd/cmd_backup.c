/*
 * cmd_backup.c -- gleaner backup [--is-copy] FILE
 */
#include <sys/stat.h>

#include "base/limits.h"
#include "cli/term/progress.h"
#include "store/identity.h"
#include "store/store.h"

struct backup_values {
	bool is_copy;
};

static const struct option_row options[] = {
	{ .name = "is-copy",
	    .kind = OPTION_FLAG,
	    .offset = offsetof(struct backup_values, is_copy),
	    .help = "write nothing; exit with 0 if FILE is a copy of this "
		    "database, otherwise with 1" },
	{ 0 },
};

/* Returns true if the target of the copy is the database itself. */
static bool
cmd_backup_is_same_file(const char *a, const char *b)
{
	struct stat first, second;

	return stat(a, &first) == 0 && stat(b, &second) == 0 &&
	       first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static int
cmd_backup_write(struct cli *cli, struct store *store, const char *path)
{
	struct err e = ERR_INIT;
	struct progress progress;
	struct stat st;
	struct buf line;
	int rc;

	if (cmd_backup_is_same_file(cli->database, path))
		return cli_fail(
		    cli, "%s is the database itself; name another file", path);
	progress_begin(&progress, cli, "pages", 0);
	store_watch(store, progress_set, &progress);
	rc = store_backup(store, path, &e);
	progress_end(&progress);
	if (rc != 0)
		return cli_fail_err(cli, &e);
	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%s: ", path);
	if (stat(path, &st) == 0)
		text_bytes(&line, st.st_size);
	buf_append_string(&line, ", verified\n");
	cli_write(cli, &line);
	buf_release(&line);
	return CLI_OK;
}

static int
cmd_backup_compare(struct cli *cli, struct store *store, const char *path)
{
	struct err e = ERR_INIT;
	bool is_copy = false;

	if (store_is_copy(store, path, &is_copy, &e) != 0)
		return cli_fail_err(cli, &e);
	return is_copy
		   ? CLI_OK
		   : cli_fail(cli, "%s is not a copy of this database", path);
}

int
cmd_backup(struct cli *cli, int argc, char **argv)
{
	struct backup_values values = { 0 };
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	code = values.is_copy ? cmd_backup_compare(cli, store, argv[0])
			      : cmd_backup_write(cli, store, argv[0]);
	store_close(store);
	return cli_finish(cli, code);
}
