/*
 * cmd_feed_list.c -- gleaner feed list
 */
#include "cli/filter.h"
#include "cli/filter_check.h"
#include "cli/print/json_row.h"
#include "cli/term/table.h"
#include "store/feed/feed_health.h"

struct feed_list_values {
	const char *tag;
};

static const struct option_row options[] = {
	{ .name = "tag",
	    .kind = OPTION_TEXT,
	    .offset = offsetof(struct feed_list_values, tag),
	    .value = "TAG",
	    .help = "list only feeds with this tag" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "HEALTH", .paint = paint_of_status },
	{ .title = "ENTRIES", .right = true },
	{ .title = "LAST NEW", .right = true },
	{ .title = "NEXT POLL", .right = true },
	{ .title = "TITLE", .shrinks = 12, .at_most = 32 },
	{ .title = "URL", .shrinks = 12, .weight = 2 },
	{ .title = NULL },
};

struct listing {
	struct cli *cli;
	struct slice tag;
	struct text_table table;
	int64_t n;
};

static bool
cmd_feed_list_has_line(struct slice lines, struct slice wanted)
{
	struct slice line;

	while (slice_next(&lines, '\n', &line))
		if (slice_equal_nocase(line, wanted))
			return true;
	return false;
}

static int
cmd_feed_list_put_json(struct cli *cli, const struct feed_row *row)
{
	struct buf line;
	int code;

	buf_init(&line, JSON_ROW_MAX_BYTES);
	json_row_feed(&line, row, cli->now_at);
	code = cli_write(cli, &line);
	buf_release(&line);
	return code;
}

static int
cmd_feed_list_put_row(struct text_table *table, const struct feed_row *row)
{
	enum feed_health health = feed_health(row, table->cli->now_at);

	if (feed_health_is_failing(health) && row->failures > 0)
		text_table_format(table, "%s %lld", feed_health_name(health),
		    (long long)row->failures);
	else
		text_table_text(table, slice_of(feed_health_name(health)));
	text_table_number(table, row->n_entries);
	text_table_age(table, row->last_new_at);
	if (row->status != FEED_ACTIVE)
		text_table_text(table, SLICE_NONE);
	else if (row->next_poll_at <= table->cli->now_at)
		text_table_text(table, SLICE("due"));
	else
		text_table_age(table, row->next_poll_at);
	text_table_text(
	    table, row->given_title.len > 0 ? row->given_title : row->title);
	text_table_text(table, row->url);
	return text_table_end_row(table);
}

static int
cmd_feed_list_visit(const struct feed_row *row, void *arg)
{
	struct listing *listing = arg;
	struct cli *cli = listing->cli;

	if (listing->tag.p != NULL &&
	    !cmd_feed_list_has_line(row->tags, listing->tag))
		return 0;
	if (cli->limit > 0 && listing->n == cli->limit)
		return 1;
	listing->n++;
	return cli->json ? cmd_feed_list_put_json(cli, row)
			 : cmd_feed_list_put_row(&listing->table, row);
}

/* Distinguishes an empty database from a tag that may be misspelt. */
static int
cmd_feed_list_nothing(struct cli *cli, struct store *store, const char *tag)
{
	struct buf feed;
	int code;

	if (tag == NULL)
		return cli_nothing(cli,
		    "there are no feeds; `gleaner feed add URL` subscribes "
		    "to one");
	buf_init(&feed, FILTER_FEED_BYTES);
	code = filter_check(
	    cli, store, &(struct filter_names){ .tag = tag }, &feed);
	buf_release(&feed);
	return code != CLI_OK
		   ? code
		   : cli_nothing(cli, "no feed has the tag \"%s\"", tag);
}

int
cmd_feed_list(struct cli *cli, int argc, char **argv)
{
	struct feed_list_values values = { 0 };
	struct listing listing = { .cli = cli };
	struct err e = ERR_INIT;
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	listing.tag = slice_of(values.tag);
	text_table_init(&listing.table, cli, columns);
	rc = store_feed_list(store, cmd_feed_list_visit, &listing, &e);
	text_table_release(&listing.table);
	if (rc < 0)
		code = cli_fail_err(cli, &e);
	else if (listing.n == 0)
		code = cmd_feed_list_nothing(cli, store, values.tag);
	store_close(store);
	return cli_finish(cli, code);
}
