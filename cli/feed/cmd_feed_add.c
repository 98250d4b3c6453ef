/*
 * cmd_feed_add.c -- gleaner feed add URL…
 *
 * In:  addresses in any spelling.
 * Out: subscriptions, one per feed: an address is normalised, and a feed that
 *      the database contains in any spelling is not added again.
 *
 * A new address is fetched once and the result is printed. Either all addresses
 * are added or none: if one of them gives no feed, nothing is written.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "cli/feed/feed_choice.h"
#include "cli/feed/feed_find.h"
#include "cli/feed/feeds.h"
#include "config/config.h"

struct feed_add_values {
	const char *title;
	int64_t interval_s;
	struct option_list tags, sites;
	bool first, as_is, force;
};
#define VALUE(member) offsetof(struct feed_add_values, member)

static const struct option_row options[] = {
	{ .name = "title",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(title),
	    .value = "TEXT",
	    .help = "title to show instead of the feed's own" },
	{ .name = "interval",
	    .kind = OPTION_DURATION,
	    .offset = VALUE(interval_s),
	    .value = "SPAN",
	    .max = LIMIT_INTERVAL_S,
	    .help = "time between polls: 90s, 15m, 2h, 7d" },
	{ .name = "tag",
	    .kind = OPTION_LIST,
	    .offset = VALUE(tags),
	    .value = "TAG",
	    .help = "a tag of the feed; may be given repeatedly" },
	{ .name = "site",
	    .kind = OPTION_LIST,
	    .offset = VALUE(sites),
	    .value = "SITE",
	    .help = "a site for which the feed is entitled, such as example.org, "
		    "besides its own; may be given repeatedly" },
	{ .name = "first",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(first),
	    .help = "if a page names several feeds, add the best one" },
	{ .name = "as-is",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(as_is),
	    .help = "add the address itself without fetching it" },
	{ .name = "force",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(force),
	    .help = "add the address even if no feed is found there" },
	{ 0 },
};

/* Joins tags or sites with \n, as the store contains them. */
static void
cmd_feed_add_join(struct buf *out, const struct option_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (i > 0)
			buf_append_char(out, '\n');
		text_clean(out, slice_of(list->items[i]));
	}
}

struct addition {
	const struct feed_add_values *values;
	struct feed_subscription subscription;
	struct feed_choice *choices;
	int n;
	struct buf lines; /* output, which is printed after the commit */
};

/* ---- known feeds ---- */

static int
cmd_feed_add_take_row(const struct feed_row *row, void *from_config)
{
	*(bool *)from_config = row->from_config;
	return 0;
}

/* Warns that the options are temporary if the feed is in the configuration. */
static int
cmd_feed_add_warn(struct cli *cli, struct store *store, const char *url,
    const struct feed_add_values *values, int64_t id, struct err *e)
{
	bool from_config = false;
	int rc =
	    store_feed_get(store, id, cmd_feed_add_take_row, &from_config, e);

	if (rc == 0 && from_config &&
	    (values->title != NULL || values->interval_s > 0 ||
		values->tags.n > 0 || values->sites.n > 0))
		cli_note(cli,
		    "%s: the configuration lists this feed; when the daemon "
		    "starts again, title, interval, tags and sites of the "
		    "configuration replace those given here; change the "
		    "configuration instead",
		    url);
	return rc;
}

/* Sets `skip` for feeds that are already in the database, so that they are not
 * fetched. If there is no database yet, every feed is new. */
static int
cmd_feed_add_find_known(struct cli *cli, struct feed_choice *choices, int n)
{
	struct err e = ERR_INIT;
	struct store *store;
	int code = cli_database(cli, true), rc = 0;
	int64_t id;

	if (code != CLI_OK || (!database_url_is(cli->database) &&
				  access(cli->database, F_OK) != 0))
		return code;
	/* The schema of a PostgreSQL database is created when the database is
	 * opened for the first time. CLI_MAKE permits this. */
	code = cli_store_open(cli,
	    database_url_is(cli->database) ? CLI_MAKE : CLI_READ, &store);
	if (code != CLI_OK)
		return code;
	for (int i = 0; i < n && (rc == 0 || rc == ERR_NOT_FOUND); i++) {
		rc = feed_find(store, choices[i].given, &id, &e);
		choices[i].skip = rc == 0;
	}
	store_close(store);
	return rc == 0 || rc == ERR_NOT_FOUND ? CLI_OK : cli_fail_err(cli, &e);
}

