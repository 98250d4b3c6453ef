/*
 * cmd_keywords.c -- gleaner keywords ID: the keywords of an article with their
 * weights and stems.
 */
#include "base/limits.h"
#include "base/text/json_writer.h"
#include "cli/cli.h"
#include "store/store.h"

#define OUT_BYTES (256 * KIB)

static const struct option_row options[] = {
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

struct keywords_output {
	const struct cli *cli;
	struct buf text;
	int64_t n;
};

static void
cmd_keywords_put_json(struct buf *out, const struct keyword_row *row)
{
	struct json_writer json;

	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_int(&json, "n", row->n);
	json_write_text(&json, "term", row->term);
	json_write_text(&json, "stem", row->stem);
	json_write_number(&json, "weight", row->weight, 4);
	json_write_end_object(&json);
	buf_append_char(out, '\n');
}

static int
cmd_keywords_visit(const struct keyword_row *row, void *arg)
{
	struct keywords_output *out = arg;

	if (out->cli->limit > 0 && out->n == out->cli->limit)
		return 1;
	out->n++;
	if (out->cli->json) {
		cmd_keywords_put_json(&out->text, row);
		return 0;
	}
	buf_printf(&out->text, "%.2f  ", row->weight);
	text_clean(&out->text, row->term);
	buf_append_string(&out->text, "  (");
	text_clean(&out->text, row->stem);
	buf_append_string(&out->text, ")\n");
	return 0;
}

static int
cmd_keywords_ignore(const struct article_row *row, void *arg)
{
	(void)row;
	(void)arg;
	return 0;
}

static int
cmd_keywords_run(struct cli *cli, int64_t id)
{
	struct keywords_output out = { .cli = cli };
	struct err e = ERR_INIT;
	struct store *store;
	int code = cli_store_open(cli, CLI_READ, &store), rc;

	if (code != CLI_OK)
		return code;
	buf_init(&out.text, OUT_BYTES);
	rc = store_article_get(store, id, cmd_keywords_ignore, NULL, &e);
	if (rc == 0)
		rc =
		    store_keyword_list(store, id, cmd_keywords_visit, &out, &e);
	store_close(store);
	if (rc < 0)
		code = cli_fail_err(cli, &e);
	else if (cli_write(cli, &out.text) != 0)
		code = CLI_FAILED;
	else if (out.n == 0) {
		cli_nothing(cli, "article %lld has no keywords", (long long)id);
		code = CLI_NOTHING;
	}
	buf_release(&out.text);
	return code == CLI_FAILED ? code : cli_finish(cli, code);
}

int
cmd_keywords(struct cli *cli, int argc, char **argv)
{
	int unused = 0;
	int code = options_parse(cli, options, &unused, &argc, argv);
	int64_t id;

	if (code != CLI_GO_ON)
		return code;
	if (!slice_to_int64(slice_of(argv[0]), &id) || id < 1)
		return cli_usage(cli,
		    "ID must be a number from `gleaner articles`, not \"%s\"",
		    argv[0]);
	return cmd_keywords_run(cli, id);
}
