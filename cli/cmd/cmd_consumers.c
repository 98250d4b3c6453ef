/*
 * cmd_consumers.c -- gleaner consumers [--remove NAME | --dead NAME [--retry]]
 */
#include <string.h>

#include "cli/print/json_row.h"
#include "cli/term/table.h"
#include "control/consumer_cursor.h"

struct consumers_values {
	const char *remove, *dead;
	int64_t seq; /* 0: all */
	bool retry;
};

static const struct option_row options[] = {
	{ .name = "remove",
	    .kind = OPTION_TEXT,
	    .offset = offsetof(struct consumers_values, remove),
	    .value = "NAME",
	    .help = "delete this consumer and its cursor" },
	{ .name = "dead",
	    .kind = OPTION_TEXT,
	    .offset = offsetof(struct consumers_values, dead),
	    .value = "NAME",
	    .help = "list the changes that were set aside for this consumer" },
	{ .name = "retry",
	    .kind = OPTION_FLAG,
	    .offset = offsetof(struct consumers_values, retry),
	    .help = "with --dead: deliver these changes again" },
	{ .name = "seq",
	    .kind = OPTION_INT,
	    .offset = offsetof(struct consumers_values, seq),
	    .value = "SEQ",
	    .min = 1,
	    .help = "with --retry: only this change" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "NAME", .shrinks = 12 },
	{ .title = "SEQ", .right = true },
	{ .title = "BEHIND", .right = true },
	{ .title = "LEASED", .right = true },
	{ .title = "DEAD", .right = true },
	{ .title = "CREATED" },
	{ .title = "LAST ACK" },
	{ .title = NULL },
};

static const struct table_column dead_columns[] = {
	{ .title = "SEQ", .right = true },
	{ .title = "KIND" },
	{ .title = "ID", .right = true },
	{ .title = "REDELIVERED", .right = true },
	{ .title = "SET ASIDE" },
	{ .title = "TITLE", .shrinks = 20 },
	{ .title = NULL },
};

struct listing {
	struct cli *cli;
	struct text_table table;
	int64_t n;
};

/* Writes and releases the line. */
static int
cmd_consumers_put_line(struct cli *cli, struct buf *line)
{
	int code = cli_write(cli, line);

	buf_release(line);
	return code;
}

static int
cmd_consumers_visit(const struct consumer_row *row, void *arg)
{
	struct listing *listing = arg;
	struct text_table *table = &listing->table;
	struct buf line;

	if (listing->cli->limit > 0 && listing->n == listing->cli->limit)
		return 1;
	listing->n++;
	if (listing->cli->json) {
		buf_init(&line, JSON_ROW_MAX_BYTES);
		json_row_consumer(&line, row);
		return cmd_consumers_put_line(listing->cli, &line);
	}
	text_table_text(table, row->name);
	text_table_number(table, row->seq);
	text_table_number(table, row->lag);
	text_table_number(table, row->leases);
	text_table_number(table, row->dead);
	text_table_date(table, row->made_at);
	text_table_date(table, row->last_ack_at);
	return text_table_end_row(table);
}

/* ---- changes that were set aside ---- */

static int
cmd_consumers_visit_dead(const struct dead_change_row *row, void *arg)
{
	struct listing *listing = arg;
	struct text_table *table = &listing->table;
	struct buf line;

	if (listing->cli->limit > 0 && listing->n == listing->cli->limit)
		return 1;
	listing->n++;
	if (listing->cli->json) {
		buf_init(&line, JSON_ROW_MAX_BYTES);
		json_row_dead_change(&line, row);
		return cmd_consumers_put_line(listing->cli, &line);
	}
	text_table_number(table, row->seq);
	text_table_text(table, row->kind);
	text_table_number(table, row->article_id);
	text_table_number(table, row->redelivered);
	text_table_date(table, row->at);
	text_table_text(table, row->title.len > 0 ? row->title : row->url);
	return text_table_end_row(table);
}

