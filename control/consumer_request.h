/*
 * consumer_request.h -- requests about consumers on the control socket
 * (consumer_request.c).
 *
 * A request is a word and key=value pairs (base/pairs.h).  The response is
 * "ok" and pairs, or "error CODE TEXT".
 *
 *	consumer-open name= from=       ok seq=
 *	consumer-make name= from=       ok seq=
 *	consumer-seek name= seq=        ok
 *	consumer-ack name= seq= [lease= after=]
 *	                                ok
 *	consumer-remove name=           ok
 *	lease-give-back name= seq= lease=
 *	                                ok
 *	consumer-retry name= seq=       ok n=
 *	lease-take name= limit= lease_ms= redeliveries= [kind= feed= tag= lang=
 *	    notified= confidence= one=] ok id= after= upto= redelivered=
 *	                                   wait_ms=
 *
 * The value of confidence is min_confidence times a billion.
 */
#ifndef CONTROL_CONSUMER_REQUEST_H
#define CONTROL_CONSUMER_REQUEST_H

#include "store/store.h"

enum consumer_verb {
	CONSUMER_OPEN,
	CONSUMER_MAKE,
	CONSUMER_SEEK,
	CONSUMER_ACK,
	CONSUMER_REMOVE,
	CONSUMER_RETRY,
	LEASE_GIVE_BACK,
	LEASE_TAKE,
	CONSUMER_VERBS
};

/* A request and its result.  After consumer_request_parse() the slices point
 * into `texts`.  In a request that the caller fills, they are borrowed. */
struct consumer_request {
	enum consumer_verb verb;
	struct slice name;
	int64_t seq; /* number of a change.  For CONSUMER_OPEN and
			CONSUMER_MAKE: the cursor of a new consumer. */
	int64_t lease_id;
	int64_t after_seq; /* for CONSUMER_ACK, as in struct lease_ack */
	struct lease_request lease; /* the members consumer, now and clock_ms
				       are not used */
	struct buf texts;

	int64_t result_seq; /* the cursor.  For CONSUMER_RETRY: the number of
			       changes that are delivered again. */
	struct lease result;
};

/* Runs the request with the current times.  Errors are those of the store. */
int consumer_request_run(
    struct store *, struct consumer_request *, struct err *e);
/* Appends the request as one line without \n. */
void consumer_request_write(struct buf *, const struct consumer_request *);
/* Reads a request.  `word` is its first word, `pairs` the rest of the line.
 * Returns false if `word` is not one of these requests.  ret_fault: NULL, or
 * the reason why the request is invalid.  consumer_request_release() must be
 * called if true is returned. */
bool consumer_request_parse(struct slice word, struct slice pairs,
    struct consumer_request *ret, const char **ret_fault);
void consumer_request_release(struct consumer_request *);
/* Appends the response as one line without \n. `rc` and `e`: the results of
 * consumer_request_run(). */
void consumer_request_write_result(
    struct buf *, const struct consumer_request *, int rc, const struct err *e);
/* Reads the response into the request.  Returns the code of an "error", and
 * ERR_REFUSED if the line is not a response. */
int consumer_request_read_result(
    struct slice line, struct consumer_request *, struct err *e);

#endif
