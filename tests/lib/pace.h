/*
 * pace.h -- bounds of time for a busy machine.
 *
 * A test that must wait for something waits for the event, with a ceiling that
 * is only reached if the event never comes.  A test whose subject is a time (a
 * deadline) scales it with pace_ms(): the time that a fixed piece of work takes
 * now, beside whatever else runs, as a multiple of what it takes on an idle
 * machine.
 */
#ifndef TESTS_LIB_PACE_H
#define TESTS_LIB_PACE_H

#include <stdint.h>
#include <time.h>

#define PACE_SLICES   8
#define PACE_STEPS    3000000 /* of a slice: some 3 ms */
#define PACE_IDLE_MS  25      /* all slices and pauses, on a machine of 2020 */
#define PACE_MOST     20      /* times slower: the tests must end some time */

static int64_t
pace_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The wall time of the work: the processor is given up between the slices, so
 * that it also has what it takes to get the processor back. */
static int64_t
pace_work_ms(void)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	int64_t began_ms = pace_now_ms();

	for (int slice = 0; slice < PACE_SLICES; slice++) {
		for (volatile uint32_t i = 0; i < PACE_STEPS; i++)
			;
		nanosleep(&pause, NULL);
	}
	return pace_now_ms() - began_ms;
}

/*
 * Scales a time of a test.
 *
 * ms: what is enough on an idle machine, in milliseconds.
 * Returns ms to PACE_MOST * ms.  Costs PACE_IDLE_MS and more.
 */
__attribute__((unused)) static int64_t
pace_ms(int64_t ms)
{
	int64_t took_ms = pace_work_ms(), scaled = ms * took_ms / PACE_IDLE_MS;

	return scaled < ms ? ms : scaled > ms * PACE_MOST ? ms * PACE_MOST : scaled;
}

#endif
