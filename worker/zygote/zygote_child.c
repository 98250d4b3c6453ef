/*
 * zygote_child.c -- the main function of a worker: reads one document, then
 * others of the same origin while it is fit for reuse.
 *
 * Normal case: after the fork, the worker maps the body, closes all descriptors
 * except 0 to 2 and the reply's socket, and enters the sandbox. It reads the
 * document, replies, and frees the memory of the document. Then it receives the
 * next document from the socket. This repeats until _exit. If a parser reaches
 * a limit or runs out of memory, the worker replies with the error. If a signal
 * kills the worker, the hub reads end of file, and the zygote reports the
 * cause.
 *
 * No byte of the document is read before sandbox_enter. Afterwards only read,
 * write, the clock, memory allocation and exit are allowed. Later documents are
 * read from the socket, so that the worker receives no descriptor. The process
 * is reused only if the last document used little time and memory, so each
 * document can use the time and memory of the limits, less LIMIT_REUSE_….
 */
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "crawler/feed/footer.h"
#include "crawler/robots.h"
#include "worker/message/channel.h"
#include "worker/message/message_parts.h"
#include "worker/zygote/sandbox.h"
#include "worker/zygote/zygote_parts.h"

#define REPLY_FD 3

/* Our product token: RFC 9309, section 2.2.1. */
#define ROBOTS_AGENT SLICE("gleaner")

/* The state of the current document. The state is static, because local
 * variables that change after setjmp are not defined after longjmp. */
struct work {
	const struct job *job;
	struct warm *warm;
	struct slice body;
	void *mapped, *sent; /* memory of the body, mapped or received; the
				other one is NULL */
	struct job next;
	char next_frame[CHANNEL_FRAME_BYTES];
	struct arena arena;
	jmp_buf exhausted;
	struct buf text;
	struct reply reply;
	struct err e;
};

/* ---- the three jobs ---- */

static int
zygote_child_read_feed(struct work *work)
{
	const struct job *job = work->job;
	const struct feed_input in = {
		.bytes = work->body,
		.content_type = job->content_type,
		.base_url = job->url,
		.charsets = &work->warm->charsets,
	};

	int rc;

	arena_init(&work->arena, feed_arena_bytes(work->body));
	rc = feed_read(&work->arena, &in, &work->reply.feed, &work->e);
	if (rc == 0)
		feed_trim_footers(&work->reply.feed);
	return rc;
}

/* An article whose text cannot be enriched, because it needs too much memory,
 * is stored without keywords. */
static void
zygote_child_enrich(struct work *work)
{
	const struct cuter_article *article = &work->reply.article;
	const struct enrich_input in = {
		.title = article->title.len > 0 ? article->title
						: work->job->hint_title,
		.body = article->body,
		.language = article->language,
	};
	const struct enrich_options options = {
		.keywords = work->job->keywords,
		.sentences = work->job->sentences,
		.table = work->warm->table,
	};
	struct err e = ERR_INIT;

	if (article->body.len > 0)
		enrich_text(work->warm->enricher, &in, &options,
		    &work->reply.enrichment, &e);
}

static int
zygote_child_cut_page(struct work *work)
{
	const struct job *job = work->job;
	const struct cuter_input in = {
		.bytes = work->body,
		.content_type = job->content_type,
		.url = job->url,
		.first_url = job->first_url,
		.hint_title = job->hint_title,
		.hint_summary = job->hint_summary,
		.now_at = job->now_at,
	};
	const struct cuter_options options = { .parser = job->parser,
		.memory = job->memory,
		.rules = job->rules };

	int rc = cuter_cut(
	    work->warm->cuter, &in, &options, &work->reply.article, &work->e);

	if (rc == 0 && job->enriches)
		zygote_child_enrich(work);
	return rc;
}

static int
zygote_child_reduce_robots(struct work *work)
{
	arena_init(&work->arena, LIMIT_FEED_ARENA_FLOOR);
	buf_init(&work->text, 4 * LIMIT_ROBOTS_BYTES);
	work->arena.exhausted = &work->exhausted;
	if (setjmp(work->exhausted) != 0)
		return err_set(&work->e, ERR_LIMIT,
		    "robots.txt: its rules need more than %lld bytes of memory",
		    (long long)LIMIT_FEED_ARENA_FLOOR);
	robots_reduce(&work->arena, work->body, ROBOTS_AGENT, &work->text);
	if (buf_failed(&work->text))
		return err_set(
		    &work->e, ERR_LIMIT, "robots.txt: its rules are too long");
	work->reply.robots = buf_slice(&work->text);
	return 0;
}

static int (*const jobs[JOB_KIND_COUNT])(struct work *) = {
	[JOB_FEED] = zygote_child_read_feed,
	[JOB_PAGE] = zygote_child_cut_page,
	[JOB_ROBOTS] = zygote_child_reduce_robots,
};

static void
zygote_child_do_job(struct work *work)
{
	struct reply *reply = &work->reply;

	reply->kind = work->job->kind;
	reply->id = work->job->id;
	if (zygote_test_job != NULL &&
	    zygote_test_job(work->job, work->body, reply))
		return;
	if (jobs[work->job->kind](work) != 0) {
		reply->failed = true;
		reply->why = slice_of(work->e.text);
	}
}

/* ---- the answer ---- */

