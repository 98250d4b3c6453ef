/* A kernel that has no seccomp to give, as a unit makes it that does not list
 * it among its calls: for the tests of those who want walls. */
#ifndef DAEMON_SECCOMP_TEST_H
#define DAEMON_SECCOMP_TEST_H

#include <errno.h>
#include <seccomp.h>
#include <stdbool.h>

/* For this process and its children from now on. */
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
