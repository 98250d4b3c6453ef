/*
 * push.h -- the core of a push: the change log -> a receiver -> the cursor.
 *
 *	backoff.c   how long to wait after a failure
 *	window.c    what may be sent, and how far the cursor may move (pure)
 *	settings.c  what, where to, from which database
 *	target.c    the parts of a target URL
 *	cursor.c    moves the cursor: in the file or through the daemon
 *	report.c    tells the daemon the counts of the push
 *	push.c      the loop
 *	webhook/, nats/, kafka/  receivers: one program each
 *
 * The happy path: read changes -> send each -> the receiver acknowledges ->
 * move the cursor. A failure of the receiver is never an error of the program:
 * everything that is not acknowledged is sent again after a back-off, for as
 * long as it takes. SIGTERM and SIGINT end the loop: nothing more is sent,
 * answers are awaited for LIMIT_PUSH_END_MS, and the cursor is moved.
 */
#ifndef PUSH_PUSH_H
#define PUSH_PUSH_H

#include "push/settings.h"
#include "push/window.h"

/* Exit codes of the contract. */
enum { PUSH_ENDED = 0, PUSH_FAILED = 1, PUSH_USAGE = 2 };

struct push;

/* A kind of receiver. The functions are called by one thread. */
struct push_receiver {
	/* Checks the settings. Must not connect. ERR_USAGE: the target or the
	 * secret is not valid. The settings remain valid until close(). */
	int (*open)(const struct push_settings *, struct push *,
	    void **ret_receiver, struct err *e);
	/* Starts the delivery of a message, which is borrowed until it is
	 * acknowledged or abandoned. Returns false after push_failed(). */
	bool (*send)(void *receiver, const struct push_message *);
	/* Waits for events, at most timeout_ms, and reports them by
	 * push_acknowledged() and push_failed(). */
	void (*wait)(void *receiver, int timeout_ms);
	/* Abandons all messages in flight; later answers to them must not be
	 * reported. */
	void (*abandon)(void *receiver);
	void (*close)(void *receiver);
	size_t most_in_flight; /* 0: as many as the batch has */
	int64_t answer_ms;     /* a delivery without an answer for this time has
				  failed; 0: the receiver watches the time */
};

/* The receiver has stored the change. */
void push_acknowledged(struct push *, int64_t seq);
/* A delivery failed. retry_after_s: -1, or as the receiver asked. The text must
 * not contain secrets; it is copied. */
void push_failed(struct push *, int64_t retry_after_s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The receiver does not want any more changes: the push ends with
 * PUSH_FAILED. */
void push_gone(struct push *, const char *text);

/* The store's id and a change: "STORE-SEQ", the same at each delivery. */
#define PUSH_ID_BYTES 64
void push_message_id(const struct push *, int64_t seq, char ret[PUSH_ID_BYTES]);
/* The store's uuid. Borrowed. */
const char *push_store_uuid(const struct push *);

/* The main function of each program: `gleaner-push --settings-fd N`. Returns
 * an exit code. */
int push_main(int argc, char **argv, const struct push_receiver *);

#endif
