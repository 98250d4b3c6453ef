/*
 * reload_ask.h -- `gleanerd --reload`: requests a running daemon to read its
 * configuration again, and waits for the result.
 */
#ifndef DAEMON_RELOAD_ASK_H
#define DAEMON_RELOAD_ASK_H

#include "base/err.h"

/* Sends the request to the daemon's control socket at this path. Returns 0 if
 * the daemon has applied the configuration; ERR_CONFIG with the reason if the
 * daemon refused the configuration; ERR_IO if the daemon cannot be reached or
 * does not answer within LIMIT_RELOAD_MS. */
int reload_ask(const char *control_path, struct err *e);

#endif
