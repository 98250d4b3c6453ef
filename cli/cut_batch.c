/*
 * cut_batch.c -- many pages: a line to a process, its answer back, in order.
 *
 * The happy path is: a line is read → a worker that waits gets it → its
 * answer is kept until all before it are written.  It can fail by: a worker
 * that dies or does not answer in LIMIT_WORKER_WALL_MS: its line is answered
 * with "error", and another worker is started in its place.
 *
 * Both ways a message is a length (uint32_t, ours) and so many bytes, on a
 * socketpair.
 */
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/cut.h"
#include "cli/progress.h"
#include "config/limits.h"

#define LINE_BYTES (16 * MIB) /* a summary is not longer */
#define WINDOW     512        /* answers that wait for an earlier one */

struct task {
	char *line; /* owned */
	size_t line_len;
	struct buf answer;
	bool answered;
};

struct worker {
	pid_t pid; /* 0: none */
	int fd;
	struct task *task; /* NULL: it waits */
	int64_t deadline_ms;
	struct buf in;
};

struct batch {
	struct cli *cli;
	const struct cut_batch *options;
	FILE *in;
	struct worker workers[LIMIT_WORKERS];
	size_t n_workers;
	struct task tasks[WINDOW]; /* a ring */
	uint64_t first, next;      /* to be written; to be read */
	struct progress progress;
	bool ended; /* no more lines */
	int code;
};

static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --------------------------------------------------------------- the worker */

