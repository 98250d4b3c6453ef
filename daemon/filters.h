/*
 * filters.h -- passes the filters of the configuration to the thread of the
 * store (filters.c).
 */
#ifndef DAEMON_FILTERS_H
#define DAEMON_FILTERS_H

struct hub;

/* Applies the filters of hub->config to all entries and articles that are
 * stored from now on. */
void filters_apply(struct hub *);

#endif
