/*
 * cmd_articles.c -- gleaner articles
 */
#include "cli/filter.h"
#include "cli/print/json_row.h"
#include "cli/term/table.h"

static const struct table_column columns[] = {
	{ .title = "ID", .right = true },
	{ .title = "DATE" },
	{ .title = "STATUS", .paint = paint_of_status },
	{ .title = "CONF", .right = true },
	{ .title = "WORDS", .right = true },
	{ .title = "FEED", .shrinks = 10, .at_most = 20 },
	{ .title = "TITLE", .shrinks = 16, .weight = 2 },
	{ .title = NULL },
};

struct listing {
	struct cli *cli;
	struct text_table table;
	int64_t n;
};

static int
cmd_articles_put_json(struct cli *cli, const struct article_row *row)
{
	struct buf line;
	int code;

	buf_init(&line, JSON_ROW_MAX_BYTES);
	json_row_article(&line, row);
	code = cli_write(cli, &line);
	buf_release(&line);
	return code;
}

static int
cmd_articles_put_row(struct text_table *table, const struct article_row *row)
{
	bool cut = row->extracted_at != DATE_NONE;

	text_table_number(table, row->id);
	text_table_date(table, row->published_at != DATE_NONE
				   ? row->published_at
				   : row->first_seen_at);
	text_table_text(table, row->status);
	if (cut)
		text_table_format(table, "%.2f", row->confidence);
	else
		text_table_text(table, SLICE_NONE);
	text_table_number(table, row->word_count);
	text_table_text(table, row->feed_title);
	text_table_text(table, row->title.len > 0 ? row->title : row->url);
	return text_table_end_row(table);
}

static int
cmd_articles_visit(const struct article_row *row, void *arg)
{
	struct listing *listing = arg;

	listing->n++;
	return listing->cli->json ? cmd_articles_put_json(listing->cli, row)
				  : cmd_articles_put_row(&listing->table, row);
}

int
cmd_articles(struct cli *cli, int argc, char **argv)
{
	struct filter_values values = FILTER_VALUES_INIT;
	struct listing listing = { .cli = cli };
	struct article_filter filter;
	struct err e = ERR_INIT;
	struct store *store;
	struct buf feed;
	int code = options_parse(cli, filter_options, &values, &argc, argv);
	int rc = 0;

	if (code == CLI_GO_ON)
		code = filter_check_values(cli, &values);
	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	buf_init(&feed, FILTER_FEED_BYTES);
	code = filter_fill(cli, store, &values, &feed, &filter);
	text_table_init(&listing.table, cli, columns);
	if (code == CLI_OK)
		rc = store_article_list(
		    store, &filter, cmd_articles_visit, &listing, &e);
	text_table_release(&listing.table);
	buf_release(&feed);
	store_close(store);
	if (rc < 0)
		code = cli_fail_err(cli, &e);
	else if (code == CLI_OK && listing.n == 0)
		code = cli_nothing(cli, "no article was found");
	return cli_finish(cli, code);
}
