/*
 * reader_test.c -- tests that a reader can answer and has no other rights. If a
 * reader ends, the reason is reported, and another reader can be started.
 */
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/pace.h"
#include "tests/lib/tap.h"
#include "worker/reader/reader.h"
#ifndef GLEANER_SANITIZED
#include "worker/zygote/seccomp_test.h"
#endif

static int left_open;        /* a descriptor of the command */
static const char *a_secret; /* in the environment of the command */

/* ---- in the sandbox ---- */

static void
reader_test_repeat(struct slice what, struct buf *out)
{
	for (int i = 0; i < 3; i++)
		buf_append_slice(out, what);
}

static void
reader_test_ask_the_system(struct slice what, struct buf *out)
{
	(void)what;
	(void)out;
	syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
}

static void
reader_test_spin(struct slice what, struct buf *out)
{
	(void)what;
	for (volatile uint64_t i = 0;; i++)
		if (out->failed && i == UINT64_MAX)
			break;
}

static int *volatile nowhere = (int *)8;

static void
reader_test_crash(struct slice what, struct buf *out)
{
	(void)what;
	(void)out;
#ifdef GLEANER_SANITIZED
	_exit(9); /* without a sanitizer's report */
#endif
	*nowhere = 1;
}

static void
reader_test_talk_for_ever(struct slice what, struct buf *out)
{
	int fd;

	(void)out;
	memcpy(&fd, what.p, sizeof(fd));
	/* Sends a length over the limit, directly on the socket. */
	for (;;)
		if (write(fd, what.p + 4, what.len - 4) < 0)
			_exit(0);
}

static void
reader_test_look_around(struct slice what, struct buf *out)
{
	(void)what;
	buf_printf(out, "%s %s %s %s",
	    write(left_open, "", 0) < 0 ? "closed" : "open",
	    a_secret[0] == '\0' ? "wiped" : a_secret,
	    open("/etc/passwd", O_RDONLY) < 0 ? "refused" : "opened",
	    write(STDOUT_FILENO, "not ok - a reader speaks\n", 25) == 25
		? "nowhere"
		: "failed");
}

static void
reader_test_ask_much(struct slice what, struct buf *out)
{
	const size_t n = 512 << 20;
	char *p = malloc(n);

	(void)what;
	if (p != NULL)
		memset(p, 1, n);
	buf_append_string(out, p != NULL ? "had" : "refused");
	free(p);
}

static const struct {
	char name;
	void (*run)(struct slice, struct buf *);
} acts[] = { { 'r', reader_test_repeat }, { 's', reader_test_ask_the_system },
	{ 'w', reader_test_spin }, { 'c', reader_test_crash },
	{ 't', reader_test_talk_for_ever }, { 'l', reader_test_look_around },
	{ 'm', reader_test_ask_much } };

static void
reader_test_answer(const struct reader_tools *tools, struct slice question,
    struct buf *out, void *arg)
{
	(void)arg;
	if (tools->cuter == NULL || tools->charsets == NULL)
		return;
	for (size_t i = 0; i < ARRAY_LENGTH(acts); i++)
		if (question.len > 0 && question.p[0] == acts[i].name)
			acts[i].run(slice_sub(question, 1, question.len), out);
}

/* ---- the command's end ---- */

static const struct reader_options order = {
	.answer = reader_test_answer,
	.memory_bytes = 256 * MIB,
	.question_bytes = 16 * MIB,
	.answer_bytes = 40 * MIB,
	.deadline_ms = 200000, /* long: only other tests reach a deadline */
	.keep_fd = -1,
};

/* Returns the answer; SLICE_NONE if the reader is lost. */
static struct slice
reader_test_ask(struct reader *reader, struct slice question)
{
	struct slice answered = SLICE_NONE;

	if (!reader_ask(reader, question) || !reader_wait(reader, &answered))
		return SLICE_NONE;
	return answered;
}

static void
reader_test_start(struct reader *reader, const struct reader_options *its)
{
	struct err e = ERR_INIT;

	ok(reader_start(reader, its, &e) == 0, "a reader is there %s", e.text);
	is_text(slice_of(reader->trouble), "", "the reader has a sandbox");
}

static void
reader_test_answers(void)
{
	struct reader reader = { 0 };
	struct slice answered;
	struct buf large;

	reader_test_start(&reader, &order);
	is_text(reader_test_ask(&reader, SLICE("rab")), "ababab",
	    "the first question is answered");
	is_text(reader_test_ask(&reader, SLICE("rc")), "ccc",
	    "the second question is answered");
	is_text(reader_test_ask(&reader, SLICE("")), "",
	    "an empty question has an empty answer");
	buf_init(&large, 16 * MIB);
	buf_append_char(&large, 'r');
	for (int i = 0; i < 1000000; i++)
		buf_append_string(&large, "large one ");
	answered = reader_test_ask(&reader, buf_slice(&large));
	is_int((int64_t)answered.len, 3 * 10000000,
	    "a large question is answered");
	is_text(slice_sub(answered, 29999990, 30000000), "large one ",
	    "a large answer is complete");
	buf_append_slice(&large, slice_sub(buf_slice(&large), 0, 6 << 20));
	ok(reader_test_ask(&reader, buf_slice(&large)).p == NULL,
	    "a reply over the limit is refused");
	ok(strstr(reader.why, "too large") != NULL, "%s", reader.why);
	ok(!reader_ask(&reader, SLICE("r")), "a lost reader refuses questions");
	buf_release(&large);
	reader_stop(&reader);
}

