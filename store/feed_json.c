/*
 * feed_json.c -- writes a feed as JSON; see feed_json.h.
 */
#include "store/feed_json.h"

#include "base/limits.h"
#include "store/change/change_json.h"
#include "store/feed/feed_health.h"

void
feed_json_put_health(
    struct json_writer *json, const struct feed_row *row, int64_t now_at)
{
	enum feed_health health = feed_health(row, now_at);
	struct buf why;

	buf_init(&why, 64 * KIB);
	feed_health_why(health, row, now_at, &why);
	json_write_text(json, "health", slice_of(feed_health_name(health)));
	json_write_text_or_null(json, "health_why", buf_slice(&why));
	buf_carry_failure(json->out, &why);
	buf_release(&why);
}

void
feed_json_put(
    struct json_writer *json, const struct feed_row *row, int64_t now_at)
{
	bool named = row->given_title.len > 0;

	json_write_int(json, "id", row->id);
	json_write_text(json, "url", row->url);
	json_write_text_or_null(
	    json, "title", named ? row->given_title : row->title);
	json_write_text_or_null(json, "site_url", row->site_url);
	json_write_text_or_null(json, "description", row->description);
	json_write_text_or_null(json, "lang", row->language);
	change_json_put_list(json, "tags", row->tags, '\n');
	json_write_text(
	    json, "status", slice_of(feed_status_name(row->status)));
	feed_json_put_health(json, row, now_at);
	json_write_text_or_null(json, "status_why", row->status_why);
	json_write_text_or_null(json, "last_outcome", row->last_outcome);
	json_write_text_or_null(json, "last_why", row->last_why);
	if (row->interval_s > 0)
		json_write_int(json, "interval_s", row->interval_s);
	else
		json_write_null(json, "interval_s");
	json_write_bool(json, "articles", row->fetch_articles);
	json_write_bool(json, "from_config", row->from_config);
	json_write_int(json, "failures", row->failures);
	json_write_int(json, "entries", row->n_entries);
	json_write_date(json, "last_poll_at", row->last_poll_at);
	json_write_date(json, "last_new_at", row->last_new_at);
	json_write_date(json, "next_poll_at", row->next_poll_at);
	json_write_date(json, "gap_at", row->missed_at);
	json_write_date(json, "budget_since", row->budget_since);
	json_write_int(json, "budget_bytes", row->budget_bytes);
	json_write_int(json, "waiting", row->n_waiting);
}
