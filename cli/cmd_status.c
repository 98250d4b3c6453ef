/*
 * cmd_status.c -- gleaner status: what there is, what runs, what fails.
 *
 * The database is read whether a daemon runs or not; what only the daemon
 * knows (queues, workers) is asked on its control socket.
 */
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json_writer.h"
#include "cli/control_client.h"
#include "cli/json_row.h"
#include "cli/table.h"

#define WATCH_SECONDS    2
#define FAILING_MAX      10 /* the worst of them */
#define GAPS_S           (7 * 86400)
#define STATUS_MAX_BYTES (4 * MIB)

struct status_values {
	bool watch;
};

static const struct option_row options[] = {
	{ .name = "watch",
	    .kind = OPTION_FLAG,
	    .offset = offsetof(struct status_values, watch),
	    .help = "again every 2 seconds, until SIGINT" },
	{ .name = "json", .kind = OPTION_JSON, .help = "one JSON object" },
	{ 0 },
};

/* All that is told, collected before a word of it is said. */
struct status {
	struct cli *cli;
	struct store_counts counts;
	int64_t seq, owed, next_retry_at;
	struct buf daemon; /* key=value lines */
	bool daemon_runs;
	struct err daemon_err;
	struct arena arena;
	struct failing {
		struct slice url, why;
		int64_t failures, next_poll_at;
	} failing[FAILING_MAX]; /* most failures first */
	size_t n_failing;
	int64_t n_gaps, n_gaps_left; /* noticed in GAPS_S; not filled again */
	struct buf consumers_json, consumers_text, gaps_json;
};

static volatile sig_atomic_t stop;

static void
on_signal(int signal_number)
{
	(void)signal_number;
	stop = 1;
}

/* -------------------------------------------------------------- collecting */

/* Keeps the worst, in their order. */
static void
keep_failing(struct status *status, const struct feed_row *row)
{
	size_t at = status->n_failing;

	while (at > 0 && status->failing[at - 1].failures < row->failures)
		at--;
	if (at == FAILING_MAX)
		return;
	if (status->n_failing < FAILING_MAX)
		status->n_failing++;
	memmove(&status->failing[at + 1], &status->failing[at],
	    (status->n_failing - 1 - at) * sizeof *status->failing);
	status->failing[at] = (struct failing){
		.url = arena_copy(&status->arena, row->url),
		.why = arena_copy(&status->arena,
		    row->last_why.len > 0 ? row->last_why : row->last_outcome),
		.failures = row->failures,
		.next_poll_at = row->next_poll_at,
	};
}

/* The jump out of the arena ends here: it may not cross the store. */
static int
visit_feed(const struct feed_row *row, void *arg)
{
	struct status *status = arg;
	jmp_buf exhausted;

	if (row->failures == 0 || row->status != FEED_ACTIVE)
		return 0;
	if (setjmp(exhausted) != 0) {
		status->arena.exhausted = NULL;
		return 1;
	}
	status->arena.exhausted = &exhausted;
	keep_failing(status, row);
	status->arena.exhausted = NULL;
	return 0;
}

static int
visit_consumer(const struct consumer_row *row, void *arg)
{
	struct status *status = arg;
	struct buf *json = &status->consumers_json;
	struct buf *text = &status->consumers_text;

	if (json->len > 0)
		buf_append_char(json, ',');
	json_row_consumer(json, row);
	if (json->len > 0 && json->p[json->len - 1] == '\n')
		json->p[--json->len] = '\0';
	if (text->len > 0)
		buf_append_string(text, ", ");
	text_clean(text, row->name);
	if (row->lag > 0)
		buf_printf(text, " %lld behind", (long long)row->lag);
	else
		buf_append_string(text, " up to date");
	return 0;
}

