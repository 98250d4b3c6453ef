/*
 * push_list.c -- stores the reports of pushes; see push_list.h.
 */
#include "daemon/http/push_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "control/push_state.h"
#include "daemon/http/metrics_text.h"

struct push_row {
	struct push_state state; /* consumer "": not used */
	int64_t at_ms;
};

struct push_list {
	struct push_row rows[LIMIT_PUSHES];
};

struct push_list *
push_list_new(void)
{
	return calloc(1, sizeof(struct push_list));
}

void
push_list_free(struct push_list *list)
{
	free(list);
}

/* Returns the row of this consumer, else an unused row, else the oldest row. */
static struct push_row *
push_list_place(struct push_list *list, const char *consumer)
{
	struct push_row *place = &list->rows[0];

	for (size_t i = 0; i < ARRAY_LENGTH(list->rows); i++) {
		struct push_row *row = &list->rows[i];

		if (strcmp(row->state.consumer, consumer) == 0)
			return row;
		if (place->state.consumer[0] != '\0' &&
		    (row->state.consumer[0] == '\0' ||
			row->at_ms < place->at_ms))
			place = row;
	}
	return place;
}

bool
push_list_take(struct push_list *list, struct slice text, int64_t now_ms)
{
	struct push_row row = { .at_ms = now_ms };

	if (!push_state_read(text, &row.state))
		return false;
	*push_list_place(list, row.state.consumer) = row;
	return true;
}

/* ---- output ---- */

static const struct {
	const char *name, *help;
	enum metric_type type;
	size_t offset;
} push_list_figures[] = {
	{ "gleaner_push_sent_total", "Deliveries that were tried.",
	    METRIC_COUNTER, offsetof(struct push_row, state.sent) },
	{ "gleaner_push_acknowledged_total",
	    "Changes that the receiver acknowledged.", METRIC_COUNTER,
	    offsetof(struct push_row, state.acknowledged) },
	{ "gleaner_push_behind", "Changes that were not acknowledged yet.",
	    METRIC_GAUGE, offsetof(struct push_row, state.lag) },
	{ "gleaner_push_in_flight",
	    "Changes that were sent and not answered yet.", METRIC_GAUGE,
	    offsetof(struct push_row, state.in_flight) },
	{ "gleaner_push_failures", "Consecutive deliveries that failed.",
	    METRIC_GAUGE, offsetof(struct push_row, state.failures) },
};

static bool
push_list_is_current(const struct push_row *row, int64_t now_ms)
{
	return row->state.consumer[0] != '\0' &&
	       now_ms - row->at_ms <= LIMIT_PUSH_REPORT_S * 1000LL;
}

static void
push_list_write_figure(const struct push_list *list, int64_t now_ms,
    size_t figure, struct buf *out)
{
	const char *name = push_list_figures[figure].name;

	metrics_head(out, name, push_list_figures[figure].type,
	    push_list_figures[figure].help);
	for (size_t i = 0; i < ARRAY_LENGTH(list->rows); i++) {
		const struct push_row *row = &list->rows[i];
		const int64_t *value =
		    (const int64_t *)(const void *)((const char *)row +
						    push_list_figures[figure]
							.offset);

		if (!push_list_is_current(row, now_ms))
			continue;
		buf_printf(out, "%s{consumer=\"", name);
		metrics_label(out, row->state.consumer);
		buf_printf(out, "\"} %lld\n", (long long)*value);
	}
}

static void
push_list_write_errors(
    const struct push_list *list, int64_t now_ms, struct buf *out)
{
	metrics_head(
	    out, "gleaner_push_error_info", METRIC_GAUGE, "The last failure.");
	for (size_t i = 0; i < ARRAY_LENGTH(list->rows); i++) {
		const struct push_row *row = &list->rows[i];

		if (!push_list_is_current(row, now_ms) ||
		    row->state.error[0] == '\0')
			continue;
		buf_append_string(out, "gleaner_push_error_info{consumer=\"");
		metrics_label(out, row->state.consumer);
		buf_append_string(out, "\",error=\"");
		metrics_label(out, row->state.error);
		buf_append_string(out, "\"} 1\n");
	}
}

void
push_list_write_metrics(
    const struct push_list *list, int64_t now_ms, struct buf *out)
{
	bool has_row = false;

	for (size_t i = 0; list != NULL && i < ARRAY_LENGTH(list->rows); i++)
		has_row =
		    has_row || push_list_is_current(&list->rows[i], now_ms);
	if (!has_row)
		return;
	for (size_t i = 0; i < ARRAY_LENGTH(push_list_figures); i++)
		push_list_write_figure(list, now_ms, i, out);
	push_list_write_errors(list, now_ms, out);
}

void
push_list_write_lines(
    const struct push_list *list, int64_t now_ms, struct buf *out)
{
	for (size_t i = 0; list != NULL && i < ARRAY_LENGTH(list->rows); i++) {
		const struct push_row *row = &list->rows[i];
		struct push_state state = row->state;
		struct json_writer json;

		if (!push_list_is_current(row, now_ms))
			continue;
		state.age_s = (now_ms - row->at_ms) / 1000;
		buf_append_string(out, "push=");
		json_writer_init(&json, out);
		json_write_object(&json, NULL);
		push_state_write(&json, &state);
		json_write_end_object(&json);
		buf_append_char(out, '\n');
	}
}
