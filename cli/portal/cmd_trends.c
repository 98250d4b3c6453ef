/*
 * cmd_trends.c -- gleaner trends
 */
#include "cli/filter_check.h"
#include "cli/portal/portal.h"
#include "cli/print/json_line.h"
#include "cli/term/table.h"
#include "config/profile/category.h"

#define SINCE_S 86400

struct trends_values {
	int64_t since_at;
	const char *lang, *category;
};

#define VALUE(member) offsetof(struct trends_values, member)

static const struct option_row options[] = {
	{ .name = "since",
	    .kind = OPTION_TIME,
	    .offset = VALUE(since_at),
	    .value = "TIME",
	    .help = "the beginning of the period: a date (2026-11-20) or an "
		    "age (default: 24h)" },
	{ .name = "lang",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(lang),
	    .value = "LANG",
	    .help = "only articles in this language: en, pt-BR …" },
	{ .name = "category",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(category),
	    .value = "NAME",
	    .help = "only articles of this category" },
	OPTIONS_OF_LISTINGS_WITH(
	    "write at most N rows (default and maximum: 50)"),
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "SCORE", .right = true },
	{ .title = "ARTICLES", .right = true },
	{ .title = "SHARE", .right = true },
	{ .title = "BEFORE", .right = true },
	{ .title = "TERM", .shrinks = 12 },
	{ .title = "NEWEST STORY", .shrinks = 16, .weight = 2 },
	{ .title = NULL },
};

struct trends_listing {
	struct cli *cli;
	struct text_table table;
	int64_t n;
};

static int
cmd_trends_put_json(struct cli *cli, const struct trend *trend)
{
	struct json_line line;

	json_line_begin(&line);
	json_write_text(&line.json, "term", trend->term);
	json_write_text(&line.json, "stem", trend->stem);
	json_write_number(&line.json, "score", trend->score, 6);
	json_write_int(&line.json, "articles", trend->articles);
	json_write_number(&line.json, "share", trend->share, 6);
	json_write_number(&line.json, "share_before", trend->share_before, 6);
	json_write_array(&line.json, "stories");
	for (size_t i = 0; i < trend->n_stories; i++) {
		json_write_object(&line.json, NULL);
		json_write_int(&line.json, "id", trend->stories[i].id);
		json_write_text_or_null(
		    &line.json, "title", trend->stories[i].title);
		json_write_text_or_null(
		    &line.json, "url", trend->stories[i].url);
		json_write_end_object(&line.json);
	}
	json_write_end_array(&line.json);
	return json_line_end(&line, cli);
}

static int
cmd_trends_put_row(struct text_table *table, const struct trend *trend)
{
	text_table_format(table, "%.1f", trend->score);
	text_table_number(table, trend->articles);
	text_table_format(table, "%.2f%%", 100 * trend->share);
	text_table_format(table, "%.2f%%", 100 * trend->share_before);
	text_table_text(table, trend->term);
	text_table_text(
	    table, trend->n_stories > 0 ? trend->stories[0].title : SLICE_NONE);
	return text_table_end_row(table);
}

static int
cmd_trends_visit(const struct trend *trend, void *arg)
{
	struct trends_listing *listing = arg;

	listing->n++;
	return listing->cli->json ? cmd_trends_put_json(listing->cli, trend)
				  : cmd_trends_put_row(&listing->table, trend);
}

static int
cmd_trends_check(struct cli *cli, const struct trends_values *values)
{
	const char *names[CATEGORY_COUNT], *near;

	if (values->since_at >= cli->now_at)
		return cli_usage(cli, "--since must be in the past");
	if (values->category == NULL ||
	    category_find(slice_of(values->category)) != CATEGORY_NONE)
		return filter_check_form(
		    cli, &(struct filter_names){ .lang = values->lang });
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		names[i] = categories[i].name;
	near = near_miss(values->category, names, CATEGORY_COUNT);
	return cli_usage(cli, "there is no category %s%s%s%s", values->category,
	    near != NULL ? "; did you mean " : "", near != NULL ? near : "",
	    near != NULL ? "?" : "");
}

static int
cmd_trends_list(
    struct cli *cli, struct store *store, const struct trends_values *values)
{
	struct trends_listing listing = { .cli = cli };
	struct trend_query query = { .since_at = values->since_at,
		.now = cli->now_at + 1,
		.lang = slice_of(values->lang),
		.category = slice_of(values->category),
		.limit = (size_t)cli->limit };
	struct err e = ERR_INIT;
	int rc;

	text_table_init(&listing.table, cli, columns);
	rc = store_trends(store, &query, cmd_trends_visit, &listing, &e);
	if (text_table_release(&listing.table) != 0 || rc > 0)
		return CLI_FAILED;
	if (rc < 0)
		return cli_fail_err(cli, &e);
	return listing.n > 0 ? CLI_OK
			     : cli_nothing(cli, "no term has become more "
						"frequent in this period");
}

int
cmd_trends(struct cli *cli, int argc, char **argv)
{
	struct trends_values values = { .since_at = cli->now_at - SINCE_S };
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code == CLI_GO_ON)
		code = cmd_trends_check(cli, &values);
	if (code != CLI_GO_ON)
		return code;
	if ((code = cli_store_open(cli, CLI_READ, &store)) != CLI_OK)
		return code;
	code = cmd_trends_list(cli, store, &values);
	store_close(store);
	return cli_finish(cli, code);
}
