/*
 * feed_explain_websub.c -- gleaner feed explain: the feed's subscription at a
 * hub (docs/websub.md).
 *
 * In:  the row of the table websub.  Callback and secret are not shown.
 * Out: a line of text; a member of the JSON object.
 */
#include "base/limits.h"
#include "cli/feed/feed_explain.h"

int
explain_take_websub(const struct websub_row *row, void *arg)
{
	struct explanation *x = arg;
	struct arena *a = &x->arena;

	/* A subscription in the state WEBSUB_LEAVING is shown only if the feed
	 * has no other subscription. */
	if (row->state == WEBSUB_LEAVING && x->has_websub)
		return 0;
	x->has_websub = true;
	x->websub = *row;
	x->websub.hub = arena_copy(a, row->hub);
	x->websub.topic = arena_copy(a, row->topic);
	x->websub.why = arena_copy(a, row->why);
	x->websub.refused_why = arena_copy(a, row->refused_why);
	x->websub.callback = x->websub.secret = SLICE_NONE;
	x->websub.feed_url = SLICE_NONE;
	return 0;
}

/* Returns true if polling is slower because of the hub
 * (daemon/websub/websub_trust.c). */
static bool
feed_explain_websub_is_slowed(const struct explanation *x)
{
	const struct websub_row *row = &x->websub;
	int64_t now = x->cli->now_at;

	return row->state == WEBSUB_ACTIVE && row->lease_until > now &&
	       row->proven_at != DATE_NONE && row->delivered_at != DATE_NONE &&
	       row->delivered_at <= now &&
	       now - row->delivered_at < LIMIT_WEBSUB_SILENT_S;
}

static void
feed_explain_websub_put_date(struct buf *out, const char *label, int64_t at)
{
	if (at == DATE_NONE)
		return;
	buf_append_string(out, label);
	text_date(out, at);
}

void
explain_websub_text(const struct explanation *x, struct buf *out)
{
	const struct websub_row *row = &x->websub;

	buf_printf(out, "%s at ", websub_state_name(row->state));
	text_clean(out, row->hub);
	if (row->why.len > 0) {
		buf_append_string(out, " (");
		text_clean(out, row->why);
		buf_append_char(out, ')');
	}
	feed_explain_websub_put_date(out, ", lease until ", row->lease_until);
	feed_explain_websub_put_date(
	    out, ", last delivery ", row->delivered_at);
	if (row->refused > 0) {
		buf_printf(out, ", %lld refused (", (long long)row->refused);
		text_clean(out, row->refused_why);
		buf_append_char(out, ')');
	}
	feed_explain_websub_put_date(
	    out, ", a poll found a missed item ", row->missed_at);
	buf_append_string(out, feed_explain_websub_is_slowed(x)
				   ? "; polling is slowed down\n"
				   : "; polling is not slowed down\n");
}

void
explain_websub_json(const struct explanation *x, struct json_writer *json)
{
	const struct websub_row *row = &x->websub;

	if (!x->has_websub) {
		json_write_null(json, "websub");
		return;
	}
	json_write_object(json, "websub");
	json_write_text(json, "hub", row->hub);
	json_write_text(json, "topic", row->topic);
	json_write_text(json, "state", slice_of(websub_state_name(row->state)));
	json_write_text_or_null(json, "why", row->why);
	json_write_int(json, "failures", row->failures);
	json_write_date(json, "next_at", row->next_at);
	json_write_date(json, "verified_at", row->verified_at);
	json_write_date(json, "lease_until", row->lease_until);
	json_write_date(json, "delivered_at", row->delivered_at);
	json_write_date(json, "proven_at", row->proven_at);
	json_write_date(json, "missed_at", row->missed_at);
	json_write_int(json, "deliveries", row->deliveries);
	json_write_int(json, "entries", row->entries);
	json_write_int(json, "refused", row->refused);
	json_write_text_or_null(json, "refused_why", row->refused_why);
	json_write_bool(json, "slowed", feed_explain_websub_is_slowed(x));
	json_write_end_object(json);
}
