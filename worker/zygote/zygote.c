/*
 * zygote.c -- gleaner-worker: the small process that forks the workers.
 *
 * Normal case: the zygote loads the libraries, prepares the sandbox and reports
 * that it is ready. For each job, which arrives with two descriptors, the
 * zygote forks a child and reports the fork and the child's end. Failures: the
 * kernel does not support the sandbox (the zygote reports this and exits), no
 * process can be forked (the job is refused), the hub has ended (the zygote
 * kills its children and exits).
 *
 * The zygote never reads a document. Forking it takes a fraction of a
 * millisecond, since it has little memory to copy.
 */
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "worker/message/channel.h"
#include "worker/worker.h"
#include "worker/zygote/sandbox.h"
#include "worker/zygote/shared_table.h"
#include "worker/zygote/zygote_parts.h"

#define REPORT_BYTES 4096
/* Largest number of processes. With p = LIMIT_WORKERS, the hub lets p + p / 2
 * processes and p / 2 slow processes work (worker_queue.c). Others are idle, or
 * are being killed because too many are idle. */
#define MOST_CHILDREN (2 * LIMIT_WORKERS + 2 * LIMIT_REUSE_IDLE)

struct child {
	pid_t pid;
	uint64_t id;
};

struct zygote {
	pid_t pid;
	int signal_fd;
	struct warm warm;
	const struct frequency_table *table; /* shared with the hub; or NULL */
	struct child children[MOST_CHILDREN];
	size_t n_children;
	char frame[CHANNEL_FRAME_BYTES]; /* frame of the last job */
	bool hub_gone;
};

/* The children inherit a copy of this state. */
static struct zygote zygote;

/* ---- reports to the hub ---- */

static void
zygote_send_report(const struct report *report, int fd)
{
	struct buf frame;

	buf_init(&frame, REPORT_BYTES);
	report_write(&frame, report);
	if (buf_failed(&frame) ||
	    channel_send(ZYGOTE_HUB_FD, buf_slice(&frame), &fd, fd >= 0) != 0)
		zygote.hub_gone = true;
	buf_release(&frame);
}

static void
zygote_refuse(uint64_t id, const char *what)
{
	char text[128];

	snprintf(text, sizeof(text), "%s: %s", what, strerror(errno));
	zygote_send_report(
	    &(struct report){
		.kind = REPORT_REFUSED, .id = id, .text = slice_of(text) },
	    -1);
}

/* ---- children ---- */

static int
zygote_pidfd_of(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0); /* has CLOEXEC set */
}

static void
zygote_start_child(const struct job *job, int body_fd, int reply_fd)
{
	struct child *child = &zygote.children[zygote.n_children];
	int pidfd;

	if (zygote.n_children == MOST_CHILDREN) {
		errno = EAGAIN;
		zygote_refuse(job->id, "too many workers");
		return;
	}
	child->id = job->id;
	zygote.warm.table =
	    shared_table_copy(zygote.table, clock_monotonic_ms());
	child->pid = fork();
	if (child->pid == 0)
		zygote_child(job, &zygote.warm, body_fd, reply_fd, zygote.pid);
	if (child->pid < 0) {
		zygote_refuse(job->id, "fork");
		return;
	}
	zygote.n_children++;
	/* The child was not waited for yet, so its pid is still valid. */
	pidfd = zygote_pidfd_of(child->pid);
	zygote_send_report(
	    &(struct report){
		.kind = REPORT_FORKED, .id = child->id, .status = child->pid },
	    pidfd);
	if (pidfd >= 0)
		close(pidfd);
}

static void
zygote_report_end(pid_t pid, int status)
{
	for (size_t i = 0; i < zygote.n_children; i++) {
		if (zygote.children[i].pid != pid)
			continue;
		zygote_send_report(&(struct report){ .kind = REPORT_ENDED,
				       .id = zygote.children[i].id,
				       .status = status },
		    -1);
		zygote.children[i] = zygote.children[--zygote.n_children];
		return;
	}
}

static void
zygote_reap(void)
{
	struct signalfd_siginfo info;
	ssize_t n;
	pid_t pid;
	int status;

	do /* a loop, because one signal may report many children */
		n = read(zygote.signal_fd, &info, sizeof(info));
	while (n > 0 || (n < 0 && errno == EINTR));
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		zygote_report_end(pid, status);
}

static void
zygote_kill_children(void)
{
	for (size_t i = 0; i < zygote.n_children; i++)
		kill(zygote.children[i].pid, SIGKILL);
	while (zygote.n_children > 0) {
		if (waitpid(zygote.children[zygote.n_children - 1].pid, NULL,
			0) < 0 &&
		    errno == EINTR)
			continue;
		zygote.n_children--;
	}
}

/* ---- the hub's jobs ---- */

static void
zygote_take_job(void)
{
	int fds[CHANNEL_MOST_FDS];
	size_t n = 0, n_fds = 0;
	struct job job;
	int rc = channel_receive(
	    ZYGOTE_HUB_FD, zygote.frame, sizeof(zygote.frame), &n, fds, &n_fds);

	if (rc < 0 && errno == EAGAIN)
		return;
	if (rc <= 0 || !job_read((struct slice){ zygote.frame, n }, &job)) {
		/* The hub has ended, or the datagram is not from the hub.
		 */
		zygote.hub_gone = true;
	} else if (n_fds != 2) {
		errno = EMFILE;
		zygote_refuse(job.id, "descriptors");
	} else {
		zygote_start_child(&job, fds[0], fds[1]);
	}
	while (n_fds > 0)
		close(fds[--n_fds]);
}

