/*
 * histogram.h -- counts durations by size, as histograms of Prometheus do.
 */
#ifndef CRAWLER_HISTOGRAM_H
#define CRAWLER_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_MAX_BOUNDS 14

struct histogram {
	const int64_t *bounds_us; /* borrowed; upper bounds in µs, ascending */
	size_t n_bounds;          /* 1 to HISTOGRAM_MAX_BOUNDS */
	/* The number of values in each class. counts[i] is the number of values
	 * that are at most bounds_us[i] and greater than the bound before it.
	 * Values above all bounds are in one more class. */
	uint64_t counts[HISTOGRAM_MAX_BOUNDS + 1];
	uint64_t n, sum_us, max_us;
};

/* Makes an empty histogram. bounds_us is borrowed for the histogram's life. */
void histogram_init(
    struct histogram *, const int64_t *bounds_us, size_t n_bounds);
/* Counts a value; a negative value counts as 0. O(bounds). */
void histogram_add(struct histogram *, int64_t us);
/* Returns an upper bound of the duration of this share (0 to 1) of all values:
 * the least bound for which at least this share of the values is at most the
 * bound. Returns max_us if max_us is less or there is no such bound. Returns 0
 * if there are no values. */
uint64_t histogram_quantile_us(const struct histogram *, double share);

#endif
