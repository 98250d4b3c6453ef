/*
 * isolated.c -- one document, read in a separate process.
 */
#include "cli/cut/isolated.h"

int
isolated_start(
    struct cli *cli, struct reader *reader, const struct reader_options *order)
{
	struct err e = ERR_INIT;
	int rc;

	/* The output is flushed before the fork, because the child might
	 * otherwise write the buffered output again. */
	fflush(cli->out);
	rc = reader_start(reader, order, &e);
	if (rc == ERR_LIBRARY)
		return cli_fail(cli,
		    "%s; to read documents without a sandbox, set "
		    "GLEANER_SANDBOX=off in the environment",
		    e.text);
	if (rc != 0)
		return cli_fail_err(cli, &e);
	if (reader->trouble[0] != '\0')
		cli_note(cli, "%s", reader->trouble);
	return CLI_OK;
}

bool
isolated_read(
    struct slice answer, enum isolated_result *ret, struct slice *ret_text)
{
	if (answer.len == 0)
		return false;
	*ret = (enum isolated_result)answer.p[0];
	*ret_text = slice_sub(answer, 1, answer.len);
	return (*ret == ISOLATED_DONE || *ret == ISOLATED_NOTHING ||
		   *ret == ISOLATED_FAILED) &&
	       text_is_plain(*ret_text);
}

int
isolated_ask(struct cli *cli, const struct reader_options *order,
    struct slice question, struct reader *ret, enum isolated_result *ret_result,
    struct slice *ret_text)
{
	struct slice answer;

	if (isolated_start(cli, ret, order) != CLI_OK)
		return CLI_FAILED;
	if (!reader_ask(ret, question) || !reader_wait(ret, &answer))
		return cli_fail(cli, "%s", ret->why);
	if (!isolated_read(answer, ret_result, ret_text))
		return cli_fail(cli,
		    "the process that reads documents sent an invalid "
		    "answer; please report this fault with the document");
	if (*ret_result == ISOLATED_FAILED)
		return cli_fail(cli, "%.*s", SLICE_ARG(*ret_text));
	return CLI_OK;
}