/* Finds the feed of the choice in the database, by its own address or by the
 * address to which it redirects. */
static int
cmd_feed_add_find(struct store *store, const struct feed_choice *choice,
    int64_t *ret_id, struct err *e)
{
	const char *url = choice->url != NULL ? choice->url : choice->given;
	int rc = feed_find(store, url, ret_id, e);

	if (rc == ERR_NOT_FOUND && choice->final_url != NULL)
		rc = feed_find(store, choice->final_url, ret_id, e);
	return rc;
}

/* ---- adding ---- */

static void
cmd_feed_add_put_found(struct buf *lines, const struct feed_choice *choice)
{
	if (choice->format == FEED_UNKNOWN)
		return;
	buf_append_string(lines, "  ");
	if (choice->title != NULL) {
		text_clean(lines, slice_of(choice->title));
		buf_append_string(lines, ", ");
	}
	buf_printf(lines, "%s, %zu entr%s\n", feed_format_name(choice->format),
	    choice->n_items, choice->n_items == 1 ? "y" : "ies");
}

static int
cmd_feed_add_take_url(const struct feed_row *row, void *url)
{
	buf_append_slice(url, row->url);
	return 0;
}

static int
cmd_feed_add_one(struct cli *cli, struct store *store, struct addition *a,
    const struct feed_choice *choice, struct err *e)
{
	struct buf url;
	bool is_new = false;
	int64_t id;
	int rc = cmd_feed_add_find(store, choice, &id, e);

	buf_init(&url, LIMIT_URL_BYTES * 4);
	if (rc == 0)
		rc = store_feed_get(store, id, cmd_feed_add_take_url, &url, e);
	if (rc == 0)
		rc = cmd_feed_add_warn(cli, store, url.p, a->values, id, e);
	if (rc == ERR_NOT_FOUND) {
		buf_append_string(
		    &url, choice->url != NULL ? choice->url : choice->given);
		rc = 0;
	}
	a->subscription.url = buf_slice(&url);
	if (rc == 0)
		rc = store_feed_put(
		    store, &a->subscription, cli->now_at, &id, &is_new, e);
	if (rc == 0)
		buf_printf(
		    &a->lines, "%s %s\n", is_new ? "added" : "known", url.p);
	if (rc == 0 && is_new)
		cmd_feed_add_put_found(&a->lines, choice);
	buf_release(&url);
	return rc;
}

static int
cmd_feed_add_all(struct cli *cli, struct store *store, struct addition *a)
{
	struct err e = ERR_INIT;
	int rc = store_begin(store, &e);

	buf_init(&a->lines, 16 * MIB);
	for (int i = 0; i < a->n && rc == 0; i++)
		rc = cmd_feed_add_one(cli, store, a, &a->choices[i], &e);
	if (rc == 0)
		rc = store_commit(store, &e);
	if (rc != 0) {
		store_rollback(store);
		cli_fail_err(cli, &e);
	} else {
		/* Nothing is printed if the transaction was not committed. */
		cli_write(cli, &a->lines);
	}
	buf_release(&a->lines);
	return rc == 0 ? CLI_OK : CLI_FAILED;
}

static int
cmd_feed_add_subscribe(struct cli *cli, const struct feed_add_values *values,
    struct feed_choice *choices, int n)
{
	struct addition a = { .values = values, .choices = choices, .n = n };
	struct buf tags, sites, title;
	struct store *store;
	int code = cli_store_open(cli, CLI_MAKE, &store);

	if (code != CLI_OK)
		return code;
	buf_init(&tags, 64 * KIB);
	buf_init(&sites, 64 * KIB);
	buf_init(&title, LIMIT_TITLE_BYTES);
	cmd_feed_add_join(&tags, &values->tags);
	cmd_feed_add_join(&sites, &values->sites);
	text_clean(&title, slice_of(values->title));
	if (title.len > 0)
		a.subscription.title = buf_slice(&title);
	a.subscription.interval_s = values->interval_s;
	if (values->tags.n > 0)
		a.subscription.tags = buf_slice(&tags);
	a.subscription.sites = buf_slice(&sites);
	a.subscription.fetch_articles =
	    cli->config == NULL || cli->config->articles.fetch;
	if (tags.no_memory || sites.no_memory || title.no_memory)
		code = cli_fail(cli, "out of memory");
	else
		code = cmd_feed_add_all(cli, store, &a);
	store_close(store);
	buf_release(&title);
	buf_release(&sites);
	buf_release(&tags);
	if (code == CLI_OK)
		feeds_changed(cli);
	return code;
}

