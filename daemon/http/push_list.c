/*
 * push_list.c -- see push_list.h.
 *
 * `gleaner push` is a separate process, which another user of the daemon's
 * group may have started. Its report is validated like external input.
 */
#include "daemon/http/push_list.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "daemon/http/lag.h"

#define ERROR_BYTES 256

struct push_row {
	char consumer[LIMIT_NAME_BYTES + 1]; /* "": not used */
	char error[ERROR_BYTES];
	int64_t sent, acknowledged, lag, in_flight, failures;
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

/* Copies a text; a longer one is cut between characters. False: absent. */
static bool
push_list_copy(const json_t *json, const char *key, char *to, size_t to_bytes)
{
	const char *text = json_string_value(json_object_get(json, key));
	size_t n;

	if (text == NULL)
		return false;
	n = strnlen(text, to_bytes - 1);
	while (
	    n > 0 && text[n] != '\0' && ((unsigned char)text[n] & 0xc0) == 0x80)
		n--;
	memcpy(to, text, n);
	to[n] = '\0';
	return true;
}

static bool
push_list_number(const json_t *json, const char *key, int64_t *ret)
{
	const json_t *value = json_object_get(json, key);

	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return false;
	*ret = json_integer_value(value);
	return true;
}

static bool
push_list_read(const json_t *json, struct push_row *row)
{
	return push_list_copy(
		   json, "consumer", row->consumer, sizeof(row->consumer)) &&
	       row->consumer[0] != '\0' &&
	       push_list_copy(json, "error", row->error, sizeof(row->error)) &&
	       push_list_number(json, "sent", &row->sent) &&
	       push_list_number(json, "acknowledged", &row->acknowledged) &&
	       push_list_number(json, "lag", &row->lag) &&
	       push_list_number(json, "in_flight", &row->in_flight) &&
	       push_list_number(json, "failures", &row->failures);
}

/* Returns the row of that consumer, else an unused row, else the oldest row. */
static struct push_row *
push_list_place(struct push_list *list, const char *consumer)
{
	struct push_row *place = &list->rows[0];

	for (size_t i = 0; i < ARRAY_LENGTH(list->rows); i++) {
		struct push_row *row = &list->rows[i];

		if (strcmp(row->consumer, consumer) == 0)
			return row;
		if (place->consumer[0] != '\0' &&
		    (row->consumer[0] == '\0' || row->at_ms < place->at_ms))
			place = row;
	}
	return place;
}

bool
push_list_take(struct push_list *list, struct slice text, int64_t now_ms)
{
	json_t *json =
	    json_loadb(text.p, text.len, JSON_REJECT_DUPLICATES, NULL);
	struct push_row row = { .at_ms = now_ms };
	bool is_valid = push_list_read(json, &row);

	json_decref(json);
	if (is_valid)
		*push_list_place(list, row.consumer) = row;
	return is_valid;
}

/* ---- output ---- */

static const struct {
	const char *name, *type, *help;
	size_t offset;
} push_list_figures[] = {
	{ "sent_total", "counter", "Deliveries that were tried.",
	    offsetof(struct push_row, sent) },
	{ "acknowledged_total", "counter",
	    "Changes that the receiver acknowledged.",
	    offsetof(struct push_row, acknowledged) },
	{ "behind", "gauge", "Changes that were not acknowledged yet.",
	    offsetof(struct push_row, lag) },
	{ "in_flight", "gauge", "Changes without an answer.",
	    offsetof(struct push_row, in_flight) },
	{ "failures", "gauge", "Deliveries that failed in a row.",
	    offsetof(struct push_row, failures) },
};

static bool
push_list_is_current(const struct push_row *row, int64_t now_ms)
{
	return row->consumer[0] != '\0' &&
	       now_ms - row->at_ms <= LIMIT_PUSH_REPORT_S * 1000LL;
}

static void
push_list_write_figure(const struct push_list *list, int64_t now_ms,
    size_t figure, struct buf *out)
{
	const char *name = push_list_figures[figure].name;

	buf_printf(out,
	    "# HELP gleaner_push_%s %s\n# TYPE gleaner_push_%s %s\n", name,
	    push_list_figures[figure].help, name,
	    push_list_figures[figure].type);
	for (size_t i = 0; i < ARRAY_LENGTH(list->rows); i++) {
		const struct push_row *row = &list->rows[i];
		const int64_t *value =
		    (const int64_t *)(const void *)((const char *)row +
						    push_list_figures[figure]
							.offset);

		if (!push_list_is_current(row, now_ms))
			continue;
		buf_printf(out, "gleaner_push_%s{consumer=\"", name);
		lag_append_label(out, row->consumer);
		buf_printf(out, "\"} %lld\n", (long long)*value);
	}
}

static void
push_list_write_errors(
    const struct push_list *list, int64_t now_ms, struct buf *out)
{
	buf_append_string(out,
	    "# HELP gleaner_push_error_info The last failure.\n"
	    "# TYPE gleaner_push_error_info gauge\n");
	for (size_t i = 0; i < ARRAY_LENGTH(list->rows); i++) {
		const struct push_row *row = &list->rows[i];

		if (!push_list_is_current(row, now_ms) || row->error[0] == '\0')
			continue;
		buf_append_string(out, "gleaner_push_error_info{consumer=\"");
		lag_append_label(out, row->consumer);
		buf_append_string(out, "\",error=\"");
		lag_append_label(out, row->error);
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