static bool
zygote_child_write_all(struct slice frame)
{
	while (frame.len > 0) {
		ssize_t n = write(REPLY_FD, frame.p, frame.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false; /* the hub has closed the socket */
		frame = slice_sub(frame, (size_t)n, frame.len);
	}
	return true;
}

static bool
zygote_child_has_used_little(const struct work *work)
{
	return clock_process_cpu_ms() < LIMIT_REUSE_CPU_MS &&
	       zygote_heap_bytes() <= work->warm->heap_bytes + LIMIT_REUSE_HEAP;
}

/* Sends the reply. Returns the exit code. */
static int
zygote_child_answer(struct work *work)
{
	struct buf frame;

	buf_init(&frame, LIMIT_REPLY_BYTES);
	if (!reply_write(&frame, &work->reply)) {
		const struct reply failure = {
			.kind = work->job->kind,
			.id = work->job->id,
			.failed = true,
			.why = SLICE("the reply exceeds its size limit"),
		};

		buf_release(&frame);
		if (!reply_write(&frame, &failure))
			return WORKER_EXIT_MEMORY;
	}
	if (!zygote_child_write_all(buf_slice(&frame)))
		work->reply.is_reusable = false;
	buf_release(&frame);
	return WORKER_EXIT_ANSWERED;
}

/* ---- the next document ---- */

/* Frees the memory of the current document. cuter and the charsets clear their
 * own state when they begin. */
static void
zygote_child_forget(struct work *work)
{
	arena_release(&work->arena);
	buf_release(&work->text);
	free(work->sent);
	if (work->mapped != NULL)
		munmap(work->mapped, work->body.len);
	work->sent = work->mapped = NULL;
	work->body = SLICE("");
	work->reply = (struct reply){ 0 };
	work->e = (struct err)ERR_INIT;
}

static bool
zygote_child_read_all(char *bytes, size_t n_bytes)
{
	while (n_bytes > 0) {
		ssize_t n = read(REPLY_FD, bytes, n_bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		n_bytes -= (size_t)n;
	}
	return true;
}

static bool
zygote_child_read_number(int64_t *ret)
{
	char bytes[8];
	struct wire_reader r;

	if (!zygote_child_read_all(bytes, sizeof(bytes)))
		return false;
	wire_read_init(&r, (struct slice){ bytes, sizeof(bytes) });
	*ret = wire_read_i64(&r);
	return true;
}

/* Receives the next document. Returns false if there is none: the hub has
 * closed the socket, the message is invalid or there is no memory. */
static bool
zygote_child_take_next(struct work *work)
{
	struct message_header header;
	struct slice frame = { work->next_frame, MESSAGE_HEADER_BYTES };
	int64_t n_bytes;
	char *bytes;

	if (!zygote_child_read_number(&n_bytes) || n_bytes < 0 ||
	    n_bytes > LIMIT_REUSE_BYTES ||
	    !zygote_child_read_all(work->next_frame, MESSAGE_HEADER_BYTES) ||
	    !message_header_read(frame, MESSAGE_JOB, &header) ||
	    header.body_bytes > CHANNEL_FRAME_BYTES - MESSAGE_HEADER_BYTES ||
	    !zygote_child_read_all(
		work->next_frame + MESSAGE_HEADER_BYTES, header.body_bytes))
		return false;
	frame.len += header.body_bytes;
	bytes = malloc((size_t)n_bytes + 1);
	if (bytes == NULL)
		return false;
	work->body = (struct slice){ bytes, (size_t)n_bytes };
	work->sent = bytes;
	work->job = &work->next;
	return job_read(frame, &work->next) &&
	       zygote_child_read_all(bytes, work->body.len);
}

/* ---- before the first document ---- */

/* Leaves only the descriptors {0, 1, 2, REPLY_FD} open. */
static bool
zygote_child_move_descriptors(int reply_fd)
{
	return dup2(reply_fd, REPLY_FD) == REPLY_FD &&
	       close_range(REPLY_FD + 1, ~0U, 0) == 0;
}

static bool
zygote_child_map_body(int fd, struct work *work)
{
	struct stat st;
	void *p;

	if (fstat(fd, &st) != 0)
		return false;
	work->body = SLICE("");
	if (st.st_size == 0)
		return true;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return false;
	work->mapped = p;
	work->body = (struct slice){ p, (size_t)st.st_size };
	return true;
}

/* The zygote blocks SIGCHLD because it uses a signalfd. */
static bool
zygote_child_unblock_signals(void)
{
	sigset_t none;

	return sigemptyset(&none) == 0 &&
	       sigprocmask(SIG_SETMASK, &none, NULL) == 0;
}

void
zygote_child(const struct job *job, struct warm *warm, int body_fd,
    int reply_fd, pid_t zygote)
{
	static struct work work;

	/* A child does not inherit PR_SET_PDEATHSIG. The zygote may have ended
	 * before this call, so getppid() is compared. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != zygote)
		_exit(WORKER_EXIT_SANDBOX);
	prctl(PR_SET_NAME, "gleaner-worker");
	work.job = job;
	work.warm = warm;
	if (!zygote_child_map_body(body_fd, &work))
		_exit(
		    errno == ENOMEM ? WORKER_EXIT_MEMORY : WORKER_EXIT_SANDBOX);
	if (!zygote_child_move_descriptors(reply_fd) ||
	    !zygote_child_unblock_signals() || sandbox_enter(&work.e) != 0)
		_exit(WORKER_EXIT_SANDBOX);
	do {
		int code;

		zygote_child_do_job(&work);
		work.reply.is_reusable = work.job->may_reuse &&
					 !work.reply.failed &&
					 zygote_child_has_used_little(&work);
		code = zygote_child_answer(&work);
		if (!work.reply.is_reusable)
			_exit(code);
		zygote_child_forget(&work);
	} while (zygote_child_take_next(&work));
	_exit(WORKER_EXIT_ANSWERED);
}
