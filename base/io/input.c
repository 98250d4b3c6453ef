/*
 * input.c -- see input.h.
 */
#include "base/io/input.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

/* Waits for data after a read that failed.  Returns false if the failure has
 * another reason than missing data. */
static bool
input_wait(int fd)
{
	struct pollfd some = { .fd = fd, .events = POLLIN };

	if (errno == EINTR)
		return true;
	if (errno != EAGAIN)
		return false;
	poll(&some, 1, -1);
	return true;
}

ssize_t
input_read(int fd, void *ret, size_t n)
{
	ssize_t got;

	do
		got = read(fd, ret, n);
	while (got < 0 && input_wait(fd));
	return got;
}

/* If a stream has failed because no data was available, clears the failure,
 * waits, and returns true. */
static bool
input_may_read_again(FILE *in)
{
	if (!ferror(in) || !input_wait(fileno(in)))
		return false;
	clearerr(in);
	return true;
}

char *
input_read_line(FILE *in, char *ret, int n)
{
	int len = 0, c = 0;

	while (len + 1 < n && c != '\n') {
		c = getc(in);
		if (c == EOF && input_may_read_again(in))
			continue;
		if (c == EOF)
			break;
		ret[len++] = (char)c;
	}
	ret[len] = '\0';
	return len > 0 && !ferror(in) ? ret : NULL;
}

size_t
input_read_stream(FILE *in, void *ret, size_t n)
{
	char *to = ret;
	size_t got = 0;

	do
		got += fread(to + got, 1, n - got, in);
	while (got < n && input_may_read_again(in));
	return got;
}
