/*
 * sandbox.c -- the system calls and files that gleaner-serve may use.
 *
 * The list contains the calls of libmicrohttpd, SQLite and the C library after
 * their initialisation.  A call that is not in the list fails, but does not end
 * the process, because a later version of a library may try a new call first,
 * and use an old call if the new call fails.
 */
#include "serve/sandbox.h"

#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "url/database_url.h"

/* The bits of the type of a socket that are not flags. */
#define SOCKET_TYPE_MASK 0xf

#ifdef GLEANER_SANITIZED

int
sandbox_enter_serve(const struct serve_settings *settings, struct err *e)
{
	(void)settings;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return err_errno(e, "cannot set PR_SET_NO_NEW_PRIVS");
	return 0;
}

#else

static const int sandbox_allowed[] = {
	/* memory and threads */
	SCMP_SYS(brk),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(madvise),
	SCMP_SYS(futex),
	SCMP_SYS(futex_time64),
	SCMP_SYS(set_robust_list),
	SCMP_SYS(rseq),
	SCMP_SYS(sched_yield),
	SCMP_SYS(sched_getaffinity),
	SCMP_SYS(exit),
	SCMP_SYS(exit_group),
	SCMP_SYS(gettid),
	SCMP_SYS(getpid),
	SCMP_SYS(tgkill),
	SCMP_SYS(getrandom),
	SCMP_SYS(membarrier),
	SCMP_SYS(sysinfo),
	SCMP_SYS(restart_syscall),
	/* signals and time */
	SCMP_SYS(rt_sigaction),
	SCMP_SYS(rt_sigprocmask),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(rt_sigtimedwait),
	SCMP_SYS(sigaltstack),
	SCMP_SYS(clock_gettime),
	SCMP_SYS(clock_nanosleep),
	SCMP_SYS(nanosleep),
	SCMP_SYS(alarm),
	SCMP_SYS(setitimer),
	SCMP_SYS(gettimeofday),
	/* descriptors */
	SCMP_SYS(read),
	SCMP_SYS(write),
	SCMP_SYS(readv),
	SCMP_SYS(writev),
	SCMP_SYS(close),
	SCMP_SYS(dup),
	SCMP_SYS(fcntl),
	SCMP_SYS(lseek),
	SCMP_SYS(pread64),
	SCMP_SYS(pwrite64),
	SCMP_SYS(pipe2),
	SCMP_SYS(eventfd2),
	SCMP_SYS(epoll_create1),
	SCMP_SYS(epoll_ctl),
	SCMP_SYS(epoll_wait),
	SCMP_SYS(epoll_pwait),
	SCMP_SYS(poll),
	SCMP_SYS(ppoll),
	SCMP_SYS(ftruncate),
	SCMP_SYS(fsync),
	SCMP_SYS(fdatasync),
	SCMP_SYS(fallocate),
	/* calls for files; SQLite also reads the owner of a file, and whether
	 * the file is a link */
	SCMP_SYS(open),
	SCMP_SYS(openat),
	SCMP_SYS(stat),
	SCMP_SYS(fstat),
	SCMP_SYS(lstat),
	SCMP_SYS(newfstatat),
	SCMP_SYS(statx),
	SCMP_SYS(access),
	SCMP_SYS(faccessat),
	SCMP_SYS(faccessat2),
	SCMP_SYS(readlink),
	SCMP_SYS(readlinkat),
	SCMP_SYS(getcwd),
	SCMP_SYS(statfs),
	SCMP_SYS(fstatfs),
	SCMP_SYS(geteuid),
	SCMP_SYS(getuid),
	SCMP_SYS(getegid),
	SCMP_SYS(getgid),
	/* connections */
	SCMP_SYS(accept4),
	SCMP_SYS(accept),
	SCMP_SYS(recvfrom),
	SCMP_SYS(recvmsg),
	SCMP_SYS(sendto),
	SCMP_SYS(sendmsg),
	SCMP_SYS(sendfile),
	SCMP_SYS(shutdown),
	SCMP_SYS(getsockopt),
	SCMP_SYS(setsockopt),
	SCMP_SYS(getsockname),
	SCMP_SYS(getpeername),
	SCMP_SYS(connect),
	SCMP_SYS(getrlimit),
	SCMP_SYS(prlimit64),
};

