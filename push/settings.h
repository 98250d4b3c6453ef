/*
 * settings.h -- the settings of a push: database, filter, consumer and target
 * (settings.c).
 *
 * `gleaner push` has read the command line or the file of settings, has found
 * the database and checked the filter.  It passes the settings as one JSON
 * object in a file without a name (memfd), because other users can read the
 * arguments of a process and a target may contain a password.
 */
#ifndef PUSH_SETTINGS_H
#define PUSH_SETTINGS_H

#include "base/buf.h"
#include "base/err.h"

/* Texts are owned and NULL if absent. */
struct push_settings {
	char *target, *consumer;
	char *database; /* path, or URL of a PostgreSQL database */
	char *control;  /* path of the daemon's control socket */
	char *secret;   /* the content of the file of secrets */
	char *feed, *tag, *lang, *kind;
	double min_confidence;
	int64_t batch;     /* 1 to LIMIT_PUSH_BATCH */
	int64_t max_bytes; /* size of a line; longer ones are shortened; 0: no
			      limit */
	bool one_per_cluster;
	bool notified; /* only articles that filters mark for the consumer */
};

/* Reads the JSON object from a descriptor, which stays open.  The object has
 * the members of the struct under their names.  In place of `secret` it has
 * "secret_file", the path of a file; the content of this file becomes `secret`.
 * ERR_USAGE: a member is missing or has another type, or the file of secrets is
 * empty, too long or not a text, or cannot be read.  ERR_MEMORY: there is no
 * memory.  Call push_settings_release() in all cases, also after an error. */
int push_settings_read(int fd, struct push_settings *ret, struct err *e);
void push_settings_release(struct push_settings *);

#endif
