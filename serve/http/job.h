/*
 * job.h -- one request from its first line to the end of its response.
 *
 * The thread of the connections (connection.c) creates a job, in the state
 * READING.  The job then waits in the queue of the pool (QUEUED), and a thread
 * of the pool runs it (RUNNING).  If it must wait for a change in the change
 * log, it is given to the watch (WAITING, watch.c) and later queued again.  At
 * the end it returns to the thread of the connections (DONE).
 *
 * A job belongs to one thread at a time.  Jobs in the states QUEUED and WAITING
 * are in the lists of pool.c and watch.c.
 */
#ifndef SERVE_HTTP_JOB_H
#define SERVE_HTTP_JOB_H

#include <sys/queue.h>

#include "serve/route.h"

struct MHD_Connection;

enum job_state { JOB_READING, JOB_QUEUED, JOB_RUNNING, JOB_WAITING, JOB_DONE };

struct job {
	TAILQ_ENTRY(job)
	entry; /* place in the queue, or in the list of suspended requests */
	struct MHD_Connection *connection;
	struct peer *peer; /* peer of the connection; borrowed */
	enum job_state state;
	bool is_checked; /* the head was checked */
	bool is_refused; /* the request was refused; see the response */
	bool must_close; /* the connection must be closed after the response */
	char *target;    /* owned; the first target_bytes bytes are the target,
			    the next target_bytes are for the raw query */
	size_t target_bytes;
	struct buf body; /* of a POST */
	struct serve_request request;
	struct serve_response response;
	size_t unsent_bytes; /* of the body that is sent */
	const struct serve_route *route;
	struct slice name; /* text of {name} in the route's pattern */
	int64_t id;
	int64_t began_ms; /* monotonic */
	int64_t wait_after_seq, wait_until_ms;
	bool was_waiting;
};
TAILQ_HEAD(job_list, job);

#endif
