/*
 * quarantine_test.c -- who is blamed, and what is known again, also after a
 * restart.
 */
#include "daemon/quarantine.h"

#include <sys/mman.h>

#include <event2/event.h>
#include <stdlib.h>
#include <unistd.h>

#include "config/limits.h"
#include "daemon/hub.h"
#include "tests/lib/tap.h"

static char directory[] = "/tmp/gleaner-test-XXXXXX", path[64];
static struct config config;
static struct hub hub;

static int
body_of(const char *text)
{
	int fd = memfd_create("body", MFD_CLOEXEC);
	size_t n = strlen(text);

	if (fd < 0 || write(fd, text, n) != (ssize_t)n)
		abort();
	return fd;
}

static void
start(void)
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
stop(void)
{
	is_int((int64_t)store_thread_free(hub.store, 5000), 0,
	    "all of it is kept");
	quarantine_free(hub.quarantine);
	event_base_free(hub.base);
}

static void
note(enum job_kind kind, const char *text, int rungs,
    enum worker_result result, const char *why)
{
	struct quarantine_case death = { .kind = kind,
		.url = "https://example.org/a",
		.body_fd = body_of(text),
		.rungs = rungs,
		.result = result,
		.why = why };

	quarantine_note(hub.quarantine, &death);
	close(death.body_fd);
}

static void
is_known(enum job_kind kind, const char *text, int rungs, const char *name)
{
	int fd = body_of(text);

	is_int(quarantine_rungs(hub.quarantine, kind, fd), rungs, name);
	close(fd);
}

static void
test_blame(void)
{
	is_known(JOB_PAGE, "killer", 0, "S38: at first nothing is known");
	note(JOB_PAGE, "killer", 1, WORKER_DIED, "killed by SIGSEGV");
	is_known(JOB_PAGE, "killer", 1, "who killed is");
	note(JOB_PAGE, "killer", 2, WORKER_TIMEOUT, "no answer in 10 s");
	is_known(JOB_PAGE, "killer", 2, "and how far down");
	note(JOB_PAGE, "killer", 1, WORKER_DIED, "killed by SIGSEGV");
	is_known(JOB_PAGE, "killer", 2, "which is not forgotten");
	is_known(JOB_FEED, "killer", 0, "as a feed it is another");
	is_known(JOB_PAGE, "kilted", 0, "other bytes of that size are");
	note(JOB_PAGE, "memory", 1, WORKER_FAILED, "cuter: out of memory");
	is_known(JOB_PAGE, "memory", 1, "so is who wanted all memory");
	note(JOB_FEED, "liar", 1, WORKER_PROTOCOL, "its answer made no sense");
	is_known(JOB_FEED, "liar", 1, "and who made a reader lie");

	note(JOB_PAGE, "victim", 1, WORKER_DIED, "killed by SIGKILL");
	note(JOB_PAGE, "victim", 1, WORKER_DIED, "could not be locked in");
	note(JOB_PAGE, "victim", 1, WORKER_DIED, "ended without an answer");
	note(JOB_PAGE, "victim", 1, WORKER_PROTOCOL,
	    "no memory for its answer");
	note(JOB_PAGE, "victim", 1, WORKER_LOST, "the zygote has ended");
	note(JOB_PAGE, "victim", 1, WORKER_STOPPED, "stopped");
	is_known(JOB_PAGE, "victim", 0, "a victim is not");
	note(JOB_PAGE, "", 1, WORKER_DIED, "killed by SIGSEGV");
	is_known(JOB_PAGE, "", 0, "nor is nothing");
}

static int
age(struct store *store, void *arg, struct err *e)
{
	const struct poison_row row = { .hash = slice_of(arg),
		.kind = SLICE("page"),
		.bytes = 6,
		.rungs = 1,
		.why = SLICE("died: killed by SIGSEGV"),
		.version = SLICE("0.0.1") };

	return store_poison_put(store, &row, SLICE_NONE, hub_now(), e);
}

static void
aged(void *arg, int rc, const struct err *e)
{
	(void)arg;
	(void)e;
	is_int(rc, 0, "a row of another version");
}

static void
clean_up(void)
{
	static const char *const endings[] = { "", "-wal", "-shm", ".lock" };
	char name[80];

	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		snprintf(name, sizeof(name), "%s%s", path, endings[i]);
		unlink(name);
	}
	rmdir(directory);
}

int
main(void)
{
	/* SHA-256 of "killer". */
	static char hash[] = "ed45d626b07112a8a501d9672f3b92796a6754b8d8d9cb4c617fec9774889220";

	if (mkdtemp(directory) == NULL)
		abort();
	snprintf(path, sizeof(path), "%s/a.db", directory);
	config.articles.raw_keep = true;
	hub.config = &config;
	start();
	test_blame();
	stop();
	start();
	is_known(JOB_PAGE, "killer", 2, "after a restart it is known");
	is_known(JOB_FEED, "liar", 1, "each is");
	is_known(JOB_PAGE, "victim", 0, "and a victim is not");
	store_post(hub.store, 1, age, aged, hash);
	stop();
	start();
	is_known(JOB_PAGE, "killer", 0, "another version's death is not ours");
	stop();
	clean_up();
	return done_testing();
}
