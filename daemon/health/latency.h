/*
 * latency.h -- the delays that the event loop causes, as two histograms.
 *
 * The histogram "turn" has the processor time of each turn of the loop. A turn
 * is all callbacks between two waits.
 *
 * The histogram "delay" has the wall time by which a timer of the loop was
 * late. Responses and commands wait as long. The delay is measured fifty times
 * a second while operations are in progress. At other times it is not measured,
 * so that an idle daemon sleeps.
 *
 * Both are necessary: on a busy machine every delay is long, and a turn that
 * waits for a disk uses no processor time.
 */
#ifndef DAEMON_HEALTH_LATENCY_H
#define DAEMON_HEALTH_LATENCY_H

struct histogram;
struct err;
struct hub;
struct loop_latency;

/* Makes empty histograms. Returns 0 or ERR_MEMORY. After an error, the caller
 * must free *ret if it is set. */
int loop_latency_new(struct hub *, struct loop_latency **ret, struct err *e);
/* NULL is allowed. */
void loop_latency_free(struct loop_latency *);
/* loop_latency_turn() returns the histogram of the turns, loop_latency_delay()
 * the histogram of the delays. Both are borrowed. */
const struct histogram *loop_latency_turn(const struct hub *);
const struct histogram *loop_latency_delay(const struct hub *);
/* Runs the loop of the hub until it is stopped. */
void latency_run(struct hub *);

#endif
