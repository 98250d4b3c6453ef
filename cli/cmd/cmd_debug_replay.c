/*
 * cmd_debug_replay.c -- gleaner debug replay: lists the documents that have
 * crashed a reader process, or reads one of them again.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd/replay.h"
#include "cli/print/json_row.h"
#include "cli/term/table.h"

/* Least number of hexadecimal digits by which a document can be named. */
#define LEAST_HASH 4
#define SHOWN_HASH 12

struct replay_values {
	bool list, raw;
};
#define VALUE(member) offsetof(struct replay_values, member)

static const struct option_row options[] = {
	{ .name = "list",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(list),
	    .help = "list the stored documents (the default without an "
		    "operand)" },
	{ .name = "raw",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(raw),
	    .help = "write the bytes of the document to standard output "
		    "without parsing it" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

/* ---- listing ---- */

static const struct table_column list_columns[] = {
	{ .title = "ID", .right = true },
	{ .title = "HASH" },
	{ .title = "KIND" },
	{ .title = "BYTES", .right = true },
	{ .title = "STORED" },
	{ .title = "DEATHS", .right = true },
	{ .title = "LAST" },
	{ .title = "WHY", .shrinks = 16 },
	{ .title = "URL", .shrinks = 20 },
	{ .title = NULL },
};

struct listing {
	struct cli *cli;
	struct text_table table;
	int64_t n;
};

static int
cmd_debug_replay_put_row(const struct crasher_row *row, void *arg)
{
	struct listing *listing = arg;
	struct text_table *table = &listing->table;
	struct buf line;
	int code;

	if (listing->cli->limit > 0 && listing->n == listing->cli->limit)
		return 1;
	listing->n++;
	if (listing->cli->json) {
		buf_init(&line, JSON_ROW_MAX_BYTES);
		json_row_crasher(&line, row);
		code = cli_write(listing->cli, &line);
		buf_release(&line);
		return code;
	}
	text_table_number(table, row->id);
	text_table_text(table, slice_sub(row->hash, 0, SHOWN_HASH));
	text_table_text(table, row->kind);
	text_table_number(table, row->bytes);
	text_table_text(table, row->has_body ? SLICE("yes") : SLICE("no"));
	text_table_number(table, row->deaths);
	text_table_date(table, row->last_at);
	text_table_text(table, row->why);
	text_table_text(table, row->url);
	return text_table_end_row(table);
}

static int
cmd_debug_replay_list(struct cli *cli, struct store *store)
{
	struct listing listing = { .cli = cli };
	struct err e = ERR_INIT;
	int rc;

	text_table_init(&listing.table, cli, list_columns);
	rc = store_crasher_each(store, cmd_debug_replay_put_row, &listing, &e);
	text_table_release(&listing.table);
	if (rc < 0)
		return cli_fail_err(cli, &e);
	return listing.n > 0
		   ? CLI_OK
		   : cli_nothing(cli, "no document has crashed a worker");
}

/* ---- one document ---- */

struct document {
	struct slice wanted; /* an id or the prefix of a hash */
	int64_t id;
	size_t n; /* number of matches */
	char *kind, *url, *content_type, *body;
	size_t body_len;
};

static char *
cmd_debug_replay_copy_of(struct slice text)
{
	return strndup(text.len > 0 ? text.p : "", text.len);
}

static bool
cmd_debug_replay_is_meant(
    const struct document *d, const struct crasher_row *row)
{
	int64_t id;

	return (slice_to_int64(d->wanted, &id) && id == row->id) ||
	       (d->wanted.len >= LEAST_HASH &&
		   slice_starts_nocase(row->hash, d->wanted));
}

static int
cmd_debug_replay_take_row(const struct crasher_row *row, void *arg)
{
	struct document *d = arg;

	if (!cmd_debug_replay_is_meant(d, row) || d->n++ > 0)
		return 0;
	d->id = row->id;
	d->kind = cmd_debug_replay_copy_of(row->kind);
	d->url = cmd_debug_replay_copy_of(row->url);
	d->content_type = cmd_debug_replay_copy_of(row->content_type);
	return d->kind == NULL || d->url == NULL || d->content_type == NULL
		   ? ERR_MEMORY
		   : 0;
}

static int
cmd_debug_replay_find(struct cli *cli, struct store *store, struct document *d)
{
	struct err e = ERR_INIT;

	if (store_crasher_each(store, cmd_debug_replay_take_row, d, &e) != 0)
		return e.text[0] != '\0' ? cli_fail_err(cli, &e)
					 : cli_fail(cli, "out of memory");
	if (d->n == 0)
		return cli_fail(cli,
		    "no document \"%.*s\"; `gleaner debug replay --list` lists "
		    "them",
		    SLICE_ARG(d->wanted));
	if (d->n > 1)
		return cli_usage(cli,
		    "%zu documents match \"%.*s\"; give more digits of the "
		    "hash",
		    d->n, SLICE_ARG(d->wanted));
	if (store_crasher_body(store, d->id, &d->body, &d->body_len, &e) != 0)
		return cli_fail_err(cli, &e);
	return CLI_OK;
}

static int
cmd_debug_replay_write_raw(struct cli *cli, const struct document *d)
{
	if (isatty(fileno(cli->out)))
		return cli_usage(cli,
		    "--raw writes untrusted bytes and refuses to write "
		    "them to a terminal; redirect the output to a file");
	if (fwrite(d->body, 1, d->body_len, cli->out) != d->body_len)
		return cli_fail(
		    cli, "the output could not be written completely");
	return CLI_OK;
}

static const struct table_column replay_columns[] = {
	{ .title = "READER" },
	{ .title = "RESULT" },
	{ .title = "MS", .right = true },
	{ .title = "CPU MS", .right = true },
	{ .title = "MEMORY" },
	{ .title = "WHY", .shrinks = 20 },
	{ .title = NULL },
};

static int
cmd_debug_replay_put_replay(
    struct cli *cli, struct text_table *table, const struct replay *r)
{
	struct buf text;
	int code;

	buf_init(&text, 64 * KIB);
	if (cli->json) {
		json_row_replay(&text, r);
		code = cli_write(cli, &text);
	} else {
		text_bytes(&text, r->peak_bytes);
		text_table_text(table, slice_of(r->parser));
		text_table_text(table, slice_of(r->result));
		text_table_number(table, r->wall_ms);
		text_table_number(table, r->cpu_ms);
		text_table_part(table, &text);
		text_table_text(table, slice_of(r->why));
		code = text_table_end_row(table);
	}
	buf_release(&text);
	return code;
}

/* Tries every fallback level of daemon/page/article.c, even if an earlier level
 * succeeded. Documents that are not pages have one level. */
static int
cmd_debug_replay_run(struct cli *cli, const struct document *d)
{
	static const char *const levels[] = { "auto", "libxml2", "plain" };
	size_t n = strcmp(d->kind, "page") == 0 ? 3 : 1;
	struct text_table table;
	struct err e = ERR_INIT;
	int code = CLI_OK, rc = 0;

	text_table_init(&table, cli, replay_columns);
	for (size_t i = 0; i < n && rc == 0; i++) {
		struct replay r = { .kind = d->kind,
			.parser = levels[i],
			.url = d->url,
			.content_type = d->content_type,
			.body = { d->body, d->body_len } };

		rc = replay_run(&r, &e);
		if (rc == 0)
			rc = cmd_debug_replay_put_replay(cli, &table, &r);
		if (strcmp(r.result, "ok") != 0)
			code = CLI_FAILED;
	}
	text_table_release(&table);
	return rc < 0 ? cli_fail_err(cli, &e) : code;
}

int
cmd_debug_replay(struct cli *cli, int argc, char **argv)
{
	struct replay_values values = { 0 };
	struct document d = { 0 };
	struct store *store;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if (argc > 0 && values.list)
		return cli_usage(cli, "--list takes no operand");
	if (argc == 0 && values.raw)
		return cli_usage(
		    cli, "--raw needs the ID or HASH of a document");
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	if (argc == 0) {
		code = cmd_debug_replay_list(cli, store);
		store_close(store);
		return cli_finish(cli, code);
	}
	d.wanted = slice_of(argv[0]);
	code = cmd_debug_replay_find(cli, store, &d);
	store_close(store);
	if (code == CLI_OK)
		code = values.raw ? cmd_debug_replay_write_raw(cli, &d)
				  : cmd_debug_replay_run(cli, &d);
	free(d.kind);
	free(d.url);
	free(d.content_type);
	free(d.body);
	return cli_finish(cli, code);
}
