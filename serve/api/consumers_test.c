/*
 * consumers_test.c -- tests the status of a request that needs the daemon, for
 * each way in which the daemon can fail.
 */
#include "serve/api/consumers.h"
#include "store/fixture_test.h"
#include "tests/lib/control_daemon.h"

/* Acknowledges a change while a daemon runs that gives this answer. */
static void
consumers_test_ack(
    struct store *s, const char *answer, int status, const char *name)
{
	const char *path = fixture_path("control.sock");
	const struct serve_settings settings = { .control = path };
	const char *const answers[] = { answer, NULL };
	struct serve_response response;
	struct serve_exchange exchange = {
		.store = s, .settings = &settings, .response = &response
	};
	struct err e = ERR_INIT;
	pid_t pid = control_daemon_start(path, answers);
	int rc;

	serve_response_init(&response);
	rc = consumers_ack(&exchange, SLICE("digest"), 0, 0, &e);
	is_int(rc == 0 ? 200 : response.status, status, name);
	ok((response.retry_after_s > 0) == (status == 503),
	    "Retry-After is sent with 503 only");
	serve_response_release(&response);
	control_daemon_end(pid);
}

int
main(void)
{
	struct err e = ERR_INIT;
	struct store *s;
	int64_t seq;

	fixture_begin();
	s = fixture_open("consumers.db", STORE_DAEMON);
	is_done(store_consumer_open(s, SLICE("digest"), 0, NOW, &seq, &e), &e,
	    "a consumer");
	consumers_test_ack(s, "ok\n", 200, "the daemon accepts");
	consumers_test_ack(s, "error usage x\n", 400, "a wrong number");
	consumers_test_ack(s, "error not-found x\n", 404, "no such consumer");
	consumers_test_ack(s, "error refused x\n", 409, "the daemon refuses");
	consumers_test_ack(s, "error limit x\n", 409, "too many leases");
	consumers_test_ack(s, "error failed x\n", 503,
	    "the daemon cannot write at the moment");
	consumers_test_ack(s, CONTROL_DAEMON_SILENT, 503,
	    "the daemon does not answer in time");
	consumers_test_ack(
	    s, CONTROL_DAEMON_GONE, 503, "the daemon ends before its answer");
	store_close(s);
	return done_testing();
}
