/*
 * cmd_feed_add.c -- gleaner feed add URL…
 *
 * All of them or none: a URL that cannot be fetched, or is a page without a
 * feed, is told before anything is written.
 */
#include <stdlib.h>

#include "cli/feed_choice.h"
#include "cli/feeds.h"
#include "config/config.h"
#include "config/limits.h"

struct feed_add_values {
	const char *title;
	int64_t interval_s;
	struct option_list tags;
	bool first, as_is;
};
#define VALUE(member) offsetof(struct feed_add_values, member)

static const struct option_row options[] = {
	{ .name = "title",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(title),
	    .value = "TEXT",
	    .help = "what to call it, whatever it calls itself" },
	{ .name = "interval",
	    .kind = OPTION_DURATION,
	    .offset = VALUE(interval_s),
	    .value = "SPAN",
	    .max = LIMIT_INTERVAL_S,
	    .help = "between polls: 90s, 15m, 2h, 7d" },
	{ .name = "tag",
	    .kind = OPTION_LIST,
	    .offset = VALUE(tags),
	    .value = "TAG",
	    .help = "may be given repeatedly" },
	{ .name = "first",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(first),
	    .help = "of several feeds that a page names, the best" },
	{ .name = "as-is",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(as_is),
	    .help = "the address itself, without a look at it" },
	{ 0 },
};

/* One a line, as the store wants them. */
static void
join_tags(struct buf *out, const struct option_list *tags)
{
	for (size_t i = 0; i < tags->n; i++) {
		if (i > 0)
			buf_append_char(out, '\n');
		text_clean(out, slice_of(tags->items[i]));
	}
}

static int
add_all(struct cli *cli, struct store *store,
    struct feed_subscription *subscription, int n, char **urls)
{
	struct err e = ERR_INIT;
	struct buf lines;
	int rc = store_begin(store, &e);

	buf_init(&lines, 16 * MIB);
	for (int i = 0; i < n && rc == 0; i++) {
		bool is_new;
		int64_t id;

		subscription->url = slice_of(urls[i]);
		rc = store_feed_put(
		    store, subscription, cli->now_at, &id, &is_new, &e);
		if (rc == 0)
			buf_printf(&lines, "%s %s\n",
			    is_new ? "added" : "known", urls[i]);
	}
	if (rc == 0)
		rc = store_commit(store, &e);
	if (rc != 0) {
		store_rollback(store);
		cli_fail_err(cli, &e);
	} else {
		/* Only what is kept is told. */
		cli_write(cli, &lines);
	}
	buf_release(&lines);
	return rc == 0 ? CLI_OK : CLI_FAILED;
}

static int
subscribe(
    struct cli *cli, const struct feed_add_values *values, int n, char **urls)
{
	struct feed_subscription subscription = { .fetch_articles = true };
	struct store *store;
	struct buf tags, title;
	int code = cli_store_open(cli, CLI_MAKE, &store);
	if (code != CLI_OK)
		return code;
	buf_init(&tags, 64 * KIB);
	buf_init(&title, LIMIT_TITLE_BYTES);
	join_tags(&tags, &values->tags);
	text_clean(&title, slice_of(values->title));
	if (title.len > 0)
		subscription.title = buf_slice(&title);
	subscription.interval_s = values->interval_s;
	if (values->tags.n > 0)
		subscription.tags = buf_slice(&tags);
	if (cli->config != NULL)
		subscription.fetch_articles = cli->config->articles.fetch;
	if (tags.no_memory || title.no_memory)
		code = cli_fail(cli, "out of memory");
	else
		code = add_all(cli, store, &subscription, n, urls);
	store_close(store);
	buf_release(&title);
	buf_release(&tags);
	if (code == CLI_OK)
		feeds_changed(cli);
	return code;
}

int
cmd_feed_add(struct cli *cli, int argc, char **argv)
{
	struct feed_add_values values = { 0 };
	int code = options_parse(cli, options, &values, &argc, argv);
	char **chosen;

	if (code != CLI_GO_ON)
		return code;
	for (int i = 0; i < argc; i++)
		if (!feed_url_check(cli, argv[i]))
			return CLI_FAILED;
	if (values.title != NULL && argc > 1)
		return cli_usage(cli, "--title is for one URL");
	code = cli_config(cli);
	if (code != CLI_OK)
		return code;
	if (values.as_is)
		return cli_finish(cli, subscribe(cli, &values, argc, argv));
	chosen = calloc((size_t)argc, sizeof(*chosen));
	if (chosen == NULL)
		return cli_fail(cli, "out of memory");
	code = feed_choose(cli, argv, argc, values.first, chosen);
	if (code == CLI_OK)
		code = subscribe(cli, &values, argc, chosen);
	for (int i = 0; i < argc; i++)
		free(chosen[i]);
	free(chosen);
	return cli_finish(cli, code);
}
