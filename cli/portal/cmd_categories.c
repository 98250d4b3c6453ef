/*
 * cmd_categories.c -- gleaner categories
 */
#include "cli/portal/portal.h"
#include "cli/print/json_line.h"
#include "cli/term/table.h"
#include "config/profile/category.h"
#include "store/category/categories.h"

static const struct option_row options[] = {
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "ARTICLES", .right = true },
	{ .title = "PUBLISHER", .right = true },
	{ .title = "MODEL", .right = true },
	{ .title = "SHIPPED", .right = true },
	{ .title = "CATEGORY" },
	{ .title = "TITLE", .shrinks = 16 },
	{ .title = NULL },
};

/* The number of articles that publishers, the model, and the shipped lists of
 * terms assigned to each category. */
struct category_counts {
	int64_t publisher[CATEGORY_COUNT], model[CATEGORY_COUNT],
	    shipped[CATEGORY_COUNT];
};

static int64_t
cmd_categories_sum(const struct category_counts *counts, size_t i)
{
	return counts->publisher[i] + counts->model[i] + counts->shipped[i];
}

static int
cmd_categories_visit(const struct category_row *row, void *arg)
{
	struct category_counts *counts = arg;
	size_t i = category_find(row->category);

	if (i == CATEGORY_NONE)
		return 0;
	if (slice_equal(row->source, CATEGORY_OF_MODEL))
		counts->model[i] = row->articles;
	else if (slice_equal(row->source, CATEGORY_OF_TERMS))
		counts->shipped[i] = row->articles;
	else
		counts->publisher[i] = row->articles;
	return 0;
}

static int
cmd_categories_put_json(
    struct cli *cli, const struct category_counts *counts, size_t i)
{
	struct json_line line;

	json_line_begin(&line);
	json_write_text(&line.json, "category", slice_of(categories[i].name));
	json_write_text(&line.json, "title", slice_of(categories[i].title));
	json_write_int(&line.json, "code", categories[i].code);
	json_write_int(&line.json, "articles", cmd_categories_sum(counts, i));
	json_write_int(&line.json, "publisher", counts->publisher[i]);
	json_write_int(&line.json, "model", counts->model[i]);
	json_write_int(&line.json, "shipped", counts->shipped[i]);
	return json_line_end(&line, cli);
}

static int
cmd_categories_put(struct cli *cli, const struct category_counts *counts)
{
	size_t n = CATEGORY_COUNT;
	struct text_table table;
	int code = CLI_OK;

	if (cli->limit > 0 && (size_t)cli->limit < n)
		n = (size_t)cli->limit;
	text_table_init(&table, cli, columns);
	for (size_t i = 0; i < n && code == CLI_OK; i++) {
		if (cli->json) {
			code = cmd_categories_put_json(cli, counts, i);
			continue;
		}
		text_table_number(&table, cmd_categories_sum(counts, i));
		text_table_number(&table, counts->publisher[i]);
		text_table_number(&table, counts->model[i]);
		text_table_number(&table, counts->shipped[i]);
		text_table_text(&table, slice_of(categories[i].name));
		text_table_text(&table, slice_of(categories[i].title));
		code = text_table_end_row(&table);
	}
	return text_table_release(&table) == 0 ? code : CLI_FAILED;
}

int
cmd_categories(struct cli *cli, int argc, char **argv)
{
	struct category_counts counts = { { 0 }, { 0 }, { 0 } };
	struct err e = ERR_INIT;
	struct store *store;
	int unused = 0;
	int code = options_parse(cli, options, &unused, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if ((code = cli_store_open(cli, CLI_READ, &store)) != CLI_OK)
		return code;
	if (store_category_list(store, cmd_categories_visit, &counts, &e) != 0)
		code = cli_fail_err(cli, &e);
	else
		code = cmd_categories_put(cli, &counts);
	store_close(store);
	return cli_finish(cli, code);
}
