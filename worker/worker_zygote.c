/*
 * worker_zygote.c -- handles the reports of the zygote, and restarts it.
 *
 * The zygote reports "ready" once, then "forked" and "ended" for each process.
 * If it ends (killed, no memory), sends a malformed report or does not report
 * in time, its processes are killed, and a new zygote is started after 0.1 s.
 * The delay doubles up to 30 s while zygotes end soon after their start.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "worker/worker_parts.h"

#define BACKOFF_LAST_MS 30000
/* The delay is reset if a zygote has run for this long. */
#define HEALTHY_MS 30000
/* Largest number of reports that are read in one call, so that other events are
 * handled in between. */
#define REPORTS_A_TURN 64

static void
worker_zygote_on_ready(struct workers *workers, struct slice trouble)
{
	event_del(workers->zygote_timer);
	workers->zygote_state = ZYGOTE_READY;
	workers->ready_since_ms = workers_now_ms();
	snprintf(workers->trouble, sizeof(workers->trouble), "%.*s",
	    SLICE_ARG(trouble));
}

static struct worker *
worker_zygote_find_running(struct workers *workers, uint64_t process)
{
	struct worker *worker;

	for (worker = TAILQ_FIRST(&workers->running); worker != NULL;
	     worker = TAILQ_NEXT(worker, place))
		if (worker->process == process)
			return worker;
	return NULL;
}

/* Returns false for an invalid report. The zygote is then compromised or
 * broken. */
static bool
worker_zygote_take_report(
    struct workers *workers, const struct report *report, int *pidfd)
{
	bool starting = workers->zygote_state == ZYGOTE_STARTING;
	struct worker *worker;

	if (report->kind == REPORT_READY && starting) {
		worker_zygote_on_ready(workers, report->text);
		return true;
	}
	if (report->kind == REPORT_BROKEN && starting) {
		snprintf(workers->trouble, sizeof(workers->trouble),
		    "no workers: %.*s", SLICE_ARG(report->text));
		return true; /* the report of the process's end follows */
	}
	worker = worker_zygote_find_running(workers, report->id);
	if (worker == NULL)
		return false;
	if (report->kind == REPORT_FORKED && worker->state == WORKER_SENT)
		worker_forked(worker, (pid_t)report->status, pidfd);
	else if (report->kind == REPORT_ENDED && worker->state != WORKER_SENT)
		worker_ended(worker, (int)report->status);
	else if (report->kind == REPORT_REFUSED && worker->state == WORKER_SENT)
		worker_refused(worker, report->text);
	else
		return false;
	return true;
}

/* Returns 1 if a report was read, 0 if there is none, -1 if the zygote was
 * ended. */
static int
worker_zygote_read_report(struct workers *workers)
{
	int fds[CHANNEL_MOST_FDS];
	size_t n = 0, n_fds = 0;
	struct report report;
	bool is_valid;
	int rc = channel_receive(workers->zygote.fd, workers->report_bytes,
	    sizeof(workers->report_bytes), &n, fds, &n_fds);

	if (rc < 0 && errno == EAGAIN)
		return 0;
	if (rc <= 0) {
		workers_restart_zygote(workers, "the zygote has ended");
		return -1;
	}
	while (n_fds > 1)
		close(fds[--n_fds]);
	if (n_fds == 0)
		fds[0] = -1;
	is_valid =
	    report_read((struct slice){ workers->report_bytes, n }, &report) &&
	    worker_zygote_take_report(workers, &report, &fds[0]);
	worker_close_fd(&fds[0]);
	if (!is_valid) {
		workers_restart_zygote(
		    workers, "malformed report from the zygote");
		return -1;
	}
	return 1;
}

static void
worker_zygote_on_reports(evutil_socket_t fd, short what, void *arg)
{
	struct workers *workers = arg;
	int rc = 1;

	(void)fd;
	(void)what;
	for (int i = 0; i < REPORTS_A_TURN && rc > 0; i++)
		rc = worker_zygote_read_report(workers);
	if (rc >= 0)
		workers_hand_over(workers);
}

int
workers_watch_zygote(struct workers *workers)
{
	int fd = workers->zygote.fd;

	workers->reports = event_new(workers->base, fd, EV_READ | EV_PERSIST,
	    worker_zygote_on_reports, workers);
	workers->writable =
	    event_new(workers->base, fd, EV_WRITE, workers_on_retry, workers);
	if (workers->reports == NULL || workers->writable == NULL ||
	    event_add(workers->reports, NULL) != 0)
		return ERR_MEMORY;
	return 0;
}

void
workers_unwatch_zygote(struct workers *workers)
{
	if (workers->reports != NULL)
		event_free(workers->reports);
	if (workers->writable != NULL)
		event_free(workers->writable);
	workers->reports = workers->writable = NULL;
}

static void
worker_zygote_start_later(struct workers *workers)
{
	workers->zygote_state = ZYGOTE_DOWN;
	workers_arm(workers->zygote_timer, workers->backoff_ms);
	workers->backoff_ms *= 2;
	if (workers->backoff_ms > BACKOFF_LAST_MS)
		workers->backoff_ms = BACKOFF_LAST_MS;
}

/* When the zygote ends, its children end, too, but possibly later. They are
 * therefore killed here. */
void
workers_restart_zygote(struct workers *workers, const char *why)
{
	struct worker_list lost = TAILQ_HEAD_INITIALIZER(lost);
	struct worker *worker;

	workers_unwatch_zygote(workers);
	zygote_link_end(&workers->zygote, 0);
	if (workers->zygote_state == ZYGOTE_READY) {
		snprintf(workers->trouble, sizeof(workers->trouble), "%s", why);
		if (workers_now_ms() - workers->ready_since_ms >= HEALTHY_MS)
			workers->backoff_ms = WORKERS_BACKOFF_MS;
	}
	worker_zygote_start_later(workers);
	TAILQ_CONCAT(&lost, &workers->running, place);
	workers->n_running = workers->n_idle = 0;
	workers->n_others = workers->n_slow = 0;
	while ((worker = TAILQ_FIRST(&lost)) != NULL) {
		TAILQ_REMOVE(&lost, worker, place);
		worker->has_ended = true;
		if (!worker->reported)
			worker_drain(worker);
		worker_kill(worker);
		if (!worker->reported)
			worker_report(worker, WORKER_LOST,
			    WORKER_CAUSE_NO_PROCESS, NULL, why);
		worker_free(worker);
	}
}

int
workers_start_zygote(struct workers *workers, struct err *e)
{
	int rc = zygote_link_start(&workers->zygote, e);

	if (rc == 0)
		workers->starts++;
	return rc;
}

void
workers_on_zygote_timer(evutil_socket_t fd, short what, void *arg)
{
	struct workers *workers = arg;
	struct err e = ERR_INIT;

	(void)fd;
	(void)what;
	if (workers->zygote_state == ZYGOTE_STARTING) {
		workers_restart_zygote(
		    workers, "the zygote did not become ready");
		return;
	}
	if (workers_start_zygote(workers, &e) == 0 &&
	    workers_watch_zygote(workers) == 0) {
		workers->zygote_state = ZYGOTE_STARTING;
		workers_arm(workers->zygote_timer, WORKERS_READY_MS);
		return;
	}
	snprintf(workers->trouble, sizeof(workers->trouble), "%s", e.text);
	workers_unwatch_zygote(workers);
	zygote_link_end(&workers->zygote, 0);
	worker_zygote_start_later(workers);
}