/* Answers a question with the names of the tools that are missing. */
static void
reader_test_name_missing(const struct reader_tools *tools,
    struct slice question, struct buf *out, void *arg)
{
	(void)question;
	(void)arg;
	buf_append_string(out, tools->charsets == NULL ? "charsets " : "");
	buf_append_string(out, tools->cuter == NULL ? "cuter " : "");
	buf_append_string(out, tools->enricher == NULL ? "enricher " : "");
}

static void
reader_test_only_feeds(void)
{
	struct reader_options feeds = order;
	struct reader reader = { 0 };

	feeds.answer = reader_test_name_missing;
	reader_test_start(&reader, &feeds);
	is_text(
	    reader_test_ask(&reader, SLICE("x")), "", "a reader has all tools");
	reader_stop(&reader);
	feeds.only_feeds = true;
	reader_test_start(&reader, &feeds);
	is_text(reader_test_ask(&reader, SLICE("x")), "cuter enricher ",
	    "a reader of feeds does not prepare the extractor");
	reader_stop(&reader);
}

static void
reader_test_lost(struct reader *reader, const char *question, const char *why)
{
	is_text(reader_test_ask(reader, slice_of(question)), NULL,
	    "a lost reader gives no answer");
	ok(strstr(reader->why, why) != NULL, "the reason is given: %s",
	    reader->why);
	is_int(reader->pid, 0, "a lost reader has no process");
}

static void
reader_test_walls(void)
{
	struct reader reader = { 0 };
	struct reader_options little = order;

	reader_test_start(&reader, &order);
#ifndef GLEANER_SANITIZED
	is_text(reader_test_ask(&reader, SLICE("l")),
	    "closed wiped refused nowhere",
	    "S34: the reader has no memory and no file of the command");
	is_text(reader_test_ask(&reader, SLICE("m")), "refused",
	    "the reader cannot allocate more than its limit");
	reader_test_lost(&reader, "s", "SIGSYS");
	reader_test_start(&reader, &order);
#endif
	is_text(reader_test_ask(&reader, SLICE("rx")), "xxx",
	    "a valid question is answered");
	reader_test_lost(&reader, "c", "the reader");
	reader_test_start(&reader, &order);
	is_text(reader_test_ask(&reader, SLICE("ry")), "yyy",
	    "the next reader answers");
	reader_stop(&reader);
	little.deadline_ms = 200;
	reader_test_start(&reader, &little);
	reader_test_lost(&reader, "w", "no answer in 0.2 s");
	reader_stop(&reader);
}

/* The reader may be compromised and may write anything to the socket. */
static void
reader_test_liars(void)
{
	struct reader reader = { 0 };
	struct reader_options little = order;
	struct buf question;
	int fd = 3; /* the test finds the number of the socket by trying */

	little.deadline_ms = (int)pace_ms(1000);
	little.question_bytes = KIB;
	buf_init(&question, KIB);
	for (; fd < 64; fd++) {
		reader_test_start(&reader, &little);
		buf_clear(&question);
		buf_append_char(&question, 't');
		buf_append(&question, &fd, sizeof(fd));
		buf_append(&question, "\xff\xff\xff\xff", 4);
		reader_test_ask(&reader, buf_slice(&question));
		if (strstr(reader.why, "too long") != NULL)
			break;
		reader_stop(&reader);
	}
	ok(fd < 64, "a reply with a wrong length is refused: %s", reader.why);
	is_int(reader.pid, 0, "the process of the reader has ended");
	reader_stop(&reader);
	buf_release(&question);
}

/* ---- a kernel without seccomp ---- */

#ifndef GLEANER_SANITIZED

/* Starts a reader without seccomp. Returns 0 if the start was refused with a
 * message, 1 if the reader runs and has a warning, else another number. */
static int
reader_test_start_without_seccomp(bool told_to)
{
	struct reader reader = { 0 };
	struct err e = ERR_INIT;
	int rc;

	if (told_to)
		setenv("GLEANER_SANDBOX", "off", 1);
	if (!forbid_seccomp())
		return 2;
	rc = reader_start(&reader, &order, &e);
	if (rc != 0)
		return strstr(e.text, "no sandbox: seccomp") != NULL ? 0 : 3;
	if (strstr(reader.trouble, "no sandbox") == NULL)
		return 4;
	if (!slice_equal(reader_test_ask(&reader, SLICE("ra")), SLICE("aaa")))
		return 5;
	reader_stop(&reader);
	return 1;
}

static int
reader_test_in_a_child(bool told_to)
{
	pid_t child;
	int status = 0;

	fflush(stdout);
	child = fork();
	if (child == 0)
		_exit(reader_test_start_without_seccomp(told_to));
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
reader_test_no_sandbox(void)
{
	is_int(reader_test_in_a_child(false), 0,
	    "without seccomp reader_start() fails with a reason");
	is_int(reader_test_in_a_child(true), 1,
	    "with GLEANER_SANDBOX=off the reader starts with a warning");
}

#else

static void
reader_test_no_sandbox(void)
{
	ok(true, "with sanitizers there is no filter # SKIP");
}

#endif

int
main(void)
{
	setenv("SECRET", "token", 1);
	a_secret = getenv("SECRET");
	left_open = open("/dev/null", O_WRONLY | O_CLOEXEC);
	reader_test_answers();
	reader_test_only_feeds();
	reader_test_walls();
	reader_test_liars();
	reader_test_no_sandbox();
	is_text(slice_of(getenv("SECRET")), "token",
	    "the command keeps its environment");
	return done_testing();
}
