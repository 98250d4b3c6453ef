/*
 * cmd_feed_poll.c -- gleaner feed poll URL…
 *
 * The daemon polls, because it knows the rate limits of the host.
 */
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/feed/feed_find.h"
#include "cli/feed/feeds.h"
#include "control/control_client.h"

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

/* Requests a poll of the address as it was given, then of its normal form. An
 * earlier version may have stored the address as it was given. */
static int
cmd_feed_poll_one(struct cli *cli, const char *path, const char *url)
{
	struct err e = ERR_INIT;
	char *form = feed_form(url);
	struct buf line;
	int rc;

	if (form == NULL) {
		feed_url_check(cli, url);
		return CLI_FAILED;
	}
	rc = cmd_feed_poll_ask(path, url, &e);
	if (rc != 0 && strcmp(form, url) != 0)
		rc = cmd_feed_poll_ask(path, form, &e);
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
	code = cli_config(cli);
	if (code != CLI_OK)
		return code;
	for (int i = 0; i < argc; i++)
		if (cmd_feed_poll_one(cli, cli_control_path(cli), argv[i]) !=
		    CLI_OK)
			failed++;
	return cli_finish(cli, failed > 0 ? CLI_FAILED : CLI_OK);
}
