/*
 * cmd_feed_poll.c -- gleaner feed poll URL…
 *
 * The daemon polls: it alone knows what the host allows now.
 */
#include "cli/control_client.h"
#include "cli/feeds.h"
#include "config/limits.h"

static const struct option_row options[] = { { 0 } };

static int
poll_one(struct cli *cli, const char *path, const char *url)
{
	struct err e = ERR_INIT;
	struct buf line;
	int rc;

	if (!feed_url_check(cli, url))
		return CLI_FAILED;
	buf_init(&line, LIMIT_CONTROL_FRAME);
	buf_printf(&line, "poll %s", url);
	rc = buf_failed(&line) ? err_set(&e, ERR_MEMORY, "out of memory")
			       : control_request(path, line.p, &e);
	buf_clear(&line);
	if (rc == 0) {
		buf_printf(&line, "asked for %s\n", url);
		cli_write(cli, &line);
	} else {
		cli_fail(cli, "%s: %s", url, e.text);
	}
	buf_release(&line);
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
		if (poll_one(cli, cli_control_path(cli), argv[i]) != CLI_OK)
			failed++;
	return cli_finish(cli, failed > 0 ? CLI_FAILED : CLI_OK);
}
