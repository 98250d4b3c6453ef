/*
 * zygote_link.h -- the hub's hold of its zygote: the process and the socket.
 */
#ifndef DAEMON_ZYGOTE_LINK_H
#define DAEMON_ZYGOTE_LINK_H

#include <sys/types.h>

#include <stdint.h>

#include "base/err.h"

struct zygote_link {
	pid_t pid; /* -1: none */
	int fd;    /* -1: none; CLOEXEC, does not block */
};
#define ZYGOTE_LINK_INIT ((struct zygote_link){ -1, -1 })

/* Starts /proc/self/exe --worker, with its end of the socket as descriptor 3,
 * and nothing else of ours: no other descriptor, no variable, no blocked
 * signal.  Does not copy the process (vfork), so it may be called late. */
int zygote_link_start(struct zygote_link *, struct err *e);
/* Waits for it to say that it is ready.  What it has to do without is
 * written to trouble ("" for nothing). */
int zygote_link_wait(struct zygote_link *, int64_t timeout_ms,
    char trouble[ERR_TEXT_BYTES], struct err *e);
/* Lets go of it, which ends it and its children; kills it after that time.
 * Returns when it is gone. */
void zygote_link_end(struct zygote_link *, int64_t patience_ms);

#endif
