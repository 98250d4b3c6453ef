/*
 * restart_keys.h -- keys of the configuration that are only applied at the
 * start of the daemon.
 *
 * The daemon keeps the values from its start.  After each reload they are
 * compared with the values in the file.
 */
#ifndef DAEMON_HEALTH_RESTART_KEYS_H
#define DAEMON_HEALTH_RESTART_KEYS_H

#include "base/buf.h"

struct config;
struct restart_keys;

/* Copies the values that are in force.  Returns NULL if there is no memory. */
struct restart_keys *restart_keys_new(const struct config *);
void restart_keys_free(struct restart_keys *);

/* Writes the paths of the keys whose values differ from those of the start,
 * separated by ", ": "database, fetch.parallel". */
void restart_keys_write_changed(
    const struct restart_keys *, const struct config *, struct buf *out);

#endif
