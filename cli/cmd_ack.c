/*
 * cmd_ack.c -- gleaner ack --consumer NAME SEQ
 */
#include "cli/cli.h"
#include "store/store.h"

struct ack_values {
	const char *consumer;
};

static const struct option_row options[] = {
	{ .name = "consumer",
	    .kind = OPTION_TEXT,
	    .offset = offsetof(struct ack_values, consumer),
	    .value = "NAME",
	    .help = "whose cursor moves" },
	{ 0 },
};

int
cmd_ack(struct cli *cli, int argc, char **argv)
{
	struct ack_values values = { 0 };
	struct err e = ERR_INIT;
	struct store *store;
	int64_t seq;
	int code = options_parse(cli, options, &values, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	if (values.consumer == NULL || values.consumer[0] == '\0')
		return cli_usage(cli, "--consumer NAME is missing");
	if (!slice_to_int64(slice_of(argv[0]), &seq) || seq < 0)
		return cli_usage(cli, "SEQ is a number, not \"%s\"", argv[0]);
	code = cli_store_open(cli, CLI_WRITE, &store);
	if (code != CLI_OK)
		return code;
	rc = store_consumer_ack(
	    store, slice_of(values.consumer), seq, cli->now_at, &e);
	store_close(store);
	if (rc == ERR_NOT_FOUND)
		return cli_fail(cli, "no consumer \"%s\"", values.consumer);
	if (rc != 0)
		return cli_fail_err(cli, &e);
	return CLI_OK;
}
