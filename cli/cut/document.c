/*
 * document.c -- reads a complete file.
 *
 * The path may be a pipe without a writer or an endless device such as
 * /dev/zero, so time and size are limited.
 */
#include "cli/cut/document.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io/input.h"
#include "base/limits.h"

#define READ_BYTES (64 * KIB)

/* Waits for data. Returns false if none arrived in time. */
static bool
document_wait_for_more(int fd, int64_t until_ms)
{
	struct pollfd some = { .fd = fd, .events = POLLIN };
	int64_t left = -1;
	int n;

	do {
		if (until_ms > 0)
			left = until_ms - clock_monotonic_ms();
		n = poll(&some, 1, until_ms > 0 && left < 0 ? 0 : (int)left);
	} while (n < 0 && errno == EINTR);
	return n != 0;
}

static int
document_read_all(
    int fd, const char *name, int wait_ms, struct buf *out, struct err *e)
{
	int64_t until_ms = wait_ms >= 0 ? clock_monotonic_ms() + wait_ms : 0;
	size_t piece = READ_BYTES;
	struct stat st;
	bool waits;
	ssize_t n;

	if (fstat(fd, &st) != 0)
		return err_errno(e, "%s", name);
	waits = wait_ms >= 0 && !S_ISREG(st.st_mode);
	if (S_ISREG(st.st_mode) && st.st_size > READ_BYTES &&
	    st.st_size < (off_t)(out->max_bytes - READ_BYTES))
		piece = (size_t)st.st_size + 1;
	for (;;) {
		if (!buf_reserve(out, piece))
			return err_set(e, ERR_LIMIT, "%s: larger than %lld MiB",
			    name, (long long)out->max_bytes / MIB);
		if (waits && !document_wait_for_more(fd, until_ms))
			return err_set(e, ERR_IO,
			    "%s: the data did not end within %d s", name,
			    wait_ms / 1000);
		n = waits ? read(fd, out->p + out->len, piece)
			  : input_read(fd, out->p + out->len, piece);
		if (n == 0)
			break;
		if (n > 0)
			out->len += (size_t)n;
		if (n > 0 && (size_t)n < piece && S_ISREG(st.st_mode) &&
		    out->len == (size_t)st.st_size)
			break; /* the whole file */
		if (n < 0 && errno != EINTR && !(waits && errno == EAGAIN))
			return err_errno(e, "%s", name);
		piece = READ_BYTES;
	}
	out->p[out->len] = '\0';
	return 0;
}

int
document_read(const char *path, int wait_ms, struct buf *out, struct err *e)
{
	bool is_stdin = strcmp(path, "-") == 0;
	/* without O_NONBLOCK, open() would wait for the writer of a pipe */
	int flags = O_RDONLY | O_CLOEXEC | (wait_ms >= 0 ? O_NONBLOCK : 0);
	int fd = is_stdin ? STDIN_FILENO : open(path, flags), rc;

	buf_clear(out);
	if (fd < 0)
		return err_errno(e, "%s", path);
	rc = document_read_all(
	    fd, is_stdin ? "standard input" : path, wait_ms, out, e);
	if (!is_stdin)
		close(fd);
	return rc;
}
