/*
 * cmd_feed_pause.c -- gleaner feed pause URL…
 */
#include "cli/feed/feeds.h"

static const struct option_row options[] = { { 0 } };

static int
cmd_feed_pause_feed(
    struct cli *cli, struct store *store, int64_t id, struct err *e)
{
	(void)cli;
	return store_feed_set_status(
	    store, id, FEED_PAUSED, SLICE("paused by a command"), e);
}

int
cmd_feed_pause(struct cli *cli, int argc, char **argv)
{
	int code = options_parse(cli, options, NULL, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	return feeds_change(cli, argc, argv, "paused", cmd_feed_pause_feed);
}
