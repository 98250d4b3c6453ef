/*
 * seccomp_test.h -- makes seccomp(2) fail, like a systemd unit whose
 * SystemCallFilter does not list this call. For tests of programs that require
 * the sandbox.
 */
#ifndef WORKER_ZYGOTE_SECCOMP_TEST_H
#define WORKER_ZYGOTE_SECCOMP_TEST_H

#include <errno.h>
#include <seccomp.h>
#include <stdbool.h>

/* Forbids seccomp for this process and its future children. */
static bool
forbid_seccomp(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	bool done = filter != NULL &&
		    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
			SCMP_SYS(seccomp), 0) == 0 &&
		    seccomp_load(filter) == 0;

	if (filter != NULL)
		seccomp_release(filter);
	return done;
}

#endif
