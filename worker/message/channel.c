/*
 * channel.c -- datagrams with descriptors (unix(7), SCM_RIGHTS).
 */
#include "worker/message/channel.h"

#include <sys/socket.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define FDS_BYTES (CHANNEL_MOST_FDS * sizeof(int))

void
report_write(struct buf *b, const struct report *report)
{
	wire_put_u8(b, (uint8_t)report->kind);
	wire_put_i64(b, (int64_t)report->id);
	wire_put_i64(b, report->status);
	wire_put_slice(b, report->text);
}

bool
report_read(struct slice frame, struct report *ret)
{
	struct wire_reader r;
	unsigned kind;

	wire_read_init(&r, frame);
	kind = wire_read_u8(&r);
	ret->id = (uint64_t)wire_read_i64(&r);
	ret->status = wire_read_i64(&r);
	ret->text = wire_read_text(&r);
	if (!wire_read_end(&r) || kind >= REPORT_KIND_COUNT)
		return false;
	ret->kind = (enum report_kind)kind;
	return true;
}

int
channel_send(int fd, struct slice frame, const int *fds, size_t n_fds)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(FDS_BYTES)];
	} control = { 0 };
	char *bytes;
	struct iovec part = { .iov_len = frame.len };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
	ssize_t n;

	memcpy(
	    &bytes, &frame.p, sizeof(bytes)); /* sendmsg does not write to it */
	part.iov_base = bytes;
	if (n_fds > 0) {
		struct cmsghdr *head = &control.align;

		message.msg_control = control.bytes;
		message.msg_controllen = CMSG_SPACE(n_fds * sizeof(int));
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(n_fds * sizeof(int));
		memcpy(CMSG_DATA(head), fds, n_fds * sizeof(int));
	}
	do
		n = sendmsg(fd, &message, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -1 : 0;
}

/* Takes all received descriptors, also those of a malformed message, because
 * they would leak otherwise. */
static size_t
channel_take_fds(struct msghdr *message, int fds[CHANNEL_MOST_FDS])
{
	size_t n_fds = 0;

	for (struct cmsghdr *head = CMSG_FIRSTHDR(message); head != NULL;
	     head = CMSG_NXTHDR(message, head)) {
		if (head->cmsg_level != SOL_SOCKET ||
		    head->cmsg_type != SCM_RIGHTS)
			continue;
		n_fds = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		if (n_fds >
		    CHANNEL_MOST_FDS) /* the control buffer cannot hold more
				       * descriptors */
			n_fds = CHANNEL_MOST_FDS;
		memcpy(fds, CMSG_DATA(head), n_fds * sizeof(int));
	}
	return n_fds;
}

int
channel_receive(int fd, void *bytes, size_t size, size_t *ret_n,
    int fds[CHANNEL_MOST_FDS], size_t *ret_n_fds)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(FDS_BYTES)];
	} control;
	struct iovec part = { .iov_base = bytes, .iov_len = size };
	struct msghdr message = { .msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes) };
	size_t n_fds;
	ssize_t n;

	do
		n = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno == ECONNRESET ? 0 : -1;
	n_fds = channel_take_fds(&message, fds);
	if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0)
		while (n_fds > 0)
			close(fds[--n_fds]);
	if ((message.msg_flags & MSG_TRUNC) != 0) {
		errno = EBADMSG;
		return -1;
	}
	if (n == 0 && n_fds == 0)
		return 0;
	*ret_n = (size_t)n;
	*ret_n_fds = n_fds;
	return 1;
}

#define LEAST_FD 16 /* above the numbers of the descriptors in the zygote */

int
channel_move_fd(int fd)
{
	int moved, error;

	if (fd < 0)
		return -1;
	moved = fcntl(fd, F_DUPFD_CLOEXEC, LEAST_FD);
	error = errno;
	close(fd);
	errno = error;
	return moved;
}
