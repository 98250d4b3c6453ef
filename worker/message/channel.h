/*
 * channel.h -- the SOCK_SEQPACKET socket between the hub and its zygote. The
 * hub is the process that sends documents to workers: the daemon, or `gleaner
 * recut`. The zygote forks the workers. The socket carries datagrams with
 * descriptors.
 *
 * The hub sends jobs: the frame of a job (message.h) with two descriptors, the
 * memfd of the body and the socket for the reply. The zygote sends reports
 * (enum report_kind). If the peer has ended, the socket is at end of file.
 */
#ifndef WORKER_MESSAGE_CHANNEL_H
#define WORKER_MESSAGE_CHANNEL_H

#include <sys/types.h>

#include "worker/message/wire.h"

/* Size limit of the frame of a job. worker_start() truncates the texts of a job
 * so that the frame fits. A datagram must fit in the socket's buffer, whose
 * default size is 208 KiB. */
#define CHANNEL_FRAME_BYTES (128 * 1024)
#define CHANNEL_MOST_FDS    2

/* The descriptor of the hub's socket in the zygote. */
#define ZYGOTE_HUB_FD 3
/* The descriptor of the table of document frequencies, if the hub has one. */
#define ZYGOTE_TABLE_FD 4
/* The descriptor of the program that becomes the zygote. The zygote closes it.
 */
#define ZYGOTE_PROGRAM_FD 5

/* Environment variable of the zygote. With "off" the zygote runs without a
 * sandbox if the kernel does not support one. At each start the daemon logs
 * that there is no sandbox. */
#define ZYGOTE_SANDBOX_VARIABLE "GLEANER_SANDBOX"

/* Exit codes of a worker. */
enum {
	WORKER_EXIT_ANSWERED = 0,
	WORKER_EXIT_MEMORY = 12, /* out of memory, no reply sent */
	WORKER_EXIT_SANDBOX = 13 /* the sandbox could not be entered; nothing
				    was read */
};

enum report_kind {
	REPORT_READY,   /* libraries are loaded; text: reason why there is no
			   sandbox, or empty */
	REPORT_BROKEN,  /* the zygote cannot work; text: reason */
	REPORT_FORKED,  /* a process was forked for the job id; status: its pid;
			   with its pidfd */
	REPORT_ENDED,   /* the process of the job id has ended; status: from
			   waitpid(2) */
	REPORT_REFUSED, /* no process was forked for the job id; text: reason */
	REPORT_KIND_COUNT
};

struct report {
	enum report_kind kind;
	uint64_t id;
	int64_t status;
	struct slice text; /* borrowed from the datagram */
};

/* Write and read a report.  report_read() returns false if the frame is not a
 * report; *ret is then not defined. */
void report_write(struct buf *, const struct report *);
bool report_read(struct slice frame, struct report *ret);

/* Sends a datagram and up to CHANNEL_MOST_FDS descriptors, which the caller
 * still owns. Returns 0, or -1 with errno (EAGAIN: the socket is full). Raises
 * no SIGPIPE. */
int channel_send(int fd, struct slice frame, const int *fds, size_t n_fds);

/* Receives a datagram into bytes[0..size). The caller owns the descriptors,
 * which have CLOEXEC set. Returns 1 if a datagram was received, 0 at end of
 * file, -1 with errno (EAGAIN: none is available; EBADMSG: the datagram does
 * not fit and was dropped). If no descriptors are free (EMFILE), the datagram
 * is received without its descriptors. */
int channel_receive(int fd, void *bytes, size_t size, size_t *ret_n,
    int fds[CHANNEL_MOST_FDS], size_t *ret_n_fds);

/* Moves a descriptor of the hub above the numbers that the zygote uses, and
 * closes `fd`.  The result has CLOEXEC set.  Returns -1 and sets errno after a
 * failure, also if `fd` is -1. */
int channel_move_fd(int fd);

#endif
