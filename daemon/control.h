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

/* Listens on the socket at that path, and replaces a socket without a listener.
 * ERR_IO: another daemon listens there, or the socket cannot be created. */
int control_new(
    struct hub *, const char *path, struct control **ret, struct err *e);
/* Disconnects the clients and removes the socket. NULL is allowed. */
void control_free(struct control *);
/* Wakes the `wait-change` clients after a commit. NULL is allowed. */
void control_changed(struct control *);
/* The reports of pushes that came on the socket. Borrowed; NULL if control is
 * NULL. */
const struct push_list *control_pushes(const struct control *);

#endif