/* ---- the command ---- */

/* Normalises each address. */
static int
cmd_feed_add_read_urls(
    struct cli *cli, int n, char **urls, struct feed_choice *choices)
{
	for (int i = 0; i < n; i++) {
		if (!feed_url_check(cli, urls[i]))
			return CLI_FAILED;
		choices[i].given = feed_form(urls[i]);
		if (choices[i].given == NULL)
			return cli_fail(cli, "out of memory");
	}
	return CLI_OK;
}

/* Checks that each site is a host, host:port, or the address of a site. */
static bool
cmd_feed_add_check_sites(struct cli *cli, const struct option_list *sites)
{
	for (size_t i = 0; i < sites->n; i++) {
		const char *site = sites->items[i];
		char url[LIMIT_HOST_BYTES + 16], *form;
		bool is_url = strstr(site, "://") != NULL;

		snprintf(url, sizeof(url), "http://%s", site);
		form = strlen(site) > LIMIT_HOST_BYTES
		    ? NULL
		    : feed_form(is_url ? site : url);
		free(form);
		if (form == NULL) {
			cli_usage(cli,
			    "--site: \"%.60s\" is not the name of a site, such "
			    "as example.org", site);
			return false;
		}
	}
	return true;
}

/* Refuses texts in another encoding: their bytes would be replaced, and no
 * command would find the tag again. */
static bool
cmd_feed_add_check_texts(struct cli *cli, const struct feed_add_values *values)
{
	bool is_valid = utf8_valid(slice_of(values->title));

	if (!is_valid)
		cli_usage(cli, "the value of --title is not valid UTF-8");
	for (size_t i = 0; is_valid && i < values->tags.n; i++) {
		is_valid = utf8_valid(slice_of(values->tags.items[i]));
		if (!is_valid)
			cli_usage(cli, "a value of --tag is not valid UTF-8");
	}
	return is_valid;
}

static int
cmd_feed_add_run(struct cli *cli, const struct feed_add_values *values,
    struct feed_choice *choices, int n, char **urls)
{
	const struct feed_choice_options order = { .first = values->first,
		.forced = values->force };
	struct site_reader *reader = NULL;
	int code;

	if (!cmd_feed_add_check_texts(cli, values) ||
	    !cmd_feed_add_check_sites(cli, &values->sites))
		return CLI_USAGE;
	code = cmd_feed_add_read_urls(cli, n, urls, choices);
	if (code == CLI_OK && values->title != NULL && n > 1)
		return cli_usage(cli, "--title allows only one URL");
	/* The reader processes must start before the configuration and its
	 * secrets are read (site_reader.c). */
	if (code == CLI_OK && !values->as_is &&
	    (reader = site_reader_new(cli)) == NULL)
		code = CLI_FAILED;
	cli->sends_requests = !values->as_is;
	if (code == CLI_OK)
		code = values->as_is ? cli_config_place(cli)
				     : cli_config(cli);
	if (code == CLI_OK && !values->as_is)
		code = cmd_feed_add_find_known(cli, choices, n);
	if (code == CLI_OK && !values->as_is)
		code = feed_choose(cli, &order, reader, choices, n);
	site_reader_free(reader);
	if (code == CLI_OK)
		code = cmd_feed_add_subscribe(cli, values, choices, n);
	return code;
}

int
cmd_feed_add(struct cli *cli, int argc, char **argv)
{
	struct feed_add_values values = { 0 };
	int code = options_parse(cli, options, &values, &argc, argv);
	struct feed_choice *choices;

	if (code != CLI_GO_ON)
		return code;
	choices = calloc((size_t)argc, sizeof(*choices));
	if (choices == NULL)
		return cli_fail(cli, "out of memory");
	code = cmd_feed_add_run(cli, &values, choices, argc, argv);
	for (int i = 0; i < argc; i++)
		feed_choice_release(&choices[i]);
	free(choices);
	return cli_finish(cli, code);
}
