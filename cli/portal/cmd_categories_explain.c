/*
 * cmd_categories_explain.c -- gleaner categories explain ID
 */
#include "cli/portal/portal.h"
#include "cli/print/json_line.h"
#include "cli/print/json_row.h"
#include "cli/term/table.h"
#include "config/profile/category.h"
#include "store/category/categories.h"

static const struct option_row options[] = {
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "SOURCE" },
	{ .title = "LABEL", .shrinks = 16 },
	{ .title = "CATEGORY" },
	{ .title = NULL },
};

static const struct slice cmd_categories_explain_sources[] = {
	[LABEL_SECTION] = SLICE("section"),
	[LABEL_ADDRESS] = SLICE("address"),
	[LABEL_TAG] = SLICE("tag"),
};

struct label_listing {
	struct cli *cli;
	struct text_table table;
	struct category_set stored;
	int64_t n;
};

static void
cmd_categories_explain_put_names(struct buf *out, uint32_t found)
{
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		if ((found >> i & 1) != 0)
			buf_printf(out, "%s%s", out->len > 0 ? ", " : "",
			    categories[i].name);
	if (out->len == 0)
		buf_append_char(out, '-');
}

static int
cmd_categories_explain_put_json(
    struct label_listing *listing, const struct category_label *label)
{
	struct json_line line;

	json_line_begin(&line);
	json_write_text(
	    &line.json, "source", cmd_categories_explain_sources[label->kind]);
	json_write_text(&line.json, "label", label->label);
	json_write_array(&line.json, "categories");
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		if ((label->categories >> i & 1) != 0)
			json_write_text(
			    &line.json, NULL, slice_of(categories[i].name));
	json_write_end_array(&line.json);
	json_write_bool(&line.json, "used",
	    (label->categories & listing->stored.of_publisher) != 0);
	return json_line_end(&line, listing->cli);
}

static int
cmd_categories_explain_visit(const struct category_label *label, void *arg)
{
	struct label_listing *listing = arg;
	struct buf names;

	if (listing->cli->limit > 0 && listing->n >= listing->cli->limit)
		return 0;
	listing->n++;
	if (listing->cli->json)
		return cmd_categories_explain_put_json(listing, label);
	buf_init(&names, JSON_ROW_MAX_BYTES);
	cmd_categories_explain_put_names(&names, label->categories);
	text_table_text(
	    &listing->table, cmd_categories_explain_sources[label->kind]);
	text_table_text(&listing->table, label->label);
	text_table_part(&listing->table, &names);
	buf_release(&names);
	return text_table_end_row(&listing->table);
}

/* ---- the model and the shipped lists ---- */

static void
cmd_categories_explain_put_terms(
    struct buf *out, const struct category_reason *reason)
{
	for (size_t i = 0; i < reason->n_terms; i++) {
		if (i > 0)
			buf_append_string(out, ", ");
		buf_append_slice(out, reason->terms[i]);
	}
}

static void
cmd_categories_explain_write_terms(
    struct json_writer *json, const struct category_reason *reason)
{
	json_write_array(json, "terms");
	for (size_t i = 0; i < reason->n_terms; i++) {
		json_write_object(json, NULL);
		json_write_text(json, "term", reason->terms[i]);
		json_write_number(json, "share", reason->shares[i], 6);
		json_write_end_object(json);
	}
	json_write_end_array(json);
}

static int
cmd_categories_explain_put_reason_json(struct label_listing *listing,
    const struct category_reason *reason, struct slice terms)
{
	struct json_line line;

	json_line_begin(&line);
	json_write_text(&line.json, "source", reason->source);
	json_write_text(&line.json, "label", terms);
	json_write_array(&line.json, "categories");
	json_write_text(
	    &line.json, NULL, slice_of(categories[reason->category].name));
	json_write_end_array(&line.json);
	json_write_bool(&line.json, "used", true);
	json_write_number(&line.json, "score", reason->score, 6);
	cmd_categories_explain_write_terms(&line.json, reason);
	return json_line_end(&line, listing->cli);
}

static int
cmd_categories_explain_visit_reason(
    const struct category_reason *reason, void *arg)
{
	struct label_listing *listing = arg;
	struct buf terms;
	int code;

	if (listing->cli->limit > 0 && listing->n >= listing->cli->limit)
		return 0;
	listing->n++;
	buf_init(&terms, JSON_ROW_MAX_BYTES);
	cmd_categories_explain_put_terms(&terms, reason);
	if (listing->cli->json)
		code = cmd_categories_explain_put_reason_json(
		    listing, reason, buf_slice(&terms));
	else {
		text_table_text(&listing->table, reason->source);
		text_table_part(&listing->table, &terms);
		text_table_text(&listing->table,
		    slice_of(categories[reason->category].name));
		code = text_table_end_row(&listing->table);
	}
	buf_release(&terms);
	return code;
}

static int
cmd_categories_explain_article(struct cli *cli, struct store *store, int64_t id)
{
	struct label_listing listing = { .cli = cli };
	struct err e = ERR_INIT;
	struct buf names;
	int rc = store_category_get(store, id, &listing.stored, &e);

	text_table_init(&listing.table, cli, columns);
	if (rc == 0)
		rc = store_category_labels(
		    store, id, cmd_categories_explain_visit, &listing, &e);
	if (rc == 0)
		rc = store_category_explain(store, id,
		    cmd_categories_explain_visit_reason, &listing, &e);
	if (text_table_release(&listing.table) != 0 || rc > 0)
		return CLI_FAILED;
	if (rc < 0)
		return cli_fail_err(cli, &e);
	if (listing.n == 0)
		return cli_nothing(cli,
		    "article %lld has no section, no tags and no category",
		    (long long)id);
	buf_init(&names, JSON_ROW_MAX_BYTES);
	cmd_categories_explain_put_names(&names, listing.stored.of_publisher |
						     listing.stored.of_model |
						     listing.stored.of_terms);
	if (!cli->json)
		cli_note(cli, "article %lld: %s", (long long)id,
		    strcmp(names.p, "-") == 0 ? "no category" : names.p);
	buf_release(&names);
	return CLI_OK;
}

int
cmd_categories_explain(struct cli *cli, int argc, char **argv)
{
	struct store *store;
	int64_t id = 0;
	int unused = 0;
	int code = options_parse(cli, options, &unused, &argc, argv);

	if (code == CLI_GO_ON)
		code = portal_parse_id(cli, argv[0], &id);
	if (code != CLI_GO_ON)
		return code;
	if ((code = cli_store_open(cli, CLI_READ, &store)) != CLI_OK)
		return code;
	code = cmd_categories_explain_article(cli, store, id);
	store_close(store);
	return cli_finish(cli, code);
}
