/*
 * metrics_text.h -- writes Prometheus' text format, version 0.0.4.
 */
#ifndef DAEMON_HTTP_METRICS_TEXT_H
#define DAEMON_HTTP_METRICS_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct histogram;

enum metric_type { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };

struct metric_row {
	const char *name, *help; /* help: one line without a backslash */
	enum metric_type type;
	int64_t value;
};

/* Writes the lines that precede the values of a metric. */
void metrics_head(
    struct buf *, const char *name, enum metric_type, const char *help);
/* Writes the head and the only value of a metric. */
void metrics_integer(struct buf *, const char *name, enum metric_type,
    const char *help, int64_t value);
void metrics_number(struct buf *, const char *name, enum metric_type,
    const char *help, double value);
/* Writes metrics_integer() for each row. */
void metrics_put_rows(struct buf *, const struct metric_row *, size_t n_rows);
/* Writes the text of a label's value, escaped. */
void metrics_label(struct buf *, const char *text);
/* Writes the values of a histogram, in seconds. `labels`: "" or labels with a
 * comma at the end, such as `kind="feed",`. */
void metrics_histogram(struct buf *, const char *name, const char *labels,
    const struct histogram *);

#endif
