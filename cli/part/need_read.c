/*
 * need_read.c -- for `gleaner`: defines the functions that only gleaner-read
 * really contains (part.h). Each of them starts gleaner-read in place of this
 * program. These functions read a document with libxml2 or tidy, or are the
 * commands `copy` and `warc`, which need libcrypto.
 *
 * A configuration that includes an OPML file also needs gleaner-read.
 */
#include "cli/cut/cut.h"
#include "cli/part/part.h"
#include "config/opml/opml.h"
#include "worker/worker.h"

PART_COMMAND(cmd_copy, PART_READ)
PART_COMMAND(cmd_cut, PART_READ)
PART_COMMAND(cmd_debug_replay, PART_READ)
PART_COMMAND(cmd_import, PART_READ)
PART_COMMAND(cmd_parse_feed, PART_READ)
PART_COMMAND(cmd_recut, PART_READ)
PART_COMMAND(cmd_warc, PART_READ)
PART_COMMAND(cmd_rules_trial, PART_READ)

int
cut_page_isolated(struct cli *cli, const struct cut_page *page,
    const struct cut_page_options *options, bool *ret_nothing, struct buf *ret,
    struct buf *ret_explain)
{
	struct err e = ERR_INIT;

	(void)page;
	(void)options;
	(void)ret_nothing;
	(void)ret;
	(void)ret_explain;
	program_replace(PART_READ, &e);
	return cli_fail_err(cli, &e);
}

int
opml_read(struct slice bytes, int (*visit)(const struct opml_feed *, void *arg),
    void *arg, struct opml_repairs *ret_repairs, struct err *e)
{
	(void)bytes;
	(void)visit;
	(void)arg;
	(void)ret_repairs;
	return program_replace(PART_READ, e);
}

int
zygote_main(void)
{
	program_replace(PART_READ, NULL);
	return CLI_FAILED;
}
