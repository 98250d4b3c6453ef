/*
 * doctor.h -- declarations shared by the files of `gleaner doctor`: the levels
 * of findings, the function that reports a finding, and the checks.
 *
 * doctor_place.c, doctor_file.c, doctor_sites.c, doctor_rows.c, doctor_rules.c,
 * doctor_filters.c, doctor_websub.c and doctor_nodes.c contain the checks.
 */
#ifndef CLI_HEALTH_DOCTOR_H
#define CLI_HEALTH_DOCTOR_H

#include "base/arena.h"
#include "cli/cli.h"
#include "store/store.h"

enum doctor_level {
	DOCTOR_OK,      /* checked, no fault */
	DOCTOR_NOTE,    /* information; no action is needed */
	DOCTOR_WARNING, /* action is needed; data may be lost */
	DOCTOR_FAULT,   /* a part does not work */
	DOCTOR_LEVEL_COUNT
};

/* Number of sites that are tried in turn until one answers. */
#define DOCTOR_SITES 3
/* largest number of findings of one kind that are shown; the others are only
 * counted */
#define DOCTOR_SHOWN_MOST 20

/* If the clock is wrong by more than this, TLS certificates and HTTP validators
 * fail. */
#define DOCTOR_CLOCK_WRONG_S 300

struct doctor {
	struct cli *cli;
	struct buf out;
	bool checks;         /* check the whole database, even if it is large */
	bool offline;        /* do not contact any site */
	struct store *store; /* NULL: the database could not be opened */
	bool daemon_runs;
	bool has_faulty_config;
	/* A configuration was named from which the database cannot be
	 * determined.  Database and daemon are then not checked. */
	bool database_unknown;
	int64_t n[DOCTOR_LEVEL_COUNT];
	/* The addresses of robots.txt of some feeds' sites. doctor_network()
	 * requests them to test the network. `arena` contains their texts. */
	struct arena arena;
	struct slice sites[DOCTOR_SITES];
	size_t n_sites;
};

/* Reports a finding: the subject, the name of the object (or SLICE_NONE),
 * advice (or NULL) and a message. Control characters in external text are
 * removed. */
void doctor_find(struct doctor *, enum doctor_level, const char *subject,
    struct slice name, const char *advice, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* The checks. doctor_config sets cli->config, doctor_database opens the store,
 * doctor_feeds selects sites for doctor_network. */
void doctor_config(struct doctor *);
/* Lists the entries of `sites`. */
void doctor_sites(struct doctor *);
/* Reports nothing if articles.renderer is not set. */
void doctor_renderer(struct doctor *);
void doctor_database(struct doctor *);
/* Called by doctor_database: mode and owner of the database's file. */
void doctor_file(struct doctor *);
/* Free space of the database's disk. Reports nothing on PostgreSQL. */
void doctor_disk(struct doctor *);
/* Whether a daemon runs, and the faults that it reports. */
void doctor_daemon(struct doctor *);
/* Feeds that do not work (feed_health.h). */
void doctor_feeds(struct doctor *);
/* Hosts that requested a pause. */
void doctor_hosts(struct doctor *);
/* Hosts that sent challenges, consent walls or the like in place of pages. */
void doctor_walls(struct doctor *);
/* Reports nothing if no site rules are configured. */
void doctor_rules(struct doctor *);
/* Reports nothing if no filters are configured. */
void doctor_filters(struct doctor *);
/* Reports nothing if WebSub is off. */
void doctor_websub(struct doctor *);
/* Consumers that have been behind for a day. */
void doctor_consumers(struct doctor *);
/* Pushes that fail. Reports nothing if no daemon runs. */
void doctor_pushes(struct doctor *);
/* Reports nothing if the database is SQLite. */
void doctor_nodes(struct doctor *);
/* Requests robots.txt of the selected sites until one answers, and compares the
 * clock with the clock of that site. */
void doctor_network(struct doctor *);
void doctor_clock(struct doctor *);

#endif