static bool
read_full(int fd, void *to, size_t n)
{
	char *p = to;

	while (n > 0) {
		ssize_t got = read(fd, p, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
	}
	return true;
}

/* No SIGPIPE: the other end may be dead, and that is handled. */
static bool
send_full(int fd, const void *from, size_t n)
{
	const char *p = from;

	while (n > 0) {
		ssize_t put = send(fd, p, n, MSG_NOSIGNAL);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		p += put;
		n -= (size_t)put;
	}
	return true;
}

static bool
send_message(int fd, struct slice message)
{
	uint32_t len = (uint32_t)message.len;

	return send_full(fd, &len, sizeof(len)) &&
	       send_full(fd, message.p, message.len);
}

static void
bound_memory(void)
{
#ifndef GLEANER_SANITIZED /* whose shadow needs the whole address space */
	const struct rlimit memory = { LIMIT_WORKER_MEMORY,
		LIMIT_WORKER_MEMORY };

	setrlimit(RLIMIT_AS, &memory);
#endif
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static void
work(const struct cut_batch *options, int fd)
{
	struct cuter *cuter = NULL;
	struct cut_memories *memories = NULL;
	struct buf line, page, answer;
	struct err e = ERR_INIT;
	uint32_t len;

	bound_memory();
	buf_init(&line, LINE_BYTES);
	buf_init(&page, CUT_PAGE_BYTES);
	buf_init(&answer, LIMIT_REPLY_BYTES);
	if (cuter_new(&cuter, &e) != 0)
		return;
	if (options->site_memory && (memories = cut_memories_new()) == NULL)
		return;
	while (read_full(fd, &len, sizeof(len))) {
		buf_clear(&line);
		if (!buf_reserve(&line, len) || !read_full(fd, line.p, len))
			break;
		line.len = len;
		cut_answer_line(
		    options, cuter, memories, buf_slice(&line), &page, &answer);
		if (!send_message(fd, buf_slice(&answer)))
			break;
	}
	cut_memories_free(memories);
	cuter_free(cuter);
	buf_release(&line);
	buf_release(&page);
	buf_release(&answer);
}

/* --------------------------------------------------------------- its keeper */

static bool
worker_start(struct batch *b, struct worker *w)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	fflush(b->cli->out); /* or a child would write it, too */
	w->pid = fork();
	if (w->pid == 0) {
		close(pair[0]);
		for (size_t i = 0; i < b->n_workers; i++)
			if (&b->workers[i] != w && b->workers[i].pid > 0)
				close(b->workers[i].fd);
		work(b->options, pair[1]);
		_exit(0);
	}
	close(pair[1]);
	if (w->pid < 0) {
		w->pid = 0;
		close(pair[0]);
		return false;
	}
	w->fd = pair[0];
	w->task = NULL;
	buf_clear(&w->in);
	return true;
}

static void
worker_stop(struct worker *w, int *ret_status)
{
	int status = 0;

	if (w->pid <= 0)
		return;
	close(w->fd);
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	w->pid = 0;
	if (ret_status != NULL)
		*ret_status = status;
}

/* It died over its page, or was killed over it. */
static void
worker_lost(struct batch *b, struct worker *w, bool timed_out)
{
	char why[128];
	int status = 0;

	if (timed_out)
		kill(w->pid, SIGKILL);
	worker_stop(w, &status);
	if (timed_out)
		snprintf(why, sizeof(why), "no answer in %d s",
		    LIMIT_WORKER_WALL_MS / 1000);
	else if (WIFSIGNALED(status))
		snprintf(why, sizeof(why), "died of signal %d (%s)",
		    WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(why, sizeof(why), "ended with code %d",
		    WEXITSTATUS(status));
	if (w->task != NULL) {
		cut_answer_error(
		    (struct slice){ w->task->line, w->task->line_len }, why,
		    &w->task->answer);
		w->task->answered = true;
		w->task = NULL;
	}
	if (!worker_start(b, w))
		b->code =
		    cli_fail(b->cli, "no new process: %s", strerror(errno));
}

static void
worker_give(struct batch *b, struct worker *w, struct task *task)
{
	w->task = task;
	w->deadline_ms = now_ms() + LIMIT_WORKER_WALL_MS;
	if (!send_message(w->fd, (struct slice){ task->line, task->line_len }))
		worker_lost(b, w, false);
}

/* Some of an answer has come, or the end. */
static void
worker_read(struct batch *b, struct worker *w)
{
	ssize_t n;
	uint32_t len;

	if (!buf_reserve(&w->in, 64 * KIB)) {
		worker_lost(b, w, true);
		return;
	}
	n = read(w->fd, w->in.p + w->in.len, 64 * KIB);
	if (n < 0 && errno == EINTR)
		return;
	if (n <= 0) {
		worker_lost(b, w, false);
		return;
	}
	w->in.len += (size_t)n;
	if (w->in.len < sizeof(len))
		return;
	memcpy(&len, w->in.p, sizeof(len));
	if (w->in.len < sizeof(len) + len)
		return;
	if (w->task != NULL) {
		buf_append(&w->task->answer, w->in.p + sizeof(len), len);
		w->task->answered = true;
		w->task = NULL;
	}
	buf_clear(&w->in);
}

/* -------------------------------------------------------------------- lines */

static void
task_release(struct task *task)
{
	free(task->line);
	buf_release(&task->answer);
	memset(task, 0, sizeof(*task));
}

/* The next line that is not empty, as a task; NULL when there is none. */
static struct task *
read_task(struct batch *b)
{
	struct task *task = &b->tasks[b->next % WINDOW];
	size_t cap = 0;
	ssize_t n;

	if (b->ended || b->next - b->first == WINDOW)
		return NULL;
	memset(task, 0, sizeof(*task));
	buf_init(&task->answer, LIMIT_REPLY_BYTES);
	do {
		n = getline(&task->line, &cap, b->in);
		while (n > 0 && strchr("\r\n \t", task->line[n - 1]) != NULL)
			task->line[--n] = '\0';
	} while (n == 0);
	if (n < 0) {
		b->ended = true;
		if (ferror(b->in))
			b->code =
			    cli_fail(b->cli, "reading: %s", strerror(errno));
		task_release(task);
		return NULL;
	}
	task->line_len = (size_t)n;
	b->next++;
	if (n > LINE_BYTES) {
		cut_answer_error(
		    SLICE(""), "the line is too long", &task->answer);
		task->answered = true;
	}
	return task;
}

static bool
write_answers(struct batch *b)
{
	while (b->first < b->next && b->tasks[b->first % WINDOW].answered) {
		struct task *task = &b->tasks[b->first % WINDOW];

		buf_append_char(&task->answer, '\n');
		if (cli_write(b->cli, &task->answer) != 0) {
			b->code = CLI_FAILED;
			return false;
		}
		task_release(task);
		b->first++;
		progress_step(&b->progress, 1);
	}
	return true;
}

static void
feed_workers(struct batch *b)
{
	for (size_t i = 0; i < b->n_workers; i++) {
		struct worker *w = &b->workers[i];

		while (w->pid > 0 && w->task == NULL) {
			struct task *task = read_task(b);

			if (task == NULL)
				return;
			if (!task->answered)
				worker_give(b, w, task);
		}
	}
}

/* Waits until a worker has said something or is late. */
static bool
wait_for_workers(struct batch *b)
{
	struct pollfd fds[LIMIT_WORKERS];
	struct worker *busy[LIMIT_WORKERS];
	nfds_t n = 0;
	int64_t now = now_ms(), wait = LIMIT_WORKER_WALL_MS;

	for (size_t i = 0; i < b->n_workers; i++) {
		struct worker *w = &b->workers[i];

		if (w->pid <= 0 || w->task == NULL)
			continue;
		if (w->deadline_ms - now < wait)
			wait = w->deadline_ms - now;
		busy[n] = w;
		fds[n++] = (struct pollfd){ .fd = w->fd, .events = POLLIN };
	}
	if (n == 0)
		return false;
	if (poll(fds, n, wait > 0 ? (int)wait + 1 : 0) < 0 && errno != EINTR)
		return false;
	now = now_ms();
	for (nfds_t i = 0; i < n; i++) {
		if (fds[i].revents != 0)
			worker_read(b, busy[i]);
		else if (now > busy[i]->deadline_ms)
			worker_lost(b, busy[i], true);
	}
	return true;
}

static void
run(struct batch *b)
{
	for (;;) {
		feed_workers(b);
		if (!write_answers(b))
			return;
		if (b->first == b->next && b->ended)
			return;
		if (!wait_for_workers(b) && b->first < b->next &&
		    !b->tasks[b->first % WINDOW].answered) {
			if (b->code == CLI_OK)
				b->code = cli_fail(
				    b->cli, "no process is left to work");
			return;
		}
	}
}

int
cut_run_batch(struct cli *cli, const struct cut_batch *options, FILE *in)
{
	struct batch *b = calloc(1, sizeof(*b));
	int code;

	if (b == NULL)
		return cli_fail(cli, "out of memory");
	b->cli = cli;
	b->options = options;
	b->in = in;
	b->n_workers = (size_t)options->jobs;
	for (size_t i = 0; i < b->n_workers; i++) {
		buf_init(&b->workers[i].in, LIMIT_REPLY_BYTES + KIB);
		if (b->code == CLI_OK && !worker_start(b, &b->workers[i]))
			b->code =
			    cli_fail(cli, "no process: %s", strerror(errno));
	}
	progress_begin(&b->progress, cli, "pages", 0);
	/* Lines that come on the same terminal are progress enough. */
	b->progress.shows = b->progress.shows && cli->columns == 0;
	if (b->code == CLI_OK)
		run(b);
	progress_end(&b->progress);
	for (size_t i = 0; i < b->n_workers; i++) {
		if (b->workers[i].pid > 0 && b->workers[i].task != NULL)
			kill(b->workers[i].pid, SIGKILL);
		worker_stop(&b->workers[i], NULL);
		buf_release(&b->workers[i].in);
	}
	for (; b->first < b->next; b->first++)
		task_release(&b->tasks[b->first % WINDOW]);
	code = b->code;
	free(b);
	return cli_finish(cli, code);
}
