/*
 * progress.c -- notifies the systemd watchdog, only while all parts of the
 * daemon make progress.
 *
 * It is not sufficient that the process runs. Three parts are checked: the
 * store's thread has finished or tried a batch since the last check, or had no
 * work; the workers have ended a job, or had none; the schedule starts polls,
 * or no feed is long overdue. The check itself shows that the loop runs.
 */
#include "daemon/health/progress.h"

#include <event2/event.h>
#include <stdlib.h>

#include "base/limits.h"
#include "daemon/clock/clock.h"
#include "daemon/feed/schedule.h"
#include "daemon/health/notify.h"
#include "daemon/host/network.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"
#include "worker/worker.h"

/* A part is stuck if it has work and has made no progress for this time. A job
 * of a worker ends after LIMIT_WORKER_WALL_MS, or its deadline is extended; an
 * extension is shorter than LIMIT_WORKER_WALL_MS, and counts as progress. */
#define STUCK_MS (3 * LIMIT_WORKER_WALL_MS)
/* A part is stuck only if it has also made no progress in this number of
 * checks. There are more checks than this in STUCK_MS, unless the process did
 * not run meanwhile. */
#define STUCK_LOOKS 4
#define OVERDUE_S   300
#define LOOK_MS     5000

struct progress {
	struct event *timer;
	progress_checked *checked;
	struct progress_sign store, workers, schedule;
	const char *stuck; /* the part that makes no progress; NULL: none */
};

bool
progress_moves(
    struct progress_sign *sign, uint64_t beats, bool is_idle, int64_t now_ms)
{
	if (is_idle || beats != sign->beats || sign->changed_ms == 0) {
		*sign = (struct progress_sign){ beats, now_ms, 0 };
		return true;
	}
	if (sign->n_looks < STUCK_LOOKS)
		sign->n_looks++;
	return sign->n_looks < STUCK_LOOKS ||
	       now_ms - sign->changed_ms < STUCK_MS;
}

/* True if no feed is long overdue. The timer removes due feeds from the heap at
 * once. It may be late after a suspend, and due feeds wait while the network is
 * down; neither means that the schedule is stuck. */
static bool
progress_nothing_overdue(const struct hub *hub)
{
	return hub->once || network_is_down(hub) ||
	       schedule_first_at(hub) > hub_now() - OVERDUE_S;
}

static const char *
progress_stuck_part(struct hub *hub)
{
	struct progress *progress = hub->progress;
	int64_t now_ms = hub_monotonic_ms();

	if (!progress_moves(&progress->store, store_thread_beats(hub->store),
		store_thread_pending(hub->store) == 0, now_ms))
		return "store";
	if (!progress_moves(&progress->workers, workers_finished(hub->workers),
		workers_busy(hub->workers) == 0, now_ms))
		return "workers";
	if (!progress_moves(&progress->schedule,
		hub->counters.polls + schedule_polling(hub),
		progress_nothing_overdue(hub), now_ms))
		return "schedule";
	return NULL;
}

static void
progress_on_look(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;
	const char *stuck;

	(void)fd;
	(void)what;
	clock_check(hub);
	hub->progress->stuck = stuck = progress_stuck_part(hub);
	if (stuck == NULL)
		notify_try_send("WATCHDOG=1");
	else
		log_event(LOG_ERROR, "stuck", LOG_TEXT("part", stuck),
		    LOG_TEXT("then", "the watchdog is not notified any more"));
	hub->progress->checked(hub);
}

int
progress_new(struct hub *hub, progress_checked *checked, struct progress **ret,
    struct err *e)
{
	struct progress *progress = calloc(1, sizeof(*progress));
	int64_t look_ms = notify_watchdog_interval_ms() / 3;

	if (progress == NULL)
		return err_set(
		    e, ERR_MEMORY, "no memory for the progress checks");
	*ret = progress;
	progress->checked = checked;
	if (look_ms <= 0 || look_ms > LOOK_MS)
		look_ms = LOOK_MS;
	const struct timeval every = { .tv_sec = look_ms / 1000,
		.tv_usec = look_ms % 1000 * 1000 };

	progress->timer =
	    event_new(hub->base, -1, EV_PERSIST, progress_on_look, hub);
	if (progress->timer == NULL || event_add(progress->timer, &every) != 0)
		return err_set(e, ERR_MEMORY, "no memory for timers");
	return 0;
}

void
progress_free(struct progress *progress)
{
	if (progress == NULL)
		return;
	if (progress->timer != NULL)
		event_free(progress->timer);
	free(progress);
}

const char *
progress_stuck(const struct hub *hub)
{
	return hub->progress != NULL ? hub->progress->stuck : NULL;
}
