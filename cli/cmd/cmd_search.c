/*
 * cmd_search.c -- gleaner search QUERY…
 */
#include "base/array.h"
#include "cli/filter.h"
#include "cli/print/json_row.h"

#define SNIPPET_INDENT  8
#define QUERY_MAX_BYTES (1 * MIB)
#define MATCH_BEGIN     '\x02' /* see store.h */
#define MATCH_END       '\x03'
/* Marks of matches in text that will be coloured: noncharacters, which the
 * Unicode Standard (23.7) reserves for internal use. Each is one column wide,
 * like the asterisk that marks a match in output without colours. */
#define PAINT_BEGIN "\xEF\xB7\x90" /* U+FDD0 */
#define PAINT_END   "\xEF\xB7\x91" /* U+FDD1 */

struct search_values {
	struct filter_values filter; /* must be first (filter.h) */
	bool passages;
};

static const struct option_row options[] = {
	{ .name = "passages",
	    .kind = OPTION_FLAG,
	    .offset = offsetof(struct search_values, passages),
	    .help = "list the best paragraphs, with their context" },
	FILTER_OPTIONS,
	{ 0 },
};

struct listing {
	struct cli *cli;
	int64_t n;
};

static bool
cmd_search_is_paint_mark(struct slice text)
{
	return slice_starts(text, SLICE(PAINT_BEGIN)) ||
	       slice_starts(text, SLICE(PAINT_END));
}

/* Replaces the control characters around matches by asterisks, or by
 * noncharacters if the output has colours. Noncharacters of the text itself are
 * removed. */
static void
cmd_search_mark_matches(
    struct buf *out, const struct cli *cli, struct slice snippet)
{
	bool paints = cli->colours && !cli->json;

	for (size_t i = 0; i < snippet.len; i++) {
		char c = snippet.p[i];

		if (c == MATCH_BEGIN)
			buf_append_string(out, paints ? PAINT_BEGIN : "*");
		else if (c == MATCH_END)
			buf_append_string(out, paints ? PAINT_END : "*");
		else if (paints && cmd_search_is_paint_mark(
				       slice_sub(snippet, i, snippet.len)))
			i += sizeof(PAINT_BEGIN) - 2;
		else
			buf_append_char(out, c);
	}
}

/* Appends the text with colours in place of the marks. `outside` is the colour
 * of the text outside of matches. */
static void
cmd_search_paint_matches(struct buf *out, const struct cli *cli,
    struct slice text, enum paint outside)
{
	paint_put(out, cli, outside);
	for (size_t i = 0; i < text.len; i++) {
		struct slice rest = slice_sub(text, i, text.len);

		if (!cli->colours || !cmd_search_is_paint_mark(rest)) {
			buf_append_char(out, text.p[i]);
			continue;
		}
		paint_put(out, cli, PAINT_NONE);
		paint_put(out, cli,
		    slice_starts(rest, SLICE(PAINT_BEGIN)) ? PAINT_MATCH
							   : outside);
		i += sizeof(PAINT_BEGIN) - 2;
	}
	paint_put(out, cli, PAINT_NONE);
}

static void
cmd_search_put_article(
    struct buf *out, const struct cli *cli, const struct article_row *row)
{
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
	out->failed |= buf_failed(&clean);
	buf_release(&clean);
}

/* Appends an excerpt below the line of its article. */
static void
cmd_search_put_excerpt(struct buf *out, const struct cli *cli,
    struct slice excerpt, enum paint outside)
{
	struct buf clean, lines;

	buf_init(&clean, JSON_ROW_MAX_BYTES);
	buf_init(&lines, JSON_ROW_MAX_BYTES);
	text_clean(&clean, excerpt);
	text_wrap(&lines, buf_slice(&clean), SNIPPET_INDENT, cli->columns);
	cmd_search_paint_matches(out, cli, buf_slice(&lines), outside);
	out->failed |= buf_failed(&clean) || buf_failed(&lines);
	buf_release(&lines);
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
	cmd_search_mark_matches(&snippet, listing->cli, hit->snippet);
	if (listing->cli->json)
		json_row_hit(&out, hit, buf_slice(&snippet));
	else {
		cmd_search_put_article(&out, listing->cli, &hit->article);
		cmd_search_put_excerpt(
		    &out, listing->cli, buf_slice(&snippet), PAINT_NONE);
	}
	out.failed |= buf_failed(&snippet);
	code = cli_write(listing->cli, &out);
	buf_release(&snippet);
	buf_release(&out);
	return code;
}

