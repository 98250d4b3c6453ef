/*
 * control_reply.h -- responses of the control socket that are sent later, after
 * the store's thread has run the request (control.c, control_consumer.c).
 */
#ifndef DAEMON_CONTROL_REPLY_H
#define DAEMON_CONTROL_REPLY_H

#include "base/slice.h"

struct client;
struct hub;

/* A response that a client waits for. The reply exists until the response is
 * sent, even if the client has disconnected. */
struct control_reply {
	struct client *client; /* NULL: disconnected */
};

/* Sends the line and a \n, unless the client has disconnected, and frees the
 * reply. */
void control_reply_send(struct control_reply *, struct slice line);
/* Runs a request of control/consumer_request.h on the store's thread. Takes
 * ownership of the reply. Returns false, and does not take the reply, if `word`
 * is not one of these requests or memory is exhausted. */
bool control_consumer_answer(struct hub *, struct slice word,
    struct slice pairs, struct control_reply *);

#endif
