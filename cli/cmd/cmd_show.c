/*
 * cmd_show.c -- gleaner show ID: one article in the requested format.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "cli/cli.h"
#include "cli/portal/show_summary.h"
#include "cli/cut/cut.h"
#include "cli/print/json_row.h"
#include "cli/print/page.h"
#include "cli/print/revisions.h"
#include "cli/rules/rule_file.h"
#include "store/article/article_json.h"

/* Width of the text if the width of the terminal is not known. */
#define PAGE_COLUMNS     80
#define PAGE_COLUMNS_MAX 100 /* longer lines are hard to read */
#define OUT_MAX_BYTES    (JSON_ROW_MAX_BYTES * 2)

struct show_values {
	bool text, markdown, html, revisions, explain, summary, story;
	const char *profile;
	int format; /* enum show_format; -1: not given */
};
#define VALUE(member) offsetof(struct show_values, member)

/* The values of --format. Each value has the same effect as the option with
 * this name. */
enum show_format { SHOW_TEXT, SHOW_JSON, SHOW_MARKDOWN, SHOW_HTML };
static const char *const formats[] = { "text", "json", "markdown", "html",
	NULL };

static const struct option_row options[] = {
	{ .name = "format",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(format),
	    .value = "NAME",
	    .choices = formats,
	    .help = "text, json, markdown or html: the same as the option of "
		    "that name" },
	{ .name = "text",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(text),
	    .help = "title and body without line wrapping" },
	{ .name = "markdown",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(markdown),
	    .help = "the article as CommonMark" },
	{ .name = "html",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(html),
	    .help = "the stored body as sanitised HTML" },
	{ .name = "json",
	    .kind = OPTION_JSON,
	    .help = "one JSON object; with --revisions one per line" },
	{ .name = "revisions",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(revisions),
	    .help = "all texts of the article, oldest first, with their "
		    "differences" },
	{ .name = "summary",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(summary),
	    .help = "the three most important sentences" },
	{ .name = "profile",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(profile),
	    .value = "NAME",
	    .help = "with --summary: prefer sentences about the keywords of a "
		    "profile" },
	{ .name = "story",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(story),
	    .help = "with --summary: one summary over all articles of the "
		    "story" },
	{ .name = "explain",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(explain),
	    .help = "an HTML page: the stored page with its nodes coloured by "
		    "class" },
	{ 0 },
};

struct shown {
	struct cli *cli;
	struct store *store;
	const struct show_values *values;
	int64_t id;
	size_t columns;
	struct arena arena;
	struct page_media media;
	size_t media_cap;
	struct buf out, html;
	struct revisions revisions;
	int code;
};

/* ---- media ---- */

static void
cmd_show_add_media(struct shown *shown, const struct article_media *media)
{
	struct page_media *stored = &shown->media;
	struct article_media *item;

	if (stored->n == shown->media_cap) {
		size_t cap = stored->n > 0 ? stored->n * 2 : 16;

		stored->items = arena_grow(&shown->arena, stored->items,
		    stored->n, cap, sizeof *stored->items);
		shown->media_cap = cap;
	}
	item = &stored->items[stored->n];
	*item = *media;
	item->kind = arena_copy(&shown->arena, media->kind);
	item->url = arena_copy(&shown->arena, media->url);
	item->alt = arena_copy(&shown->arena, media->alt);
	item->caption = arena_copy(&shown->arena, media->caption);
	item->credit = arena_copy(&shown->arena, media->credit);
	item->role = arena_copy(&shown->arena, media->role);
	stored->n++;
}

/* The longjmp() of an exhausted arena is caught here, because it must not jump
 * over functions of the store. */
static int
cmd_show_visit_media(const struct article_media *media, void *arg)
{
	struct shown *shown = arg;
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0) {
		shown->arena.exhausted = NULL;
		return 1;
	}
	shown->arena.exhausted = &exhausted;
	cmd_show_add_media(shown, media);
	shown->arena.exhausted = NULL;
	return 0;
}

/* ---- the formats ---- */

static int
cmd_show_visit_article(const struct article_row *row, void *arg)
{
	struct shown *shown = arg;
	struct buf *out = &shown->out;

	if (shown->cli->json) {
		json_row_article_media(
		    out, row, shown->media.items, shown->media.n);
	} else if (shown->values->html) {
		text_clean_lines(out, article_safe_html(row, &shown->html));
		buf_append_char(out, '\n');
	} else if (shown->values->text) {
		page_write_text(out, row);
	} else if (shown->values->markdown) {
		page_write_markdown(out, row, &shown->media);
	} else {
		page_write(out, row, &shown->media, shown->columns, shown->cli);
	}
	return cli_write(shown->cli, out);
}

static int
cmd_show_article(struct shown *shown, struct err *e)
{
	int rc = store_article_media(
	    shown->store, shown->id, cmd_show_visit_media, shown, e);

	if (rc > 0)
		return err_set(
		    e, ERR_LIMIT, "the article's media need too much memory");
	if (rc < 0)
		return rc;
	return store_article_get(
	    shown->store, shown->id, cmd_show_visit_article, shown, e);
}

static int
cmd_show_visit_revision(const struct article_revision *row, void *arg)
{
	struct shown *shown = arg;

	revisions_put(&shown->revisions, row, &shown->out);
	return cli_write(shown->cli, &shown->out);
}

static int
cmd_show_visit_nothing(const struct article_row *row, void *arg)
{
	(void)row;
	(void)arg;
	return 0;
}

static int
cmd_show_revisions(struct shown *shown, struct err *e)
{
	/* store_article_get() is called only to check that the article exists.
	 */
	int rc = store_article_get(
	    shown->store, shown->id, cmd_show_visit_nothing, NULL, e);

	if (rc != 0)
		return rc;
	revisions_init(
	    &shown->revisions, shown->cli, shown->id, shown->columns);
	rc = store_article_revisions(
	    shown->store, shown->id, cmd_show_visit_revision, shown, e);
	revisions_release(&shown->revisions);
	return rc;
}

