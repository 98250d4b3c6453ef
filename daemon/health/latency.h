/*
 * latency.h -- the delays that the event loop causes, as two histograms.
 *
 *	turn	processor time of one turn: all callbacks between two
 *		waits
 *	delay	wall time by which a timer of the loop was late. Responses
 *		and commands wait as long. Measured fifty times a second
 *		while operations are in progress, else not at all, so that
 *		an idle daemon sleeps.
 *
 * Both are necessary: on a busy machine every delay is long, and a turn that
 * waits for a disk uses no processor time.
 */
#ifndef DAEMON_HEALTH_LATENCY_H
#define DAEMON_HEALTH_LATENCY_H

#include <stddef.h>
#include <stdint.h>

#define LATENCY_BOUNDS 14

/* Upper bounds of the buckets. Greater values are counted in one more bucket.
 */
extern const int64_t latency_bounds_us[LATENCY_BOUNDS];

struct latency {
	uint64_t counts[LATENCY_BOUNDS + 1];
	uint64_t n, sum_us, max_us;
};

void latency_add(struct latency *, int64_t us);
/* Returns the bound below which this share of all values lies, at most max_us;
 * 0 if there are no values. */
uint64_t latency_quantile_us(const struct latency *, double share);

/* ---- the loop ---- */

struct err;
struct hub;
struct loop_latency;

int loop_latency_new(struct hub *, struct loop_latency **ret, struct err *e);
/* NULL is allowed. */
void loop_latency_free(struct loop_latency *);
/* Returns the histogram of the turns or of the delays, borrowed. */
const struct latency *loop_latency_turn(const struct hub *);
const struct latency *loop_latency_delay(const struct hub *);
/* Runs the loop of the hub until it is stopped. */
void latency_run(struct hub *);

#endif
