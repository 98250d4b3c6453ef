/*
 * report.c -- see report.h.
 *
 * A report is one request on the control socket (control/push_state.h).
 */
#include "push/report.h"

#include <string.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "control/control_client.h"
#include "control/push_state.h"

void
push_report_init(struct push_report *report,
    const struct push_settings *settings, const char *target)
{
	*report = (struct push_report){
		.control = settings->control,
		.consumer = settings->consumer,
		.target = target,
	};
	buf_init(&report->error, 4 * KIB);
}

void
push_report_release(struct push_report *report)
{
	buf_release(&report->error);
}

static void
report_copy(char *to, size_t to_bytes, const char *text)
{
	size_t n = utf8_prefix(slice_of(text), to_bytes - 1).len;

	memcpy(to, text, n);
	to[n] = '\0';
}

static void
report_write(const struct push_report *report, const struct push_counts *counts,
    struct buf *line)
{
	struct push_state state = {
		.sent = (int64_t)counts->sent,
		.acknowledged = (int64_t)counts->acknowledged,
		.lag = counts->lag,
		.in_flight = (int64_t)counts->in_flight,
		.failures = counts->failures,
	};
	struct json_writer json;

	report_copy(state.consumer, sizeof(state.consumer), report->consumer);
	report_copy(state.target, sizeof(state.target), report->target);
	report_copy(state.error, sizeof(state.error), counts->error);
	buf_append_string(line, "push ");
	json_writer_init(&json, line);
	json_write_object(&json, NULL);
	push_state_write(&json, &state);
	json_write_end_object(&json);
}

bool
push_report_is_due(
    const struct push_report *report, int64_t now_ms, const char *error)
{
	return report->control != NULL &&
	       (now_ms >= report->next_ms ||
		   (!report->has_failed && !slice_equal(slice_of(error),
					       buf_slice(&report->error))));
}

void
push_report_send(struct push_report *report, const struct push_counts *counts)
{
	struct buf line;
	int rc = 0;

	buf_clear(&report->error);
	buf_append_string(&report->error, counts->error);
	buf_init(&line, LIMIT_CONTROL_FRAME);
	report_write(report, counts, &line);
	if (!buf_failed(&line))
		rc = control_request_within(
		    report->control, line.p, LIMIT_PUSH_REPORT_WAIT_MS, NULL);
	buf_release(&line);
	/* If no daemon runs, a report takes no time. */
	report->has_failed = rc != 0 && rc != ERR_NOT_FOUND;
	report->next_ms = clock_monotonic_ms() +
			  (report->has_failed ? LIMIT_PUSH_REPORT_FAILED_MS
					      : LIMIT_PUSH_REPORT_MS);
}
