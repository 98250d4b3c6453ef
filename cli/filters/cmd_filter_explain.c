/*
 * cmd_filter_explain.c -- gleaner filter explain ID
 *
 * Shows for each filter whether it is true of a stored article, and the value
 * of each of its comparisons.
 */
#include "base/limits.h"
#include "cli/filters/filters.h"
#include "cli/print/json_row.h"
#include "config/config.h"
#include "config/filter/filter_text.h"
#include "store/store.h"

static const struct option_row options[] = {
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

struct filter_explanation {
	struct cli *cli;
	const struct filter_set *set;
	struct filter_matcher *matcher;
	struct buf out;
	struct json_writer json;
	bool is_begun;
};

static const char *
cmd_filter_explain_word(enum filter_truth truth)
{
	static const char *const words[] = { [FILTER_FALSE] = "false",
		[FILTER_TRUE] = "true",
		[FILTER_UNKNOWN] = "unknown" };

	return words[truth];
}

static void
cmd_filter_explain_comparison(
    const struct filter_node *node, enum filter_truth truth, void *arg)
{
	struct filter_explanation *x = arg;
	struct buf text;

	buf_init(&text, 2 * KIB * KIB);
	filter_text_write(&text, node);
	if (x->cli->json) {
		json_write_object(&x->json, NULL);
		json_write_text(&x->json, "if", buf_slice(&text));
		json_write_text(
		    &x->json, "is", slice_of(cmd_filter_explain_word(truth)));
		json_write_end_object(&x->json);
	} else {
		buf_printf(
		    &x->out, "    %-7s  ", cmd_filter_explain_word(truth));
		text_clean(&x->out, buf_slice(&text));
		buf_append_char(&x->out, '\n');
	}
	buf_release(&text);
}

static void
cmd_filter_explain_json(struct filter_explanation *x,
    const struct filter_article *article, const struct filter_rule *rule,
    enum filter_truth truth)
{
	json_writer_init(&x->json, &x->out);
	json_write_object(&x->json, NULL);
	json_write_int(&x->json, "id", article->id);
	json_write_text(&x->json, "feed",
	    article->subject.texts[FILTER_FEED].n
		? article->subject.texts[FILTER_FEED].items[0]
		: SLICE_NONE);
	filters_write_json(&x->json, rule);
	json_write_text(
	    &x->json, "is", slice_of(cmd_filter_explain_word(truth)));
	json_write_array(&x->json, "because");
	filter_explain(rule->filter->root, &article->subject, x->matcher,
	    cmd_filter_explain_comparison, x);
	json_write_end_array(&x->json);
	json_write_end_object(&x->json);
	buf_append_char(&x->out, '\n');
}

static void
cmd_filter_explain_text(struct filter_explanation *x,
    const struct filter_article *article, const struct filter_rule *rule,
    enum filter_truth truth)
{
	buf_printf(&x->out, "%-7s  ", cmd_filter_explain_word(truth));
	filter_actions_write(&x->out, &rule->actions);
	buf_append_string(&x->out, " if ");
	text_clean(&x->out, slice_of(rule->text));
	buf_append_char(&x->out, '\n');
	filter_explain(rule->filter->root, &article->subject, x->matcher,
	    cmd_filter_explain_comparison, x);
}

static void
cmd_filter_explain_head(
    struct filter_explanation *x, const struct filter_article *article)
{
	const struct filter_texts *feed = &article->subject.texts[FILTER_FEED];

	if (x->is_begun)
		buf_append_char(&x->out, '\n');
	x->is_begun = true;
	buf_printf(&x->out, "article %lld: ", (long long)article->id);
	text_clean(&x->out, article->title);
	buf_append_string(&x->out, "\nfeed: ");
	text_clean(&x->out, feed->n > 0 ? feed->items[0] : SLICE_NONE);
	buf_append_string(&x->out, "\nstatus: ");
	text_clean(&x->out, article->status);
	if (article->status_why.len > 0) {
		buf_append_string(&x->out, ", ");
		text_clean(&x->out, article->status_why);
	}
	if (!article->has_text)
		buf_append_string(
		    &x->out, "\nonly what the feed states is known");
	buf_append_string(&x->out, "\n\n");
}

static int
cmd_filter_explain_visit(const struct filter_article *article, void *arg)
{
	struct filter_explanation *x = arg;
	size_t n = filter_set_count(x->set);

	if (x->cli->limit > 0 && (size_t)x->cli->limit < n)
		n = (size_t)x->cli->limit;
	if (!x->cli->json)
		cmd_filter_explain_head(x, article);
	for (size_t i = 0; i < n; i++) {
		const struct filter_rule *rule = filter_set_at(x->set, i);
		bool limited = false;
		enum filter_truth truth;

		filter_matcher_begin(x->matcher);
		truth = filter_evaluate(rule->filter->root, &article->subject,
		    x->matcher, &limited);
		(x->cli->json
			? cmd_filter_explain_json
			: cmd_filter_explain_text)(x, article, rule, truth);
	}
	return cli_write(x->cli, &x->out);
}

int
cmd_filter_explain(struct cli *cli, int argc, char **argv)
{
	struct filter_explanation x = { .cli = cli };
	struct err e = ERR_INIT;
	struct store *store;
	int64_t id;
	int unused = 0;
	int code = options_parse(cli, options, &unused, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	if (!slice_to_int64(slice_of(argv[0]), &id) || id < 1)
		return cli_usage(cli,
		    "ID must be a number from `gleaner articles`, not \"%s\"",
		    argv[0]);
	if ((code = filters_open(cli, &store)) != CLI_OK)
		return code;
	buf_init(&x.out, JSON_ROW_MAX_BYTES);
	x.set = cli->config->filters;
	if (filter_matcher_new(&x.matcher, &e) != 0) {
		code = cli_fail_err(cli, &e);
	} else {
		rc = store_filter_article(
		    store, id, cli->now_at, cmd_filter_explain_visit, &x, &e);
		code = rc < 0 ? cli_fail_err(cli, &e) : rc;
	}
	filter_matcher_free(x.matcher);
	buf_release(&x.out);
	store_close(store);
	return cli_finish(cli, code);
}
