/*
 * sandbox.h -- what a worker may still do once it has its document: read and
 * write what is open, get memory, end.  seccomp allow-list, rlimits.
 */
#ifndef DAEMON_SANDBOX_H
#define DAEMON_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/* In the zygote, once: builds the filter (libseccomp) so that a child needs
 * one system call, gives up the files (Landlock, where the kernel has it) and
 * privileges of any exec, and tries the filter on a child.  ERR_LIBRARY when
 * the kernel, or the unit's own filter, will not have it: the text says which
 * call was refused. */
int sandbox_prepare(struct err *e);
/* In the child, before a foreign byte is looked at.  From here on any other
 * system call kills the process.  After a sandbox_prepare that failed only
 * the rlimits are set. */
int sandbox_enter(struct err *e);

/* The same for a process that has more before it than one document. */
struct sandbox_bounds {
	int64_t memory_bytes;
	int64_t cpu_s; /* 0: whoever started it looks at the clock */
};
int sandbox_enter_for(const struct sandbox_bounds *, struct err *e);

/* Tries from inside what a worker must not be able to do, and what it needs,
 * each in a child of its own; one line a trial ("ok socket: killed by
 * SIGSYS"), unless is_verbose only of those that went wrong.  Returns how many went otherwise, or a negative code.  In a
 * process of its own: what sandbox_prepare gives up is gone.  Under
 * GLEANER_SANITIZED there is no filter to try: ERR_LIBRARY. */
int sandbox_selftest(FILE *out, bool is_verbose, struct err *e);

#endif
