/*
 * cmd_feed_remove.c -- gleaner feed remove URL…
 */
#include "cli/feed/feeds.h"

static const struct option_row options[] = { { 0 } };

/* Result of the search for a feed that the configuration lists. */
struct from_config {
	int64_t id;
	bool found;
};

static int
cmd_feed_remove_look(const struct feed_row *row, void *arg)
{
	struct from_config *asked = arg;

	if (row->id != asked->id)
		return 0;
	asked->found = row->from_config;
	return 1;
}

static int
cmd_feed_remove_feed(
    struct cli *cli, struct store *store, int64_t id, struct err *e)
{
	struct from_config asked = { .id = id };
	int rc = store_feed_list(store, cmd_feed_remove_look, &asked, e);

	if (rc < 0)
		return rc;
	rc = store_feed_remove(store, id, e);
	if (rc == 0 && asked.found)
		cli_note(cli,
		    "the configuration lists this feed, too: the daemon will "
		    "subscribe to it again unless it is removed there as well");
	return rc;
}

int
cmd_feed_remove(struct cli *cli, int argc, char **argv)
{
	int code = options_parse(cli, options, NULL, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	return feeds_change(cli, argc, argv, "removed", cmd_feed_remove_feed);
}
