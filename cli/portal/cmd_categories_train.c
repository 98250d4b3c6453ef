/*
 * cmd_categories_train.c -- gleaner categories train
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
	{ .title = "FOUND", .right = true },
	{ .title = "PRECISION", .right = true },
	{ .title = "THRESHOLD", .right = true },
	{ .title = "CATEGORY" },
	{ .title = NULL },
};

static double
cmd_categories_train_precision(const struct category_figures *figures)
{
	return (double)figures->n_right / (double)figures->n_found;
}

static int
cmd_categories_train_put_json(
    struct cli *cli, const struct category_figures *figures, size_t category)
{
	struct json_line line;

	json_line_begin(&line);
	json_write_text(
	    &line.json, "category", slice_of(categories[category].name));
	json_write_int(&line.json, "articles", (int64_t)figures->n_texts);
	json_write_int(&line.json, "found", (int64_t)figures->n_found);
	if (figures->threshold > 0) {
		json_write_number(&line.json, "precision",
		    cmd_categories_train_precision(figures), 4);
		json_write_number(
		    &line.json, "threshold", figures->threshold, 6);
	} else {
		json_write_null(&line.json, "precision");
		json_write_null(&line.json, "threshold");
	}
	return json_line_end(&line, cli);
}

static int
cmd_categories_train_put_row(struct text_table *table,
    const struct category_figures *figures, size_t category)
{
	text_table_number(table, (int64_t)figures->n_texts);
	text_table_number(table, (int64_t)figures->n_found);
	if (figures->threshold > 0) {
		text_table_format(
		    table, "%.3f", cmd_categories_train_precision(figures));
		text_table_format(table, "%.3f", figures->threshold);
	} else {
		text_table_text(table, SLICE("-"));
		text_table_text(table, SLICE("-"));
	}
	text_table_text(table, slice_of(categories[category].name));
	return text_table_end_row(table);
}

static int
cmd_categories_train_put(
    struct cli *cli, const struct category_figures figures[CATEGORY_COUNT])
{
	size_t n = CATEGORY_COUNT, n_models = 0;
	struct text_table table;
	int code = CLI_OK;

	if (cli->limit > 0 && (size_t)cli->limit < n)
		n = (size_t)cli->limit;
	text_table_init(&table, cli, columns);
	for (size_t i = 0; i < n && code == CLI_OK; i++)
		code =
		    cli->json
			? cmd_categories_train_put_json(cli, &figures[i], i)
			: cmd_categories_train_put_row(&table, &figures[i], i);
	if (text_table_release(&table) != 0)
		code = CLI_FAILED;
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		n_models += figures[i].threshold > 0;
	if (code == CLI_OK && n_models == 0)
		cli_note(cli,
		    "no category has enough articles and a sufficient "
		    "precision; the stored model was not replaced");
	return code;
}

int
cmd_categories_train(struct cli *cli, int argc, char **argv)
{
	struct category_figures figures[CATEGORY_COUNT] = { 0 };
	struct err e = ERR_INIT;
	struct store *store;
	int unused = 0;
	size_t n = 0;
	int code = options_parse(cli, options, &unused, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if ((code = cli_store_open(cli, CLI_WRITE, &store)) != CLI_OK)
		return code;
	if (store_category_train(store, cli->now_at, figures, &n, &e) == 0)
		code = cmd_categories_train_put(cli, figures);
	else if (n == 0 && e.code == ERR_REFUSED)
		code = cli_nothing(
		    cli, "no article has a category of its publisher");
	else
		code = cli_fail_err(cli, &e);
	store_close(store);
	return cli_finish(cli, code);
}
