/*
 * hub_common.c -- small functions that all parts of the daemon use: time,
 * random numbers, copies of texts, timers.
 */
#include "daemon/hub.h"

#include <sys/random.h>

#include <event2/event.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

int64_t
hub_now(void)
{
	return (int64_t)time(NULL);
}

int64_t
hub_monotonic_ms(void)
{
	return clock_monotonic_ms();
}

double
hub_random_unit(void)
{
	uint32_t bits = 0;

	if (getrandom(&bits, sizeof(bits), GRND_NONBLOCK) != sizeof(bits))
		bits = (uint32_t)hub_monotonic_ms() * 2654435761u;
	return ldexp((double)bits, -32);
}

/* strndup() would stop at a NUL that a server sent. A caller that uses the
 * length would then read beyond the end of the copy. */
char *
hub_copy(struct slice text)
{
	char *copy;

	if (text.p == NULL)
		return NULL;
	copy = malloc(text.len + 1);
	if (copy == NULL)
		abort();
	memcpy(copy, text.p, text.len);
	copy[text.len] = '\0';
	return copy;
}

void
hub_arm(struct event *timer, int64_t wait_ms)
{
	struct timeval wait = { .tv_sec = wait_ms / 1000,
		.tv_usec = wait_ms % 1000 * 1000 };

	if (evtimer_add(timer, &wait) != 0)
		abort();
}
