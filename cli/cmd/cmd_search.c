/*
 * cmd_search.c -- gleaner search QUERY…
 */
#include "cli/filter.h"
#include "cli/print/json_row.h"

#define SNIPPET_INDENT  8
#define QUERY_MAX_BYTES (1 * MIB)
#define MATCH_BEGIN     '\x02' /* see store.h */
#define MATCH_END       '\x03'

struct listing {
	struct cli *cli;
	int64_t n;
};

/* Marks matches with asterisks in place of control characters. */
static void
cmd_search_mark_matches(struct buf *out, struct slice snippet)
{
	for (size_t i = 0; i < snippet.len; i++) {
		char c = snippet.p[i];

		buf_append_char(
		    out, c == MATCH_BEGIN || c == MATCH_END ? '*' : c);
	}
}

static void
cmd_search_put_text(struct buf *out, const struct cli *cli,
    const struct search_hit *hit, struct slice snippet)
{
	const struct article_row *row = &hit->article;
	struct buf clean;

	buf_init(&clean, JSON_ROW_MAX_BYTES);
	buf_printf(&clean, "%6lld  ", (long long)row->id);
	text_date(&clean, row->published_at != DATE_NONE ? row->published_at
							 : row->first_seen_at);
	buf_append_string(&clean, "  ");
	text_clean(&clean, row->title.len > 0 ? row->title : row->url);
	if (cli->columns > 0)
		text_fit(out, buf_slice(&clean), cli->columns);
	else
		buf_append_slice(out, buf_slice(&clean));
	buf_append_char(out, '\n');
	out->failed |=
	    buf_failed(&clean); /* taken first, because buf_clear() resets the
				   failure */
	buf_clear(&clean);
	text_clean(&clean, snippet);
	text_wrap(out, buf_slice(&clean), SNIPPET_INDENT, cli->columns);
	out->failed |= buf_failed(&clean);
	buf_release(&clean);
}

static int
cmd_search_visit(const struct search_hit *hit, void *arg)
{
	struct listing *listing = arg;
	struct buf out, snippet;
	int code;

	listing->n++;
	buf_init(&out, JSON_ROW_MAX_BYTES);
	buf_init(&snippet, JSON_ROW_MAX_BYTES);
	cmd_search_mark_matches(&snippet, hit->snippet);
	if (listing->cli->json)
		json_row_hit(&out, hit, buf_slice(&snippet));
	else
		cmd_search_put_text(
		    &out, listing->cli, hit, buf_slice(&snippet));
	out.failed |= buf_failed(&snippet);
	code = cli_write(listing->cli, &out);
	buf_release(&snippet);
	buf_release(&out);
	return code;
}

static void
cmd_search_join_words(struct buf *out, int n, char **words)
{
	for (int i = 0; i < n; i++)
		buf_printf(out, "%s%s", i > 0 ? " " : "", words[i]);
}

int
cmd_search(struct cli *cli, int argc, char **argv)
{
	struct filter_values values = FILTER_VALUES_INIT;
	struct listing listing = { .cli = cli };
	struct article_filter filter;
	struct err e = ERR_INIT;
	struct store *store;
	struct buf query, feed;
	int code = options_parse(cli, filter_options, &values, &argc, argv);
	int rc = 0;

	if (code == CLI_GO_ON)
		code = filter_check_values(cli, &values);
	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	buf_init(&feed, FILTER_FEED_BYTES);
	buf_init(&query, QUERY_MAX_BYTES);
	code = filter_fill(cli, store, &values, &feed, &filter);
	cmd_search_join_words(&query, argc, argv);
	if (buf_failed(&query))
		rc = err_set(&e, ERR_LIMIT, "the query is longer than %lld KiB",
		    QUERY_MAX_BYTES / KIB);
	else if (code == CLI_OK)
		rc = store_search(store, buf_slice(&query), &filter,
		    cmd_search_visit, &listing, &e);
	store_close(store);
	if (rc < 0)
		code = cli_fail_err(cli, &e);
	else if (code == CLI_OK && listing.n == 0)
		code =
		    cli_nothing(cli, "no article was found for: %s", query.p);
	buf_release(&query);
	buf_release(&feed);
	return cli_finish(cli, code);
}
