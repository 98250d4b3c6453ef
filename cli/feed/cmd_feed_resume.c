/*
 * cmd_feed_resume.c -- gleaner feed resume URL…
 */
#include "cli/feed/feeds.h"

static const struct option_row options[] = { { 0 } };

static int
cmd_feed_resume_feed(
    struct cli *cli, struct store *store, int64_t id, struct err *e)
{
	int rc = store_feed_set_status(store, id, FEED_ACTIVE, SLICE_NONE, e);
	bool is_set;

	/* The feed is due at once, to find items that were missed during the
	 * pause, but not before the end of a pause of the server. */
	if (rc == 0)
		rc = store_feed_set_next_poll(
		    store, id, cli->now_at, &is_set, e);
	return rc;
}

int
cmd_feed_resume(struct cli *cli, int argc, char **argv)
{
	int code = options_parse(cli, options, NULL, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	return feeds_change(cli, argc, argv, "resumed", cmd_feed_resume_feed);
}
