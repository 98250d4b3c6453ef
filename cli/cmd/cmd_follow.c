/*
 * cmd_follow.c -- gleaner follow --consumer NAME: the change log as JSON lines.
 *
 * The happy path: read a batch into memory → write it → flush → acknowledge it
 * → read the next. A batch is acknowledged only after it was written
 * completely. If the reader of the output closes it inside a batch (SIGPIPE),
 * or the process is killed, at most this batch is written again. No transaction
 * is open during a write, because the reader may be slow. If another process
 * writes to the database, the acknowledgement waits; with --wait it waits
 * without limit.
 *
 * Changes that a filter excludes count as delivered: the cursor moves past
 * them. With --ack manual it does so only if the consumer has acknowledged all
 * lines that were written, so that the cursor never passes one of these.
 */
#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "cli/cmd/change_wait.h"
#include "cli/filter.h"
#include "cli/filter_check.h"
#include "cli/print/json_row.h"

#define BATCH_DEFAULT 100
#define BATCH_MAX     10000
#define BATCH_MAX_BYTES                                                        \
	(16 * MIB) /* a batch of this size is written even if it has fewer     \
		      lines */

struct follow_values {
	const char *consumer, *from;
	const char *feed, *tag, *lang;
	double min_confidence;
	int64_t batch;
	int ack, format;
	int kind; /* -1: any */
	bool wait, one_per_cluster;
};
#define VALUE(member) offsetof(struct follow_values, member)

enum { ACK_AUTO, ACK_MANUAL };
static const char *const acks[] = { "auto", "manual", NULL };
enum { FORMAT_JSON, FORMAT_TEXT };
static const char *const formats[] = { "json", "text", NULL };
static const char *const kinds[] = { "new", "revised", "withdrawn", NULL };

