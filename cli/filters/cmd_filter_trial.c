/*
 * cmd_filter_trial.c -- gleaner filter test (a name that ends with _test.c
 * would be a unit test)
 *
 * Evaluates the filters of the configuration on stored articles, and shows how
 * many articles each one would have blocked, labelled or fetched first.
 * Nothing is written.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "cli/filters/filters.h"
#include "cli/print/json_row.h"
#include "cli/term/progress.h"
#include "cli/term/table.h"
#include "config/config.h"
#include "store/store.h"

struct filter_test_values {
	int64_t since;
	bool articles;
};
#define VALUE(member) offsetof(struct filter_test_values, member)

static const struct option_row options[] = {
	{ .name = "since",
	    .kind = OPTION_TIME,
	    .offset = VALUE(since),
	    .value = "TIME",
	    .help = "test articles first seen since a date (2026-11-20) or "
		    "within an age (default: 7d)" },
	{ .name = "articles",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(articles),
	    .help = "list each article for which a filter is true" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column filter_columns[] = {
	{ .title = "MATCHED", .right = true },
	{ .title = "LIMITED", .right = true },
	{ .title = "THEN", .shrinks = 8, .at_most = 40 },
	{ .title = "IF", .shrinks = 12, .weight = 2 },
	{ .title = NULL },
};
static const struct table_column article_columns[] = {
	{ .title = "ID", .right = true },
	{ .title = "THEN", .shrinks = 8, .at_most = 40 },
	{ .title = "IF", .shrinks = 12, .at_most = 40 },
	{ .title = "TITLE", .shrinks = 12, .weight = 2 },
	{ .title = NULL },
};

/* Counts of one filter. */
struct filter_tested {
	int64_t matched, limited;
	int64_t last_id; /* the last article that was counted */
};

struct filter_test {
	struct cli *cli;
	const struct filter_set *set;
	struct filter_matcher *matcher;
	struct filter_tested *tested;
	struct text_table table;
	bool lists_articles;
	int64_t n_articles, last_article;
	int64_t n_rows;
	struct progress progress;
};

static int
cmd_filter_trial_put_article(struct filter_test *t,
    const struct filter_rule *rule, const struct filter_article *article)
{
	struct json_writer json;
	struct buf text;
	int code;

	if (t->cli->limit > 0 && t->n_rows == t->cli->limit)
		return 0;
	t->n_rows++;
	buf_init(&text, JSON_ROW_MAX_BYTES);
	if (!t->cli->json) {
		filter_actions_write(&text, &rule->actions);
		text_table_number(&t->table, article->id);
		text_table_text(&t->table, buf_slice(&text));
		text_table_text(&t->table, slice_of(rule->text));
		text_table_text(&t->table, article->title);
		buf_release(&text);
		return text_table_end_row(&t->table);
	}
	json_writer_init(&json, &text);
	json_write_object(&json, NULL);
	json_write_int(&json, "id", article->id);
	json_write_text_or_null(&json, "title", article->title);
	json_write_text_or_null(&json, "url", article->url);
	filters_write_json(&json, rule);
	json_write_end_object(&json);
	buf_append_char(&text, '\n');
	code = cli_write(t->cli, &text);
	buf_release(&text);
	return code;
}

static int
cmd_filter_trial_visit(const struct filter_article *article, void *arg)
{
	struct filter_test *t = arg;
	int rc = 0;

	if (article->id != t->last_article) {
		t->n_articles++;
		progress_step(&t->progress, 1);
	}
	t->last_article = article->id;
	filter_matcher_begin(t->matcher);
	for (size_t i = 0; i < filter_set_count(t->set) && rc == 0; i++) {
		const struct filter_rule *rule = filter_set_at(t->set, i);
		struct filter_tested *tested = &t->tested[i];
		bool limited = false;
		enum filter_truth truth = filter_evaluate(rule->filter->root,
		    &article->subject, t->matcher, &limited);

		tested->limited += limited;
		if (truth != FILTER_TRUE || tested->last_id == article->id)
			continue;
		tested->matched++;
		tested->last_id = article->id;
		if (t->lists_articles)
			rc = cmd_filter_trial_put_article(t, rule, article);
	}
	return rc;
}

