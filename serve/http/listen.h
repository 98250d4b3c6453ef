/*
 * listen.h -- the listening socket of gleaner-serve.
 */
#ifndef SERVE_HTTP_LISTEN_H
#define SERVE_HTTP_LISTEN_H

#include "base/buf.h"
#include "base/err.h"

/* Listens on "host:port" or "[address]:port"; with port 0 the system chooses a
 * free port.  Writes the address, with its port, to ret_address.
 * *ret_is_loopback: other machines cannot connect.  ERR_IO: the text names the
 * address and the cause. */
int listen_open(const char *address, int *ret_fd, bool *ret_is_loopback,
    struct buf *ret_address, struct err *e);

#endif
