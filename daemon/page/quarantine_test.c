/*
 * quarantine_test.c -- tests which failures are recorded, and that recorded
 * documents are recognised, also after a restart.
 */
#include <sys/mman.h>

#include <event2/event.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/config.h"
#include "daemon/hub.h"
#include "daemon/page/quarantine.h"
#include "daemon/writer/store_thread.h"
#include "tests/lib/database_files.h"
#include "tests/lib/tap.h"

static const char *path; /* of the database */
static struct config config;
static struct hub hub;

static int
quarantine_test_body_of(const char *text)
{
	int fd = memfd_create("body", MFD_CLOEXEC);
	size_t n = strlen(text);

	if (fd < 0 || write(fd, text, n) != (ssize_t)n)
		abort();
	return fd;
}

static void
quarantine_test_start(void)
{
	struct store *store = NULL;
	struct err e = ERR_INIT;

	hub.base = event_base_new();
	if (store_open(path, STORE_DAEMON, &store, &e) != 0 ||
	    quarantine_new(&hub, store, &hub.quarantine, &e) != 0 ||
	    store_thread_new(hub.base, store, &hub.store, &e) != 0) {
		ok(false, "a store: %s", e.text);
		exit(1);
	}
}

static void
quarantine_test_stop(void)
{
	is_int((int64_t)store_thread_free(hub.store, 5000), 0,
	    "all operations of the store are done");
	quarantine_free(hub.quarantine);
	event_base_free(hub.base);
}

static void
quarantine_test_note(enum job_kind kind, const char *text, int fallback_levels,
    enum worker_result result, enum worker_cause cause, const char *why)
{
	struct quarantine_case death = { .kind = kind,
		.url = "https://example.org/a",
		.body_fd = quarantine_test_body_of(text),
		.fallback_levels = fallback_levels,
		.result = result,
		.cause = cause,
		.why = why };

	quarantine_note(hub.quarantine, &death);
	close(death.body_fd);
}

static void
quarantine_test_is_known(
    enum job_kind kind, const char *text, int fallback_levels, const char *name)
{
	int fd = quarantine_test_body_of(text);

	is_int(
	    quarantine_levels(hub.quarantine, kind, fd), fallback_levels, name);
	close(fd);
}

static void
quarantine_test_blame(void)
{
	quarantine_test_is_known(
	    JOB_PAGE, "killer", 0, "S38: at first no document is known");
	quarantine_test_note(JOB_PAGE, "killer", 1, WORKER_DIED,
	    WORKER_CAUSE_DOCUMENT, "killed by SIGSEGV");
	quarantine_test_is_known(JOB_PAGE, "killer", 1, "who killed is");
	quarantine_test_note(JOB_PAGE, "killer", 2, WORKER_TIMEOUT,
	    WORKER_CAUSE_DOCUMENT, "no answer in 10 s");
	quarantine_test_is_known(
	    JOB_PAGE, "killer", 2, "the fallback level is known, too");
	quarantine_test_note(JOB_PAGE, "killer", 1, WORKER_DIED,
	    WORKER_CAUSE_DOCUMENT, "killed by SIGSEGV");
	quarantine_test_is_known(JOB_PAGE, "killer", 2,
	    "a later crash at a lower level does not lower the level");
	quarantine_test_is_known(JOB_FEED, "killer", 0,
	    "the same bytes as a feed are another document");
	quarantine_test_is_known(JOB_PAGE, "kilted", 0,
	    "other bytes of the same size are another document");
	quarantine_test_note(JOB_PAGE, "memory", 1, WORKER_FAILED,
	    WORKER_CAUSE_DOCUMENT, "cuter: out of memory");
	quarantine_test_is_known(JOB_PAGE, "memory", 1,
	    "a document that exhausted the memory is known");
	quarantine_test_note(JOB_FEED, "liar", 1, WORKER_PROTOCOL,
	    WORKER_CAUSE_DOCUMENT, "its answer was invalid");
	quarantine_test_is_known(JOB_FEED, "liar", 1,
	    "a document that made a reader send an invalid answer is known");

	quarantine_test_note(JOB_PAGE, "victim", 1, WORKER_DIED,
	    WORKER_CAUSE_KILLED, "killed by SIGKILL");
	quarantine_test_note(JOB_PAGE, "victim", 1, WORKER_DIED,
	    WORKER_CAUSE_SANDBOX, "the sandbox could not be entered");
	quarantine_test_note(JOB_PAGE, "victim", 1, WORKER_DIED,
	    WORKER_CAUSE_UNKNOWN, "ended without an answer");
	quarantine_test_note(JOB_PAGE, "victim", 1, WORKER_PROTOCOL,
	    WORKER_CAUSE_MEMORY, "no memory for its answer");
	quarantine_test_note(JOB_PAGE, "victim", 1, WORKER_LOST,
	    WORKER_CAUSE_NO_PROCESS, "the zygote has ended");
	quarantine_test_note(JOB_PAGE, "victim", 1, WORKER_STOPPED,
	    WORKER_CAUSE_NO_PROCESS, "stopped");
	quarantine_test_is_known(JOB_PAGE, "victim", 0,
	    "a document whose worker was ended by others is not known");
	quarantine_test_note(JOB_PAGE, "sayer", 1, WORKER_FAILED,
	    WORKER_CAUSE_DOCUMENT, "killed by SIGKILL");
	quarantine_test_is_known(JOB_PAGE, "sayer", 1,
	    "a document is known although its worker names another cause");
	quarantine_test_note(JOB_PAGE, "", 1, WORKER_DIED,
	    WORKER_CAUSE_DOCUMENT, "killed by SIGSEGV");
	quarantine_test_is_known(
	    JOB_PAGE, "", 0, "an empty document is not known");
}

static int
quarantine_test_age(struct store *store, void *arg, struct err *e)
{
	const struct crasher_row row = { .hash = slice_of(arg),
		.kind = SLICE("page"),
		.bytes = 6,
		.fallback_levels = 1,
		.why = SLICE("died: killed by SIGSEGV"),
		.version = SLICE("0.0.1") };

	return store_crasher_put(store, &row, SLICE_NONE, hub_now(), e);
}

static void
quarantine_test_aged(void *arg, int rc, const struct err *e)
{
	(void)arg;
	(void)e;
	is_int(rc, 0, "a row of another version is stored");
}

int
main(void)
{
	/* SHA-256 of "killer". */
	static char hash[] =
	    "ed45d626b07112a8a501d9672f3b92796a6754b8d8d9cb4c617fec9774889220";

	path = database_files_begin();
	config.articles.raw_keep = true;
	hub.config = &config;
	quarantine_test_start();
	quarantine_test_blame();
	quarantine_test_stop();
	quarantine_test_start();
	quarantine_test_is_known(
	    JOB_PAGE, "killer", 2, "a document is known after a restart");
	quarantine_test_is_known(JOB_FEED, "liar", 1, "each is");
	quarantine_test_is_known(JOB_PAGE, "victim", 0,
	    "a document that was not the cause is not known");
	store_post(
	    hub.store, 1, quarantine_test_age, quarantine_test_aged, hash);
	quarantine_test_stop();
	quarantine_test_start();
	quarantine_test_is_known(
	    JOB_PAGE, "killer", 0, "a crash of another version does not count");
	quarantine_test_stop();
	return done_testing();
}
