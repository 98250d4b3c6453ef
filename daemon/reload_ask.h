/*
 * reload_ask.h -- `gleanerd --reload`: a running daemon is told to read its
 * configuration again, and its answer is waited for.
 */
#ifndef DAEMON_RELOAD_ASK_H
#define DAEMON_RELOAD_ASK_H

#include "base/err.h"

/* Asks the daemon whose control socket is at that path.  0 if it has taken the
 * configuration over; ERR_CONFIG if it has refused it, with its reason; ERR_IO
 * if it cannot be asked or does not answer within LIMIT_RELOAD_MS. */
int reload_ask(const char *control_path, struct err *e);

#endif
