/*
 * hub_work.h -- passes documents to the workers and their results to the store,
 * and updates the trust in their hosts.
 */
#ifndef DAEMON_HUB_WORK_H
#define DAEMON_HUB_WORK_H

#include "daemon/writer/store_thread.h"
#include "worker/worker.h"

struct hub;
struct request;
struct readings;

/* Creates the list of the documents that workers read.  ERR_MEMORY. */
int readings_new(struct readings **ret, struct err *e);
/* Must be called after workers_free(). NULL is allowed. */
void readings_free(struct readings *);

/* Calls worker_start() for a document that was requested at asked_url. The
 * result changes the trust in the host of asked_url. is_foreign: only a feed
 * that is not entitled for the document has announced it; the document then has
 * the priority of a host without trust and changes no trust, so that no feed
 * can lower the trust in the host of another publisher. The other arguments,
 * ownership and errors are those of worker_start(). */
int hub_start_job(struct hub *, const char *asked_url, bool is_foreign,
    const struct job *, int body_fd, worker_done *, void *arg, struct err *e);
/* Returns the number of documents that wait for a worker or are being parsed.
 * `trusted` selects the documents of trusted hosts or those of all other hosts.
 */
size_t reading_count(const struct hub *, bool trusted);

/* Calls store_post_reading() for a document that was requested, or will be
 * requested, at asked_url. Operations of trusted hosts have a higher priority.
 */
void hub_post_reading(struct hub *, const char *asked_url, size_t rows,
    store_run *, store_done *, void *arg);
/* Like hub_post_reading(), for a result that only the owner of the host may
 * write. With several nodes, `done` gets ERR_LEASE if this node does not own
 * the host or has lost the tenure under which the request was started. */
void hub_post_owned(struct hub *, const struct request *, const char *asked_url,
    size_t rows, store_run *, store_done *, void *arg);
/* Like hub_post_owned(), but another thread prepares the operation first
 * (store_post_prepared()). */
void hub_post_owned_prepared(struct hub *, const struct request *,
    const char *asked_url, size_t rows, store_prepare *, store_run *,
    store_done *, void *arg);
/* Like hub_post_owned(), for the rest of a long operation
 * (store_post_rest()). */
void hub_post_owned_rest(struct hub *, const struct request *,
    const char *asked_url, store_run *, store_done *, void *arg);

#endif
