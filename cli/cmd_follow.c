/*
 * cmd_follow.c -- gleaner follow --consumer NAME: the change log as JSON lines.
 *
 * The happy path is: read a batch into memory → write it → flush → acknowledge
 * → the next.  Nothing is acknowledged that was not written whole, so a reader
 * that goes away in the midst of a batch (SIGPIPE), or a kill at any moment,
 * gives at most this batch again.  No transaction is open while we write, for
 * the reader may be slow.
 */
#include <signal.h>
#include <string.h>

#include "cli/change_wait.h"
#include "cli/cli.h"
#include "cli/json_row.h"

#define BATCH_DEFAULT   100
#define BATCH_MAX       10000
#define BATCH_MAX_BYTES (16 * MIB) /* then it is written, full or not */

struct follow_values {
	const char *consumer, *from;
	int64_t batch;
	int ack;
	bool wait;
};
#define VALUE(member) offsetof(struct follow_values, member)

enum { ACK_AUTO, ACK_MANUAL };
static const char *const acks[] = { "auto", "manual", NULL };

static const struct option_row options[] = {
	{ .name = "consumer",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(consumer),
	    .value = "NAME",
	    .help = "whose cursor; made where there is none of that name" },
	{ .name = "batch",
	    .kind = OPTION_INT,
	    .offset = VALUE(batch),
	    .value = "N",
	    .min = 1,
	    .max = BATCH_MAX,
	    .help = "acknowledge after so many lines (default 100)" },
	{ .name = "wait",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(wait),
	    .help = "go on when there is more; ends by SIGINT or SIGTERM" },
	{ .name = "ack",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(ack),
	    .value = "HOW",
	    .choices = acks,
	    .help = "manual leaves the cursor to `ack`" },
	{ .name = "from",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(from),
	    .value = "WHERE",
	    .help = "start, now, or the SEQ to begin with: moves the cursor" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

struct follower {
	struct cli *cli;
	const struct follow_values *values;
	struct store *store;
	int64_t seq; /* the last that was read */
	int64_t n;   /* lines in all */
	struct buf batch;
	size_t n_batch; /* lines in it */
};

static volatile int stop;

static void
on_signal(int signal_number)
{
	(void)signal_number;
	stop = 1;
}

/* The first asks, a second one ends. */
static void
catch_signals(void)
{
	struct sigaction action = {
		.sa_handler = on_signal,
		.sa_flags = SA_RESTART | (int)SA_RESETHAND,
	};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* ---------------------------------------------------------------- the start */

/* Where --from says that the cursor is to stand.  -1: now. */
static int
parse_from(struct cli *cli, const char *from, int64_t *ret_seq)
{
	int64_t seq;

	if (from == NULL || strcmp(from, "start") == 0)
		*ret_seq = 0;
	else if (strcmp(from, "now") == 0)
		*ret_seq = -1;
	else if (slice_to_int64(slice_of(from), &seq) && seq >= 0)
		*ret_seq = seq > 0 ? seq - 1 : 0;
	else
		return cli_usage(
		    cli, "--from is start, now or a number, not \"%s\"", from);
	return CLI_GO_ON;
}

/* A consumer that is there stays where it is unless --from says else. */
static int
open_consumer(struct follower *follower, int64_t from_seq, struct err *e)
{
	struct slice name = slice_of(follower->values->consumer);
	int64_t now_at = follower->cli->now_at;
	int rc = store_consumer_open(
	    follower->store, name, from_seq, now_at, &follower->seq, e);

	if (rc != 0 || follower->values->from == NULL)
		return rc;
	if (from_seq < 0)
		rc = store_last_seq(follower->store, &from_seq, e);
	if (rc == 0 && from_seq != follower->seq)
		rc = store_consumer_seek(
		    follower->store, name, from_seq, now_at, e);
	if (rc == 0)
		follower->seq = from_seq;
	return rc;
}

/* ---------------------------------------------------------------- a batch */

static int
visit(const struct change_row *change, void *arg)
{
	struct follower *follower = arg;

	json_row_change(&follower->batch, change);
	follower->seq = change->seq;
	follower->n_batch++;
	follower->n++;
	return follower->batch.len > BATCH_MAX_BYTES ? 1 : 0;
}

/* Reads, writes, flushes, acknowledges.  An exit code. */
static int
give_batch(struct follower *follower, size_t limit)
{
	struct cli *cli = follower->cli;
	struct err e = ERR_INIT;
	int rc;

	follower->n_batch = 0;
	rc = store_changes(
	    follower->store, follower->seq, limit, visit, follower, &e);
	if (rc < 0)
		return cli_fail_err(cli, &e);
	if (follower->n_batch == 0)
		return CLI_OK;
	if (cli_write(cli, &follower->batch) != 0 || cli_flush(cli) != 0)
		return CLI_FAILED;
	if (follower->values->ack == ACK_MANUAL)
		return CLI_OK;
	rc = store_consumer_ack(follower->store,
	    slice_of(follower->values->consumer), follower->seq, cli->now_at,
	    &e);
	return rc == 0 ? CLI_OK : cli_fail_err(cli, &e);
}

/* How many lines the next batch may have; 0: --limit is reached. */
static size_t
next_limit(const struct follower *follower)
{
	int64_t limit = follower->cli->limit, batch = follower->values->batch;

	if (limit > 0 && limit - follower->n < batch)
		batch = limit - follower->n;
	return (size_t)batch;
}

/* All that is there now. */
static int
give_all(struct follower *follower)
{
	int code;

	do {
		size_t limit = next_limit(follower);

		if (limit == 0)
			return CLI_OK;
		code = give_batch(follower, limit);
	} while (code == CLI_OK && follower->n_batch > 0 && !stop);
	return code;
}

static int
give_and_wait(struct follower *follower)
{
	struct cli *cli = follower->cli;
	enum change_wait_result result = CHANGE_CAME;
	struct change_wait wait;
	struct err e = ERR_INIT;
	int code = CLI_OK, rc;

	rc = change_wait_init(&wait, follower->store, cli_control_path(cli),
	    fileno(cli->out), &e);
	while (rc == 0 && code == CLI_OK && result == CHANGE_CAME) {
		code = give_all(follower);
		if (code != CLI_OK || stop || next_limit(follower) == 0)
			break;
		rc = change_wait(&wait, &stop, &result, &e);
	}
	change_wait_release(&wait);
	return rc == 0 ? code : cli_fail_err(cli, &e);
}

int
cmd_follow(struct cli *cli, int argc, char **argv)
{
	struct follow_values values = { .batch = BATCH_DEFAULT };
	struct follower follower = { .cli = cli, .values = &values };
	struct err e = ERR_INIT;
	int64_t from_seq = 0;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if (values.consumer == NULL || values.consumer[0] == '\0')
		return cli_usage(cli, "--consumer NAME is missing");
	code = parse_from(cli, values.from, &from_seq);
	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_WRITE, &follower.store);
	if (code != CLI_OK)
		return code;
	buf_init(&follower.batch, BATCH_MAX_BYTES + JSON_ROW_MAX_BYTES);
	catch_signals();
	if (open_consumer(&follower, from_seq, &e) != 0)
		code = cli_fail_err(cli, &e);
	else
		code = values.wait ? give_and_wait(&follower)
				   : give_all(&follower);
	buf_release(&follower.batch);
	store_close(follower.store);
	return cli_finish(cli, code);
}
