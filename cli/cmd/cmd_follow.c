/*
 * cmd_follow.c -- gleaner follow [--consumer NAME [--share]]: the change log as
 * JSON lines. follow.h lists the other files of the command.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cmd/follow.h"
#include "cli/filter_check.h"
#include "cli/portal/portal.h"
#include "cli/print/json_row.h"

#define BATCH_DEFAULT 100
#define BATCH_MAX     10000
#define EXIT_S        8 /* longest time between SIGTERM and the end */

#define VALUE(member) offsetof(struct follow_values, member)

static const char *const acks[] = { "auto", "manual", NULL };
static const char *const formats[] = { "json", "text", NULL };

static const struct option_row options[] = {
	{ .name = "consumer",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(consumer),
	    .value = "NAME",
	    .help = "the cursor to use; it is created if it does not exist" },
	{ .name = "share",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(share),
	    .help = "divide the work with other readers of the consumer" },
	{ .name = "lease",
	    .kind = OPTION_DURATION,
	    .offset = VALUE(lease_s),
	    .value = "TIME",
	    .max = LIMIT_LEASE_MS / 1000,
	    .help = "with --share: after this time a batch that was not "
		    "acknowledged goes to another reader (default: 60s)" },
	{ .name = "max-redeliveries",
	    .kind = OPTION_INT,
	    .offset = VALUE(max_redeliveries),
	    .value = "N",
	    .min = 1,
	    .max = LIMIT_REDELIVERIES,
	    .help = "with --share: redeliveries of a change before it is "
		    "set aside (default: 10)" },
	{ .name = "batch",
	    .kind = OPTION_INT,
	    .offset = VALUE(batch),
	    .value = "N",
	    .min = 1,
	    .max = BATCH_MAX,
	    .help = "acknowledge after each N lines (default: 100)" },
	{ .name = "wait",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(wait),
	    .help = "wait for further changes until SIGINT or SIGTERM" },
	{ .name = "ack",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(ack),
	    .value = "HOW",
	    .choices = acks,
	    .help = "auto (the default): follow moves the cursor; manual: only "
		    "`ack` moves it" },
	{ .name = "from",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(from),
	    .value = "WHERE",
	    .help = "begin at the start of the log, now, or SEQ; the cursor of "
		    "the consumer moves there; with --share only the cursor of "
		    "a new consumer" },
	OPTIONS_OF_CHANGES(struct follow_values),
	{ .name = "profile",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(profile),
	    .value = "NAME",
	    .help = "only articles for a profile, each with its score" },
	{ .name = "min-score",
	    .kind = OPTION_SHARE,
	    .offset = VALUE(min_score),
	    .value = "N",
	    .help = "with --profile: lowest score, 0 to 1; replaces the "
		    "profile's key min_score" },
	{ .name = "format",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(format),
	    .value = "NAME",
	    .choices = formats,
	    .help =
		"json (the default), or text: fields separated by tabs, for "
		"shell scripts" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static volatile int stop;

static void
cmd_follow_on_signal(int signal_number)
{
	(void)signal_number;
	stop = 1;
	alarm(EXIT_S);
}

/* Ends the process while it waits for a reader of its output that does not
 * read.  As after a kill, the next run writes the batch again. */
static _Noreturn void
cmd_follow_on_alarm(int signal_number)
{
	(void)signal_number;
	_exit(CLI_OK);
}

/* The first signal requests the end, a second signal kills the process. */
static void
cmd_follow_catch_signals(void)
{
	struct sigaction on_alarm = { .sa_handler = cmd_follow_on_alarm };
	struct sigaction action = {
		.sa_handler = cmd_follow_on_signal,
		.sa_flags = SA_RESTART | (int)SA_RESETHAND,
	};

	sigaction(SIGALRM, &on_alarm, NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* ---- the start ---- */

/* Sets *ret_seq to the cursor that --from requests; -1: after the newest
 * change. Returns an exit code. */
static int
cmd_follow_parse_from(struct cli *cli, const char *from, int64_t *ret_seq)
{
	int64_t seq;

	if (from == NULL || strcmp(from, "start") == 0)
		*ret_seq = 0;
	else if (strcmp(from, "now") == 0)
		*ret_seq = -1;
	else if (slice_to_int64(slice_of(from), &seq) && seq >= 0)
		*ret_seq = seq > 0 ? seq - 1 : 0;
	else
		return cli_usage(cli,
		    "--from must be start, now or a number, not \"%s\"", from);
	return CLI_GO_ON;
}

/* Checks the filter, then writes the changes. A filter that cannot match
 * anything is refused before the cursor is created or moved. Returns an exit
 * code. */
static int
cmd_follow_run(struct follower *follower, int64_t from_seq)
{
	const struct follow_values *values = follower->values;
	struct err e = ERR_INIT;
	struct filter_names names = { values->filter.feed, values->filter.tag,
		values->filter.lang,
		values->filter.notified ? values->consumer : NULL };
	int code = filter_check(
	    follower->cli, follower->store, &names, &follower->feed);

	if (code == CLI_OK && follower->interests != NULL &&
	    profile_open(follower->store, follower->interests,
		&follower->profile, &e) != 0)
		code = cli_fail_err(follower->cli, &e);
	if (code != CLI_OK)
		return code;
	return values->share ? follow_share(follower, from_seq)
			     : follow_alone(follower, from_seq);
}

/* Checks which options are used together, and sets the defaults of --share. */
static int
cmd_follow_check(struct cli *cli, struct follow_values *values)
{
	if (values->consumer != NULL && values->consumer[0] == '\0')
		return cli_usage(cli, "--consumer has no NAME");
	if (values->share && values->consumer == NULL)
		return cli_usage(cli, "--share needs --consumer NAME");
	if (values->ack == FOLLOW_ACK_MANUAL && values->consumer == NULL)
		return cli_usage(cli, "--ack manual needs --consumer NAME");
	if (values->filter.notified && values->consumer == NULL)
		return cli_usage(cli, "--notified needs --consumer NAME");
	if (!values->share && values->lease_s != 0)
		return cli_usage(cli, "--lease needs --share");
	if (!values->share && values->max_redeliveries != 0)
		return cli_usage(cli, "--max-redeliveries needs --share");
	if (values->share && values->profile != NULL)
		return cli_usage(cli, "--profile cannot be used with --share");
	if (values->profile == NULL && values->min_score >= 0)
		return cli_usage(cli, "--min-score needs --profile NAME");
	if (cli->json && strcmp(formats[values->format], "text") == 0)
		return cli_usage(
		    cli, "--json and --format text cannot be combined");
	if (values->lease_s == 0)
		values->lease_s = LEASE_MS_DEFAULT / 1000;
	if (values->max_redeliveries == 0)
		values->max_redeliveries = LEASE_REDELIVERIES_DEFAULT;
	return CLI_GO_ON;
}

/* Opens the database and catches the signals. Without a consumer the database
 * is opened for reading. */
static int
cmd_follow_open(struct follower *follower)
{
	struct cli *cli = follower->cli;
	int64_t patience_ms =
	    follower->values->wait ? STORE_FOR_EVER : LIMIT_PATIENCE_MS;
	int code;

	if (follower->values->consumer == NULL)
		code = cli_store_open(cli, CLI_READ, &follower->store);
	else
		code =
		    cli_consumer_open(cli, &follower->store, &follower->cursor);
	if (code != CLI_OK)
		return code;
	cmd_follow_catch_signals();
	follower->cursor.patience_ms = patience_ms;
	follower->cursor.stop = follower->stop = &stop;
	store_set_patience(follower->store, patience_ms, &stop);
	return CLI_OK;
}

int
cmd_follow(struct cli *cli, int argc, char **argv)
{
	struct follow_values values = { .batch = BATCH_DEFAULT,
		.filter = { .kind = -1 },
		.min_score = -1 };
	struct follower follower = { .cli = cli, .values = &values };
	int64_t from_seq = 0;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code == CLI_GO_ON)
		code = filter_check_form(
		    cli, &(struct filter_names){ .lang = values.filter.lang });
	if (code == CLI_GO_ON)
		code = cmd_follow_check(cli, &values);
	if (code == CLI_GO_ON)
		code = cmd_follow_parse_from(cli, values.from, &from_seq);
	if (code != CLI_GO_ON)
		return code;
	if (values.profile != NULL &&
	    (code = portal_find_profile(
		 cli, values.profile, &follower.interests)) != CLI_OK)
		return code;
	code = cmd_follow_open(&follower);
	if (code != CLI_OK)
		return code;
	buf_init(&follower.feed, FILTER_FEED_BYTES);
	buf_init(&follower.batch, FOLLOW_BATCH_BYTES + JSON_ROW_MAX_BYTES);
	code = cmd_follow_run(&follower, from_seq);
	buf_release(&follower.feed);
	buf_release(&follower.batch);
	profile_close(follower.profile);
	store_close(follower.store);
	return cli_finish(cli, code);
}
