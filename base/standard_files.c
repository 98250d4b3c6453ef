/*
 * standard_files.c -- reserves the descriptors 0, 1 and 2.
 *
 * open(2) returns the lowest free descriptor.  Without this reservation a lock
 * file or a socket could become descriptor 2 and receive log messages.
 */
#include "base/standard_files.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int
standard_files_hold(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		/* Descriptor 0 is opened for writing, 1 and 2 for reading, so
		 * that their normal use fails with EBADF. */
		int how = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		/* The lower descriptors are in use, so open() returns fd. */
		if (open("/dev/null", how) != fd)
			return -1;
	}
	return 0;
}
