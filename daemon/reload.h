/*
 * reload.h -- reads the configuration again, on SIGHUP or a command.
 */
#ifndef DAEMON_RELOAD_H
#define DAEMON_RELOAD_H

#include <stdbool.h>

#include "base/err.h"

struct config;
struct hub;
struct reload;

/* Prepares for reloads.  config_path: the main file, borrowed.  config: the
 * values of the start; they are copied.  *ret is owned by the caller.  Returns
 * 0 or ERR_MEMORY. */
int reload_new(const char *config_path, const struct config *config,
    struct reload **ret, struct err *e);
/* NULL is allowed. */
void reload_free(struct reload *);
/* Reads the configuration again and replaces hub->config. Returns false if the
 * new configuration is invalid: the old configuration is then kept, and
 * reload_refused() returns the error. */
bool reload(struct hub *);
/* If the last reload was refused and the old configuration was kept, returns
 * the reason in one line. Returns NULL if the last reload succeeded. Borrowed
 * until the next reload. */
const char *reload_refused(const struct hub *);
/* Returns the keys of the configuration that differ from the values in force
 * and take effect after a restart, separated by ", ".  Returns NULL if there
 * are none.  Borrowed until the next reload. */
const char *reload_pending(const struct hub *);

#endif
