/*
 * quarantine.h -- documents that crashed a worker, identified by size and hash.
 * If a document is fetched again unchanged, it goes to the first fallback level
 * that it has not crashed.
 */
#ifndef DAEMON_PAGE_QUARANTINE_H
#define DAEMON_PAGE_QUARANTINE_H

#include "worker/message/message.h"
#include "worker/worker.h"

struct hub;
struct store;
struct quarantine;

/* A job that ended without a result. The descriptor of its document is still
 * open. */
struct quarantine_case {
	enum job_kind kind;
	const char *url, *content_type; /* or NULL */
	int body_fd;
	int fallback_levels; /* number of fallback levels at which a worker died
			      */
	enum worker_result result;
	enum worker_cause cause;
	const char *why; /* reason for the log and the database */
};

/* Reads the known documents. Must be called before the store's thread is
 * started. Returns 0, or a negative code: ERR_MEMORY or an error of the
 * database. After an error, the caller must free *ret if it is set. */
int quarantine_new(
    struct hub *, struct store *, struct quarantine **ret, struct err *e);
/* NULL is allowed. */
void quarantine_free(struct quarantine *);

/* Returns the number of fallback levels that these bytes crashed; 0: none, or
 * the document is not known. If no known document has its size, it is not read;
 * otherwise hashing costs 5 ms for a MiB. */
int quarantine_levels(struct quarantine *, enum job_kind, int body_fd);
/* Records the document if it is the cause of the failure. */
void quarantine_note(struct quarantine *, const struct quarantine_case *);

#endif
