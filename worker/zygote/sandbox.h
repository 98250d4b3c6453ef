/*
 * sandbox.h -- the sandbox of workers and readers: a seccomp allow-list and
 * rlimits. A sandboxed process can only read and write open descriptors, read
 * the clock, allocate memory and exit.
 *
 * sandbox_selftest.c tries the sandbox from inside.
 */
#ifndef WORKER_ZYGOTE_SANDBOX_H
#define WORKER_ZYGOTE_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/* Called once, in the zygote or in a reader. Builds the filter (libseccomp), so
 * that a child needs only one system call. Drops access to files (Landlock, if
 * the kernel supports it) and the privileges of later execs, and tests the
 * filter in a child. Returns ERR_LIBRARY if the kernel or the filter of the
 * systemd unit refuses the filter; the text names the refused call. */
int sandbox_prepare(struct err *e);
/* Called in the child before it reads untrusted input. Afterwards a system call
 * outside of the allow-list kills the process; only some calls of the C library
 * fail with an error instead (sandbox.c). If sandbox_prepare failed, only the
 * rlimits are set. Returns 0, or ERR_IO if a limit or the filter cannot be set.
 */
int sandbox_enter(struct err *e);

/* The limits for sandbox_enter_for(). That function does the same as
 * sandbox_enter(), but for a process that reads more than one document. */
struct sandbox_bounds {
	int64_t memory_bytes;
	int64_t cpu_s; /* 0: no limit; the parent enforces a deadline */
};
/* Returns 0, or ERR_IO if a limit or the filter cannot be set. */
int sandbox_enter_for(const struct sandbox_bounds *, struct err *e);

/* Tests from inside the sandbox that forbidden operations are refused and
 * required ones work, each in its own child. Writes one line for each trial
 * ("ok socket: killed by SIGSYS"); without is_verbose, only for failed trials.
 * Returns the number of failed trials, or a negative code. Call it in a
 * separate process, because the effects of sandbox_prepare are permanent. With
 * GLEANER_SANITIZED there is no filter to test, and the function returns
 * ERR_LIBRARY. */
int sandbox_selftest(FILE *out, bool is_verbose, struct err *e);

#endif
