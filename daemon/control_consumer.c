/*
 * control_consumer.c -- requests about consumers: cursors, leases, changes that
 * were set aside (control_reply.h).
 *
 * A request becomes an operation of the store's thread. The response is sent
 * after the operation was committed, so that an acknowledgement is not lost. A
 * client that disconnected before the response can send the request again. The
 * second request has no effect.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "control/consumer_request.h"
#include "daemon/control_reply.h"
#include "daemon/hub.h"
#include "daemon/writer/store_thread.h"

struct control_operation {
	struct consumer_request request;
	struct control_reply *reply;
};

static void
control_consumer_send(
    const struct control_operation *o, int rc, const struct err *e)
{
	struct buf line;

	buf_init(&line, LIMIT_CONTROL_FRAME);
	consumer_request_write_result(&line, &o->request, rc, e);
	control_reply_send(o->reply, buf_slice(&line));
	buf_release(&line);
}

static void
control_consumer_free(struct control_operation *o)
{
	consumer_request_release(&o->request);
	free(o);
}

/* Runs on the store's thread. */
static int
control_consumer_run(struct store *store, void *arg, struct err *e)
{
	struct control_operation *o = arg;

	return consumer_request_run(store, &o->request, e);
}

static void
control_consumer_done(void *arg, int rc, const struct err *e)
{
	struct control_operation *o = arg;

	control_consumer_send(o, rc, e);
	control_consumer_free(o);
}

bool
control_consumer_answer(struct hub *hub, struct slice word, struct slice pairs,
    struct control_reply *reply)
{
	struct control_operation *o = calloc(1, sizeof(*o));
	struct err e = ERR_INIT;
	const char *fault = NULL;

	if (o == NULL)
		return false;
	if (!consumer_request_parse(word, pairs, &o->request, &fault)) {
		free(o);
		return false;
	}
	o->reply = reply;
	if (fault != NULL) {
		control_consumer_send(
		    o, err_set(&e, ERR_USAGE, "%s", fault), &e);
		control_consumer_free(o);
	} else if (hub->store == NULL || store_thread_full(hub->store, false)) {
		control_consumer_send(o,
		    err_set(&e, ERR_IO,
			"the database cannot be written at the moment"),
		    &e);
		control_consumer_free(o);
	} else if (o->request.verb == CONSUMER_ACK ||
		   o->request.verb == LEASE_TAKE ||
		   o->request.verb == LEASE_GIVE_BACK) {
		store_post_beside(hub->store, 1, control_consumer_run,
		    control_consumer_done, o);
	} else {
		store_post(hub->store, 1, control_consumer_run,
		    control_consumer_done, o);
	}
	return true;
}
