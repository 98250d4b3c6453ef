/*
 * report.c -- see report.h.
 *
 * A report is one request on the control socket: "push " and one JSON object.
 */
#include "push/report.h"

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "control/control_client.h"

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
report_write(const struct push_report *report, const struct push_counts *counts,
    struct buf *line)
{
	struct json_writer json;

	buf_append_string(line, "push ");
	json_writer_init(&json, line);
	json_write_object(&json, NULL);
	json_write_text(&json, "consumer", slice_of(report->consumer));
	json_write_text(&json, "target", slice_of(report->target));
	json_write_int(&json, "sent", (int64_t)counts->sent);
	json_write_int(&json, "acknowledged", (int64_t)counts->acknowledged);
	json_write_int(&json, "lag", counts->lag);
	json_write_int(&json, "in_flight", (int64_t)counts->in_flight);
	json_write_int(&json, "failures", counts->failures);
	json_write_text(&json, "error", slice_of(counts->error));
	json_write_end_object(&json);
}

bool
push_report_is_due(
    const struct push_report *report, int64_t now_ms, const char *error)
{
	return report->control != NULL &&
	       (now_ms >= report->next_ms ||
		   !slice_equal(slice_of(error), buf_slice(&report->error)));
}

void
push_report_send(struct push_report *report, int64_t now_ms,
    const struct push_counts *counts)
{
	struct buf line;

	report->next_ms = now_ms + LIMIT_PUSH_REPORT_MS;
	buf_clear(&report->error);
	buf_append_string(&report->error, counts->error);
	buf_init(&line, LIMIT_CONTROL_FRAME);
	report_write(report, counts, &line);
	if (!buf_failed(&line))
		control_request(report->control, line.p, NULL);
	buf_release(&line);
}
