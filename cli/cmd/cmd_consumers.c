/*
 * cmd_consumers.c -- gleaner consumers
 */
#include "cli/print/json_row.h"
#include "cli/term/table.h"

struct consumers_values {
	const char *remove;
};

static const struct option_row options[] = {
	{ .name = "remove",
	    .kind = OPTION_TEXT,
	    .offset = offsetof(struct consumers_values, remove),
	    .value = "NAME",
	    .help = "delete this consumer and its cursor" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "NAME", .shrinks = 12 },
	{ .title = "SEQ", .right = true },
	{ .title = "BEHIND", .right = true },
	{ .title = "CREATED" },
	{ .title = "LAST ACK" },
	{ .title = NULL },
};

struct listing {
	struct cli *cli;
	struct text_table table;
	int64_t n;
};

static int
cmd_consumers_put_json(struct cli *cli, const struct consumer_row *row)
{
	struct buf line;
	int code;

	buf_init(&line, JSON_ROW_MAX_BYTES);
	json_row_consumer(&line, row);
	code = cli_write(cli, &line);
	buf_release(&line);
	return code;
}

static int
cmd_consumers_visit(const struct consumer_row *row, void *arg)
{
	struct listing *listing = arg;
	struct text_table *table = &listing->table;

	if (listing->cli->limit > 0 && listing->n == listing->cli->limit)
		return 1;
	listing->n++;
	if (listing->cli->json)
		return cmd_consumers_put_json(listing->cli, row);
	text_table_text(table, row->name);
	text_table_number(table, row->seq);
	text_table_number(table, row->lag);
	text_table_date(table, row->made_at);
	text_table_date(table, row->last_ack_at);
	return text_table_end_row(table);
}

static int
cmd_consumers_remove_consumer(struct cli *cli, const char *name)
{
	struct err e = ERR_INIT;
	struct store *store;
	int code = cli_store_open(cli, CLI_WRITE, &store), rc;

	if (code != CLI_OK)
		return code;
	rc = store_consumer_remove(store, slice_of(name), &e);
	store_close(store);
	if (rc == ERR_NOT_FOUND)
		return cli_fail(cli,
		    "no consumer \"%s\"; `gleaner consumers` lists them", name);
	return rc != 0 ? cli_fail_err(cli, &e) : CLI_OK;
}

int
cmd_consumers(struct cli *cli, int argc, char **argv)
{
	struct consumers_values values = { 0 };
	struct listing listing = { .cli = cli };
	struct err e = ERR_INIT;
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	if (values.remove != NULL)
		return cmd_consumers_remove_consumer(cli, values.remove);
	code = cli_store_open(cli, CLI_READ, &store);
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
