/*
 * sandbox.h -- the system calls and files that gleaner-serve may use.
 */
#ifndef SERVE_SANDBOX_H
#define SERVE_SANDBOX_H

#include "base/err.h"
#include "serve/settings.h"

/* Call it in the only thread, when the socket listens and before other threads
 * start; they inherit the sandbox.  Afterwards the process cannot start
 * programs or processes, open sockets other than Unix sockets, create
 * executable memory, trace, or change owners and modes of files; such a call
 * fails with EPERM.  If the database is a URL, the process can also open TCP
 * and UDP sockets, because it connects to the server and to the resolver.  If
 * the kernel has Landlock, only files in the folder of a database file can be
 * opened.  SQLite writes shared memory there (-shm) if the user
 * has permission.  ERR_LIBRARY: the kernel refuses the filter.  Builds with
 * sanitizers have no filter. */
int sandbox_enter_serve(const struct serve_settings *, struct err *e);

#endif
