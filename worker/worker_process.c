/*
 * worker_process.c -- hands a job from the queue to a new process, and reports
 * its result.
 *
 * Normal case: a place is free, a socket for the reply is made, the frame is
 * sent to the zygote with the body and the other end of the socket, and the
 * zygote reports the process. If the socket is full, or no descriptors or
 * processes are available, the job remains first in the queue and is handed
 * over again later.
 */
#include <sys/socket.h>
#include <sys/syscall.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "worker/worker_parts.h"

#define RETRY_MS      250 /* delay if descriptors or processes are not available */
#define REFUSALS_MOST 40 /* number of tries after which a job fails: 10 s */
/* Longest time from the result to the zygote's report. */
#define PATIENCE_MS WORKERS_READY_MS

int64_t
workers_now_ms(void)
{
	return clock_monotonic_ms();
}

/* Adding a timer to a running loop only fails if there is no memory. The hub
 * must not run without deadlines, so it aborts. */
void
workers_arm(struct event *timer, int64_t ms)
{
	const struct timeval wait = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	if (event_add(timer, &wait) != 0)
		abort();
}

void
worker_close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* ---- one job ---- */

/* A refused job returns to WORKER_WAITING. The job may end in any state. */
static const bool may_move[WORKER_STATE_COUNT][WORKER_STATE_COUNT] = {
	[WORKER_WAITING] = { [WORKER_SENT] = true },
	[WORKER_SENT] = { [WORKER_FORKED] = true, [WORKER_WAITING] = true },
	[WORKER_FORKED] = { [WORKER_IDLE] = true, [WORKER_WAITING] = true },
	[WORKER_IDLE] = { [WORKER_FORKED] = true },
};

void
worker_move(struct worker *worker, enum worker_state state)
{
	assert(may_move[worker->state][state]);
	worker->state = state;
}

/* Frees the events and descriptors of the job's process, but not the job. */
static void
worker_process_detach(struct worker *worker)
{
	if (worker->readable != NULL)
		event_free(worker->readable);
	if (worker->writable != NULL)
		event_free(worker->writable);
	if (worker->timer != NULL)
		event_free(worker->timer);
	worker->readable = worker->writable = worker->timer = NULL;
	worker_close_fd(&worker->reply_fd);
	worker_close_fd(&worker->pidfd);
}

void
worker_free(struct worker *worker)
{
	worker_process_detach(worker);
	worker_close_fd(&worker->body_fd);
	free(worker->origin);
	buf_release(&worker->frame);
	buf_release(&worker->answer);
	free(worker);
}

/* Removes a worker that is running or idle, and frees the place of its process.
 */
void
worker_remove(struct worker *worker)
{
	TAILQ_REMOVE(&worker->workers->running, worker, place);
	if (worker->state == WORKER_IDLE)
		worker->workers->n_idle -= !worker->kill_wanted;
	else
		worker_leave_place(worker);
	worker_free(worker);
}

void
workers_count_death(struct workers *workers)
{
	workers->deaths++;
	respawn_death(&workers->respawn, workers_now_ms());
}

void
worker_report(struct worker *worker, enum worker_result result,
    enum worker_cause cause, const struct reply *reply, const char *why)
{
	struct workers *workers = worker->workers;

	assert(!worker->reported);
	worker->reported = true;
	workers->n_busy--;
	workers->finished++;
	workers->reported_is_slow = worker->is_slow || worker->put_back;
	workers->last_cause = cause;
	worker_close_fd(&worker->body_fd);
	buf_release(&worker->frame);
	if (result == WORKER_DIED || result == WORKER_TIMEOUT ||
	    result == WORKER_PROTOCOL)
		workers_count_death(workers);
	if (worker->timer != NULL && !workers->stopping)
		workers_arm(worker->timer, PATIENCE_MS);
	worker->done(result, reply, why, worker->arg);
}

void
worker_kill(struct worker *worker)
{
	worker->kill_wanted = true; /* the process is ended even if the zygote
				       has not reported the pidfd yet */
	if (worker->pidfd >= 0)
		syscall(SYS_pidfd_send_signal, worker->pidfd, SIGKILL, NULL, 0);
}

/* ---- handing over ---- */

/* Creates the socket of the reply. Adds the hub's end to the loop and returns
 * the other end. Returns -1 with errno on failure. */
