/*
 * cmd_ack.c -- gleaner ack --consumer NAME [--lease ID] SEQ|-
 *
 * With -, each line of standard input contains a SEQ, or a SEQ and the ID of
 * its lease. A SEQ is acknowledged when its line is read, so that a consumer
 * that acknowledges line by line needs only one process. If a SEQ is refused,
 * for example because its lease has expired, the next lines are acknowledged
 * nevertheless, because they may belong to other leases.
 */
#include <errno.h>
#include <string.h>

#include "base/io/input.h"
#include "cli/cli.h"
#include "control/consumer_cursor.h"

#define SEQ_LINE_BYTES 64

struct ack_values {
	const char *consumer;
	int64_t lease_id; /* 0: not given */
};

struct acknowledger {
	struct cli *cli;
	struct consumer_cursor cursor;
	const char *consumer;
};

static const struct option_row options[] = {
	{ .name = "consumer",
	    .kind = OPTION_TEXT,
	    .offset = offsetof(struct ack_values, consumer),
	    .value = "NAME",
	    .help = "the consumer whose cursor moves" },
	{ .name = "lease",
	    .kind = OPTION_INT,
	    .offset = offsetof(struct ack_values, lease_id),
	    .value = "ID",
	    .min = 1,
	    .help = "acknowledge only if this lease of a shared consumer "
		    "contains SEQ" },
	{ 0 },
};

/* Acknowledges SEQ. *ret_is_refused: the lease has expired, another reader has
 * the change, or there is no such change. Returns an exit code. */
static int
cmd_ack_run(
    struct acknowledger *a, int64_t seq, int64_t lease_id, bool *ret_is_refused)
{
	struct err e = ERR_INIT;
	int rc = consumer_cursor_ack(
	    &a->cursor, slice_of(a->consumer), seq, lease_id, &e);

	*ret_is_refused = rc == ERR_REFUSED || rc == ERR_USAGE;
	if (rc == ERR_NOT_FOUND && a->cursor.control_path == NULL)
		return cli_fail(a->cli,
		    "no consumer \"%s\"; `gleaner consumers` lists them",
		    a->consumer);
	return rc != 0 ? cli_fail_err(a->cli, &e) : CLI_OK;
}

static int
cmd_ack_parse_number(
    struct cli *cli, const char *what, struct slice text, int64_t *ret)
{
	if (slice_to_int64(slice_trim(text), ret) && *ret >= 0)
		return CLI_OK;
	return cli_usage(
	    cli, "%s must be a number, not \"%.*s\"", what, SLICE_ARG(text));
}

/* Acknowledges a line: SEQ, or SEQ and the ID of its lease. */
static int
cmd_ack_line(struct acknowledger *a, struct slice line, int64_t lease_id,
    bool *ret_is_refused)
{
	struct slice rest = slice_trim(line);
	size_t end = slice_find_char(rest, '\t', 0);
	int64_t seq = 0;
	int code;

	*ret_is_refused = false;
	if (end == SLICE_NOT_FOUND)
		end = slice_find_char(rest, ' ', 0);
	code =
	    cmd_ack_parse_number(a->cli, "SEQ", slice_sub(rest, 0, end), &seq);
	if (code == CLI_OK && end != SLICE_NOT_FOUND)
		code = cmd_ack_parse_number(a->cli, "the ID of a lease",
		    slice_sub(rest, end + 1, rest.len), &lease_id);
	return code == CLI_OK ? cmd_ack_run(a, seq, lease_id, ret_is_refused)
			      : code;
}

/* Reports why the input ended before its end. `line`: the last bytes that were
 * read. */
static int
cmd_ack_end(struct cli *cli, const char *line)
{
	if (ferror(cli->in))
		return cli_fail(
		    cli, "cannot read standard input: %s", strerror(errno));
	if (!feof(cli->in))
		return cli_fail(cli,
		    "a line of the input is too long for a SEQ and the ID of "
		    "its lease");
	if (line[0] != '\0')
		return cli_fail(cli,
		    "the last line of the input has no end and may contain "
		    "only a part of a number; it was not acknowledged");
	return CLI_OK;
}

static int
cmd_ack_lines(struct acknowledger *a, int64_t lease_id)
{
	struct cli *cli = a->cli;
	char line[SEQ_LINE_BYTES];
	bool is_refused = false, any_refused = false;
	int code = CLI_OK;

	while (code == CLI_OK) {
		size_t length;

		line[0] = '\0';
		if (input_read_line(cli->in, line, sizeof(line)) == NULL ||
		    (length = strlen(line)) == 0 || line[length - 1] != '\n')
			break;
		line[length - 1] = '\0';
		code = cmd_ack_line(a, slice_of(line), lease_id, &is_refused);
		any_refused |= is_refused;
		if (is_refused)
			code = CLI_OK;
	}
	if (code == CLI_OK)
		code = cmd_ack_end(cli, line);
	return code == CLI_OK && any_refused ? CLI_FAILED : code;
}

int
cmd_ack(struct cli *cli, int argc, char **argv)
{
	struct ack_values values = { 0 };
	struct acknowledger a = { .cli = cli };
	struct store *store;
	int64_t seq = 0;
	bool lines, is_refused;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if (values.consumer == NULL || values.consumer[0] == '\0')
		return cli_usage(cli, "--consumer NAME is missing");
	a.consumer = values.consumer;
	lines = strcmp(argv[0], "-") == 0;
	code = lines
		   ? CLI_OK
		   : cmd_ack_parse_number(cli, "SEQ", slice_of(argv[0]), &seq);
	if (code == CLI_OK)
		code = cli_consumer_open(cli, &store, &a.cursor);
	if (code != CLI_OK)
		return code;
	code = lines ? cmd_ack_lines(&a, values.lease_id)
		     : cmd_ack_run(&a, seq, values.lease_id, &is_refused);
	store_close(store);
	return code;
}
