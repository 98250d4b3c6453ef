/*
 * consumer_cursor.c -- moves the cursor of a consumer; see consumer_cursor.h.
 */
#include "control/consumer_cursor.h"

#include <poll.h>

#include "base/clock.h"
#include "base/limits.h"
#include "control/consumer_request.h"
#include "control/control_client.h"

#define AGAIN_MS 200  /* pause before a request is repeated */
#define LOOK_MS  1000 /* longest wait between two checks of *stop; a signal
			 that arrives just before a wait does not end it */

void
consumer_cursor_init(
    struct consumer_cursor *c, struct store *store, const char *control_path)
{
	*c = (struct consumer_cursor){ .store = store,
		.control_path = control_path,
		.patience_ms = LIMIT_PATIENCE_MS,
		.first_patience_ms = LIMIT_PATIENCE_MS };
}

static bool
consumer_cursor_has_time(const struct consumer_cursor *c, int64_t begun_ms)
{
	return !(c->stop != NULL && *c->stop) &&
	       clock_monotonic_ms() - begun_ms < c->patience_ms;
}

/* Returns whether a request may be repeated. */
static bool
consumer_cursor_may_repeat(const struct consumer_cursor *c, int64_t begun_ms)
{
	bool may_be_permanent = c->was_answered && !c->has_succeeded;

	return consumer_cursor_has_time(c, begun_ms) &&
	       (!may_be_permanent ||
		   clock_monotonic_ms() - begun_ms < c->first_patience_ms);
}

/* Waits for the response.  The daemon responds after its commit.  The commit
 * may be delayed by another process that writes. */
static int
consumer_cursor_read(const struct consumer_cursor *c,
    struct control_client *client, int64_t begun_ms, struct slice *ret_line,
    struct err *e)
{
	int rc;

	do
		rc = control_read_line(client, LOOK_MS, ret_line, e);
	while (rc == ERR_LIMIT && consumer_cursor_has_time(c, begun_ms));
	return rc;
}

/* Sends the request once.  *ret_again is true if the caller may repeat the
 * request: the connection was lost, the daemon could not write at the moment,
 * or a daemon was reached before and cannot be reached now. */
static int
consumer_cursor_ask(struct consumer_cursor *c, const char *line,
    int64_t begun_ms, struct consumer_request *r, bool *ret_again,
    struct err *e)
{
	struct control_client client;
	struct slice answer;
	int rc = control_open(&client, c->control_path, e);

	c->was_answered = false;
	*ret_again = c->was_reached &&
		     (rc == ERR_NOT_FOUND || rc == ERR_IO || rc == ERR_LIMIT);
	if (rc != 0)
		return rc;
	c->was_reached = true;
	rc = control_send(&client, line, e);
	if (rc == 0)
		rc = consumer_cursor_read(c, &client, begun_ms, &answer, e);
	if (rc == 0) {
		c->was_answered = true;
		rc = consumer_request_read_result(answer, r, e);
	}
	*ret_again = rc == ERR_IO;
	control_close(&client);
	return rc;
}

/* Runs the request in this process, or sends it to the daemon. */
static int
consumer_cursor_run(
    struct consumer_cursor *c, struct consumer_request *r, struct err *e)
{
	int64_t begun_ms = clock_monotonic_ms();
	bool again = false;
	struct buf line;
	int rc;

	if (c->control_path == NULL)
		return consumer_request_run(c->store, r, e);
	buf_init(&line, LIMIT_CONTROL_FRAME);
	consumer_request_write(&line, r);
	if (buf_failed(&line)) {
		buf_release(&line);
		return err_set(
		    e, ERR_LIMIT, "the request is too long for the daemon");
	}
	rc = consumer_cursor_ask(c, line.p, begun_ms, r, &again, e);
	while (rc != 0 && again && consumer_cursor_may_repeat(c, begun_ms)) {
		poll(NULL, 0, AGAIN_MS);
		rc = consumer_cursor_ask(c, line.p, begun_ms, r, &again, e);
	}
	c->has_succeeded = c->has_succeeded || rc == 0;
	buf_release(&line);
	return rc;
}

int
consumer_cursor_open(struct consumer_cursor *c, struct slice name,
    int64_t from_seq, bool takes_leases, int64_t *ret_seq, struct err *e)
{
	struct consumer_request r = { .name = name,
		.verb = takes_leases ? CONSUMER_MAKE : CONSUMER_OPEN,
		.seq = from_seq };
	int rc = consumer_cursor_run(c, &r, e);

	if (rc == 0)
		*ret_seq = r.result_seq;
	return rc;
}

int
consumer_cursor_seek(
    struct consumer_cursor *c, struct slice name, int64_t seq, struct err *e)
{
	struct consumer_request r = {
		.verb = CONSUMER_SEEK, .name = name, .seq = seq
	};

	return consumer_cursor_run(c, &r, e);
}

int
consumer_cursor_ack(struct consumer_cursor *c, struct slice name, int64_t seq,
    int64_t lease_id, struct err *e)
{
	struct consumer_request r = { .verb = CONSUMER_ACK,
		.name = name,
		.seq = seq,
		.lease_id = lease_id };

	return consumer_cursor_run(c, &r, e);
}

int
consumer_cursor_ack_after(struct consumer_cursor *c, struct slice name,
    int64_t after_seq, int64_t seq, struct err *e)
{
	struct consumer_request r = { .verb = CONSUMER_ACK,
		.name = name,
		.seq = seq,
		.after_seq = after_seq };

	return consumer_cursor_run(c, &r, e);
}

int
consumer_cursor_take(struct consumer_cursor *c,
    const struct lease_request *request, struct lease *ret, struct err *e)
{
	struct consumer_request r = {
		.verb = LEASE_TAKE, .name = request->consumer, .lease = *request
	};
	int rc = consumer_cursor_run(c, &r, e);

	if (rc == 0)
		*ret = r.result;
	return rc;
}

int
consumer_cursor_give_back(struct consumer_cursor *c, struct slice name,
    int64_t seq, int64_t lease_id, struct err *e)
{
	struct consumer_request r = { .verb = LEASE_GIVE_BACK,
		.name = name,
		.seq = seq,
		.lease_id = lease_id };

	return consumer_cursor_run(c, &r, e);
}

int
consumer_cursor_remove(
    struct consumer_cursor *c, struct slice name, struct err *e)
{
	struct consumer_request r = { .verb = CONSUMER_REMOVE, .name = name };

	return consumer_cursor_run(c, &r, e);
}

int
consumer_cursor_retry(struct consumer_cursor *c, struct slice name, int64_t seq,
    int64_t *ret_n, struct err *e)
{
	struct consumer_request r = {
		.verb = CONSUMER_RETRY, .name = name, .seq = seq
	};
	int rc = consumer_cursor_run(c, &r, e);

	if (rc == 0)
		*ret_n = r.result_seq;
	return rc;
}