/* Adds the calls that are permitted only with some arguments.  Returns 0 or a
 * negative errno. */
static int
sandbox_add_conditions(scmp_filter_ctx filter)
{
	int rc;

	/* Permits only memory that is not executable. */
	rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
	    SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	if (rc == 0)
		rc =
		    seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect),
			1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	/* Permits threads, but no processes: clone3() fails with ENOSYS. The C
	 * library then uses clone(), whose flags can be checked. */
	if (rc == 0)
		rc = seccomp_rule_add(
		    filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
	if (rc == 0)
		rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone),
		    1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
	/* the control socket */
	if (rc == 0)
		rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket),
		    1, SCMP_A0(SCMP_CMP_EQ, AF_UNIX, 0));
	return rc;
}

/* Adds the calls with which libpq opens a connection to a server: each thread
 * of the pool has its own connection, and a lost connection is opened again.
 * UDP is for the resolver.  Returns 0 or a negative errno. */
static int
sandbox_add_network(scmp_filter_ctx filter)
{
	static const int families[] = { AF_INET, AF_INET6 };
	static const int types[] = { SOCK_STREAM, SOCK_DGRAM };
	int rc = seccomp_rule_add(
	    filter, SCMP_ACT_ALLOW, SCMP_SYS(sendmmsg), 0);

	if (rc == 0)
		rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl),
		    1, SCMP_A1(SCMP_CMP_EQ, FIONREAD, 0));
	for (size_t i = 0; rc == 0 && i < 4; i++)
		rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket),
		    2, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[i / 2], 0),
		    SCMP_A1(SCMP_CMP_MASKED_EQ, SOCKET_TYPE_MASK,
			(scmp_datum_t)types[i % 2]));
	return rc;
}

static int
sandbox_filter(bool uses_server, struct err *e)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int rc = 0;

	if (filter == NULL)
		return err_set(e, ERR_LIBRARY, "no memory for the filter");
	for (size_t i = 0; rc == 0 && i < ARRAY_LENGTH(sandbox_allowed); i++)
		rc = seccomp_rule_add(
		    filter, SCMP_ACT_ALLOW, sandbox_allowed[i], 0);
	if (rc == 0)
		rc = sandbox_add_conditions(filter);
	if (rc == 0 && uses_server)
		rc = sandbox_add_network(filter);
	if (rc == 0)
		rc = seccomp_load(filter);
	seccomp_release(filter);
	if (rc != 0)
		return err_set(e, ERR_LIBRARY,
		    "the filter of system calls is not in force: %s",
		    strerror(-rc));
	return 0;
}

/* ---- files ---- */

#define FILES_ALL (((uint64_t)LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1)

static void
sandbox_allow_folder(int ruleset, const char *path, uint64_t access)
{
	struct landlock_path_beneath_attr rule = { .allowed_access = access,
		.parent_fd = open(path, O_PATH | O_CLOEXEC) };

	if (rule.parent_fd < 0)
		return;
	syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH,
	    &rule, 0);
	close(rule.parent_fd);
}

/* Permits opening files only in the folder of the database; symbolic links in
 * the path of the database are resolved first.  If the kernel has no Landlock,
 * the function does nothing. */
static void
sandbox_limit_files(const char *database)
{
	const struct landlock_ruleset_attr attributes = {
		.handled_access_fs = FILES_ALL,
	};
	char path[PATH_MAX];
	long ruleset;

	if (realpath(database, path) == NULL)
		return;
	ruleset = syscall(
	    SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0);
	if (ruleset < 0)
		return;
	sandbox_allow_folder((int)ruleset, dirname(path),
	    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
		LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG);
	syscall(SYS_landlock_restrict_self, (int)ruleset, 0);
	close((int)ruleset);
}

int
sandbox_enter_serve(const struct serve_settings *settings, struct err *e)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return err_errno(e, "cannot set PR_SET_NO_NEW_PRIVS");
	sandbox_limit_files(settings->database);
	return sandbox_filter(database_url_is(settings->database), e);
}

#endif
