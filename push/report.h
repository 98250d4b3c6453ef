/*
 * report.h -- the counts of a push for the daemon's /metrics (report.c).
 */
#ifndef PUSH_REPORT_H
#define PUSH_REPORT_H

#include "push/settings.h"

struct push_counts {
	uint64_t sent, acknowledged; /* since the start */
	int64_t lag; /* number of changes that are not acknowledged */
	size_t in_flight;
	uint32_t failures; /* in a row */
	const char *error; /* the last failure; "": none */
};

struct push_report {
	const char *control, *consumer, *target; /* borrowed */
	int64_t next_ms;
	bool has_failed;  /* the daemon did not answer the last report */
	struct buf error; /* text of the failure in the last report */
};

/* The settings and `target` are borrowed until push_report_release(). */
void push_report_init(
    struct push_report *, const struct push_settings *, const char *target);
void push_report_release(struct push_report *);
/* Returns true if a report must be sent: LIMIT_PUSH_REPORT_MS have passed since
 * the last report, or the error has changed. After a report without an answer,
 * the next one follows after LIMIT_PUSH_REPORT_FAILED_MS. Returns false if no
 * control socket is known. */
bool push_report_is_due(
    const struct push_report *, int64_t now_ms, const char *error);
/* Sends the counts to the daemon and waits up to LIMIT_PUSH_REPORT_WAIT_MS for
 * the answer. It is not an error if no daemon listens. */
void push_report_send(struct push_report *, const struct push_counts *);

#endif
