/*
 * clock.h -- clocks that measure durations: monotonic time and CPU time.
 *
 * None of these clocks gives the time of day.  The functions cannot fail,
 * because Linux always has these clocks.  O(1).
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Returns the time of a clock in nanoseconds. Every supported system must have
 * the clock (clock_gettime(2)). */
static inline int64_t
clock_read_ns(clockid_t clock)
{
	struct timespec now = { 0 };

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Returns the monotonic time since an arbitrary start. The clock stops during
 * suspend. */
static inline int64_t
clock_monotonic_ns(void)
{
	return clock_read_ns(CLOCK_MONOTONIC);
}

static inline int64_t
clock_monotonic_us(void)
{
	return clock_monotonic_ns() / 1000;
}

static inline int64_t
clock_monotonic_ms(void)
{
	return clock_monotonic_ns() / 1000000;
}

/* Returns the time since the boot, including suspend.  All processes of a
 * machine read the same clock, and setting the wall clock does not change it.
 */
static inline int64_t
clock_boottime_ms(void)
{
	return clock_read_ns(CLOCK_BOOTTIME) / 1000000;
}

/* Returns the CPU time of all threads of this process. */
static inline int64_t
clock_process_cpu_ns(void)
{
	return clock_read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

static inline int64_t
clock_process_cpu_ms(void)
{
	return clock_process_cpu_ns() / 1000000;
}

#endif
