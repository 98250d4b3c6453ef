/*
 * push.h -- the core of a push: reads the change log, sends the changes to a
 * receiver, and moves the cursor.
 *
 *	backoff.c computes the time to wait after a failure (pure).
 *	window.c decides which changes are sent and acknowledged (pure).
 *	line.c shortens the line of a change (pure).
 *	settings.c reads the filter, target and database of a push.
 *	target.c parses the URL of a target.
 *	cursor.c moves the cursor in the database or through the daemon.
 *	report.c sends the counts of the push to the daemon.
 *	push.c is the loop.
 *	webhook/, nats/ and kafka/ are the receivers, each a program.
 *
 * The normal case: a push reads changes and sends each of them. The receiver
 * acknowledges them, and the push moves the cursor. A failure of the receiver
 * is never an error of the program: all changes that are not acknowledged are
 * sent again after a back-off, without a limit of tries. SIGTERM and SIGINT
 * end the loop: nothing more is sent, answers are awaited for
 * LIMIT_PUSH_END_MS, and the cursor is moved. After LIMIT_PUSH_EXIT_S the
 * process ends even if a library still waits.
 */
#ifndef PUSH_PUSH_H
#define PUSH_PUSH_H

#include "push/settings.h"
#include "push/window.h"

/* Exit codes; docs/delivery.md describes them. */
enum {
	PUSH_ENDED = 0,
	PUSH_FAILED = 1, /* the receiver answered 410, or the consumer was
			    removed: another push will fail, too */
	PUSH_USAGE = 2,
	PUSH_REFUSED = 3 /* the database failed, the daemon does not run, or
			    there is no memory: another push may succeed */
};

struct push;

/* A kind of receiver. The functions are called by one thread. */
struct push_receiver {
	/* Checks the settings. Must not connect. ERR_USAGE: the target or the
	 * secret is not valid. The settings remain valid until close(). */
	int (*open)(const struct push_settings *, struct push *,
	    void **ret_receiver, struct err *e);
	/* Starts the delivery of a message, which is borrowed until it is
	 * acknowledged or abandoned. Returns false if the delivery failed;
	 * push_failed() was then called. */
	bool (*send)(void *receiver, const struct push_message *);
	/* Waits for events, at most timeout_ms, and reports them by
	 * push_acknowledged() and push_failed(). */
	void (*wait)(void *receiver, int timeout_ms);
	/* Abandons all messages in flight; later answers to them must not be
	 * reported. */
	void (*abandon)(void *receiver);
	void (*close)(void *receiver);
	size_t most_in_flight; /* largest number of messages that were sent and
				  have no answer; 0: the size of the batch */
	int64_t
	    answer_ms; /* a delivery has failed if no answer comes within this
			  time; 0: the receiver measures the time itself */
};

/* Reports that the receiver has stored the change. */
void push_acknowledged(struct push *, int64_t seq);
/* Reports that a delivery failed. retry_after_s: the time that the receiver
 * requested; -1: none. The text must not contain secrets; it is copied. */
void push_failed(struct push *, int64_t retry_after_s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports a fault after which the receiver itself tries again, so that the
 * messages in flight are not abandoned. The text is written and is the last
 * failure in the metrics until a change is acknowledged. It must not contain
 * secrets; it is copied. */
void push_fault(struct push *, const char *text);
/* Reports that the receiver does not accept changes any more: the push ends
 * with PUSH_FAILED. */
void push_gone(struct push *, const char *text);

/* Writes the id of a change, "STORE-SEQ", which is the same at each delivery.
 */
#define PUSH_ID_BYTES 64
void push_message_id(const struct push *, int64_t seq, char ret[PUSH_ID_BYTES]);
/* Returns the store's UUID; borrowed. */
const char *push_store_uuid(const struct push *);

/* The main function of each program: `gleaner-push --settings-fd N`. Returns
 * an exit code. */
int push_main(int argc, char **argv, const struct push_receiver *);

#endif
