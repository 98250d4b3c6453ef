/*
 * status_collect.c -- see status.h.
 */
#include <assert.h>
#include <setjmp.h>
#include <string.h>

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "cli/health/clock_words.h"
#include "cli/health/status.h"
#include "cli/print/json_row.h"
#include "control/control_client.h"
#include "control/push_state.h"
#include "store/fleet/fleet_store.h"

#define HOUR_S         3600
#define MISSED_ITEMS_S (7 * 86400)
#define WALLS_S        (7 * 86400)
#define SLOW_MS        5000 /* duration in ms; slower polls are reported */

/* Returns true if the feed is listed before `other`. */
static bool
status_collect_is_before(enum status_order order, const struct feed_row *row,
    const struct failing *other)
{
	if (order == STATUS_BY_NEXT_POLL)
		return row->next_poll_at < other->next_poll_at;
	if (order == STATUS_BY_FEED)
		return slice_compare(row->url, other->url) < 0;
	return row->failures > other->failures;
}

/* Adds a feed to the sorted list of failing feeds. */
static void
status_collect_add_failing(
    struct status *status, const struct feed_row *row, enum feed_health health)
{
	size_t at = status->n_failing;
	struct buf why;

	while (at > 0 && status_collect_is_before(
			     status->order, row, &status->failing[at - 1]))
		at--;
	if (at == status->max_failing)
		return;
	if (status->n_failing < status->max_failing)
		status->n_failing++;
	memmove(&status->failing[at + 1], &status->failing[at],
	    (status->n_failing - 1 - at) * sizeof *status->failing);
	buf_init(&why, STATUS_MAX_BYTES);
	feed_health_why(health, row, status->cli->now_at, &why);
	status->failing[at] = (struct failing){
		.url = arena_copy(&status->arena, row->url),
		.health = feed_health_name(health),
		.why = arena_copy(&status->arena, buf_slice(&why)),
		.failures = row->failures,
		.next_poll_at = row->next_poll_at,
	};
	buf_release(&why);
}

/* Catches the longjmp() of an exhausted arena, because it must not jump over
 * functions of the store. */
static int
status_collect_visit_feed(const struct feed_row *row, void *arg)
{
	struct status *status = arg;
	enum feed_health health = feed_health(row, status->cli->now_at);
	jmp_buf exhausted;

	status->n_of[health]++;
	if (!feed_health_is_failing(health))
		return 0;
	if (setjmp(exhausted) != 0) {
		status->arena.exhausted = NULL;
		return 1;
	}
	status->arena.exhausted = &exhausted;
	status_collect_add_failing(status, row, health);
	status->arena.exhausted = NULL;
	return 0;
}

/* Returns a copy of the text; "?" if the arena is exhausted. */
static struct slice
status_collect_copy_text(struct status *status, struct slice text)
{
	jmp_buf exhausted;
	struct slice kept;

	if (setjmp(exhausted) != 0) {
		status->arena.exhausted = NULL;
		return SLICE("?");
	}
	status->arena.exhausted = &exhausted;
	kept = arena_copy(&status->arena, text);
	status->arena.exhausted = NULL;
	return kept;
}

static int
status_collect_visit_slow(const struct slow_feed *row, void *arg)
{
	struct status *status = arg;

	status->slow[status->n_slow++] =
	    (struct slow_feed){ status_collect_copy_text(status, row->url),
		    row->ms };
	return status->n_slow == STATUS_FEW;
}

/* Adds a host to the sorted list of the hosts with the longest pauses. */
static int
status_collect_visit_host(const struct host_row *row, void *arg)
{
	struct status *status = arg;
	size_t at = status->n_pausing_shown;

	if (row->pause_until_at <= status->cli->now_at)
		return 0;
	status->n_pausing++;
	while (at > 0 &&
	       status->pausing[at - 1].pause_until_at < row->pause_until_at)
		at--;
	if (at == STATUS_FEW)
		return 0;
	if (status->n_pausing_shown < STATUS_FEW)
		status->n_pausing_shown++;
	memmove(&status->pausing[at + 1], &status->pausing[at],
	    (status->n_pausing_shown - 1 - at) * sizeof *status->pausing);
	status->pausing[at] = *row;
	status->pausing[at].key = status_collect_copy_text(status, row->key);
	return 0;
}

