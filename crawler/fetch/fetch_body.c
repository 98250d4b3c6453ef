/*
 * fetch_body.c -- writes decoded bytes to a memfd, up to a limit.
 *
 * In:  decoded pieces of a body.
 * Out: a sealed memfd that a worker maps; the bytes are in kernel memory.
 * CURLOPT_MAXFILESIZE checks only the stated size, so both limits are checked
 * here: the size, and the ratio to the received bytes (docs/threat-rows.md,
 * row S11).
 */
#include <sys/mman.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "crawler/fetch/fetch_parts.h"

void
fetch_body_init(struct fetch_body *body, int64_t max_bytes)
{
	*body = (struct fetch_body){ .fd = -1, .max_bytes = max_bytes };
}

void
fetch_body_release(struct fetch_body *body)
{
	if (body->fd >= 0)
		close(body->fd);
	body->fd = -1;
	body->bytes = 0;
}

static bool
fetch_body_write_all(int fd, struct slice bytes)
{
	while (bytes.len > 0) {
		ssize_t n = write(fd, bytes.p, bytes.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes = slice_sub(bytes, (size_t)n, bytes.len);
	}
	return true;
}

const char *
fetch_body_take(struct fetch_body *body, struct slice bytes, int64_t wire_bytes,
    enum fetch_result *ret_result)
{
	int64_t total = body->bytes + (int64_t)bytes.len;

	*ret_result = FETCH_TOO_LARGE;
	if (total > body->max_bytes)
		return "the body is larger than its limit";
	if (total > LIMIT_INFLATE_FREE &&
	    total / LIMIT_INFLATE_RATIO > wire_bytes)
		return "the body inflates too much to be a document";
	/* The shortage is not a fault of the server. */
	*ret_result = FETCH_POSTPONED;
	if (body->fd < 0)
		body->fd = memfd_create(
		    "gleaner-body", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (body->fd < 0 || !fetch_body_write_all(body->fd, bytes))
		return "no descriptor or no memory for the body";
	body->bytes = total;
	return NULL;
}

int
fetch_body_detach(struct fetch_body *body)
{
	int fd = body->fd;

	if (fd < 0)
		return -1;
	body->fd = -1;
	if (lseek(fd, 0, SEEK_SET) != 0 ||
	    fcntl(fd, F_ADD_SEALS,
		F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
		close(fd);
		return -1;
	}
	return fd;
}
