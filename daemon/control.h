/*
 * control.h -- the control socket, on which `gleaner` sends commands to the
 * daemon. control.c lists the commands.
 */
#ifndef DAEMON_CONTROL_H
#define DAEMON_CONTROL_H

#include "base/err.h"

struct control;
struct hub;
struct push_list;

/* Creates the socket `path` and listens on it. A socket file without a listener
 * is replaced. Errors: ERR_IO: another daemon listens on the socket, or the
 * socket cannot be created. ERR_LIMIT: the path is too long for a socket. */
int control_new(
    struct hub *, const char *path, struct control **ret, struct err *e);
/* Disconnects the clients and removes the socket. NULL is allowed. */
void control_free(struct control *);
/* Wakes the `wait-change` clients after a commit. NULL is allowed. */
void control_changed(struct control *);
/* Returns the reports of `gleaner push` that the socket received. Borrowed;
 * NULL if control is NULL or no report was received. */
const struct push_list *control_pushes(const struct control *);

#endif