static int
status_collect_visit_node(const struct fleet_node *node, void *arg)
{
	struct status *status = arg;
	struct buf *text = &status->nodes_text;
	struct json_writer json;

	if (status->nodes_json.len > 0)
		buf_append_char(&status->nodes_json, ',');
	json_writer_init(&json, &status->nodes_json);
	json_write_object(&json, NULL);
	json_write_text(&json, "node", node->name);
	json_write_text(&json, "version", node->version);
	json_write_int(&json, "shards", node->shards);
	json_write_date(&json, "heartbeat_at", node->seen_at);
	json_write_end_object(&json);
	if (text->len > 0)
		buf_append_string(text, ", ");
	text_clean(text, node->name);
	buf_printf(text, " %lld shards", (long long)node->shards);
	return 0;
}

static int
status_collect_nodes(struct status *status, struct store *store, struct err *e)
{
	int32_t free_shards[LIMIT_SHARDS], n = 0;
	int rc;

	if (!store_is_shared(store))
		return 0;
	if ((rc = store_fleet_each(
		 store, status_collect_visit_node, status, e)) < 0 ||
	    (rc = store_fleet_free(store, free_shards, &n, e)) != 0)
		return rc;
	if (n > 0)
		buf_printf(&status->nodes_text, "%s%d without a node",
		    status->nodes_text.len > 0 ? ", " : "", n);
	return 0;
}

static int
status_collect_visit_consumer(const struct consumer_row *row, void *arg)
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
	if (row->dead > 0)
		buf_printf(text, " (%lld set aside)", (long long)row->dead);
	return 0;
}

static int
status_collect_visit_missed(const struct missed_items_row *row, void *arg)
{
	struct status *status = arg;
	struct json_writer json;

	status->n_missed++;
	status->n_missed_left += slice_equal(row->status, SLICE("left"));
	if (status->n_missed > STATUS_WORST)
		return 0;
	if (status->n_missed > 1)
		buf_append_char(&status->missed_json, ',');
	json_writer_init(&json, &status->missed_json);
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
status_collect_visit_wall(const struct wall_row *row, void *arg)
{
	struct status *status = arg;
	struct buf *text = &status->walls_text;
	struct json_writer json;

	if (status->walls_json.len > 0)
		buf_append_char(&status->walls_json, ',');
	json_writer_init(&json, &status->walls_json);
	json_write_object(&json, NULL);
	json_write_text(&json, "host", row->host);
	json_write_text(&json, "why", row->why);
	json_write_int(&json, "articles", row->articles);
	json_write_date(&json, "last_fetched_at", row->last_fetched_at);
	json_write_end_object(&json);
	if (text->len > 0)
		buf_append_string(text, "; ");
	text_clean(text, row->host);
	buf_printf(text, " %lld ", (long long)row->articles);
	text_clean(text, row->why);
	return 0;
}

/* The states CLOCK_UNCONFIRMED and CLOCK_PAUSE are reported only by `doctor`.
 */
static int
status_collect_clock(struct status *status, struct store *store, struct err *e)
{
	int state = clock_words(store, status->cli->now_at, &status->clock, e);

	if (state == CLOCK_UNCONFIRMED || state == CLOCK_PAUSE)
		buf_clear(&status->clock);
	return state < 0 ? state : 0;
}

static int
status_collect_from_store(struct status *status)
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
		rc = store_article_pending_count(store, cli->now_at, SIZE_MAX,
		    &status->pending, &status->next_retry_at, &e);
	if (rc == 0)
		rc = store_feed_list(
		    store, status_collect_visit_feed, status, &e);
	if (rc >= 0)
		rc = store_slow_feeds(store, cli->now_at - HOUR_S, SLOW_MS,
		    STATUS_FEW, status_collect_visit_slow, status, &e);
	if (rc >= 0)
		rc = store_host_each(
		    store, status_collect_visit_host, status, &e);
	if (rc >= 0)
		rc = store_consumer_list(
		    store, status_collect_visit_consumer, status, &e);
	if (rc >= 0)
		rc =
		    store_missed_items_list(store, cli->now_at - MISSED_ITEMS_S,
			status_collect_visit_missed, status, &e);
	if (rc >= 0)
		rc = store_walls(store, cli->now_at - WALLS_S, STATUS_WORST,
		    status_collect_visit_wall, status, &e);
	if (rc >= 0)
		rc = store_websub_count(store,
		    cli->now_at - LIMIT_WEBSUB_SILENT_S, &status->websub, &e);
	if (rc >= 0)
		rc = status_collect_filters(status, store, &e);
	if (rc >= 0)
		rc = status_collect_nodes(status, store, &e);
	if (rc >= 0)
		rc = status_collect_clock(status, store, &e);
	store_close(store);
	if (rc >= 0 && status->arena.no_memory)
		rc = err_set(&e, ERR_MEMORY, "out of memory");
	return rc < 0 ? cli_fail_err(cli, &e) : CLI_OK;
}

