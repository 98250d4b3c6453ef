/*
 * cmd_filter_list.c -- gleaner filter list
 */
#include "base/limits.h"
#include "cli/filters/filters.h"
#include "cli/print/json_line.h"
#include "cli/term/table.h"
#include "config/config.h"
#include "store/store.h"

static const struct option_row options[] = {
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "MATCHED", .right = true },
	{ .title = "LAST", .right = true },
	{ .title = "LIMITED", .right = true },
	{ .title = "THEN", .shrinks = 8, .at_most = 40 },
	{ .title = "IF", .shrinks = 12, .weight = 2 },
	{ .title = NULL },
};

static int
cmd_filter_list_put_json(struct cli *cli, const struct filter_rule *rule,
    const struct filter_counts *counts)
{
	struct json_line line;

	json_line_begin(&line);
	filters_write_json(&line.json, rule);
	filters_write_counts(&line.json, counts);
	return json_line_end(&line, cli);
}

static int
cmd_filter_list_put_row(struct text_table *table,
    const struct filter_rule *rule, const struct filter_counts *counts)
{
	struct buf actions;

	buf_init(&actions, MIB);
	filter_actions_write(&actions, &rule->actions);
	text_table_number(table, counts->matched);
	text_table_age(table, counts->matched_at);
	text_table_number(table, counts->limited);
	text_table_text(table, buf_slice(&actions));
	text_table_text(table, slice_of(rule->text));
	buf_release(&actions);
	return text_table_end_row(table);
}

static int
cmd_filter_list_all(struct cli *cli, struct store *store)
{
	const struct filter_set *set = cli->config->filters;
	size_t n = filter_set_count(set);
	struct text_table table;
	struct err e = ERR_INIT;
	int code = CLI_OK;

	if (cli->limit > 0 && (size_t)cli->limit < n)
		n = (size_t)cli->limit;
	text_table_init(&table, cli, columns);
	for (size_t i = 0; i < n && code == CLI_OK; i++) {
		const struct filter_rule *rule = filter_set_at(set, i);
		struct filter_counts counts;

		if (store_filter_counts(store, set, i, &counts, &e) != 0)
			code = cli_fail_err(cli, &e);
		else if (cli->json)
			code = cmd_filter_list_put_json(cli, rule, &counts);
		else
			code = cmd_filter_list_put_row(&table, rule, &counts);
	}
	text_table_release(&table);
	return code;
}

int
cmd_filter_list(struct cli *cli, int argc, char **argv)
{
	struct store *store;
	int unused = 0;
	int code = options_parse(cli, options, &unused, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if ((code = filters_open(cli, &store)) != CLI_OK)
		return code;
	code = cmd_filter_list_all(cli, store);
	store_close(store);
	return cli_finish(cli, code);
}
