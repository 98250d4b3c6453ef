/*
 * pace.h -- time limits for a busy machine.
 *
 * A test that waits for an event has a time limit that is reached only if the
 * event never comes. A test of a deadline scales the deadline with pace_ms().
 * The factor is the current duration of a fixed piece of work, divided by its
 * duration on an idle machine.
 */
#ifndef TESTS_LIB_PACE_H
#define TESTS_LIB_PACE_H

#include <stdint.h>
#include <time.h>

#define PACE_SLICES 8
#define PACE_STEPS  3000000 /* steps of a slice: about 3 ms */
/* Time of all slices and pauses on an idle machine of 2020. */
#define PACE_IDLE_MS 25
#define PACE_MOST    20 /* maximum slowdown, so that tests end */

static int64_t
pace_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns the wall-clock time of the work. The processor is released between
 * the slices, so that the time to get it back is included. */
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
 * Scales a duration of a test.
 *
 * `ms`: sufficient duration on an idle machine, in milliseconds. Returns a
 * value from `ms` to PACE_MOST * ms. On an idle machine the measurement takes
 * about PACE_IDLE_MS.
 */
__attribute__((unused)) static int64_t
pace_ms(int64_t ms)
{
	int64_t took_ms = pace_work_ms(), scaled = ms * took_ms / PACE_IDLE_MS;

	return scaled < ms               ? ms
	       : scaled > ms * PACE_MOST ? ms * PACE_MOST
					 : scaled;
}

#endif
