/*
 * cmd_profile_explain.c -- gleaner profile explain NAME [ID]
 */
#include "cli/portal/portal.h"
#include "cli/print/json_line.h"
#include "cli/print/json_row.h"
#include "cli/term/table.h"
#include "config/config.h"

static const struct option_row options[] = {
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "WEIGHT", .right = true },
	{ .title = "GIVEN", .right = true },
	{ .title = "LEARNED", .right = true },
	{ .title = "FACET" },
	{ .title = "TERM", .shrinks = 16 },
	{ .title = NULL },
};

struct explain_listing {
	struct cli *cli;
	struct text_table table;
	int64_t n;
};

/* ---- the interests ---- */

static int
cmd_profile_explain_put_json(
    struct cli *cli, const struct profile_interest *interest)
{
	struct json_line line;

	json_line_begin(&line);
	json_write_text(
	    &line.json, "facet", slice_of(profile_facet_name(interest->facet)));
	json_write_text(&line.json, "term", interest->label);
	json_write_number(&line.json, "weight", interest->weight, 6);
	json_write_number(&line.json, "given", interest->given, 6);
	json_write_number(&line.json, "learned", interest->learned, 6);
	return json_line_end(&line, cli);
}

static int
cmd_profile_explain_visit(const struct profile_interest *interest, void *arg)
{
	struct explain_listing *listing = arg;
	struct text_table *table = &listing->table;

	if (listing->cli->limit > 0 && listing->n >= listing->cli->limit)
		return 0;
	listing->n++;
	if (listing->cli->json)
		return cmd_profile_explain_put_json(listing->cli, interest);
	text_table_format(table, "%.3f", interest->weight);
	text_table_format(table, "%.3f", interest->given);
	text_table_format(table, "%.3f", interest->learned);
	text_table_text(table, slice_of(profile_facet_name(interest->facet)));
	text_table_text(table, interest->label);
	return text_table_end_row(table);
}

static int
cmd_profile_explain_interests(struct cli *cli, struct profile *profile,
    const struct config_profile *config)
{
	struct explain_listing listing = { .cli = cli };
	int64_t n_liked, n_disliked;
	struct err e = ERR_INIT;
	int rc;

	text_table_init(&listing.table, cli, columns);
	rc = profile_explain(profile, cmd_profile_explain_visit, &listing, &e);
	if (text_table_release(&listing.table) != 0 || rc > 0)
		return CLI_FAILED;
	if (rc < 0)
		return cli_fail_err(cli, &e);
	if (listing.n == 0)
		return cli_nothing(
		    cli, "the profile %s has no interests", config->name);
	profile_count_marks(profile, &n_liked, &n_disliked);
	if (!cli->json)
		cli_note(cli, "%s: %lld articles liked, %lld disliked",
		    config->name, (long long)n_liked, (long long)n_disliked);
	return CLI_OK;
}

/* ---- an article ---- */

static void
cmd_profile_explain_put_score(struct cli *cli, struct buf *out, int64_t id,
    const struct profile_score *score)
{
	struct json_writer json;

	if (cli->json) {
		json_writer_init(&json, out);
		json_write_object(&json, NULL);
		json_write_int(&json, "id", id);
		json_write_number(&json, "score", score->score, 6);
		json_write_number(&json, "similarity", score->similarity, 6);
		json_write_int(&json, "mark", score->mark);
		json_write_bool(&json, "excluded", score->is_other);
		portal_write_parts(&json, score);
		json_write_end_object(&json);
		buf_append_char(out, '\n');
		return;
	}
	buf_printf(out, "score      %.3f\nsimilarity %.3f\n", score->score,
	    score->similarity);
	if (score->is_other)
		buf_append_string(out, "the article is left out: it is in "
				       "another language, or not published\n");
	if (score->mark != 0)
		buf_printf(out, "the article was %s\n",
		    score->mark > 0 ? "liked" : "disliked");
	for (size_t i = 0; i < score->n_parts; i++) {
		buf_printf(out, "%+.3f  %-8s  ", score->parts[i].share,
		    profile_facet_name(score->parts[i].facet));
		text_clean(out, score->parts[i].label);
		buf_append_char(out, '\n');
	}
}

static int
cmd_profile_explain_article(
    struct cli *cli, struct profile *profile, int64_t id)
{
	struct profile_score score;
	struct err e = ERR_INIT;
	struct buf out;
	int code;

	if (profile_score_article(profile, id, cli->now_at, &score, &e) != 0)
		return cli_fail_err(cli, &e);
	if (score.sort_at == DATE_NONE)
		return cli_nothing(
		    cli, "there is no article %lld", (long long)id);
	buf_init(&out, JSON_ROW_MAX_BYTES);
	cmd_profile_explain_put_score(cli, &out, id, &score);
	code = cli_write(cli, &out);
	buf_release(&out);
	return code;
}

int
cmd_profile_explain(struct cli *cli, int argc, char **argv)
{
	const struct config_profile *config;
	struct profile *profile = NULL;
	struct store *store;
	struct err e = ERR_INIT;
	int64_t id = 0;
	int unused = 0;
	int code = options_parse(cli, options, &unused, &argc, argv);

	if (code == CLI_GO_ON && argc > 1)
		code = portal_parse_id(cli, argv[1], &id);
	if (code != CLI_GO_ON)
		return code;
	if ((code = portal_find_profile(cli, argv[0], &config)) != CLI_OK ||
	    (code = cli_store_open(cli, CLI_READ, &store)) != CLI_OK)
		return code;
	if (profile_open(store, config, &profile, &e) != 0)
		code = cli_fail_err(cli, &e);
	else if (argc > 1)
		code = cmd_profile_explain_article(cli, profile, id);
	else
		code = cmd_profile_explain_interests(cli, profile, config);
	profile_close(profile);
	store_close(store);
	return cli_finish(cli, code);
}
