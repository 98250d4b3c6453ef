/*
 * feed_choice.c -- which feed is meant by an address that `feed add` was given:
 * itself, or one that its page names.
 *
 * An address that looks like a feed's is taken as it is, without a look: so
 * subscriptions can be made without a network, and by the thousand.
 */
#include "cli/feed_choice.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/discover.h"

#define ANSWER_BYTES 32

/* What the page is chosen from: its feeds; else its sitemaps. */
static size_t
count_choices(const struct discovery *d)
{
	size_t n = 0;

	while (n < d->n_good && !discovered_is_sitemap(&d->feeds[n]) &&
	       (n == 0 || !d->feeds[n].is_of_comments))
		n++;
	return n > 0 ? n : d->n_good;
}

static void
put_choices(
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

/* 1 .. n as typed; 0: none of them. */
static size_t
ask(struct cli *cli, size_t n)
{
	char answer[ANSWER_BYTES];
	int64_t number;

	fprintf(cli->err, "Which one? [1] ");
	fflush(cli->err);
	if (fgets(answer, sizeof(answer), cli->in) == NULL)
		return 0;
	if (slice_trim(slice_of(answer)).len == 0)
		return 1;
	if (!slice_to_int64(slice_trim(slice_of(answer)), &number) ||
	    number < 1 || number > (int64_t)n)
		return 0;
	return (size_t)number;
}

static bool
may_ask(const struct cli *cli)
{
	return isatty(fileno(cli->in)) && isatty(fileno(cli->err));
}

/* NULL after a complaint. */
static char *
copy(struct cli *cli, struct slice text)
{
	char *string = strndup(text.p, text.len);

	if (string == NULL)
		cli_fail(cli, "out of memory");
	return string;
}

/* One of what was found; NULL after a complaint. */
static char *
choose(struct cli *cli, const char *url, const struct discovery *d, bool first)
{
	size_t n = count_choices(d), choice = 1;

	if (n > 1 && !first) {
		put_choices(cli, url, d, n);
		choice = may_ask(cli) ? ask(cli, n) : 0;
	}
	if (choice > 0)
		return copy(cli, d->feeds[choice - 1].url);
	cli_fail(cli, "which of them? Name one, or take the first by --first");
	return NULL;
}

static char *
look_at(struct cli *cli, struct looker *looker, struct site_reader *reader,
    const char *url, bool first)
{
	struct discovery d;
	struct err e = ERR_INIT;
	char *chosen = NULL;

	if (discover_feeds(looker, reader, slice_of(url), false, cli->now_at,
		&d, &e) != 0) {
		cli_fail_err(cli, &e);
	} else if (d.is_feed) {
		chosen = copy(cli, slice_of(url));
	} else if (d.n_good > 0) {
		chosen = choose(cli, url, &d, first);
	} else if (d.n_feeds == 0) {
		/* Nothing came: the daemon will see more of it. */
		cli_note(cli, "%s: %.*s; subscribed as it is", url,
		    SLICE_ARG(d.why));
		chosen = copy(cli, slice_of(url));
	} else {
		cli_fail(cli, "%s is %.*s, and names no feed", url,
		    SLICE_ARG(d.why));
	}
	discovery_release(&d);
	return chosen;
}

int
feed_choose(struct cli *cli, char *const *urls, int n, bool first, char **ret)
{
	struct site_reader *reader = NULL;
	struct looker *looker = NULL;
	struct err e = ERR_INIT;
	int i;

	for (i = 0; i < n; i++) {
		if (discover_is_feed_address(slice_of(urls[i]))) {
			ret[i] = copy(cli, slice_of(urls[i]));
			if (ret[i] == NULL)
				break;
			continue;
		}
		if (reader == NULL && (reader = site_reader_new(cli)) == NULL)
			break;
		if (looker == NULL &&
		    looker_new(cli, reader, &looker, &e) != 0) {
			cli_fail_err(cli, &e);
			break;
		}
		ret[i] = look_at(cli, looker, reader, urls[i], first);
		if (ret[i] == NULL)
			break;
	}
	looker_free(looker);
	site_reader_free(reader);
	return i == n ? CLI_OK : CLI_FAILED;
}
