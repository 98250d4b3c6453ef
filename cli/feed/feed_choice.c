/*
 * feed_choice.c -- determines the feed for an address given to `feed add`: the
 * address itself, or a feed that its page names.
 *
 * In:  an address in its normal form. Out: the feed's address, title, format
 * and number of items.
 *
 * Every address is fetched once. If there is no response or no feed, the
 * function fails, unless the caller accepts the address in any case. `feed add
 * --as-is` and `import` do not use this file, because they must work without a
 * network.
 */
#include "cli/feed/feed_choice.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/input.h"
#include "cli/feed/discover.h"

#define ANSWER_BYTES 32

/* Returns the number of choices: the feeds of the page before the first sitemap
 * or comment feed. If the page has only sitemaps, they are the choices. */
static size_t
feed_choice_count_choices(const struct discovery *d)
{
	size_t n = 0;

	while (n < d->n_good && !discovered_is_sitemap(&d->feeds[n]) &&
	       (n == 0 || !d->feeds[n].is_of_comments))
		n++;
	return n > 0 ? n : d->n_good;
}

static void
feed_choice_put_choices(
    struct cli *cli, const char *url, const struct discovery *d, size_t n)
{
	struct buf line;

	cli_note(cli, "%s has %zu feeds:", url, n);
	for (size_t i = 0; i < n; i++) {
		const struct discovered_feed *f = &d->feeds[i];

		buf_init(&line, 64 * KIB);
		text_clean(&line, f->url);
		if (f->title.len > 0) {
			buf_append_string(&line, "  ");
			text_clean(&line, f->title);
		}
		cli_note(cli, "%3zu  %.*s", i + 1, (int)line.len, line.p);
		buf_release(&line);
	}
}

/* Reads a number 1 .. n from the terminal; an empty line is 1. Returns 0 if no
 * choice was made. */
static size_t
feed_choice_ask(struct cli *cli, size_t n)
{
	char answer[ANSWER_BYTES];
	int64_t number;

	fprintf(cli->err, "Which one? [1] ");
	fflush(cli->err);
	if (input_read_line(cli->in, answer, sizeof(answer)) == NULL)
		return 0;
	if (slice_trim(slice_of(answer)).len == 0)
		return 1;
	if (!slice_to_int64(slice_trim(slice_of(answer)), &number) ||
	    number < 1 || number > (int64_t)n)
		return 0;
	return (size_t)number;
}

static bool
feed_choice_may_ask(const struct cli *cli)
{
	return isatty(fileno(cli->in)) && isatty(fileno(cli->err));
}

static bool
feed_choice_copy(char **ret, struct slice text)
{
	if (text.len == 0)
		return true;
	*ret = strndup(text.p, text.len);
	return *ret != NULL;
}

/* Returns false if there is no memory. */
static bool
feed_choice_take(struct feed_choice *choice, struct slice url,
    const struct discovered_feed *f)
{
	choice->format = f->format;
	choice->n_items = f->n_items;
	return feed_choice_copy(&choice->url, url) &&
	       feed_choice_copy(&choice->final_url, f->url) &&
	       feed_choice_copy(&choice->title, f->title);
}

/* Chooses one of the feeds that a page names. */
static int
feed_choice_of_page(struct cli *cli, struct feed_choice *choice,
    const struct discovery *d, bool first)
{
	size_t n = feed_choice_count_choices(d), at = 1;

	if (n > 1 && !first) {
		feed_choice_put_choices(cli, choice->given, d, n);
		at = feed_choice_may_ask(cli) ? feed_choice_ask(cli, n) : 0;
	}
	if (at == 0)
		return cli_fail(cli,
		    "name one of these feeds, or add the first with --first");
	return feed_choice_take(choice, d->feeds[at - 1].url, &d->feeds[at - 1])
		   ? CLI_OK
		   : cli_fail(cli, "out of memory");
}

/* Handles an address without a feed. */
static int
feed_choice_of_nothing(struct cli *cli, struct feed_choice *choice,
    const struct discovery *d, bool forced)
{
	bool came = d->n_feeds > 0 || d->is_page;
	const char *what =
	    came ? "is not a feed and links to no feed" : "cannot be read";

	choice->format = FEED_UNKNOWN;
	if (!forced)
		return cli_fail(cli,
		    "%s: %s (%.*s); nothing was added. --force adds the "
		    "address nevertheless",
		    choice->given, what, SLICE_ARG(d->why));
	cli_note(cli, "%s: %s (%.*s); added nevertheless", choice->given, what,
	    SLICE_ARG(d->why));
	return feed_choice_copy(&choice->url, slice_of(choice->given))
		   ? CLI_OK
		   : cli_fail(cli, "out of memory");
}

static int
feed_choice_look(struct cli *cli, const struct feed_choice_options *order,
    struct cli_fetcher *cli_fetcher, struct site_reader *reader,
    struct feed_choice *choice)
{
	struct discovery d;
	struct err e = ERR_INIT;
	int code;

	if (discover_feeds(cli_fetcher, reader, slice_of(choice->given), false,
		cli->now_at, &d, &e) != 0)
		code = cli_fail_err(cli, &e);
	else if (d.is_feed)
		code = feed_choice_take(
			   choice, slice_of(choice->given), &d.feeds[0])
			   ? CLI_OK
			   : cli_fail(cli, "out of memory");
	else if (d.n_good > 0)
		code = feed_choice_of_page(cli, choice, &d, order->first);
	else
		code = feed_choice_of_nothing(cli, choice, &d, order->forced);
	discovery_release(&d);
	return code;
}

void
feed_choice_release(struct feed_choice *choice)
{
	free(choice->given);
	free(choice->url);
	free(choice->final_url);
	free(choice->title);
}

int
feed_choose(struct cli *cli, const struct feed_choice_options *order,
    struct site_reader *reader, struct feed_choice *choices, int n)
{
	struct cli_fetcher *cli_fetcher = NULL;
	struct err e = ERR_INIT;
	int code = CLI_OK;

	for (int i = 0; i < n && code == CLI_OK; i++) {
		if (choices[i].skip)
			continue;
		if (cli_fetcher == NULL &&
		    cli_fetcher_new(cli, reader, &cli_fetcher, &e) != 0)
			code = cli_fail_err(cli, &e);
		else
			code = feed_choice_look(
			    cli, order, cli_fetcher, reader, &choices[i]);
	}
	cli_fetcher_free(cli_fetcher);
	return code;
}