static int
cmd_consumers_fail(
    struct cli *cli, const char *name, int rc, const struct err *e)
{
	if (rc == ERR_NOT_FOUND && strncmp(e->text, "there is no", 11) == 0)
		return cli_fail(cli,
		    "no consumer \"%s\"; `gleaner consumers` lists them", name);
	return cli_fail_err(cli, e);
}

static int
cmd_consumers_list_dead(struct cli *cli, const char *name)
{
	struct listing listing = { .cli = cli };
	struct err e = ERR_INIT;
	struct store *store;
	int code = cli_store_open(cli, CLI_READ, &store), rc;

	if (code != CLI_OK)
		return code;
	text_table_init(&listing.table, cli, dead_columns);
	rc = store_dead_list(
	    store, slice_of(name), cmd_consumers_visit_dead, &listing, &e);
	text_table_release(&listing.table);
	store_close(store);
	if (rc < 0)
		return cmd_consumers_fail(cli, name, rc, &e);
	return cli_finish(cli,
	    listing.n > 0
		? CLI_OK
		: cli_nothing(cli,
		      "no change was set aside for consumer \"%s\"", name));
}

/* ---- changing a consumer ---- */

static int
cmd_consumers_retry(struct cli *cli, const struct consumers_values *values)
{
	struct consumer_cursor cursor;
	struct err e = ERR_INIT;
	struct store *store;
	int64_t n = 0, n_part;
	int code = cli_consumer_open(cli, &store, &cursor), rc;

	if (code != CLI_OK)
		return code;
	do {
		n_part = 0;
		rc = consumer_cursor_retry(
		    &cursor, slice_of(values->dead), values->seq, &n_part, &e);
		n += n_part;
	} while (rc == 0 && n_part == LIMIT_LEASES);
	store_close(store);
	if (rc != 0)
		return cmd_consumers_fail(cli, values->dead, rc, &e);
	if (n == 0)
		return cli_nothing(cli,
		    "no such change was set aside for consumer \"%s\"",
		    values->dead);
	cli_note(cli, "%lld change%s will be delivered again", (long long)n,
	    n == 1 ? "" : "s");
	return CLI_OK;
}

static int
cmd_consumers_remove(struct cli *cli, const char *name)
{
	struct consumer_cursor cursor;
	struct err e = ERR_INIT;
	struct store *store;
	int code = cli_consumer_open(cli, &store, &cursor), rc;

	if (code != CLI_OK)
		return code;
	rc = consumer_cursor_remove(&cursor, slice_of(name), &e);
	store_close(store);
	return rc != 0 ? cmd_consumers_fail(cli, name, rc, &e) : CLI_OK;
}

static int
cmd_consumers_list(struct cli *cli)
{
	struct listing listing = { .cli = cli };
	struct err e = ERR_INIT;
	struct store *store;
	int code = cli_store_open(cli, CLI_READ, &store), rc;

	if (code != CLI_OK)
		return code;
	text_table_init(&listing.table, cli, columns);
	rc = store_consumer_list(store, cmd_consumers_visit, &listing, &e);
	text_table_release(&listing.table);
	store_close(store);
	if (rc < 0)
		return cli_fail_err(cli, &e);
	return cli_finish(
	    cli, listing.n > 0
		     ? CLI_OK
		     : cli_nothing(cli, "there are no consumers; `gleaner "
					"follow --consumer NAME` creates one"));
}

int
cmd_consumers(struct cli *cli, int argc, char **argv)
{
	struct consumers_values values = { 0 };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if (values.retry && values.dead == NULL)
		return cli_usage(cli, "--retry needs --dead NAME");
	if (values.seq != 0 && !values.retry)
		return cli_usage(cli, "--seq needs --retry");
	if (values.remove != NULL && values.dead != NULL)
		return cli_usage(cli, "--remove and --dead exclude each other");
	if (values.remove != NULL)
		return cmd_consumers_remove(cli, values.remove);
	if (values.retry)
		return cmd_consumers_retry(cli, &values);
	if (values.dead != NULL)
		return cmd_consumers_list_dead(cli, values.dead);
	return cmd_consumers_list(cli);
}
