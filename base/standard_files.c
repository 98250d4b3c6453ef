/*
 * standard_files.c -- descriptors 0, 1 and 2 are nobody else's.
 *
 * open(2) takes the lowest number that is free.  Without this a lock file or a
 * socket becomes descriptor 2, and is sent our messages.
 */
#include "base/standard_files.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int
standard_files_hold(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		/* The wrong way round: whoever reads or writes hears of it. */
		int how = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		/* Those below are open: it becomes this one. */
		if (open("/dev/null", how) != fd)
			return -1;
	}
	return 0;
}
