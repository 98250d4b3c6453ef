/*
 * filters.h -- passes the filters of the configuration to the thread of the
 * store (filters.c).
 */
#ifndef DAEMON_FILTERS_H
#define DAEMON_FILTERS_H

struct hub;

/* All entries and articles that are stored from now on are stored with the
 * filters of hub->config. */
void filters_apply(struct hub *);

#endif
