/*
 * cmd_profile.c -- gleaner profile NAME
 */
#include "cli/portal/portal.h"
#include "cli/print/json_line.h"
#include "cli/print/json_row.h"
#include "cli/term/table.h"
#include "config/config.h"
#include "store/article/article_json.h"

struct profile_values {
	int64_t since_at;
	double min_score; /* below 0: the profile's */
};

#define VALUE(member) offsetof(struct profile_values, member)

static const struct option_row options[] = {
	{ .name = "since",
	    .kind = OPTION_TIME,
	    .offset = VALUE(since_at),
	    .value = "TIME",
	    .help = "only articles dated at this time or later: 2026-11-20, "
		    "2026-11-20T17:48:18Z, or 2h, 7d for an age" },
	{ .name = "min-score",
	    .kind = OPTION_SHARE,
	    .offset = VALUE(min_score),
	    .value = "N",
	    .help = "lowest score, 0 to 1; replaces the profile's key "
		    "min_score" },
	OPTIONS_OF_LISTINGS_WITH(
	    "write at most N rows (default and maximum: 500)"),
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "SCORE", .right = true },
	{ .title = "ID", .right = true },
	{ .title = "DATE" },
	{ .title = "TITLE", .shrinks = 16, .weight = 2 },
	{ .title = "TERMS", .shrinks = 12 },
	{ .title = NULL },
};

struct profile_listing {
	struct cli *cli;
	struct text_table table;
	int64_t n;
};

static int
cmd_profile_put_json(struct cli *cli, const struct profile_hit *hit)
{
	struct json_line line;

	json_line_begin(&line);
	article_json_put(&line.json, &hit->article);
	json_write_number(&line.json, "score", hit->score->score, 6);
	json_write_number(&line.json, "similarity", hit->score->similarity, 6);
	portal_write_parts(&line.json, hit->score);
	return json_line_end(&line, cli);
}

static int
cmd_profile_put_row(struct text_table *table, const struct profile_hit *hit)
{
	const struct article_row *row = &hit->article;
	struct buf terms;

	buf_init(&terms, JSON_ROW_MAX_BYTES);
	portal_put_parts(&terms, hit->score);
	text_table_format(table, "%.2f", hit->score->score);
	text_table_number(table, row->id);
	text_table_date(table, row->published_at != DATE_NONE
				   ? row->published_at
				   : row->first_seen_at);
	text_table_text(table, row->title.len > 0 ? row->title : row->url);
	text_table_part(table, &terms);
	buf_release(&terms);
	return text_table_end_row(table);
}

static int
cmd_profile_visit(const struct profile_hit *hit, void *arg)
{
	struct profile_listing *listing = arg;

	listing->n++;
	return listing->cli->json ? cmd_profile_put_json(listing->cli, hit)
				  : cmd_profile_put_row(&listing->table, hit);
}

static int
cmd_profile_list(struct cli *cli, struct store *store,
    const struct config_profile *config, const struct profile_values *values)
{
	struct profile_listing listing = { .cli = cli };
	struct profile_query query = { .now = cli->now_at,
		.since_at = values->since_at,
		.min_score = values->min_score >= 0 ? values->min_score
						    : config->min_score,
		.limit = (size_t)cli->limit };
	struct profile *profile = NULL;
	struct err e = ERR_INIT;
	int rc = profile_open(store, config, &profile, &e);
	int code = CLI_OK;

	text_table_init(&listing.table, cli, columns);
	if (rc == 0)
		rc = profile_list(
		    profile, &query, cmd_profile_visit, &listing, NULL, &e);
	profile_close(profile);
	if (rc < 0)
		code = cli_fail_err(cli, &e);
	else if (rc > 0 || text_table_release(&listing.table) != 0)
		return CLI_FAILED;
	else if (listing.n == 0)
		code = cli_nothing(
		    cli, "no article was found for %s", config->name);
	return code;
}

int
cmd_profile(struct cli *cli, int argc, char **argv)
{
	struct profile_values values = { .since_at = DATE_NONE,
		.min_score = -1 };
	const struct config_profile *config;
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if ((code = portal_find_profile(cli, argv[0], &config)) != CLI_OK ||
	    (code = cli_store_open(cli, CLI_READ, &store)) != CLI_OK)
		return code;
	code = cmd_profile_list(cli, store, config, &values);
	store_close(store);
	return cli_finish(cli, code);
}
