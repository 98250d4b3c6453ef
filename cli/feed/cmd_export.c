/*
 * cmd_export.c -- gleaner export: all subscriptions as OPML 2.0
 *
 * Feeds of one folder (the first tag) are written together, ordered by title.
 */
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/cli.h"
#include "config/opml/opml.h"
#include "store/store.h"

/* Returned by the visit function if the arena is exhausted. */
#define EXHAUSTED      1
#define TAGS_MAX       64
#define ARENA_BYTES    (512 * MIB) /* enough for 100 000 feeds */
#define DOCUMENT_BYTES (256 * MIB)

static const struct option_row options[] = { { 0 } };

struct exported {
	struct slice folder, title;
	struct opml_feed feed;
};

struct export
{
	struct arena arena;
	struct exported *feeds;
	size_t n, cap;
};

static char *
cmd_export_string_or_null(struct arena *arena, struct slice text)
{
	return text.len > 0 ? arena_string(arena, text) : NULL;
}

static void
cmd_export_split_tags(
    struct arena *arena, struct slice lines, struct opml_feed *feed)
{
	const char **tags = arena_array(arena, TAGS_MAX, sizeof *tags);
	struct slice line;

	while (feed->n_tags < TAGS_MAX && slice_next(&lines, '\n', &line))
		if (line.len > 0)
			tags[feed->n_tags++] = arena_string(arena, line);
	feed->tags = tags;
}

/* Splits the OPML attributes that `import` has stored, one line name=value for
 * each. */
static void
cmd_export_split_outline(
    struct arena *arena, struct slice lines, struct opml_feed *feed)
{
	struct opml_attribute *others =
	    arena_array(arena, OPML_MAX_OTHERS, sizeof *others);
	struct slice line;

	while (feed->n_others < OPML_MAX_OTHERS &&
	       slice_next(&lines, '\n', &line)) {
		size_t at = slice_find_char(line, '=', 0);
		const char *name, *value;

		if (at == SLICE_NOT_FOUND || at == 0)
			continue;
		name = arena_string(arena, slice_sub(line, 0, at));
		value = arena_string(arena, slice_sub(line, at + 1, line.len));
		if (strcmp(name, OPML_HTML_URL) != 0)
			others[feed->n_others++] =
			    (struct opml_attribute){ name, value };
		else if (feed->html_url == NULL)
			feed->html_url = value;
	}
	feed->others = others;
}

static void
cmd_export_add_feed(struct export *export, const struct feed_row *row)
{
	struct arena *arena = &export->arena;
	struct slice title =
	    row->given_title.len > 0 ? row->given_title : row->title;
	struct exported *exported;

	if (export->n == export->cap) {
		size_t cap = export->cap > 0 ? export->cap * 2 : 64;

		export->feeds = arena_grow(arena, export->feeds, export->cap,
		    cap, sizeof *export->feeds);
		export->cap = cap;
	}
	exported = &export->feeds[export->n];
	*exported = (struct exported){ 0 };
	exported->feed.url = arena_string(arena, row->url);
	exported->feed.title = cmd_export_string_or_null(arena, title);
	exported->feed.html_url =
	    cmd_export_string_or_null(arena, row->site_url);
	cmd_export_split_tags(arena, row->tags, &exported->feed);
	if (row->outline.len > 0)
		cmd_export_split_outline(arena, row->outline, &exported->feed);
	if (exported->feed.n_tags > 0)
		exported->folder = slice_of(exported->feed.tags[0]);
	exported->title = slice_of(exported->feed.title);
	export->n++;
}

/* Catches the longjmp() of an exhausted arena, because it must not jump over
 * functions of the store. */
static int
cmd_export_visit(const struct feed_row *row, void *arg)
{
	struct export *export = arg;
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0) {
		export->arena.exhausted = NULL;
		return EXHAUSTED;
	}
	export->arena.exhausted = &exhausted;
	cmd_export_add_feed(export, row);
	export->arena.exhausted = NULL;
	return 0;
}

static int
cmd_export_compare(const void *left, const void *right)
{
	const struct exported *a = left, *b = right;
	int order = slice_compare(a->folder, b->folder);

	if (order == 0)
		order = slice_compare(a->title, b->title);
	return order != 0 ? order : strcmp(a->feed.url, b->feed.url);
}

static int
cmd_export_write_document(struct cli *cli, const struct export *export)
{
	struct opml_writer writer;
	struct buf document;
	int code;

	if (export->n > 0)
		qsort(export->feeds, export->n, sizeof *export->feeds,
		    cmd_export_compare);
	buf_init(&document, DOCUMENT_BYTES);
	opml_begin(&writer, &document, "Gleaner");
	for (size_t i = 0; i < export->n; i++)
		opml_write(&writer, &export->feeds[i].feed);
	opml_end(&writer);
	code = cli_write(cli, &document);
	buf_release(&document);
	return code;
}

static int
cmd_export_all(struct cli *cli, struct store *store, struct export *export)
{
	struct err e = ERR_INIT;
	int rc = store_feed_list(store, cmd_export_visit, export, &e);

	if (rc == EXHAUSTED)
		return cli_fail(cli, "too many feeds for the available memory");
	if (rc != 0)
		return cli_fail_err(cli, &e);
	return cmd_export_write_document(cli, export);
}

int
cmd_export(struct cli *cli, int argc, char **argv)
{
	struct export export = { 0 };
	struct store *store;
	int code = options_parse(cli, options, NULL, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	arena_init(&export.arena, ARENA_BYTES);
	code = cmd_export_all(cli, store, &export);
	arena_release(&export.arena);
	store_close(store);
	return cli_finish(cli, code);
}
