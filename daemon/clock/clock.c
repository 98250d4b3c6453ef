/*
 * clock.c -- detects that the clock was set.
 *
 * A jump is detected by the difference between the wall clock and
 * CLOCK_BOOTTIME, which cannot be set. clock_plans.c then moves the planned
 * times.
 */
#include "daemon/clock/clock.h"

#include <time.h>

#include "base/clock.h"
#include "base/date/date.h"
#include "daemon/clock/clock_parts.h"
#include "daemon/hub.h"
#include "daemon/log.h"

int64_t
clock_jump(struct clock *clock, int64_t now, int64_t steady_ms)
{
	int64_t offset_s = now - steady_ms / 1000;
	int64_t jump_s = offset_s - clock->offset_s;

	if (!clock->known) {
		clock->known = true;
		clock->offset_s = offset_s;
		return 0;
	}
	if (jump_s > -CLOCK_JUMP_S && jump_s < CLOCK_JUMP_S)
		return 0;
	clock->offset_s = offset_s;
	clock->shift_s += jump_s;
	return jump_s;
}

int64_t
clock_shifted(int64_t at, int64_t shift_s)
{
	int64_t moved;

	if (at == DATE_NONE || at == 0 ||
	    __builtin_add_overflow(at, shift_s, &moved))
		return at;
	return moved > 0 ? moved : 1;
}

int64_t
clock_steady_ms(void)
{
	return clock_read_ns(CLOCK_BOOTTIME) / 1000000;
}

int64_t
clock_shift_s(const struct hub *hub)
{
	return hub->clock->shift_s;
}

int64_t
clock_set_back_s(const struct hub *hub)
{
	return hub->clock->set_back_s;
}

void
clock_check(struct hub *hub)
{
	int64_t now = hub_now();
	int64_t by_s = clock_jump(hub->clock, now, clock_steady_ms());

	if (by_s != 0) {
		log_event(LOG_WARNING, "clock-jump", LOG_INT("seconds", by_s),
		    LOG_TEXT("then", "all planned times are moved by the same "
				     "number of seconds"));
		clock_trust_shift(&hub->clock->trust, by_s);
		hub->clock->move_plans(hub, by_s);
		if (by_s >= CLOCK_DAY_S || by_s <= -CLOCK_DAY_S)
			clock_note_jump(hub, now, by_s);
	}
	clock_pass(hub);
}
