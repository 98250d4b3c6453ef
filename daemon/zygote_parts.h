/*
 * zygote_parts.h -- what zygote.c, zygote_warm.c and zygote_child.c share.
 */
#ifndef DAEMON_ZYGOTE_PARTS_H
#define DAEMON_ZYGOTE_PARTS_H

#include <sys/types.h>

#include "daemon/message.h"

/* What was made while files could be opened, for the children to work with. */
struct warm {
	struct cuter *cuter; /* owned */
	struct charsets charsets;
};

/* Uses every library once, so that what they load or build on first use is
 * there before the files are given up. */
int zygote_warm(struct warm *ret, struct err *e);

/* One document, from its mapping to its answer, and those that the hub sends
 * after it.  Both descriptors are at least 4.  zygote: who must still be the
 * parent. */
_Noreturn void zygote_child(
    const struct job *, struct warm *, int body_fd, int reply_fd, pid_t zygote);

/* A test may define this to do a job in our stead, inside the cage; nothing
 * else does.  False: it is no job of the test's. */
__attribute__((weak)) bool zygote_test_job(
    const struct job *, struct slice body, struct reply *ret);

#endif