static void
zygote_run(void)
{
	struct pollfd watched[] = {
		{ .fd = ZYGOTE_HUB_FD, .events = POLLIN },
		{ .fd = zygote.signal_fd, .events = POLLIN },
	};

	while (!zygote.hub_gone) {
		if (poll(watched, 2, -1) < 0) {
			if (errno == EINTR)
				continue;
			break;
		}
		if (watched[1].revents != 0)
			zygote_reap();
		if (watched[0].revents != 0)
			zygote_take_job();
	}
	zygote_kill_children();
}

/* ---- start ---- */

static bool
zygote_is_started_by_hub(void)
{
	int type = 0;
	socklen_t size = sizeof(type);

	return getsockopt(ZYGOTE_HUB_FD, SOL_SOCKET, SO_TYPE, &type, &size) ==
		   0 &&
	       type == SOCK_SEQPACKET;
}

/* If memory is short, the kernel should first kill the processes that read
 * documents. An error is ignored. */
static void
zygote_offer_to_oom_killer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, "1000", 4) < 0)
		errno = 0; /* failures are ignored, because a container may
			      forbid the call */
	close(fd);
}

/* Redirects the descriptors 0 to 2 to /dev/null, closes all descriptors except
 * these and the hub's socket, and sets CLOEXEC on the socket. */
static int
zygote_move_descriptors(struct err *e)
{
#ifdef GLEANER_SANITIZED
	const int last = STDOUT_FILENO; /* sanitizers report on 2 */
#else
	const int last = STDERR_FILENO;
#endif
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return err_errno(e, "/dev/null");
	for (int i = STDIN_FILENO; i <= last; i++)
		if (fd != i && dup2(fd, i) < 0)
			return err_errno(e, "/dev/null");
	if (close_range(ZYGOTE_HUB_FD + 1, ~0U, 0) != 0)
		return err_errno(e, "close_range");
	if (fcntl(ZYGOTE_HUB_FD, F_SETFD, FD_CLOEXEC) != 0)
		return err_errno(e, "the hub's socket");
	return 0;
}

/* Ctrl-C and a stopping service signal the whole process group. The hub decides
 * when the workers end. */
static int
zygote_set_signals(struct err *e)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t children;

	for (size_t i = 0; i < ARRAY_LENGTH(ignored); i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	if (sigprocmask(SIG_SETMASK, &children, NULL) != 0)
		return err_errno(e, "signals");
	zygote.signal_fd = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
	if (zygote.signal_fd < 0)
		return err_errno(e, "signalfd");
	return 0;
}

static int
zygote_settle_process(struct err *e)
{
	int rc;

	prctl(PR_SET_NAME, "gleaner-zygote");
	zygote_offer_to_oom_killer();
	if ((rc = zygote_move_descriptors(e)) != 0 ||
	    (rc = zygote_set_signals(e)) != 0)
		return rc;
	if (clearenv() != 0 || setenv("LC_ALL", "C", 1) != 0 ||
	    setlocale(LC_ALL, "C") == NULL)
		return err_set(e, ERR_MEMORY, "cannot set the environment");
	/* The kernel kills the zygote when the hub ends. Without this call the
	 * zygote would end a little later, at end of file on the hub's socket.
	 */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ||
	    prctl(PR_SET_DUMPABLE, 0) != 0)
		return err_errno(e, "prctl");
	return 0;
}

/* Workers require pidfd support. */
static int
zygote_check_kernel(struct err *e)
{
	int fd = zygote_pidfd_of(zygote.pid);

	if (fd < 0)
		return err_errno(e, "pidfd_open");
	close(fd);
	return 0;
}

static int
zygote_prepare(
    bool may_go_without, char *without, size_t without_bytes, struct err *e)
{
	/* This is the first step, because any later open() could return the
	 * number ZYGOTE_TABLE_FD if the hub has no table. */
	const struct frequency_table *table = shared_table_map(ZYGOTE_TABLE_FD);
	int rc;

	zygote.pid = getpid();
	if ((rc = zygote_settle_process(e)) != 0 ||
	    (rc = zygote_check_kernel(e)) != 0 ||
	    (rc = zygote_warm(&zygote.warm, e)) != 0)
		return rc;
	zygote.table = table;
	rc = sandbox_prepare(e);
	if (rc != 0 && may_go_without) {
		snprintf(without, without_bytes, "no sandbox: %s", e->text);
		rc = 0;
	}
	if (rc == 0)
		zygote_warm_reserve(&zygote.warm);
	return rc;
}

int
zygote_main(void)
{
	const char *sandbox = getenv(ZYGOTE_SANDBOX_VARIABLE);
	bool may_go_without = sandbox != NULL && strcmp(sandbox, "off") == 0;
	char without[ERR_TEXT_BYTES + 32] = "";
	struct err e = ERR_INIT;

	if (!zygote_is_started_by_hub()) {
		fprintf(stderr, "gleaner-worker is started by gleanerd\n");
		return 2;
	}
	if (zygote_prepare(may_go_without, without, sizeof(without), &e) != 0) {
		zygote_send_report(&(struct report){ .kind = REPORT_BROKEN,
				       .text = slice_of(e.text) },
		    -1);
		return 1;
	}
	zygote_send_report(
	    &(struct report){ .kind = REPORT_READY, .text = slice_of(without) },
	    -1);
	zygote_run();
	cuter_free(zygote.warm.cuter);
	enricher_free(zygote.warm.enricher);
	charsets_release(&zygote.warm.charsets);
	return 0;
}
