/*
 * channel.h -- the SOCK_SEQPACKET between the hub and its zygote: datagrams
 * with descriptors.
 *
 *	hub → zygote   a job's frame (message.h), body and reply socket
 *	zygote → hub   a report: ready, forked (with the process's pidfd),
 *	               ended (with its wait status), refused
 *
 * End of file means that the other side is gone.
 */
#ifndef DAEMON_CHANNEL_H
#define DAEMON_CHANNEL_H

#include <sys/types.h>

#include "daemon/wire.h"

/* A job: the texts that job_write may put into it are cut to make it so.  A
 * datagram must fit the socket's buffer, of which 208 KiB are the default. */
#define CHANNEL_FRAME_BYTES (128 * 1024)
#define CHANNEL_MOST_FDS    2

/* In the zygote. */
#define ZYGOTE_HUB_FD 3

/* In its environment: "off" lets it go on without the sandbox that a kernel
 * will not have.  The operator says so, and is told at each start. */
#define ZYGOTE_SANDBOX_VARIABLE "GLEANER_SANDBOX"

/* Exit codes. */
enum {
	WORKER_EXIT_ANSWERED = 0,
	WORKER_EXIT_MEMORY = 12, /* no memory, not even to say so */
	WORKER_EXIT_CAGE = 13
}; /* it could not be locked in: did not begin */

enum report_kind {
	REPORT_READY,   /* libraries are warm; text: what it goes without */
	REPORT_BROKEN,  /* cannot work at all; text: why */
	REPORT_FORKED,  /* id; the process's pidfd, status: its pid */
	REPORT_ENDED,   /* id; status as of waitpid(2) */
	REPORT_REFUSED, /* id; no process was made; text: why */
	REPORT_KIND_COUNT
};

struct report {
	enum report_kind kind;
	uint64_t id;
	int64_t status;
	struct slice text; /* borrowed from the datagram */
};

void report_write(struct buf *, const struct report *);
bool report_read(struct slice frame, struct report *ret);

/* A datagram and up to CHANNEL_MOST_FDS descriptors, which stay the
 * caller's.  0, or -1 with errno (EAGAIN: full).  No SIGPIPE. */
int channel_send(int fd, struct slice frame, const int *fds, size_t n_fds);

/* Into bytes[0..size).  Descriptors are the caller's, CLOEXEC.  1: one came;
 * 0: end of file; -1 with errno (EAGAIN: none there; EBADMSG: one that does
 * not fit, nothing of it is kept).  Without room for its descriptors (EMFILE)
 * a datagram comes without them. */
int channel_receive(int fd, void *bytes, size_t size, size_t *ret_n,
    int fds[CHANNEL_MOST_FDS], size_t *ret_n_fds);

#endif
