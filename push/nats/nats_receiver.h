/*
 * nats_receiver.h -- the receiver for JetStream streams (nats_receiver.c).
 */
#ifndef PUSH_NATS_NATS_RECEIVER_H
#define PUSH_NATS_NATS_RECEIVER_H

#include "push/push.h"

extern const struct push_receiver nats_receiver;

/* The answer of a server to a published message. */
enum nats_answer {
	NATS_ANSWER_STORED,  /* the server has stored the message now or earlier
			      */
	NATS_ANSWER_REFUSED, /* ret_why has the reason */
	NATS_ANSWER_NO_STREAM /* no stream has the subject */
};

#define NATS_WHY_BYTES 200
/* Reads {"stream":…,"seq":…} or {"error":{"description":…}}. Empty data means
 * that no stream has the subject. */
enum nats_answer nats_read_answer(
    const char *data, size_t n, char ret_why[NATS_WHY_BYTES]);

#endif
