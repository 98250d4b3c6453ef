/*
 * latency.h -- how long the loop lets others wait, as two histograms.
 *
 *	turn    the processor's time of one turn: all callbacks between two
 *	        waits
 *	delay   how late a timer of the loop was called, by the clock: what a
 *	        server's answer or a command waits, too.  Looked at fifty
 *	        times a second while something is under way, else never: a
 *	        daemon that has nothing to do sleeps.
 *
 * Both, since a machine that is busy with others makes every delay long, and
 * a turn that waits for a disk takes no time of the processor.
 */
#ifndef DAEMON_LATENCY_H
#define DAEMON_LATENCY_H

#include <stddef.h>
#include <stdint.h>

#define LATENCY_BOUNDS 14

/* Upper bounds of the buckets; what is above the last is in one more. */
extern const int64_t latency_bounds_us[LATENCY_BOUNDS];

struct latency {
	uint64_t counts[LATENCY_BOUNDS + 1];
	uint64_t n, sum_us, max_us;
};

void latency_add(struct latency *, int64_t us);
/* The bound below which this share of all was, at most max_us; 0: none. */
uint64_t latency_quantile_us(const struct latency *, double share);

struct hub;

struct err;
int latency_init(struct hub *, struct err *e);
void latency_release(struct hub *);
/* Runs the hub's loop until it is stopped. */
void latency_run(struct hub *);

#endif
