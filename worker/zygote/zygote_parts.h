/*
 * zygote_parts.h -- declarations shared by zygote.c, zygote_warm.c and
 * zygote_child.c.
 */
#ifndef WORKER_ZYGOTE_ZYGOTE_PARTS_H
#define WORKER_ZYGOTE_ZYGOTE_PARTS_H

#include <sys/types.h>

#include "enrich/enrich.h"
#include "worker/message/message.h"

/* Objects that the zygote prepares for its children while it can open files. */
struct warm {
	struct cuter *cuter;       /* owned */
	struct enricher *enricher; /* owned */
	const struct frequency_table *table; /* or NULL; of shared_table.h */
	struct charsets charsets;
	size_t heap_bytes; /* zygote_heap_bytes() before the first document */
};

/* Uses every library once, so that it loads or builds its data before the
 * zygote drops access to files. Returns 0 or a negative code. */
int zygote_warm(struct warm *ret, struct err *e);
/* The part of zygote_warm() that a process needs which reads only feeds.  The
 * extractor and the enricher are NULL. */
void zygote_warm_feeds(struct warm *ret);

/* Frees the memory of the test documents, and reserves memory in large pages for
 * documents.  Call this last before the first fork, because a child copies each
 * page that the zygote has changed; and before sandbox_enter(), which forbids
 * madvise(). */
void zygote_warm_reserve(struct warm *);
/* Returns the bytes of malloc()'s heap that RLIMIT_AS counts.  The heap grows
 * for large documents.  O(number of free blocks). */
size_t zygote_heap_bytes(void);

/* Reads one document and replies, then handles the documents that the hub sends
 * after it. Both descriptors are at least 4. `zygote`: pid of the expected
 * parent. */
_Noreturn void zygote_child(
    const struct job *, struct warm *, int body_fd, int reply_fd, pid_t zygote);

/* A test may define this function to handle jobs itself, in the sandbox. No
 * other program defines it. Returns false if the function does not handle the
 * job. */
__attribute__((weak)) bool zygote_test_job(
    const struct job *, struct slice body, struct reply *ret);

#endif
