/*
 * doctor.h -- what the parts of `gleaner doctor` share: a finding, and where
 * it goes.
 */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

#include "base/arena.h"
#include "cli/cli.h"
#include "store/store.h"

enum doctor_level {
	DOCTOR_OK,      /* looked at, and well */
	DOCTOR_NOTE,    /* worth knowing; nothing need be done */
	DOCTOR_WARNING, /* something is lost, or will be */
	DOCTOR_FAULT,   /* it does not work */
	DOCTOR_LEVEL_COUNT
};

#define DOCTOR_SITES      3  /* asked for a sign of life, until one gives it */
#define DOCTOR_SHOWN_MOST 20 /* findings of one kind; then their number */

struct doctor {
	struct cli *cli;
	struct buf out;
	bool checks;         /* read the database whole, however large */
	bool offline;        /* ask no site */
	struct store *store; /* NULL: it could not be opened */
	bool daemon_runs;
	int64_t n[DOCTOR_LEVEL_COUNT];
	/* Feeds whose sites may be asked for a sign of life. */
	struct arena arena;
	struct slice sites[DOCTOR_SITES];
	size_t n_sites;
};

/* A finding: what was looked at, which of them (or SLICE_NONE), what to do (or
 * NULL), and what was found.  Outside text in it is cleaned. */
void doctor_find(struct doctor *, enum doctor_level, const char *subject,
    struct slice name, const char *advice, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* The parts, in their order.  doctor_config sets cli->config, doctor_database
 * opens the store, doctor_feeds finds sites for doctor_network. */
void doctor_config(struct doctor *);
void doctor_database(struct doctor *);
void doctor_disk(struct doctor *);
void doctor_daemon(struct doctor *);
void doctor_feeds(struct doctor *);
void doctor_hosts(struct doctor *);
void doctor_consumers(struct doctor *);
/* The clock, too: a server's tells it. */
void doctor_network(struct doctor *);
void doctor_clock(struct doctor *);

#endif
