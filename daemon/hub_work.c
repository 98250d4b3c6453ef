/*
 * hub_work.c -- passes a document to the workers and updates the trust in its
 * host; passes the results to the store.
 *
 * Normal case: hub_start_job() starts a job. If the worker parses the document
 * fast, the trust in the host increases; then the caller gets the result. If
 * the document makes the worker fail or takes long, the host loses its trust.
 * Documents of trusted hosts are fetched and parsed before others
 * (host_queue.c, worker_queue.c) and stored before others (store_batch.c).
 *
 * "The host" is the host of the requested URL, not of the redirect's target,
 * because the requested host has chosen the target. Documents that only foreign
 * feeds have announced have the priority of hosts without trust, and change no
 * trust.
 */
#include "daemon/hub_work.h"

#include <stdlib.h>
#include <unistd.h>

#include "crawler/host.h"
#include "daemon/fleet/node.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"

struct readings {
	/* number of documents that wait for a worker or are being parsed: [1]
	 * of trusted hosts, [0] of other hosts */
	size_t n[2];
};

int
readings_new(struct readings **ret, struct err *e)
{
	*ret = calloc(1, sizeof(**ret));
	return *ret != NULL ? 0
			    : err_set(e, ERR_MEMORY,
				  "no memory for the list of documents");
}

void
readings_free(struct readings *readings)
{
	free(readings);
}

size_t
reading_count(const struct hub *hub, bool trusted)
{
	return hub->readings->n[trusted];
}

struct reading {
	struct hub *hub;
	struct host *host; /* host that counts this document; NULL: the URL has
			      no host */
	bool is_foreign;   /* the document changes no trust */
	bool is_trusted;   /* it has the priority of a trusted host */
	worker_done *done;
	void *arg;
};

static void
hub_work_on_read(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct reading r = *(struct reading *)arg;

	free(arg);
	r.hub->readings->n[r.is_trusted]--;
	if (r.host != NULL) {
		r.host->reading--;
		if (!r.is_foreign && result != WORKER_LOST &&
		    result != WORKER_STOPPED)
			host_queue_note_document(r.hub, r.host,
			    result == WORKER_OK &&
				!workers_was_slow(r.hub->workers));
	}
	r.done(result, reply, why, r.arg);
}

int
hub_start_job(struct hub *hub, const char *asked_url, bool is_foreign,
    const struct job *job, int body_fd, worker_done *done, void *arg,
    struct err *e)
{
	struct reading *r = malloc(sizeof(*r));
	struct job sent = *job;
	int rc;

	if (r == NULL) {
		close(body_fd);
		return err_set(
		    e, ERR_MEMORY, "no memory to start a worker's job");
	}
	*r = (struct reading){
		.hub = hub,
		.host = host_queue_host_of(hub, asked_url),
		.is_foreign = is_foreign,
		.done = done,
		.arg = arg,
	};
	r->is_trusted = r->host != NULL && !is_foreign &&
			host_rank(r->host) == HOST_TRUSTED;
	sent.is_trusted = r->is_trusted;
	rc = worker_start(hub->workers, &sent, body_fd, hub_work_on_read, r, e);
	if (rc != 0) {
		free(r);
		return rc;
	}
	hub->readings->n[r->is_trusted]++;
	if (r->host != NULL)
		r->host->reading++;
	return 0;
}

static bool
hub_work_is_yielding(struct hub *hub, const char *asked_url)
{
	const struct host *host = host_queue_host_of(hub, asked_url);

	return host == NULL || host_rank(host) != HOST_TRUSTED;
}

static enum store_priority
hub_work_priority(struct hub *hub, const char *asked_url)
{
	return hub_work_is_yielding(hub, asked_url) ? STORE_YIELDING
						    : STORE_SOON;
}

void
hub_post_reading(struct hub *hub, const char *asked_url, size_t rows,
    store_run *run, store_done *done, void *arg)
{
	store_post_reading(hub->store, hub_work_priority(hub, asked_url), rows,
	    run, done, arg);
}

/* Returns the tenure under which the request was started. If it was not
 * started, returns the present tenure of its host. */
static struct fleet_tenure
hub_work_tenure(
    const struct hub *hub, const struct request *request, const char *asked_url)
{
	return request->tenure.epoch != 0
		   ? request->tenure
		   : node_tenure(hub, node_shard(hub, asked_url));
}

void
hub_post_owned(struct hub *hub, const struct request *request,
    const char *asked_url, size_t rows, store_run *run, store_done *done,
    void *arg)
{
	hub_post_owned_prepared(
	    hub, request, asked_url, rows, NULL, run, done, arg);
}

void
hub_post_owned_prepared(struct hub *hub, const struct request *request,
    const char *asked_url, size_t rows, store_prepare *prepare, store_run *run,
    store_done *done, void *arg)
{
	bool is_yielding = hub_work_is_yielding(hub, asked_url);

	if (hub->node != NULL)
		store_post_fenced(hub->store,
		    hub_work_tenure(hub, request, asked_url),
		    hub_work_priority(hub, asked_url), rows, prepare, run, done,
		    arg);
	else if (prepare != NULL)
		store_post_prepared(hub->store, is_yielding, rows, prepare, run,
		    done, arg);
	else if (is_yielding)
		store_post_yielding(hub->store, rows, run, done, arg);
	else
		store_post(hub->store, rows, run, done, arg);
}

void
hub_post_owned_rest(struct hub *hub, const struct request *request,
    const char *asked_url, store_run *run, store_done *done, void *arg)
{
	if (hub->node == NULL)
		store_post_rest(hub->store, run, done, arg);
	else
		store_post_fenced(hub->store,
		    hub_work_tenure(hub, request, asked_url), STORE_REST, 1,
		    NULL, run, done, arg);
}