static const struct option_row options[] = {
	{ .name = "consumer",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(consumer),
	    .value = "NAME",
	    .help = "the cursor to use; it is created if it does not exist" },
	{ .name = "batch",
	    .kind = OPTION_INT,
	    .offset = VALUE(batch),
	    .value = "N",
	    .min = 1,
	    .max = BATCH_MAX,
	    .help = "acknowledge after N lines (default 100)" },
	{ .name = "wait",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(wait),
	    .help = "wait for further changes until SIGINT or SIGTERM" },
	{ .name = "ack",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(ack),
	    .value = "HOW",
	    .choices = acks,
	    .help =
		"auto (the default), or manual: only `ack` moves the cursor" },
	{ .name = "from",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(from),
	    .value = "WHERE",
	    .help = "move the cursor: start, now, or the first SEQ to write" },
	{ .name = "kind",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(kind),
	    .value = "KIND",
	    .choices = kinds,
	    .help = "only changes of this kind:" },
	{ .name = "feed",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(feed),
	    .value = "FEED",
	    .help =
		"only articles of a feed: its URL, or a part of its title" },
	{ .name = "tag",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(tag),
	    .value = "TAG",
	    .help = "only articles with this tag, or whose feed has it" },
	{ .name = "lang",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(lang),
	    .value = "LANG",
	    .help = "only articles in this language: en, pt-BR …" },
	{ .name = "min-confidence",
	    .kind = OPTION_SHARE,
	    .offset = VALUE(min_confidence),
	    .value = "N",
	    .help = "only articles with this confidence or more, 0 to 1" },
	{ .name = "one-per-cluster",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(one_per_cluster),
	    .help =
		"if many sites have the same text, only the first article" },
	{ .name = "format",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(format),
	    .value = "NAME",
	    .choices = formats,
	    .help =
		"json, or text: fields separated by tabs, for shell scripts" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

struct follower {
	struct cli *cli;
	const struct follow_values *values;
	struct store *store;
	struct buf feed; /* address or name from --feed; empty: all feeds */
	int64_t seq;     /* the last change that was read */
	int64_t written; /* the last change written, or the initial cursor */
	int64_t n;       /* lines written in total */
	struct buf batch;
	size_t n_batch; /* lines in it */
};

static volatile int stop;

static void
cmd_follow_on_signal(int signal_number)
{
	(void)signal_number;
	stop = 1;
}

/* The first signal requests the end, a second one kills the process. */
static void
cmd_follow_catch_signals(void)
{
	struct sigaction action = {
		.sa_handler = cmd_follow_on_signal,
		.sa_flags = SA_RESTART | (int)SA_RESETHAND,
	};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* Not an error if a signal ended the wait for another writer: changes that were
 * not acknowledged are written again by the next run. */
static int
cmd_follow_give_up(const struct follower *follower, const struct err *e)
{
	if (stop && store_may_retry(follower->store))
		return CLI_OK;
	return cli_fail_err(follower->cli, e);
}

/* ---- the start ---- */

/* Returns the cursor that --from requests; -1: now. */
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

/* The cursor of an existing consumer moves only if --from is given. */
static int
cmd_follow_open_consumer(
    struct follower *follower, int64_t from_seq, struct err *e)
{
	struct slice name = slice_of(follower->values->consumer);
	int64_t now_at = follower->cli->now_at;
	int rc = store_consumer_open(
	    follower->store, name, from_seq, now_at, &follower->seq, e);

	follower->written = follower->seq;
	if (rc != 0 || follower->values->from == NULL)
		return rc;
	if (from_seq < 0)
		rc = store_last_seq(follower->store, &from_seq, e);
	if (rc == 0 && from_seq != follower->seq)
		rc = store_consumer_seek(
		    follower->store, name, from_seq, now_at, e);
	if (rc == 0)
		follower->seq = follower->written = from_seq;
	return rc;
}

/* ---- a batch ---- */

/* seq, kind, id, time of publication, title and url, separated by tabs. No
 * field is empty, because a shell reads two tabs as one. */
static void
cmd_follow_put_text(struct buf *out, const struct change_row *change)
{
	const struct article_row *row = &change->article;
	char date[DATE_TEXT_BYTES] = "-";

	if (row->published_at != DATE_NONE)
		date_format_rfc3339(row->published_at, date);
	buf_printf(out, "%lld\t%.*s\t%lld\t%s\t", (long long)change->seq,
	    SLICE_ARG(change->kind), (long long)row->id, date);
	text_clean(out, row->title.len > 0 ? row->title : SLICE("-"));
	buf_append_char(out, '\t');
	text_clean(out, row->url.len > 0 ? row->url : SLICE("-"));
	buf_append_char(out, '\n');
}

static int
cmd_follow_visit(const struct change_row *change, void *arg)
{
	struct follower *follower = arg;

	if (follower->values->format == FORMAT_TEXT)
		cmd_follow_put_text(&follower->batch, change);
	else
		json_row_change(&follower->batch, change);
	follower->written = change->seq;
	follower->n_batch++;
	follower->n++;
	return follower->batch.len > BATCH_MAX_BYTES ? 1 : 0;
}

/* Sets *ret: with --ack manual, true if the cursor may move past the excluded
 * changes. A consumer that was removed in the meantime is not created again. */
static int
cmd_follow_may_acknowledge(
    const struct follower *follower, bool *ret, struct err *e)
{
	int64_t cursor = 0;
	int rc = store_consumer_get(
	    follower->store, slice_of(follower->values->consumer), &cursor, e);

	*ret = rc == 0 && follower->n_batch == 0 && cursor >= follower->written;
	return rc;
}

static int
cmd_follow_acknowledge(const struct follower *follower, struct err *e)
{
	bool may = true;
	int rc = 0;

	if (follower->values->ack == ACK_MANUAL)
		rc = cmd_follow_may_acknowledge(follower, &may, e);
	if (rc != 0 || !may)
		return rc;
	return store_consumer_ack(follower->store,
	    slice_of(follower->values->consumer), follower->seq,
	    (int64_t)time(NULL), e);
}

/* Reads, writes, flushes and acknowledges a batch. Returns an exit code. */
static int
cmd_follow_write_batch(struct follower *follower, size_t limit)
{
	const struct follow_values *values = follower->values;
	struct change_query what = {
		.after = follower->seq,
		.limit = limit,
		.kind = slice_of(values->kind < 0 ? NULL : kinds[values->kind]),
		.feed = follower->feed.len > 0 ? buf_slice(&follower->feed)
					       : SLICE_NONE,
		.tag = slice_of(values->tag),
		.lang = slice_of(values->lang),
		.min_confidence = values->min_confidence,
		.one_per_cluster = values->one_per_cluster,
	};
	struct cli *cli = follower->cli;
	struct err e = ERR_INIT;

	follower->n_batch = 0;
	if (store_changes(follower->store, &what, cmd_follow_visit, follower,
		&follower->seq, &e) < 0)
		return cli_fail_err(cli, &e);
	if (follower->seq == what.after)
		return CLI_OK;
	if (follower->n_batch > 0 &&
	    (cli_write(cli, &follower->batch) != 0 || cli_flush(cli) != 0))
		return CLI_FAILED;
	return cmd_follow_acknowledge(follower, &e) == 0
		   ? CLI_OK
		   : cmd_follow_give_up(follower, &e);
}

/* The maximum number of lines of the next batch; 0: --limit is reached. */
static size_t
cmd_follow_next_limit(const struct follower *follower)
{
	int64_t limit = follower->cli->limit, batch = follower->values->batch;

	if (limit > 0 && limit - follower->n < batch)
		batch = limit - follower->n;
	return (size_t)batch;
}

/* Writes all changes that exist now. */
static int
cmd_follow_write_all(struct follower *follower)
{
	int64_t before;
	int code;

	do {
		size_t limit = cmd_follow_next_limit(follower);

		if (limit == 0)
			return CLI_OK;
		before = follower->seq;
		code = cmd_follow_write_batch(follower, limit);
	} while (code == CLI_OK && follower->seq > before && !stop);
	return code;
}

static int
cmd_follow_write_and_wait(struct follower *follower)
{
	struct cli *cli = follower->cli;
	enum change_wait_result result = CHANGE_CAME;
	struct change_wait wait;
	struct err e = ERR_INIT;
	int code = CLI_OK, rc;

	rc = change_wait_init(&wait, follower->store, cli_control_path(cli),
	    fileno(cli->out), &e);
	while (rc == 0 && code == CLI_OK && result == CHANGE_CAME) {
		code = cmd_follow_write_all(follower);
		if (code != CLI_OK || stop ||
		    cmd_follow_next_limit(follower) == 0)
			break;
		rc = change_wait(&wait, &stop, &result, &e);
	}
	change_wait_release(&wait);
	return rc == 0 ? code : cli_fail_err(cli, &e);
}

/* Starts at the cursor or at --from. A filter that cannot match anything is
 * refused before the cursor is created or moved. */
static int
cmd_follow_run(struct follower *follower, int64_t from_seq)
{
	const struct follow_values *values = follower->values;
	struct filter_names names = { values->feed, values->tag, values->lang };
	struct err e = ERR_INIT;
	int code = filter_check(
	    follower->cli, follower->store, &names, &follower->feed);

	if (code != CLI_OK)
		return code;
	if (cmd_follow_open_consumer(follower, from_seq, &e) != 0)
		return cmd_follow_give_up(follower, &e);
	return values->wait ? cmd_follow_write_and_wait(follower)
			    : cmd_follow_write_all(follower);
}

int
cmd_follow(struct cli *cli, int argc, char **argv)
{
	struct follow_values values = { .batch = BATCH_DEFAULT, .kind = -1 };
	struct follower follower = { .cli = cli, .values = &values };
	int64_t from_seq = 0;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code == CLI_GO_ON)
		code = filter_check_form(
		    cli, &(struct filter_names){ .lang = values.lang });
	if (code != CLI_GO_ON)
		return code;
	if (values.consumer == NULL || values.consumer[0] == '\0')
		return cli_usage(cli, "--consumer NAME is missing");
	code = cmd_follow_parse_from(cli, values.from, &from_seq);
	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_WRITE, &follower.store);
	if (code != CLI_OK)
		return code;
	buf_init(&follower.feed, FILTER_FEED_BYTES);
	buf_init(&follower.batch, BATCH_MAX_BYTES + JSON_ROW_MAX_BYTES);
	cmd_follow_catch_signals();
	store_set_patience(follower.store,
	    values.wait ? STORE_FOR_EVER : LIMIT_PATIENCE_MS, &stop);
	code = cmd_follow_run(&follower, from_seq);
	buf_release(&follower.feed);
	buf_release(&follower.batch);
	store_close(follower.store);
	return cli_finish(cli, code);
}