static int
status_collect_visit_push(const struct push_state *push, void *arg)
{
	struct status *status = arg;
	struct buf *text = &status->pushes_text;
	struct json_writer json;

	if (status->pushes_json.len > 0)
		buf_append_char(&status->pushes_json, ',');
	json_writer_init(&json, &status->pushes_json);
	json_write_object(&json, NULL);
	push_state_write(&json, push);
	json_write_end_object(&json);
	if (text->len > 0)
		buf_append_string(text, ", ");
	text_clean(text, slice_of(push->consumer));
	buf_append_string(text, " to ");
	text_clean(text, slice_of(push->target));
	if (push->lag > 0)
		buf_printf(text, " %lld behind", (long long)push->lag);
	else
		buf_append_string(text, " up to date");
	if (push->error[0] != '\0') {
		buf_append_string(text, " (fails: ");
		text_clean(text, slice_of(push->error));
		buf_append_char(text, ')');
	}
	return 0;
}

/* A daemon that does not answer is not an error: it is part of the status. */
static int
status_collect_from_daemon(struct status *status)
{
	int rc = control_ask(cli_control_path(status->cli), "status",
	    &status->daemon, &status->daemon_err);

	status->daemon_runs = rc == 0;
	if (rc == 0)
		push_state_each(cli_control_path(status->cli),
		    status_collect_visit_push, status, NULL);
	return rc == ERR_MEMORY ? cli_fail_err(status->cli, &status->daemon_err)
				: CLI_OK;
}

/* Called if the database could not be read. If the daemon reports a fault of
 * the database, prints this fault, because it may be the cause. */
static void
status_collect_tell_trouble(struct status *status)
{
	struct slice why;

	status_collect_from_daemon(status);
	if (!status->daemon_runs)
		return;
	why = control_value(buf_slice(&status->daemon), "store_fault");
	if (why.len > 0)
		cli_note(status->cli,
		    "the daemon runs, and reports a fault of the database: "
		    "%.*s",
		    SLICE_ARG(why));
}

int64_t
status_count_failing(const struct status *status)
{
	int64_t n = 0;

	for (int i = 0; i < FEED_HEALTH_COUNT; i++)
		if (feed_health_is_failing((enum feed_health)i))
			n += status->n_of[i];
	return n;
}

int
status_collect(struct status *status, struct cli *cli, size_t max_failing,
    enum status_order order)
{
	int code;

	assert(max_failing <= STATUS_FAILING_MAX);
	*status = (struct status){
		.cli = cli, .max_failing = max_failing, .order = order
	};
	arena_init(&status->arena, STATUS_MAX_BYTES);
	buf_init(&status->daemon, LIMIT_CONTROL_FRAME);
	buf_init(&status->clock, STATUS_MAX_BYTES);
	buf_init(&status->consumers_json, STATUS_MAX_BYTES);
	buf_init(&status->consumers_text, STATUS_MAX_BYTES);
	buf_init(&status->missed_json, STATUS_MAX_BYTES);
	buf_init(&status->walls_json, STATUS_MAX_BYTES);
	buf_init(&status->walls_text, STATUS_MAX_BYTES);
	buf_init(&status->filters_json, STATUS_MAX_BYTES);
	buf_init(&status->pushes_json, STATUS_MAX_BYTES);
	buf_init(&status->pushes_text, STATUS_MAX_BYTES);
	buf_init(&status->nodes_json, STATUS_MAX_BYTES);
	buf_init(&status->nodes_text, STATUS_MAX_BYTES);
	code = status_collect_from_store(status);
	if (code == CLI_OK)
		code = status_collect_from_daemon(status);
	else
		status_collect_tell_trouble(status);
	return code;
}

void
status_release(struct status *status)
{
	buf_release(&status->filters_json);
	buf_release(&status->walls_text);
	buf_release(&status->walls_json);
	buf_release(&status->nodes_text);
	buf_release(&status->nodes_json);
	buf_release(&status->pushes_text);
	buf_release(&status->pushes_json);
	buf_release(&status->missed_json);
	buf_release(&status->consumers_text);
	buf_release(&status->consumers_json);
	buf_release(&status->clock);
	buf_release(&status->daemon);
	arena_release(&status->arena);
}