static int
worker_process_open_reply(struct worker *worker)
{
	struct event_base *base = worker->workers->base;
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
		return -1;
	worker->reply_fd = fds[0];
	worker->timer = evtimer_new(base, worker_on_timer, worker);
	worker->readable = event_new(
	    base, fds[0], EV_READ | EV_PERSIST, worker_on_answer, worker);
	if (worker->timer == NULL || worker->readable == NULL ||
	    fcntl(fds[0], F_SETFL, O_NONBLOCK) != 0 ||
	    event_add(worker->readable, NULL) != 0) {
		close(fds[1]);
		errno = ENOMEM;
		return -1;
	}
	return fds[1];
}

/* Sends the job to the zygote. Returns 0; or an errno, and the job is
 * unchanged. */
static int
worker_process_hand_over(struct worker *worker)
{
	struct workers *workers = worker->workers;
	int fds[2] = { worker->body_fd, worker_process_open_reply(worker) };
	int rc = 0;

	if (fds[1] < 0 || channel_send(workers->zygote.fd,
			      buf_slice(&worker->frame), fds, 2) != 0)
		rc = errno;
	worker_close_fd(&fds[1]);
	if (rc != 0) {
		worker_process_detach(worker);
		return rc;
	}
	worker_move(worker, WORKER_SENT);
	worker->process = worker->serial;
	worker->n_documents = 1;
	worker->begun_ms = worker->turn_at_ms = workers_now_ms();
	workers_arm(worker->timer, workers->deadline_ms);
	TAILQ_REMOVE(&workers->waiting, worker, place);
	TAILQ_INSERT_TAIL(&workers->running, worker, place);
	worker_take_place(worker);
	return 0;
}

void
workers_hand_over(struct workers *workers)
{
	int64_t wait_ms = respawn_wait_ms(&workers->respawn, workers_now_ms());
	struct worker *worker;
	bool soon = false;
	int rc;

	if (wait_ms > 0 && !workers->stopping) {
		workers_arm(workers->retry_timer, wait_ms);
		return;
	}
	while (workers->zygote_state == ZYGOTE_READY && !workers->stopping &&
	       (worker = workers_next(workers, &soon)) != NULL &&
	       !evtimer_pending(workers->retry_timer, NULL)) {
		if (worker_give_to_idle(worker))
			continue;
		rc = worker_process_hand_over(worker);
		if (rc == 0)
			continue;
		/* Either the socket is full, or the zygote has ended and this
		 * will be detected soon, or no descriptors are free. The job
		 * waits. */
		if (rc != EAGAIN || event_add(workers->writable, NULL) != 0)
			workers_arm(workers->retry_timer, RETRY_MS);
		return;
	}
	if (soon && !evtimer_pending(workers->soon_timer, NULL))
		workers_arm(workers->soon_timer, workers->soon_ms);
}

void
workers_on_retry(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	workers_hand_over(arg);
}

/* Queues the job again, as the first. */
void
worker_wait(struct worker *worker)
{
	struct workers *workers = worker->workers;

	worker_process_detach(worker);
	worker_leave_place(worker);
	worker_move(worker, WORKER_WAITING);
	TAILQ_REMOVE(&workers->running, worker, place);
	TAILQ_INSERT_HEAD(&workers->waiting, worker, place);
	worker->pid = 0;
}

/* Called when the zygote could not fork a process for the job. The cause may be
 * temporary, so the job is handed over again later. */
void
worker_refused(struct worker *worker, struct slice text)
{
	struct workers *workers = worker->workers;
	char why[WORKER_WHY_BYTES];

	if (worker->reported || ++worker->refusals > REFUSALS_MOST) {
		snprintf(why, sizeof(why), "no process: %.*s", SLICE_ARG(text));
		if (!worker->reported)
			worker_report(worker, WORKER_LOST,
			    WORKER_CAUSE_NO_PROCESS, NULL, why);
		worker_remove(worker);
		return;
	}
	worker_wait(worker);
	workers_arm(workers->retry_timer, RETRY_MS);
}

void
worker_forked(struct worker *worker, pid_t pid, int *pidfd)
{
	worker_move(worker, WORKER_FORKED);
	worker->pid = pid;
	worker->pidfd = *pidfd;
	*pidfd = -1;
	if (worker->kill_wanted)
		worker_kill(worker);
	else if (!worker->reported && !worker->answer_ended)
		worker_begin(worker);
	else if (worker->is_reusable) /* the process replied before the zygote
				   reported its start */
		worker_become_idle(worker);
}
