/*
 * need_fetch.c -- for `gleaner` and gleaner-read: defines the functions that
 * only gleaner-fetch really contains (part.h). Each of them starts
 * gleaner-fetch in place of this program. These functions send requests, or
 * write texts about the options of all commands.
 */
#include "cli/cut/cut.h"
#include "cli/part/part.h"

PART_COMMAND(cmd_completion, PART_FETCH)
PART_COMMAND(cmd_discover, PART_FETCH)
PART_COMMAND(cmd_doctor, PART_FETCH)
PART_COMMAND(cmd_feed_add, PART_FETCH)
PART_COMMAND(cmd_manual, PART_FETCH)

int
cut_read_url(struct cli *cli, const char *url, struct buf *out,
    struct buf *ret_url, struct buf *ret_content_type, struct err *e)
{
	(void)cli;
	(void)url;
	(void)out;
	(void)ret_url;
	(void)ret_content_type;
	return program_replace(PART_FETCH, e);
}