static int
cmd_filter_trial_put_filter(struct filter_test *t, size_t i)
{
	const struct filter_rule *rule = filter_set_at(t->set, i);
	const struct filter_tested *tested = &t->tested[i];
	struct json_writer json;
	struct buf text;
	int code;

	buf_init(&text, JSON_ROW_MAX_BYTES);
	if (!t->cli->json) {
		filter_actions_write(&text, &rule->actions);
		text_table_number(&t->table, tested->matched);
		text_table_number(&t->table, tested->limited);
		text_table_text(&t->table, buf_slice(&text));
		text_table_text(&t->table, slice_of(rule->text));
		buf_release(&text);
		return text_table_end_row(&t->table);
	}
	json_writer_init(&json, &text);
	json_write_object(&json, NULL);
	filters_write_json(&json, rule);
	json_write_int(&json, "articles", t->n_articles);
	json_write_int(&json, "matched", tested->matched);
	json_write_int(&json, "limited", tested->limited);
	json_write_end_object(&json);
	buf_append_char(&text, '\n');
	code = cli_write(t->cli, &text);
	buf_release(&text);
	return code;
}

static int
cmd_filter_trial_put_filters(struct filter_test *t)
{
	size_t n = filter_set_count(t->set);
	int code = CLI_OK;

	if (t->cli->limit > 0 && (size_t)t->cli->limit < n)
		n = (size_t)t->cli->limit;
	for (size_t i = 0; i < n && code == CLI_OK; i++)
		code = cmd_filter_trial_put_filter(t, i);
	return code;
}

static int
cmd_filter_trial_run(struct filter_test *t, struct store *store, int64_t since)
{
	struct err e = ERR_INIT;
	int rc;

	text_table_init(&t->table, t->cli,
	    t->lists_articles ? article_columns : filter_columns);
	progress_begin(&t->progress, t->cli, "articles", 0);
	/* No progress line is shown if the rows are written to the same
	 * terminal. */
	t->progress.shows &= !t->lists_articles || t->cli->columns == 0;
	rc = store_filter_recent(
	    store, since, t->cli->now_at, cmd_filter_trial_visit, t, &e);
	progress_end(&t->progress);
	if (rc < 0)
		rc = cli_fail_err(t->cli, &e);
	else if (rc == 0 && t->n_articles == 0)
		rc = cli_nothing(t->cli,
		    "no article was first seen since that time; name an "
		    "earlier time with --since");
	else if (rc == 0 && !t->lists_articles)
		rc = cmd_filter_trial_put_filters(t);
	text_table_release(&t->table);
	if (rc == 0)
		cli_note(t->cli,
		    "%lld articles were tested; nothing was "
		    "changed",
		    (long long)t->n_articles);
	return rc;
}

int
cmd_filter_trial(struct cli *cli, int argc, char **argv)
{
	struct filter_test_values values = { .since = cli->now_at - 7 * 86400 };
	struct filter_test test = { .cli = cli };
	struct err e = ERR_INIT;
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if ((code = filters_open(cli, &store)) != CLI_OK)
		return code;
	test.set = cli->config->filters;
	test.lists_articles = values.articles;
	test.tested = calloc(filter_set_count(test.set), sizeof(*test.tested));
	if (test.tested == NULL || filter_matcher_new(&test.matcher, &e) != 0)
		code = cli_fail(cli, "out of memory");
	else
		code = cmd_filter_trial_run(&test, store, values.since);
	filter_matcher_free(test.matcher);
	free(test.tested);
	store_close(store);
	return cli_finish(cli, code);
}
