/*
 * show_summary.c -- see show_summary.h.
 */
#include "cli/portal/show_summary.h"

#include "base/limits.h"
#include "cli/portal/portal.h"
#include "cli/print/json_line.h"
#include "store/enrich/enrichments.h"
#include "store/profile/profiles.h"

#define SENTENCES 3

static int
show_summary_put(struct cli *cli, const struct show_summary *show,
    const struct summary_result *result)
{
	struct json_line line;
	struct buf out;
	int code;

	if (!cli->json) {
		buf_init(&out, 4 * LIMIT_ENRICH_BYTES);
		buf_append_slice(&out, result->text);
		buf_append_char(&out, '\n');
		code = cli_write(cli, &out);
		buf_release(&out);
		return code;
	}
	json_line_begin(&line);
	json_write_int(&line.json, "article", show->id);
	if (result->cluster_id != 0)
		json_write_int(&line.json, "story", result->cluster_id);
	else
		json_write_null(&line.json, "story");
	json_write_int(&line.json, "articles", (int64_t)result->n_articles);
	json_write_text(&line.json, "summary", result->text);
	return json_line_end(&line, cli);
}

static int
show_summary_find(struct cli *cli, struct store *store,
    const struct show_summary *show, const struct summary_query *query)
{
	struct summary_result result;
	struct err e = ERR_INIT;
	struct arena arena;
	jmp_buf exhausted;
	int code, rc;

	arena_init(&arena, LIMIT_ENRICH_ARENA);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0) {
		arena_release(&arena);
		return cli_fail(cli, "no memory for a summary");
	}
	rc = store_summarise(store, query, &arena, &result, &e);
	if (rc == ERR_NOT_FOUND)
		code = cli_fail(cli,
		    "no article %lld; `gleaner articles` lists them",
		    (long long)show->id);
	else if (rc != 0)
		code = cli_fail_err(cli, &e);
	else if (result.text.len == 0)
		code = cli_nothing(
		    cli, "article %lld has no text", (long long)show->id);
	else
		code = show_summary_put(cli, show, &result);
	arena_release(&arena);
	return code;
}

int
show_summary_run(
    struct cli *cli, struct store *store, const struct show_summary *show)
{
	struct enrich_interest interests[LIMIT_ENRICH_INTERESTS];
	struct summary_query query = { .article_id = show->id,
		.is_story = show->is_story,
		.sentences = SENTENCES,
		.interests = interests };
	const struct config_profile *config;
	struct profile *profile = NULL;
	struct err e = ERR_INIT;
	int code = CLI_OK;

	if (show->profile != NULL) {
		code = portal_find_profile(cli, show->profile, &config);
		if (code != CLI_OK)
			return code;
		if (profile_open(store, config, &profile, &e) != 0)
			return cli_fail_err(cli, &e);
		query.n_interests = profile_list_stems(
		    profile, interests, LIMIT_ENRICH_INTERESTS);
	}
	code = show_summary_find(cli, store, show, &query);
	profile_close(profile);
	return code;
}