static void
cmd_search_put_passage(
    struct buf *out, const struct cli *cli, const struct passage_hit *hit)
{
	struct slice parts[] = { hit->before, hit->text, hit->after };

	cmd_search_put_article(out, cli, &hit->article);
	for (size_t i = 0; i < ARRAY_LENGTH(parts); i++)
		if (parts[i].len > 0)
			cmd_search_put_excerpt(out, cli, parts[i],
			    i == 1 ? PAINT_NONE : PAINT_DIM);
}

static int
cmd_search_visit_passage(const struct passage_hit *hit, void *arg)
{
	struct listing *listing = arg;
	struct passage_hit marked = *hit;
	struct buf out, text;
	int code;

	listing->n++;
	buf_init(&out, JSON_ROW_MAX_BYTES);
	buf_init(&text, JSON_ROW_MAX_BYTES);
	cmd_search_mark_matches(&text, listing->cli, hit->text);
	marked.text = buf_slice(&text);
	if (listing->cli->json)
		json_row_passage(&out, &marked);
	else
		cmd_search_put_passage(&out, listing->cli, &marked);
	out.failed |= buf_failed(&text);
	code = cli_write(listing->cli, &out);
	buf_release(&text);
	buf_release(&out);
	return code;
}

static void
cmd_search_join_words(struct buf *out, int n, char **words)
{
	for (int i = 0; i < n; i++)
		buf_printf(out, "%s%s", i > 0 ? " " : "", words[i]);
}

/* True if each word is excluded or empty.  Such a query finds nothing. */
static bool
cmd_search_lacks_word(int n, char **words)
{
	for (int i = 0; i < n; i++)
		if (words[i][0] != '-' && words[i][0] != '\0')
			return false;
	return true;
}

static int
cmd_search_run(struct store *store, struct slice query,
    const struct article_filter *filter, bool passages, struct listing *listing,
    struct err *e)
{
	return passages ? store_search_passages(store, query, filter,
			      cmd_search_visit_passage, listing, e)
			: store_search(store, query, filter, cmd_search_visit,
			      listing, e);
}

int
cmd_search(struct cli *cli, int argc, char **argv)
{
	struct search_values values = { .filter = FILTER_VALUES_INIT };
	struct listing listing = { .cli = cli };
	struct article_filter filter;
	struct err e = ERR_INIT;
	struct store *store;
	struct buf query, feed;
	int code = options_parse(cli, options, &values, &argc, argv);
	int rc = 0;

	if (code == CLI_GO_ON)
		code = filter_check_values(cli, &values.filter);
	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	buf_init(&feed, FILTER_FEED_BYTES);
	buf_init(&query, QUERY_MAX_BYTES);
	code = filter_fill(cli, store, &values.filter, &feed, &filter);
	cmd_search_join_words(&query, argc, argv);
	if (buf_failed(&query))
		rc = err_set(&e, ERR_LIMIT, "the query is longer than %lld KiB",
		    QUERY_MAX_BYTES / KIB);
	else if (code == CLI_OK)
		rc = cmd_search_run(store, buf_slice(&query), &filter,
		    values.passages, &listing, &e);
	store_close(store);
	if (rc < 0)
		code = cli_fail_err(cli, &e);
	else if (code == CLI_OK && listing.n == 0)
		code =
		    cli_nothing(cli, "no article was found for: %s%s", query.p,
			cmd_search_lacks_word(argc, argv)
			    ? " (a query needs a word that must occur)"
			    : "");
	buf_release(&query);
	buf_release(&feed);
	return cli_finish(cli, code);
}
