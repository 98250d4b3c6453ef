/*
 * cmd_ack.c -- gleaner ack --consumer NAME SEQ|-
 *
 * With - each line of standard input is a SEQ and is acknowledged when it is
 * read: one process is enough for a consumer that acknowledges line by line.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "store/store.h"

#define SEQ_LINE_BYTES 64

struct ack_values {
	const char *consumer;
};

static const struct option_row options[] = {
	{ .name = "consumer",
	    .kind = OPTION_TEXT,
	    .offset = offsetof(struct ack_values, consumer),
	    .value = "NAME",
	    .help = "the consumer whose cursor moves" },
	{ 0 },
};

static int
cmd_ack_run(
    struct cli *cli, struct store *store, const char *consumer, int64_t seq)
{
	struct err e = ERR_INIT;
	int rc = store_consumer_ack(
	    store, slice_of(consumer), seq, (int64_t)time(NULL), &e);

	if (rc == ERR_NOT_FOUND)
		return cli_fail(cli,
		    "no consumer \"%s\"; `gleaner consumers` lists them",
		    consumer);
	return rc != 0 ? cli_fail_err(cli, &e) : CLI_OK;
}

static int
cmd_ack_parse_seq(struct cli *cli, const char *text, int64_t *ret_seq)
{
	if (slice_to_int64(slice_trim(slice_of(text)), ret_seq) &&
	    *ret_seq >= 0)
		return CLI_OK;
	return cli_usage(cli, "SEQ must be a number, not \"%s\"", text);
}

static int
cmd_ack_lines(struct cli *cli, struct store *store, const char *consumer)
{
	char line[SEQ_LINE_BYTES];
	int code = CLI_OK;

	while (code == CLI_OK && fgets(line, sizeof line, cli->in) != NULL) {
		size_t length = strlen(line);
		int64_t seq;

		/* A last line without \n may be a part of a number. */
		if (length == 0 || line[length - 1] != '\n')
			break;
		line[length - 1] = '\0';
		code = cmd_ack_parse_seq(cli, line, &seq);
		if (code == CLI_OK)
			code = cmd_ack_run(cli, store, consumer, seq);
	}
	if (code == CLI_OK && ferror(cli->in))
		code = cli_fail(cli, "reading: %s", strerror(errno));
	else if (code == CLI_OK && !feof(cli->in))
		code = cli_fail(cli, "a line of the input is not a SEQ");
	return code;
}

int
cmd_ack(struct cli *cli, int argc, char **argv)
{
	struct ack_values values = { 0 };
	struct store *store;
	int64_t seq = 0;
	bool lines;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if (values.consumer == NULL || values.consumer[0] == '\0')
		return cli_usage(cli, "--consumer NAME is missing");
	lines = strcmp(argv[0], "-") == 0;
	code = lines ? CLI_OK : cmd_ack_parse_seq(cli, argv[0], &seq);
	if (code == CLI_OK)
		code = cli_store_open(cli, CLI_WRITE, &store);
	if (code != CLI_OK)
		return code;
	code = lines ? cmd_ack_lines(cli, store, values.consumer)
		     : cmd_ack_run(cli, store, values.consumer, seq);
	store_close(store);
	return code;
}