/* ---- explain ---- */

/* The stored page of an article. */
struct stored_page {
	char *bytes, *content_type;
	size_t len;
	struct shown *shown;
};

/* The input is the same as in the daemon's worker, so that the same bytes give
 * the same article. The title hint is the current title of the article. */
static int
cmd_show_explain_row(const struct article_row *row, void *arg)
{
	struct stored_page *page = arg;
	struct shown *shown = page->shown;
	const struct cut_page input = {
		.input = { .bytes = { page->bytes, page->len },
		    .content_type = slice_of(page->content_type),
		    .url = row->url,
		    .hint_title = row->title,
		    .hint_summary = row->lead,
		    .now_at =
			row->fetched_at == DATE_NONE ? 0 : row->fetched_at },
	};
	const struct cut_page_options cut = { .format = CUT_TEXT,
		.cuter = { .rules = rule_file_of_url(shown->cli, row->url) } };
	struct buf text;
	bool nothing;

	buf_init(&text, LIMIT_READER_BYTES);
	if (cut_page_isolated(shown->cli, &input, &cut, &nothing, &text,
		&shown->out) == CLI_OK)
		cli_write(shown->cli, &shown->out);
	else
		shown->code = CLI_FAILED;
	buf_release(&text);
	return 0;
}

static int
cmd_show_explained(struct shown *shown, struct err *e)
{
	struct stored_page page = { .shown = shown };
	int rc = store_article_get(
	    shown->store, shown->id, cmd_show_visit_nothing, NULL, e);

	if (rc != 0)
		return rc;
	rc = store_page_get(shown->store, shown->id, &page.bytes, &page.len,
	    &page.content_type, e);
	if (rc == ERR_NOT_FOUND) {
		shown->code = cli_fail(shown->cli,
		    "no page of article %lld is stored; `articles.raw: keep` "
		    "stores pages for the time in `retain.raw`",
		    (long long)shown->id);
		return 0;
	}
	if (rc == 0)
		rc = store_article_get(
		    shown->store, shown->id, cmd_show_explain_row, &page, e);
	free(page.bytes);
	free(page.content_type);
	return rc;
}

/* ---- the command ---- */

/* --format NAME sets the flag of that name. */
static void
cmd_show_set_format(struct cli *cli, struct show_values *values)
{
	values->text |= values->format == SHOW_TEXT;
	values->markdown |= values->format == SHOW_MARKDOWN;
	values->html |= values->format == SHOW_HTML;
	cli->json |= values->format == SHOW_JSON;
}

static int
cmd_show_check_options(struct cli *cli, const struct show_values *values)
{
	int n = values->text + values->markdown + values->html +
		values->explain + cli->json;

	if ((values->story || values->profile != NULL) && !values->summary)
		return cli_usage(cli, "--profile and --story need --summary");
	if (values->summary && (values->revisions || n > (cli->json ? 1 : 0)))
		return cli_usage(cli,
		    "--summary can be combined only with --json, "
		    "--profile and --story");

	if (n > 1)
		return cli_usage(cli,
		    "--text, --markdown, --html, --json, --format and "
		    "--explain cannot be combined");
	if (values->revisions && n > (cli->json ? 1 : 0))
		return cli_usage(
		    cli, "--revisions can be combined only with --json");
	return CLI_GO_ON;
}

static int
cmd_show_run(struct shown *shown)
{
	const struct show_values *values = shown->values;
	struct err e = ERR_INIT;
	int rc;

	if (values->summary)
		return show_summary_run(shown->cli, shown->store,
		    &(struct show_summary){
			shown->id, values->profile, values->story });
	if (values->revisions)
		rc = cmd_show_revisions(shown, &e);
	else if (values->explain)
		rc = cmd_show_explained(shown, &e);
	else
		rc = cmd_show_article(shown, &e);
	if (rc == ERR_NOT_FOUND)
		return cli_fail(shown->cli,
		    "no article %lld; `gleaner articles` lists them",
		    (long long)shown->id);
	if (rc < 0)
		return cli_fail_err(shown->cli, &e);
	return shown->code;
}

static size_t
cmd_show_page_columns(const struct cli *cli)
{
	if (cli->columns == 0)
		return PAGE_COLUMNS;
	return cli->columns < PAGE_COLUMNS_MAX ? cli->columns
					       : PAGE_COLUMNS_MAX;
}

int
cmd_show(struct cli *cli, int argc, char **argv)
{
	struct show_values values = { .format = -1 };
	struct shown shown = { .cli = cli, .values = &values };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code == CLI_GO_ON) {
		cmd_show_set_format(cli, &values);
		code = cmd_show_check_options(cli, &values);
	}
	if (code != CLI_GO_ON)
		return code;
	if (!slice_to_int64(slice_of(argv[0]), &shown.id) || shown.id < 1)
		return cli_usage(cli,
		    "ID must be a number from `gleaner articles`, not \"%s\"",
		    argv[0]);
	code = cli_store_open(cli, CLI_READ, &shown.store);
	if (code != CLI_OK)
		return code;
	shown.columns = cmd_show_page_columns(cli);
	arena_init(&shown.arena, LIMIT_PAGE_ARENA);
	buf_init(&shown.out, OUT_MAX_BYTES);
	buf_init(&shown.html, JSON_ROW_MAX_BYTES);
	code = cmd_show_run(&shown);
	buf_release(&shown.html);
	buf_release(&shown.out);
	arena_release(&shown.arena);
	store_close(shown.store);
	return cli_finish(cli, code);
}
