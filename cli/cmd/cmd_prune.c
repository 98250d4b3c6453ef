/*
 * cmd_prune.c -- gleaner prune: applies the retention limits now.
 *
 * Rows are deleted in small transactions, so that a daemon that writes at the
 * same time waits only briefly.
 */
#include <sys/stat.h>

#include <string.h>

#include "base/limits.h"
#include "cli/health/clock_words.h"
#include "cli/term/progress.h"
#include "config/config.h"
#include "store/store.h"

#define SLICE_ROWS 500

struct prune_values {
	const char *articles, *raw, *polls;
	bool dry_run, vacuum, force;
};
#define VALUE(member) offsetof(struct prune_values, member)

static const struct option_row options[] = {
	{ .name = "articles",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(articles),
	    .value = "SPAN",
	    .help = "age at which articles are deleted: 90d, forever" },
	{ .name = "raw",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(raw),
	    .value = "SPAN",
	    .help = "age at which stored pages are deleted" },
	{ .name = "polls",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(polls),
	    .value = "SPAN",
	    .help = "age at which records of polls are deleted" },
	{ .name = "dry-run",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(dry_run),
	    .help = "only report what would be deleted" },
	{ .name = "force",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(force),
	    .help = "delete even if the clock may be wrong" },
	{ .name = "vacuum",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(vacuum),
	    .help = "after the deletion rewrite the whole database file, so "
		    "that it has its smallest size" },
	{ 0 },
};

static int
cmd_prune_set_span(
    struct cli *cli, const char *name, const char *text, int64_t *ret_s)
{
	if (text == NULL)
		return CLI_GO_ON;
	if (strcmp(text, "forever") == 0)
		*ret_s = CONFIG_FOREVER;
	else if (!duration_parse(text, ret_s))
		return cli_usage(cli,
		    "--%s must be a duration such as 90d, or forever, not "
		    "\"%s\"",
		    name, text);
	return CLI_GO_ON;
}

/* Reads `retain` of the configuration; the options override it. */
static int
cmd_prune_find_retention(
    struct cli *cli, const struct prune_values *values, struct retention *ret)
{
	int code = cli_config(cli);

	if (code != CLI_OK)
		return code;
	*ret = (struct retention){ CONFIG_FOREVER, CONFIG_FOREVER,
		CONFIG_FOREVER };
	if (cli->config != NULL) {
		ret->articles_s = cli->config->retain.articles_s;
		ret->raw_s = cli->config->retain.raw_s;
		ret->polls_s = cli->config->retain.polls_s;
	} else if (values->articles == NULL && values->raw == NULL &&
		   values->polls == NULL && !values->vacuum) {
		return cli_usage(cli,
		    "no retention limit is known: name a configuration "
		    "with -c, or use --articles, --raw or --polls");
	}
	code = cmd_prune_set_span(
	    cli, "articles", values->articles, &ret->articles_s);
	if (code == CLI_GO_ON)
		code = cmd_prune_set_span(cli, "raw", values->raw, &ret->raw_s);
	if (code == CLI_GO_ON)
		code = cmd_prune_set_span(
		    cli, "polls", values->polls, &ret->polls_s);
	return code;
}

/* Deletes until nothing is left to delete. *total also counts the rows that
 * were deleted before a failure. */
static int
cmd_prune_retain_all(struct cli *cli, struct store *store,
    const struct retention *retention, struct retention_done *total,
    struct err *e)
{
	struct retention_done done, all = { 0 };
	struct progress progress;
	int rc = 0;

	progress_begin(&progress, cli, "rows deleted", 0);
	if (progress.shows)
		rc = store_retain_count(store, retention, cli->now_at, &all, e);
	progress.total = all.articles + all.raw + all.polls;
	do {
		done = (struct retention_done){ 0 };
		if (rc == 0)
			rc = store_retain(store, retention, cli->now_at,
			    SLICE_ROWS, &done, e);
		total->articles += done.articles;
		total->raw += done.raw;
		total->polls += done.polls;
		total->file_pages += done.file_pages;
		progress_step(&progress, done.articles + done.raw + done.polls);
	} while (rc == 0 && done.articles + done.raw + done.polls +
				    done.file_pages + done.indexed >
				0);
	progress_end(&progress);
	return rc;
}

static int64_t
cmd_prune_file_bytes(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? st.st_size : 0;
}

static int
cmd_prune_vacuum(
    struct cli *cli, struct store *store, struct buf *line, struct err *e)
{
	int64_t before = cmd_prune_file_bytes(cli->database);
	int rc = store_vacuum(store, e);

	if (rc != 0)
		return rc;
	buf_append_string(line, "rewritten: from ");
	text_bytes(line, before);
	buf_append_string(line, " to ");
	text_bytes(line, cmd_prune_file_bytes(cli->database));
	buf_append_char(line, '\n');
	return 0;
}

/* Refuses to delete while the clock may be wrong, because new rows may then
 * look old. */
static int
cmd_prune_check_clock(struct cli *cli, struct store *store)
{
	struct err e = ERR_INIT;
	struct buf why;
	int state, code = CLI_OK;

	buf_init(&why, 4 * KIB);
	state = clock_words(store, cli->now_at, &why, &e);
	if (state < 0)
		code = cli_fail_err(cli, &e);
	else if (state == CLOCK_PAUSE || state == CLOCK_DOUBTFUL)
		code = cli_fail(cli,
		    "nothing was deleted: %s; check the clock of this machine "
		    "with `date`, and use --force if it is right",
		    why.p);
	buf_release(&why);
	return code;
}

static bool
cmd_prune_has_no_limit(const struct retention *r)
{
	return r->articles_s == CONFIG_FOREVER && r->raw_s == CONFIG_FOREVER &&
	       r->polls_s == CONFIG_FOREVER;
}

int
cmd_prune(struct cli *cli, int argc, char **argv)
{
	struct prune_values values = { 0 };
	struct retention_done total = { 0 };
	struct retention retention;
	struct err e = ERR_INIT;
	struct store *store;
	struct buf line;
	int code = options_parse(cli, options, &values, &argc, argv), rc;

	if (code == CLI_GO_ON)
		code = cmd_prune_find_retention(cli, &values, &retention);
	if (code != CLI_GO_ON)
		return code;
	code =
	    cli_store_open(cli, values.dry_run ? CLI_READ : CLI_WRITE, &store);
	if (code != CLI_OK)
		return code;
	if (!values.dry_run && !values.force &&
	    !cmd_prune_has_no_limit(&retention) &&
	    (code = cmd_prune_check_clock(cli, store)) != CLI_OK) {
		store_close(store);
		return cli_finish(cli, code);
	}
	if (values.dry_run)
		rc = store_retain_count(
		    store, &retention, cli->now_at, &total, &e);
	else if (cmd_prune_has_no_limit(&retention))
		rc = 0;
	else
		rc = cmd_prune_retain_all(cli, store, &retention, &total, &e);
	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%s: %lld articles, %lld pages, %lld polls\n",
	    values.dry_run ? "would be deleted" : "deleted",
	    (long long)total.articles, (long long)total.raw,
	    (long long)total.polls);
	if (rc == 0 && values.vacuum && !values.dry_run)
		rc = cmd_prune_vacuum(cli, store, &line, &e);
	if (rc != 0)
		code = cli_fail_err(cli, &e);
	store_close(store);
	cli_write(cli, &line);
	buf_release(&line);
	return cli_finish(cli, code);
}
