/*
 * histogram.c -- see histogram.h.
 */
#include "crawler/histogram.h"

#include <assert.h>

void
histogram_init(struct histogram *h, const int64_t *bounds_us, size_t n_bounds)
{
	assert(n_bounds > 0 && n_bounds <= HISTOGRAM_MAX_BOUNDS);
	*h = (struct histogram){ .bounds_us = bounds_us, .n_bounds = n_bounds };
}

void
histogram_add(struct histogram *h, int64_t us)
{
	size_t at = 0;

	if (us < 0)
		us = 0;
	while (at < h->n_bounds && us > h->bounds_us[at])
		at++;
	h->counts[at]++;
	h->n++;
	h->sum_us += (uint64_t)us;
	if ((uint64_t)us > h->max_us)
		h->max_us = (uint64_t)us;
}

uint64_t
histogram_quantile_us(const struct histogram *h, double share)
{
	uint64_t below = 0;

	for (size_t at = 0; at < h->n_bounds; at++) {
		uint64_t bound = (uint64_t)h->bounds_us[at];

		below += h->counts[at];
		if ((double)below >= share * (double)h->n)
			return bound < h->max_us ? bound : h->max_us;
	}
	return h->max_us;
}
