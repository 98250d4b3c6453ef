/*
 * cmd_feed_explain.c -- gleaner feed explain URL: explains the time of the next
 * poll.
 *
 * The time of the next poll is computed from several terms, for example the
 * interval, Retry-After of the server and the back-off after failures
 * (docs/cadence.md).
 *
 * In:  the feed's row with the terms of its last poll, its last polls, the
 *      pause of its host, the robots.txt of its origin. All data are read from
 *      the database, so the daemon need not run.
 * Out: each term with its source, the term that determines the next poll, the
 *      health of the feed, and the results of its last polls. The output is
 *      text (feed_explain_text.c), or one object with --json.
 */
#include "base/array.h"
#include "cli/feed/feed_explain.h"
#include "cli/feed/feed_find.h"
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/robots.h"
#include "store/fleet/fleet_store.h"
#include "store/fleet/shard.h"
#include "url/url.h"

static const struct option_row options[] = {
	{ .name = "json",
	    .kind = OPTION_JSON,
	    .help = "write one JSON object" },
	{ 0 },
};

/* The source of each term. A term is a wait in seconds after the last poll,
 * unless its description here gives it another meaning. */
static const struct {
	struct slice name;
	const char *source;
} terms[] = {
	{ SLICE("interval"), "poll.interval, or the interval of this feed" },
	{ SLICE("history"), "times of its earlier entries" },
	{ SLICE("silence"), "no new entry for a long time" },
	{ SLICE("poll.min"), "lower limit in the configuration" },
	{ SLICE("poll.max"), "upper limit in the configuration" },
	{ SLICE("gap"),
	    "no known entry was found: items may have been missed" },
	{ SLICE("cache-headers"),
	    "Cache-Control, Age, Expires of the response" },
	{ SLICE("ttl"), "<ttl> of the feed" },
	{ SLICE("period"), "sy:updatePeriod of the feed" },
	{ SLICE("retry-after"), "Retry-After of the server" },
	{ SLICE("backoff"), "consecutive failures" },
	{ SLICE("unreachable"), "no server could be reached" },
	{ SLICE("busy"), "429 or 503 without Retry-After" },
	{ SLICE("refused"), "403, or a page that only browsers can pass" },
	{ SLICE("gone"), "410 Gone: polled once a month" },
	{ SLICE("budget"),
	    "articles.feed_bytes_per_day is used up: entries wait" },
	{ SLICE("websub"), "the hub of the feed delivers new entries" },
	{ SLICE("skip"), "skipHours, skipDays of the feed" },
	{ SLICE("network"), "the network is down: polled when it is up again" },
	{ SLICE("command"), "requested by a command" },
	{ SLICE("host-pause"), "a pause that the host requested" },
};

const char *
explain_source(struct slice term)
{
	for (size_t i = 0; i < ARRAY_LENGTH(terms); i++)
		if (slice_equal(terms[i].name, term))
			return terms[i].source;
	return "";
}

/* ---- collecting ---- */

static int
cmd_feed_explain_take_feed(const struct feed_row *row, void *arg)
{
	struct explanation *x = arg;
	struct arena *a = &x->arena;

	x->feed = *row;
	x->feed.url = arena_copy(a, row->url);
	x->feed.title = arena_copy(a, row->title);
	x->feed.given_title = arena_copy(a, row->given_title);
	x->feed.sites = arena_copy(a, row->sites);
	x->feed.site_url = arena_copy(a, row->site_url);
	x->feed.description = arena_copy(a, row->description);
	x->feed.language = arena_copy(a, row->language);
	x->feed.etag = arena_copy(a, row->etag);
	x->feed.last_modified = arena_copy(a, row->last_modified);
	x->feed.validators_url = arena_copy(a, row->validators_url);
	x->feed.status_why = arena_copy(a, row->status_why);
	x->feed.last_outcome = arena_copy(a, row->last_outcome);
	x->feed.last_why = arena_copy(a, row->last_why);
	x->feed.next_poll_by = arena_copy(a, row->next_poll_by);
	x->feed.next_poll_terms = arena_copy(a, row->next_poll_terms);
	return 0;
}

static int
cmd_feed_explain_take_poll(const struct poll_row *row, void *arg)
{
	struct explanation *x = arg;
	struct poll_row *poll = &x->polls[x->n_polls++];

	*poll = *row;
	poll->outcome = arena_copy(&x->arena, row->outcome);
	poll->why = arena_copy(&x->arena, row->why);
	return 0;
}

static int
cmd_feed_explain_take_host(const struct host_row *row, void *arg)
{
	struct explanation *x = arg;

	/* A pause of foreign requests does not delay the feed. */
	if (!slice_equal(row->key, x->host) || row->is_foreign)
		return 0;
	x->host_pause_until_at = row->pause_until_at;
	x->host_failures = row->failures;
	return 0;
}

static int
cmd_feed_explain_take_robots(const struct robots_row *row, void *arg)
{
	struct explanation *x = arg;
	struct robots robots;

	robots_parse(&x->arena, row->rules, SLICE("gleaner"), &robots);
	x->has_robots = true;
	x->robots_disallow_all = row->disallow_all;
	x->robots_fetched_at = row->fetched_at;
	x->robots_expires_at = row->expires_at;
	x->crawl_delay_s = robots.crawl_delay_s;
	return 0;
}

/* Copies the settings of `sites` for the feed. With --db there may be no
 * configuration. */
