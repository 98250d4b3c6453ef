/*
 * cmd_fleet.c -- gleaner fleet: the nodes of a PostgreSQL database, and the
 * shards without a node.
 */
#include "cli/cli.h"
#include "cli/print/json_line.h"
#include "cli/print/json_row.h"
#include "cli/term/table.h"
#include "store/fleet/fleet_store.h"

static const struct option_row options[] = {
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "NODE", .shrinks = 12 },
	{ .title = "VERSION" },
	{ .title = "SHARDS", .right = true },
	{ .title = "FEEDS", .right = true },
	{ .title = "PENDING", .right = true },
	{ .title = "STARTED" },
	{ .title = "HEARTBEAT" },
	{ .title = NULL },
};

struct fleet_listing {
	struct cli *cli;
	struct text_table table;
	int64_t n;
};

static int
cmd_fleet_write(struct cli *cli, struct buf *line)
{
	int code = cli_write(cli, line);

	buf_release(line);
	return code;
}

static int
cmd_fleet_visit_json(struct cli *cli, const struct fleet_node *node)
{
	struct json_line line;

	json_line_begin(&line);
	json_write_text(&line.json, "name", node->name);
	json_write_text(&line.json, "node", node->name);
	json_write_text(&line.json, "version", node->version);
	json_write_int(&line.json, "shards", node->shards);
	json_write_int(&line.json, "feeds", node->feeds);
	json_write_int(&line.json, "pending", node->pending);
	json_write_date(&line.json, "started_at", node->started_at);
	json_write_date(&line.json, "heartbeat", node->seen_at);
	json_write_date(&line.json, "heartbeat_at", node->seen_at);
	return json_line_end(&line, cli);
}

static int
cmd_fleet_visit(const struct fleet_node *node, void *arg)
{
	struct fleet_listing *listing = arg;
	struct text_table *table = &listing->table;
	char age[64];
	struct buf text;

	if (listing->cli->limit > 0 && listing->n == listing->cli->limit)
		return 1;
	listing->n++;
	if (listing->cli->json)
		return cmd_fleet_visit_json(listing->cli, node);
	buf_init(&text, sizeof(age));
	text_span(&text, node->silent_s);
	text_table_text(table, node->name);
	text_table_text(table, node->version);
	text_table_number(table, node->shards);
	text_table_number(table, node->feeds);
	text_table_number(table, node->pending);
	text_table_date(table, node->started_at);
	snprintf(age, sizeof(age), "%s ago", text.p != NULL ? text.p : "");
	buf_release(&text);
	text_table_text(table, slice_of(age));
	return text_table_end_row(table);
}

static int
cmd_fleet_put_free_json(struct cli *cli, const int32_t *shards, int32_t n)
{
	struct buf line;

	buf_init(&line, JSON_ROW_MAX_BYTES);
	buf_append_string(&line, "{\"free_shards\":[");
	for (int32_t i = 0; i < n; i++)
		buf_printf(&line, "%s%d", i > 0 ? "," : "", shards[i]);
	buf_append_string(&line, "]}\n");
	return cmd_fleet_write(cli, &line);
}

/* Writes the numbers of the shards without a node, adjacent numbers as a range:
 * "3 7-9". The numbers in `shards` are sorted. If there are none, nothing is
 * written. */
static int
cmd_fleet_put_free(struct cli *cli, const int32_t *shards, int32_t n)
{
	struct buf line;

	if (n == 0)
		return CLI_OK;
	buf_init(&line, JSON_ROW_MAX_BYTES);
	buf_append_string(&line, "Shards without a node:");
	for (int32_t i = 0, first; i < n; i++) {
		first = i;
		while (i + 1 < n && shards[i + 1] == shards[i] + 1)
			i++;
		buf_printf(&line, " %d", shards[first]);
		if (i > first)
			buf_printf(&line, "-%d", shards[i]);
	}
	buf_append_char(&line, '\n');
	return cmd_fleet_write(cli, &line);
}

static int
cmd_fleet_list(struct cli *cli, struct store *store, struct err *e)
{
	struct fleet_listing listing = { .cli = cli };
	int32_t free_shards[LIMIT_SHARDS], n_free = 0;
	int rc;

	text_table_init(&listing.table, cli, columns);
	rc = store_fleet_each(store, cmd_fleet_visit, &listing, e);
	text_table_release(&listing.table);
	if (rc >= 0)
		rc = store_fleet_free(store, free_shards, &n_free, e);
	if (rc < 0)
		return rc;
	return cli->json ? cmd_fleet_put_free_json(cli, free_shards, n_free)
			 : cmd_fleet_put_free(cli, free_shards, n_free);
}

int
cmd_fleet(struct cli *cli, int argc, char **argv)
{
	struct err e = ERR_INIT;
	struct store *store;
	int code = options_parse(cli, options, NULL, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	if ((code = cli_store_open(cli, CLI_READ, &store)) != CLI_OK)
		return code;
	if (!store_is_shared(store)) {
		store_close(store);
		return cli_fail(cli,
		    "%s is a SQLite database, which only one daemon can use; "
		    "docs/fleet.md describes several daemons on PostgreSQL",
		    cli->database);
	}
	rc = cmd_fleet_list(cli, store, &e);
	store_close(store);
	if (rc < 0)
		return cli_fail_err(cli, &e);
	return cli_finish(cli, CLI_OK);
}