static int
visit_gap(const struct gap_row *row, void *arg)
{
	struct status *status = arg;
	struct json_writer json;

	status->n_gaps++;
	status->n_gaps_left += slice_equal(row->status, SLICE("left"));
	if (status->n_gaps > FAILING_MAX)
		return 0;
	if (status->n_gaps > 1)
		buf_append_char(&status->gaps_json, ',');
	json_writer_init(&json, &status->gaps_json);
	json_write_object(&json, NULL);
	json_write_text(&json, "url", row->feed_url);
	json_write_date(&json, "at", row->at);
	json_write_date(&json, "since_at", row->since_at);
	json_write_text(&json, "status", row->status);
	json_write_int(&json, "found", row->found);
	json_write_end_object(&json);
	return 0;
}

static int
collect_from_store(struct status *status)
{
	struct cli *cli = status->cli;
	struct err e = ERR_INIT;
	struct store *store;
	int code = cli_store_open(cli, CLI_READ, &store), rc;

	if (code != CLI_OK)
		return code;
	rc = store_counts(store, cli->now_at, &status->counts, &e);
	if (rc == 0)
		rc = store_last_seq(store, &status->seq, &e);
	if (rc == 0)
		rc = store_article_owed_count(store, cli->now_at, &status->owed,
		    &status->next_retry_at, &e);
	if (rc == 0)
		rc = store_feed_list(store, visit_feed, status, &e);
	if (rc >= 0)
		rc = store_consumer_list(store, visit_consumer, status, &e);
	if (rc >= 0)
		rc = store_gap_list(
		    store, cli->now_at - GAPS_S, visit_gap, status, &e);
	store_close(store);
	return rc < 0 ? cli_fail_err(cli, &e) : CLI_OK;
}

static void
collect_from_daemon(struct status *status)
{
	int rc = control_ask(cli_control_path(status->cli), "status",
	    &status->daemon, &status->daemon_err);

	status->daemon_runs = rc == 0;
}

/* ------------------------------------------------------------------ telling */

static void
put_label(struct buf *out, const char *label)
{
	buf_printf(out, "%-11s", label);
}

static void
put_daemon(struct buf *out, const struct status *status)
{
	struct slice rest = buf_slice(&status->daemon), line;
	struct buf words;

	put_label(out, "daemon");
	if (!status->daemon_runs) {
		text_clean(out, slice_of(status->daemon_err.text));
		buf_append_char(out, '\n');
		return;
	}
	buf_append_string(out, "runs\n");
	buf_init(&words, STATUS_MAX_BYTES);
	while (rest.len > 0 && slice_next(&rest, '\n', &line)) {
		if (words.len > 0)
			buf_append_string(&words, ", ");
		for (size_t i = 0; i < line.len; i++)
			buf_append_char(&words,
			    line.p[i] == '=' || line.p[i] == '_' ? ' '
								 : line.p[i]);
	}
	text_wrap(out, buf_slice(&words), 11,
	    status->cli->columns > 0 ? status->cli->columns : 80);
	buf_release(&words);
}

static void
put_counts(struct buf *out, const struct status *status)
{
	const struct store_counts *counts = &status->counts;

	put_label(out, "feeds");
	for (int i = FEED_ACTIVE; i <= FEED_GONE; i++)
		buf_printf(out, "%s%lld %s", i > 0 ? ", " : "",
		    (long long)counts->feeds[i],
		    feed_status_name((enum feed_status)i));
	buf_printf(out, "; %lld failing\n", (long long)counts->feeds_failing);
	put_label(out, "articles");
	for (int i = 0; i < ARTICLE_STATUS_COUNT; i++)
		buf_printf(out, "%s%lld %s", i > 0 ? ", " : "",
		    (long long)counts->articles[i],
		    article_status_name((enum article_status)i));
	buf_append_char(out, '\n');
	put_label(out, "owed");
	buf_printf(out, "%lld to fetch now", (long long)status->owed);
	if (status->next_retry_at != DATE_NONE) {
		buf_append_string(out, ", next retry ");
		text_date(out, status->next_retry_at);
	}
	buf_append_char(out, '\n');
	put_label(out, "last hour");
	buf_printf(out, "%lld polls, %lld articles\n",
	    (long long)counts->polls_last_hour,
	    (long long)counts->articles_last_hour);
	put_label(out, "gaps");
	if (status->n_gaps == 0)
		buf_append_string(out, "none in a week\n");
	else
		buf_printf(out,
		    "%lld in a week: feeds whose items came and went between "
		    "two polls; %lld not filled again\n",
		    (long long)status->n_gaps, (long long)status->n_gaps_left);
	put_label(out, "changes");
	buf_printf(out, "%lld, the last is %lld\n", (long long)counts->changes,
	    (long long)status->seq);
	put_label(out, "consumers");
	buf_printf(out, "%s\n",
	    status->consumers_text.len > 0 ? status->consumers_text.p : "none");
}