static int
cmd_feed_explain_take_site(struct explanation *x, struct err *e)
{
	const struct config *config = x->cli->config;
	struct access *access;
	struct buf text;
	int rc;

	if (config == NULL)
		return 0;
	rc = access_new(config->sites, config->n_sites, &access, e);
	if (rc != 0)
		return rc;
	x->site = access_find(access, arena_string(&x->arena, x->feed.url));
	access_free(access);
	if (x->site == NULL)
		return 0;
	buf_init(&text, EXPLAIN_MAX_BYTES);
	access_describe(x->site, config_may_render(config), &text);
	x->site_text = arena_copy(&x->arena, buf_slice(&text));
	buf_release(&text);
	return 0;
}

static int
cmd_feed_explain_collect(struct explanation *x, const char *url, struct err *e)
{
	struct slice origin;
	int64_t id;
	int rc;

	if ((rc = feed_find(x->store, url, &id, e)) != 0 ||
	    (rc = store_feed_get(
		 x->store, id, cmd_feed_explain_take_feed, x, e)) != 0 ||
	    (rc = store_poll_list(x->store, id, POLLS_SHOWN,
		 cmd_feed_explain_take_poll, x, e)) != 0 ||
	    (rc = store_websub_list(x->store, id, explain_take_websub, x, e)) !=
		0 ||
	    (rc = cmd_feed_explain_take_site(x, e)) != 0)
		return rc;
	if (url_budget_key(&x->arena, x->feed.url, &x->host) &&
	    (rc = store_host_each(
		 x->store, cmd_feed_explain_take_host, x, e)) != 0)
		return rc;
	x->has_nodes = store_is_shared(x->store);
	if (x->has_nodes &&
	    (rc = store_fleet_owner(x->store, shard_of_key(x->host), x->node,
		 sizeof(x->node), e)) != 0)
		return rc;
	if (!url_origin(&x->arena, x->feed.url, &origin))
		return 0;
	rc = store_robots_get(
	    x->store, origin, cmd_feed_explain_take_robots, x, e);
	return rc == ERR_NOT_FOUND ? 0 : rc;
}

/* Calls cmd_feed_explain_collect() with a memory limit. Returns ERR_LIMIT if
 * the data of the feed exceed the limit. */
static int
cmd_feed_explain_collect_bounded(
    struct explanation *x, const char *url, struct err *e)
{
	jmp_buf exhausted;
	int rc;

	if (setjmp(exhausted) != 0)
		return err_set(e, ERR_LIMIT,
		    "%s: the data of this feed need too much memory", url);
	x->arena.exhausted = &exhausted;
	rc = cmd_feed_explain_collect(x, url, e);
	x->arena.exhausted = NULL;
	return rc;
}

struct slice
explain_title(const struct explanation *x)
{
	return x->feed.given_title.len > 0 ? x->feed.given_title
					   : x->feed.title;
}

/* ---- the decisive term ---- */

bool
explain_is_paused_by_host(const struct explanation *x)
{
	return x->host_pause_until_at > x->cli->now_at &&
	       x->host_pause_until_at > x->feed.next_poll_at;
}

/* Returns the term that determines the next poll. */
struct slice
explain_winner(const struct explanation *x)
{
	if (explain_is_paused_by_host(x))
		return SLICE("host-pause");
	return x->feed.next_poll_by;
}

int64_t
explain_next_at(const struct explanation *x)
{
	if (x->feed.status == FEED_PAUSED)
		return DATE_NONE;
	return explain_is_paused_by_host(x) ? x->host_pause_until_at
					    : x->feed.next_poll_at;
}

/* Reads the next "name=number" from *rest and removes it from *rest. Returns
 * false if none is left. */
bool
explain_next_term(
    struct slice *rest, struct slice *ret_name, int64_t *ret_value)
{
	struct slice word;

	while (slice_next(rest, ' ', &word)) {
		size_t end = slice_find_char(word, '=', 0);

		if (end == SLICE_NOT_FOUND ||
		    !slice_to_int64(
			slice_sub(word, end + 1, word.len), ret_value))
			continue;
		*ret_name = slice_sub(word, 0, end);
		return true;
	}
	return false;
}

/* Returns the value of a term; -1 if the term is absent. */
int64_t
explain_term(const struct explanation *x, struct slice wanted)
{
	struct slice rest = x->feed.next_poll_terms, name;
	int64_t value;

	while (explain_next_term(&rest, &name, &value))
		if (slice_equal(name, wanted))
			return value;
	return -1;
}

bool
explain_is_wait(struct slice name)
{
	return !slice_equal(name, SLICE("arrivals")) &&
	       !slice_equal(name, SLICE("jitter"));
}

int
explain_feed(struct cli *cli, const char *url)
{
	struct explanation x = { .cli = cli, .crawl_delay_s = -1 };
	struct err e = ERR_INIT;
	int code = cli_store_open(cli, CLI_READ, &x.store), rc;

	if (code != CLI_OK)
		return code;
	arena_init(&x.arena, EXPLAIN_ARENA_BYTES);
	rc = cmd_feed_explain_collect_bounded(&x, url, &e);
	if (rc == ERR_NOT_FOUND)
		code = feed_find_complain(cli, x.store, url);
	else if (rc != 0)
		code = cli_fail_err(cli, &e);
	else if (cli->json)
		explain_json(&x);
	else
		explain_text(&x);
	store_close(x.store);
	arena_release(&x.arena);
	return code;
}

int
cmd_feed_explain(struct cli *cli, int argc, char **argv)
{
	int code = options_parse(cli, options, NULL, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	return cli_finish(cli, explain_feed(cli, argv[0]));
}
