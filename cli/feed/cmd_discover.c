/*
 * cmd_discover.c -- gleaner discover URL
 */
#include <stdlib.h>

#include "base/text/json_writer.h"
#include "cli/feed/discover.h"
#include "cli/feed/feed_find.h"
#include "cli/feed/feeds.h"
#include "cli/term/table.h"

struct discover_values {
	bool all;
};

static const struct option_row options[] = {
	{ .name = "all",
	    .kind = OPTION_FLAG,
	    .offset = offsetof(struct discover_values, all),
	    .help = "also try well-known paths, and list addresses that are "
		    "not feeds" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct table_column columns[] = {
	{ .title = "KIND" },
	{ .title = "FORMAT" },
	{ .title = "ITEMS", .right = true },
	{ .title = "NEWEST" },
	{ .title = "TEXT" },
	{ .title = "TITLE", .shrinks = 12, .at_most = 32 },
	{ .title = "URL", .shrinks = 20 },
	{ .title = NULL },
};

static const char *
cmd_discover_kind_of(const struct discovered_feed *f)
{
	if (f->format == FEED_UNKNOWN)
		return "none";
	return discovered_is_sitemap(f) ? "sitemap" : "feed";
}

/* Returns "full" if at least half of the items contain their full text, "some"
 * if fewer items do, "short" if none does, and "-" for a sitemap or a document
 * that is not a feed. */
static const char *
cmd_discover_text_of(const struct discovered_feed *f)
{
	if (f->format == FEED_UNKNOWN || discovered_is_sitemap(f))
		return "-";
	return f->full_share >= 0.5 ? "full"
	       : f->full_share > 0  ? "some"
				    : "short";
}

static int
cmd_discover_put_json(
    struct cli *cli, const struct discovered_feed *f, int64_t rank)
{
	struct json_writer json;
	struct buf out;
	int code;

	buf_init(&out, 4 * MIB);
	json_writer_init(&json, &out);
	json_write_object(&json, NULL);
	json_write_int(&json, "rank", rank);
	json_write_text(&json, "url", f->url);
	json_write_text(&json, "kind", slice_of(cmd_discover_kind_of(f)));
	json_write_text(&json, "format", slice_of(feed_format_name(f->format)));
	json_write_text_or_null(&json, "title", f->title);
	json_write_int(&json, "items", (int64_t)f->n_items);
	json_write_date(&json, "newest_at", f->newest_at);
	json_write_text(&json, "text", slice_of(cmd_discover_text_of(f)));
	json_write_text(
	    &json, "source", slice_of(candidate_source_name(f->source)));
	json_write_int(&json, "score", f->score);
	json_write_text_or_null(&json, "why", f->why);
	json_write_array(&json, "also");
	for (size_t i = 0; i < f->n_also; i++)
		json_write_text(&json, NULL, f->also[i]);
	json_write_end_array(&json);
	json_write_end_object(&json);
	buf_append_char(&out, '\n');
	code = cli_write(cli, &out);
	buf_release(&out);
	return code;
}

static int
cmd_discover_put_row(struct text_table *table, const struct discovered_feed *f)
{
	bool is_good = f->format != FEED_UNKNOWN;

	text_table_text(table, slice_of(cmd_discover_kind_of(f)));
	text_table_text(table,
	    is_good ? slice_of(feed_format_name(f->format)) : SLICE_NONE);
	text_table_number(table, (int64_t)f->n_items);
	text_table_date(table, f->newest_at);
	text_table_text(table, slice_of(cmd_discover_text_of(f)));
	text_table_text(table, is_good ? f->title : f->why);
	text_table_text(table, f->url);
	return text_table_end_row(table);
}

static int
cmd_discover_list(struct cli *cli, const struct discovery *d, bool all)
{
	size_t n = all ? d->n_feeds : d->n_good;
	struct text_table table;
	int code = 0;

	if (cli->limit > 0 && (int64_t)n > cli->limit)
		n = (size_t)cli->limit;
	text_table_init(&table, cli, columns);
	for (size_t i = 0; i < n && code == 0; i++)
		code = cli->json ? cmd_discover_put_json(
				       cli, &d->feeds[i], (int64_t)i + 1)
				 : cmd_discover_put_row(&table, &d->feeds[i]);
	text_table_release(&table);
	return code;
}

int
cmd_discover(struct cli *cli, int argc, char **argv)
{
	struct discover_values values = { 0 };
	int code = options_parse(cli, options, &values, &argc, argv);
	struct site_reader *reader;
	struct cli_fetcher *cli_fetcher = NULL;
	struct discovery found;
	char *url;
	struct err e = ERR_INIT;

	if (code != CLI_GO_ON)
		return code;
	if (!feed_url_check(cli, argv[0]))
		return CLI_FAILED;
	/* The reader processes must start before the configuration and its
	 * secrets are read (site_reader.c). */
	reader = site_reader_new(cli);
	if (reader == NULL)
		return CLI_FAILED;
	cli->sends_requests = true;
	code = cli_config(cli);
	if (code != CLI_OK) {
		site_reader_free(reader);
		return code;
	}
	if (cli_fetcher_new(cli, reader, &cli_fetcher, &e) != 0) {
		site_reader_free(reader);
		return cli_fail_err(cli, &e);
	}
	if ((url = feed_form(argv[0])) == NULL)
		code = cli_fail(cli, "out of memory");
	else if (discover_feeds(cli_fetcher, reader, slice_of(url), values.all,
		     cli->now_at, &found, &e) != 0)
		code = cli_fail_err(cli, &e);
	else if (cmd_discover_list(cli, &found, values.all) != 0)
		code = CLI_FAILED;
	else if (found.n_good == 0)
		code = cli_fail(cli, "no feed was found at %s%s%.*s", argv[0],
		    found.why.len > 0 ? ": " : "", SLICE_ARG(found.why));
	else
		code = CLI_OK;
	if (url != NULL)
		discovery_release(&found);
	free(url);
	cli_fetcher_free(cli_fetcher);
	site_reader_free(reader);
	return cli_finish(cli, code);
}