static const struct table_column failing_columns[] = {
	{ .title = "FAILED", .right = true },
	{ .title = "NEXT POLL" },
	{ .title = "FEED", .shrinks = 20 },
	{ .title = "WHY", .shrinks = 20 },
	{ .title = NULL },
};

static int
put_failing(const struct status *status)
{
	struct text_table table;

	text_table_init(&table, status->cli, failing_columns);
	for (size_t i = 0; i < status->n_failing; i++) {
		text_table_number(&table, status->failing[i].failures);
		text_table_date(&table, status->failing[i].next_poll_at);
		text_table_text(&table, status->failing[i].url);
		text_table_text(&table, status->failing[i].why);
		text_table_end_row(&table);
	}
	return text_table_release(&table);
}

static void
tell_text(struct status *status)
{
	struct cli *cli = status->cli;
	struct buf out;

	buf_init(&out, STATUS_MAX_BYTES);
	put_label(&out, "database");
	text_clean(&out, slice_of(cli->database));
	buf_append_string(&out, ", ");
	text_bytes(&out, status->counts.file_bytes);
	buf_append_char(&out, '\n');
	put_daemon(&out, status);
	put_counts(&out, status);
	if (status->n_failing > 0)
		buf_append_char(&out, '\n');
	cli_write(cli, &out);
	buf_release(&out);
	put_failing(status);
}

static void
put_json_daemon(struct json_writer *json, const struct status *status)
{
	struct slice rest = buf_slice(&status->daemon), line;
	char key[64];

	if (!status->daemon_runs) {
		json_write_null(json, "daemon");
		return;
	}
	json_write_object(json, "daemon");
	while (rest.len > 0 && slice_next(&rest, '\n', &line)) {
		size_t end = slice_find_char(line, '=', 0);
		struct slice value = slice_sub(line, end + 1, line.len);
		int64_t n;

		if (end == SLICE_NOT_FOUND || end >= sizeof key)
			continue;
		memcpy(key, line.p, end);
		key[end] = '\0';
		if (slice_to_int64(value, &n))
			json_write_int(json, key, n);
		else
			json_write_text(json, key, value);
	}
	json_write_end_object(json);
}

static void
put_json_counts(struct json_writer *json, const struct status *status)
{
	const struct store_counts *counts = &status->counts;

	json_write_object(json, "feeds");
	for (int i = FEED_ACTIVE; i <= FEED_GONE; i++)
		json_write_int(json, feed_status_name((enum feed_status)i),
		    counts->feeds[i]);
	json_write_int(json, "failing", counts->feeds_failing);
	json_write_end_object(json);
	json_write_object(json, "articles");
	for (int i = 0; i < ARTICLE_STATUS_COUNT; i++)
		json_write_int(json,
		    article_status_name((enum article_status)i),
		    counts->articles[i]);
	json_write_end_object(json);
	json_write_int(json, "owed", status->owed);
	json_write_date(json, "next_retry_at", status->next_retry_at);
	json_write_int(json, "entries", counts->entries);
	json_write_int(json, "polls", counts->polls);
	json_write_int(json, "polls_last_hour", counts->polls_last_hour);
	json_write_int(json, "articles_last_hour", counts->articles_last_hour);
	json_write_int(json, "changes", counts->changes);
	json_write_int(json, "last_seq", status->seq);
}

