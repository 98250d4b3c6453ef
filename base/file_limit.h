/*
 * file_limit.h -- makes a write beyond RLIMIT_FSIZE an error.
 */
#ifndef BASE_FILE_LIMIT_H
#define BASE_FILE_LIMIT_H

#include <signal.h>

/* Call this at the beginning of main().  The kernel sends SIGXFSZ to a process
 * that writes beyond the maximum size of files (`ulimit -f`, LimitFSIZE= of
 * systemd), and by default the signal ends the process without a message.
 * While the signal is ignored, the write fails with EFBIG and is handled like a
 * write to a full disk.  Programs that this process executes also ignore the
 * signal.  Cannot fail. */
static inline void
file_limit_hold(void)
{
	signal(SIGXFSZ, SIG_IGN);
}

#endif
