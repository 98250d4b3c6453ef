/*
 * zygote_link.h -- the hub's connection to its zygote: the process and the
 * socket.
 */
#ifndef WORKER_ZYGOTE_ZYGOTE_LINK_H
#define WORKER_ZYGOTE_ZYGOTE_LINK_H

#include <sys/types.h>

#include <stdint.h>

#include "base/err.h"

struct zygote_link {
	pid_t pid; /* -1: none */
	int fd;    /* -1: none; CLOEXEC, non-blocking */
};
#define ZYGOTE_LINK_INIT ((struct zygote_link){ -1, -1 })

/* Starts the zygote with its end of the socket as descriptor 3: gleaner-worker,
 * or this program with --worker if program_find() does not find it. If
 * shared_table_create() was called, the table is descriptor 4. The process also
 * inherits the descriptors 0 to 2, but no other descriptor and no blocked
 * signal.  Of the environment it inherits only the variables that zygote_link.c
 * lists.  Does not copy the process (vfork), so it may be called late. */
int zygote_link_start(struct zygote_link *, struct err *e);
/* Waits until the zygote reports that it is ready. `trouble` is set to the
 * reason why there is no sandbox, "" if there is one. */
int zygote_link_wait(struct zygote_link *, int64_t timeout_ms,
    char trouble[ERR_TEXT_BYTES], struct err *e);
/* Closes the socket, which ends the zygote and its children. Kills the zygote
 * after patience_ms. Returns when the zygote has ended. */
void zygote_link_end(struct zygote_link *, int64_t patience_ms);

#endif
