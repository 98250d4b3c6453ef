/*
 * status_json.c -- `gleaner status --json`: the numbers, for monitoring.
 */
#include <string.h>

#include "base/text/json_writer.h"
#include "cli/health/status.h"

static void
status_json_put_daemon(struct json_writer *json, const struct status *status)
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
status_json_put_counts(struct json_writer *json, const struct status *status)
{
	const struct store_counts *counts = &status->counts;

	json_write_object(json, "feeds");
	for (int i = FEED_ACTIVE; i <= FEED_GONE; i++)
		json_write_int(json, feed_status_name((enum feed_status)i),
		    counts->feeds[i]);
	json_write_int(json, "failing", status_count_failing(status));
	json_write_int(json, "over_budget", counts->feeds_over_budget);
	json_write_end_object(json);
	json_write_object(json, "articles");
	for (int i = 0; i < ARTICLE_STATUS_COUNT; i++)
		json_write_int(json,
		    article_status_name((enum article_status)i),
		    counts->articles[i]);
	json_write_end_object(json);
	json_write_int(json, "owed", status->pending);
	json_write_date(json, "next_retry_at", status->next_retry_at);
	json_write_int(json, "entries", counts->entries);
	json_write_int(json, "polls", counts->polls);
	json_write_int(json, "polls_last_hour", counts->polls_last_hour);
	json_write_int(json, "articles_last_hour", counts->articles_last_hour);
	json_write_int(json, "changes", counts->changes);
	json_write_int(json, "last_seq", status->seq);
	json_write_text_or_null(
	    json, "retention_waits", buf_slice(&status->clock));
}

static void
status_json_put_failing(struct json_writer *json, const struct status *status)
{
	json_write_array(json, "failing");
	for (size_t i = 0; i < status->n_failing; i++) {
		const struct failing *failing = &status->failing[i];

		json_write_object(json, NULL);
		json_write_text(json, "url", failing->url);
		json_write_text(json, "health", slice_of(failing->health));
		json_write_int(json, "failures", failing->failures);
		json_write_text_or_null(json, "why", failing->why);
		json_write_date(json, "next_poll_at", failing->next_poll_at);
		json_write_end_object(json);
	}
	json_write_end_array(json);
}

static void
status_json_put_slow(struct json_writer *json, const struct status *status)
{
	json_write_array(json, "slow");
	for (size_t i = 0; i < status->n_slow; i++) {
		json_write_object(json, NULL);
		json_write_text(json, "url", status->slow[i].url);
		json_write_int(json, "ms", status->slow[i].ms);
		json_write_end_object(json);
	}
	json_write_end_array(json);
}

static void
status_json_put_pausing(struct json_writer *json, const struct status *status)
{
	json_write_int(json, "hosts_pausing", status->n_pausing);
	json_write_array(json, "pausing");
	for (size_t i = 0; i < status->n_pausing_shown; i++) {
		const struct host_row *host = &status->pausing[i];

		json_write_object(json, NULL);
		json_write_text(json, "host", host->key);
		json_write_date(json, "until_at", host->pause_until_at);
		json_write_int(json, "failures", host->failures);
		json_write_end_object(json);
	}
	json_write_end_array(json);
}

static void
status_json_put_websub(
    struct json_writer *json, const struct websub_counts *counts)
{
	json_write_object(json, "websub");
	for (int i = 0; i < WEBSUB_STATE_COUNT; i++)
		json_write_int(json, websub_state_name((enum websub_state)i),
		    counts->states[i]);
	json_write_int(json, "slowed", counts->slowed);
	json_write_int(json, "deliveries", counts->deliveries);
	json_write_int(json, "entries", counts->entries);
	json_write_int(json, "refused", counts->refused);
	json_write_end_object(json);
}

/* Writes a JSON array. `elements`: the text of the elements, without the
 * brackets of the array. */
static void
status_json_put_array(
    struct json_writer *json, const char *key, const struct buf *elements)
{
	struct buf array;

	buf_init(&array, STATUS_MAX_BYTES);
	buf_append_char(&array, '[');
	buf_append_slice(&array, buf_slice(elements));
	buf_append_char(&array, ']');
	buf_carry_failure(&array, elements);
	json_write_raw(json, key, buf_slice(&array));
	buf_carry_failure(json->out, &array);
	buf_release(&array);
}

void
status_put_json(struct buf *out, const struct status *status)
{
	struct json_writer json;

	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_date(&json, "at", status->cli->now_at);
	json_write_text(&json, "database", slice_of(cli_database_name(status->cli)));
	json_write_int(&json, "file_bytes", status->counts.file_bytes);
	status_json_put_daemon(&json, status);
	status_json_put_counts(&json, status);
	status_json_put_array(&json, "consumers", &status->consumers_json);
	status_json_put_array(&json, "walls", &status->walls_json);
	status_json_put_array(&json, "filters", &status->filters_json);
	status_json_put_array(&json, "pushes", &status->pushes_json);
	status_json_put_websub(&json, &status->websub);
	if (status->nodes_json.len > 0)
		status_json_put_array(&json, "nodes", &status->nodes_json);
	json_write_int(&json, "gaps_of_week", status->n_missed);
	status_json_put_array(&json, "gaps", &status->missed_json);
	status_json_put_failing(&json, status);
	status_json_put_slow(&json, status);
	status_json_put_pausing(&json, status);
	json_write_end_object(&json);
	buf_append_char(out, '\n');
}
