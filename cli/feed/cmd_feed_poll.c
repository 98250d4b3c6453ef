/*
 * cmd_feed_poll.c -- gleaner feed poll URL…
 *
 * The command asks the daemon to poll, because only the daemon has the state of
 * the host's rate limit.  If several nodes share the database (docs/fleet.md),
 * the next poll is also planned for now in the database, which notifies the
 * node that owns the feed.  Another node may take the feed before the daemon
 * has polled it, and then reads the plan.
 */
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/feed/feed_find.h"
#include "cli/feed/feeds.h"
#include "control/control_client.h"
#include "url/database_url.h"

static const struct option_row options[] = { { 0 } };

static int
cmd_feed_poll_ask(const char *path, const char *url, struct err *e)
{
	struct buf line;
	int rc;

	buf_init(&line, LIMIT_CONTROL_FRAME);
	buf_printf(&line, "poll %s", url);
	rc = buf_failed(&line) ? err_set(e, ERR_MEMORY, "out of memory")
			       : control_request(path, line.p, e);
	buf_release(&line);
	return rc;
}

/* Plans a poll.  Returns 1 if the poll was planned; 0 if there is no such feed,
 * or if its server asked for a pause, with the reason in *why.  An error was
 * printed if the result is negative. */
static int
cmd_feed_poll_plan(struct cli *cli, const char *url, struct err *why)
{
	struct err e = ERR_INIT;
	struct store *store;
	bool is_set = false;
	int64_t id;
	int rc;

	if (cli_store_open(cli, CLI_WRITE, &store) != CLI_OK)
		return -1;
	if ((rc = feed_find(store, url, &id, &e)) == 0)
		rc = store_feed_set_next_poll(
		    store, id, cli->now_at, &is_set, &e);
	store_close(store);
	if (rc == ERR_NOT_FOUND)
		err_set(why, ERR_REFUSED, "no feed %.200s", url);
	else if (rc != 0)
		cli_fail_err(cli, &e);
	else if (!is_set)
		err_set(why, ERR_REFUSED,
		    "the server asked for a pause; the feed is polled at its "
		    "end");
	return rc != 0 && rc != ERR_NOT_FOUND ? -1 : is_set;
}

/* Returns true if several nodes may share the database. */
static bool
cmd_feed_poll_is_shared(const struct cli *cli)
{
	const char *name = cli->database_given;

	if (name == NULL && cli->config != NULL)
		name = cli->config->database;
	return name != NULL && database_url_is(name);
}

/* Requests a poll of the address as it was given and, if this fails, of its
 * normal form. An earlier version may have stored the address as it was
 * given. */
static int
cmd_feed_poll_one(struct cli *cli, const char *path, const char *url)
{
	struct err e = ERR_INIT, why = ERR_INIT;
	char *form = feed_form(url);
	struct buf line;
	int rc, planned = 0;

	if (form == NULL) {
		feed_url_check(cli, url);
		return CLI_FAILED;
	}
	if (cmd_feed_poll_is_shared(cli) &&
	    (planned = cmd_feed_poll_plan(cli, url, &why)) < 0) {
		free(form);
		return CLI_FAILED;
	}
	rc = cmd_feed_poll_ask(path, url, &e);
	if (rc != 0 && strcmp(form, url) != 0)
		rc = cmd_feed_poll_ask(path, form, &e);
	if (rc == ERR_REFUSED && strcmp(e.text, CONTROL_NOT_OWNED) == 0) {
		if (planned > 0)
			rc = 0;
		else if (why.text[0] != '\0')
			e = why;
	}
	buf_init(&line, LIMIT_CONTROL_FRAME);
	buf_printf(&line, "requested a poll of %s\n", url);
	if (rc == 0)
		cli_write(cli, &line);
	else
		cli_fail(cli, "%s: %s", url, e.text);
	buf_release(&line);
	free(form);
	return rc == 0 ? CLI_OK : CLI_FAILED;
}

int
cmd_feed_poll(struct cli *cli, int argc, char **argv)
{
	int code = options_parse(cli, options, NULL, &argc, argv);
	int failed = 0;

	if (code != CLI_GO_ON)
		return code;
	code = cli_config_place(cli);
	if (code != CLI_OK)
		return code;
	for (int i = 0; i < argc; i++)
		if (cmd_feed_poll_one(cli, cli_control_path(cli), argv[i]) !=
		    CLI_OK)
			failed++;
	return cli_finish(cli, failed > 0 ? CLI_FAILED : CLI_OK);
}
