/*
 * metrics_text.c -- formats metrics: see metrics_text.h.
 */
#include "daemon/http/metrics_text.h"

#include "crawler/histogram.h"

#define US_PER_S 1e6

void
metrics_head(
    struct buf *out, const char *name, enum metric_type type, const char *help)
{
	static const char *const types[] = {
		[METRIC_COUNTER] = "counter",
		[METRIC_GAUGE] = "gauge",
		[METRIC_HISTOGRAM] = "histogram",
	};

	buf_printf(
	    out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, types[type]);
}

void
metrics_integer(struct buf *out, const char *name, enum metric_type type,
    const char *help, int64_t value)
{
	metrics_head(out, name, type, help);
	buf_printf(out, "%s %lld\n", name, (long long)value);
}

void
metrics_number(struct buf *out, const char *name, enum metric_type type,
    const char *help, double value)
{
	metrics_head(out, name, type, help);
	buf_printf(out, "%s %.3f\n", name, value);
}

void
metrics_put_rows(struct buf *out, const struct metric_row *rows, size_t n_rows)
{
	for (size_t i = 0; i < n_rows; i++)
		metrics_integer(out, rows[i].name, rows[i].type, rows[i].help,
		    rows[i].value);
}

void
metrics_label(struct buf *out, const char *text)
{
	for (; *text != '\0'; text++)
		if (*text == '\n')
			buf_append_string(out, "\\n");
		else {
			if (*text == '"' || *text == '\\')
				buf_append_char(out, '\\');
			buf_append_char(out, *text);
		}
}

/* Writes "name_part{labels". The caller adds the label "le" and the closing
 * brace. */
static void
metrics_text_histogram_begin(
    struct buf *out, const char *name, const char *part, const char *labels)
{
	buf_printf(out, "%s_%s{%s", name, part, labels);
}

/* Writes the name and labels of the _sum or _count line. If there are no
 * labels, no braces are written. */
static void
metrics_text_histogram_total(
    struct buf *out, const char *name, const char *part, const char *labels)
{
	size_t len = slice_of(labels).len;

	if (len > 0)
		buf_printf(
		    out, "%s_%s{%.*s} ", name, part, (int)len - 1, labels);
	else
		buf_printf(out, "%s_%s ", name, part);
}

void
metrics_histogram(struct buf *out, const char *name, const char *labels,
    const struct histogram *h)
{
	uint64_t below = 0;

	for (size_t i = 0; i < h->n_bounds; i++) {
		below += h->counts[i];
		metrics_text_histogram_begin(out, name, "bucket", labels);
		buf_printf(out, "le=\"%g\"} %llu\n",
		    (double)h->bounds_us[i] / US_PER_S,
		    (unsigned long long)below);
	}
	metrics_text_histogram_begin(out, name, "bucket", labels);
	buf_printf(out, "le=\"+Inf\"} %llu\n", (unsigned long long)h->n);
	metrics_text_histogram_total(out, name, "sum", labels);
	buf_printf(out, "%.6f\n", (double)h->sum_us / US_PER_S);
	metrics_text_histogram_total(out, name, "count", labels);
	buf_printf(out, "%llu\n", (unsigned long long)h->n);
}
