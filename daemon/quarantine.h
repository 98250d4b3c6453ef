/*
 * quarantine.h -- documents that have killed who read them, known by their
 * bytes: one that comes again unchanged goes to the first reader that has not
 * died of it.
 */
#ifndef DAEMON_QUARANTINE_H
#define DAEMON_QUARANTINE_H

#include "daemon/message.h"
#include "daemon/worker.h"

struct hub;
struct store;
struct quarantine;

/* An end without a result, while the document is in hand. */
struct quarantine_case {
	enum job_kind kind;
	const char *url, *content_type; /* or NULL */
	int body_fd;
	int rungs; /* so many readers of its ladder are dead by now */
	enum worker_result result;
	const char *why;
};

/* Reads what is known.  Before the store has its thread. */
int quarantine_new(struct hub *, struct store *, struct quarantine **ret,
    struct err *e);
void quarantine_free(struct quarantine *);

/* How many readers have died of these bytes; 0: none, or they are not known.
 * What has no other of its size in quarantine is not even looked at; else it
 * costs 5 ms for a MiB. */
int quarantine_rungs(struct quarantine *, enum job_kind, int body_fd);
/* Keeps it, where the document is to blame: not for a kill from outside, nor
 * for a reader that could not be locked in. */
void quarantine_note(struct quarantine *, const struct quarantine_case *);

#endif
