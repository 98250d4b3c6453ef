/*
 * enrichment.h -- passes the section `enrich` of the configuration to the store
 * (enrichment.c).
 */
#ifndef DAEMON_ENRICHMENT_H
#define DAEMON_ENRICHMENT_H

#include "base/err.h"

struct config;
struct hub;
struct store;

/* Creates the table of document frequencies, which the workers that are started
 * later read. Errors: ERR_IO, ERR_MEMORY; the workers then use only the
 * frequencies that are built into the program. */
int enrichment_prepare(struct err *e);
/* Applies the configuration to a store before its thread runs. */
int enrichment_start(struct store *, const struct config *, struct err *e);
/* Applies hub->config to the thread of the store, after a reload. */
void enrichment_apply(struct hub *);
/* Writes the counts of the last articles. Called once, when the daemon
 * stops. */
void enrichment_end(struct hub *);

#endif