static void
tell_json(struct status *status)
{
	struct json_writer json;
	struct buf out, consumers, gaps;

	buf_init(&out, STATUS_MAX_BYTES);
	buf_init(&consumers, STATUS_MAX_BYTES);
	buf_init(&gaps, STATUS_MAX_BYTES);
	buf_printf(&consumers, "[%s]", status->consumers_json.p);
	buf_printf(&gaps, "[%s]",
	    status->gaps_json.len > 0 ? status->gaps_json.p : "");
	json_writer_init(&json, &out);
	json_write_object(&json, NULL);
	json_write_date(&json, "at", status->cli->now_at);
	json_write_text(&json, "database", slice_of(status->cli->database));
	json_write_int(&json, "file_bytes", status->counts.file_bytes);
	put_json_daemon(&json, status);
	put_json_counts(&json, status);
	json_write_raw(&json, "consumers", buf_slice(&consumers));
	json_write_int(&json, "gaps_of_week", status->n_gaps);
	json_write_raw(&json, "gaps", buf_slice(&gaps));
	json_write_array(&json, "failing");
	for (size_t i = 0; i < status->n_failing; i++) {
		const struct failing *failing = &status->failing[i];

		json_write_object(&json, NULL);
		json_write_text(&json, "url", failing->url);
		json_write_int(&json, "failures", failing->failures);
		json_write_text_or_null(&json, "why", failing->why);
		json_write_date(&json, "next_poll_at", failing->next_poll_at);
		json_write_end_object(&json);
	}
	json_write_end_array(&json);
	json_write_end_object(&json);
	buf_append_char(&out, '\n');
	cli_write(status->cli, &out);
	buf_release(&gaps);
	buf_release(&consumers);
	buf_release(&out);
}

static int
tell_once(struct cli *cli)
{
	struct status status = { .cli = cli };
	int code;

	arena_init(&status.arena, STATUS_MAX_BYTES);
	buf_init(&status.daemon, LIMIT_CONTROL_FRAME);
	buf_init(&status.consumers_json, STATUS_MAX_BYTES);
	buf_init(&status.consumers_text, STATUS_MAX_BYTES);
	buf_init(&status.gaps_json, STATUS_MAX_BYTES);
	code = collect_from_store(&status);
	if (code == CLI_OK) {
		collect_from_daemon(&status);
		if (cli->json)
			tell_json(&status);
		else
			tell_text(&status);
	}
	buf_release(&status.gaps_json);
	buf_release(&status.consumers_text);
	buf_release(&status.consumers_json);
	buf_release(&status.daemon);
	arena_release(&status.arena);
	return code;
}

/* On a terminal the next look replaces the last one. */
static int
watch(struct cli *cli)
{
	static const char clear[] = "\x1b[H\x1b[2J";
	struct sigaction action = { .sa_handler = on_signal };
	struct buf top;
	int code = CLI_OK;

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	buf_init(&top, STATUS_MAX_BYTES);
	while (!stop && code == CLI_OK) {
		if (cli->columns > 0 && !cli->json)
			buf_append_string(&top, clear);
		cli_write(cli, &top);
		code = tell_once(cli);
		if (cli_flush(cli) != 0)
			code = CLI_FAILED;
		if (!stop && code == CLI_OK)
			sleep(WATCH_SECONDS);
		cli->now_at = time(NULL);
		if (cli->columns == 0 && !cli->json)
			buf_append_char(&top, '\n');
	}
	buf_release(&top);
	return code;
}

int
cmd_status(struct cli *cli, int argc, char **argv)
{
	struct status_values values = { 0 };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	code = values.watch ? watch(cli) : tell_once(cli);
	return cli_finish(cli, code);
}
