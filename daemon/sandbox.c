/*
 * sandbox.c -- the worker's cage.
 *
 * The filter is an allow-list that kills (threats, (iv) 3): what tidy,
 * libxml2, jansson and malloc need once they are warm, and nothing else.  A
 * few calls that a library makes on the off chance, and takes a refusal of,
 * are answered with an error.  Everything else ends the process, so that the
 * kernel's audit names the call.
 *
 * Builds with sanitizers have no filter, no Landlock, no RLIMIT_AS and no
 * RLIMIT_FSIZE: their run-time needs all of the address space, threads and
 * /proc, and writes its reports to what may be a file.  What else is here
 * stays, so that the way through the code is the same.
 */
#include "daemon/sandbox.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <errno.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "config/limits.h"

#define STACK_BYTES (8 * MIB) /* libxml2 and tidy recurse; guards bound it */

/* ---- rlimits ---- */

static int
sandbox_set_limit(
    int resource, const char *name, rlim_t soft, rlim_t hard, struct err *e)
{
	struct rlimit now, then = { soft, hard };

	/* What an operator has set lower stays. */
	if (getrlimit(resource, &now) != 0)
		return err_errno(e, "RLIMIT_%s", name);
	if (then.rlim_max > now.rlim_max)
		then.rlim_max = now.rlim_max;
	if (then.rlim_cur > then.rlim_max)
		then.rlim_cur = then.rlim_max;
	if (setrlimit(resource, &then) != 0)
		return err_errno(e, "RLIMIT_%s", name);
	return 0;
}

/* The same for every document. */
static const struct {
	int resource;
	rlim_t bound;
	const char *name;
} limits[] = {
#ifndef GLEANER_SANITIZED
	{ RLIMIT_FSIZE, 0, "FSIZE" },
#endif
	{ RLIMIT_STACK, STACK_BYTES, "STACK" },
	{ RLIMIT_NOFILE, 0, "NOFILE" }, /* nothing new can be opened */
	{ RLIMIT_CORE, 0, "CORE" },     /* documents are not ours to dump */
	{ RLIMIT_NPROC, 0, "NPROC" },   /* root is not held by it */
};

static int
sandbox_set_limits(const struct sandbox_bounds *bounds, struct err *e)
{
	rlim_t cpu_s = (rlim_t)bounds->cpu_s;
	int rc = 0;

#ifndef GLEANER_SANITIZED
	rc = sandbox_set_limit(RLIMIT_AS, "AS", (rlim_t)bounds->memory_bytes,
	    (rlim_t)bounds->memory_bytes, e);
#endif
	/* SIGXCPU first, so that the cause has a name. */
	if (rc == 0 && cpu_s > 0)
		rc = sandbox_set_limit(RLIMIT_CPU, "CPU", cpu_s, cpu_s + 1, e);
	for (size_t i = 0; rc == 0 && i < sizeof(limits) / sizeof(limits[0]);
	     i++)
		rc = sandbox_set_limit(limits[i].resource, limits[i].name,
		    limits[i].bound, limits[i].bound, e);
	return rc;
}

int
sandbox_enter(struct err *e)
{
	static const struct sandbox_bounds one_document = { LIMIT_WORKER_MEMORY,
		LIMIT_WORKER_CPU_S };

	return sandbox_enter_for(&one_document, e);
}

#ifdef GLEANER_SANITIZED

int
sandbox_prepare(struct err *e)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return err_errno(e, "PR_SET_NO_NEW_PRIVS");
	return 0;
}

int
sandbox_enter_for(const struct sandbox_bounds *bounds, struct err *e)
{
	return sandbox_set_limits(bounds, e);
}

#else

/* ---- the filter ---- */

#define FILTER_MOST_INSTRUCTIONS 512 /* ours has some 90 */

struct sandbox {
	bool ready;
	struct sock_filter instructions[FILTER_MOST_INSTRUCTIONS];
	struct sock_fprog program;
};
/* The zygote's, inherited by its children by fork. */
static struct sandbox sandbox;

/* Allowed whatever the arguments; mmap has a rule of its own. */
static const int allowed[] = {
	SCMP_SYS(read),
	SCMP_SYS(write),
	SCMP_SYS(exit_group),
	SCMP_SYS(brk),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(futex),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(clock_gettime), /* where the vDSO has no clock */
	SCMP_SYS(gettimeofday),
	/* Of 32 bits; where there are none such, libseccomp leaves them out. */
	SCMP_SYS(futex_time64),
	SCMP_SYS(sigreturn),
	SCMP_SYS(clock_gettime64),
};

/* Machines of 32 bits have two, and the C library calls the later one.  The
 * earlier takes its arguments from memory, which no filter sees. */
#ifdef SYS_mmap2
#define CALL_MMAP SCMP_SYS(mmap2)
#else
#define CALL_MMAP SCMP_SYS(mmap)
#endif

/* Asked on the off chance by the C library (a charset that was not warmed, a
 * FILE's buffer) and refused. */
static const struct {
	int call, error;
} refused[] = {
	{ SCMP_SYS(open), EPERM },
	{ SCMP_SYS(openat), EPERM },
	{ SCMP_SYS(stat), EPERM },
	{ SCMP_SYS(lstat), EPERM },
	{ SCMP_SYS(fstat), EPERM },
	{ SCMP_SYS(newfstatat), EPERM },
	{ SCMP_SYS(stat64), EPERM },
	{ SCMP_SYS(lstat64), EPERM },
	{ SCMP_SYS(fstat64), EPERM },
	{ SCMP_SYS(fstatat64), EPERM },
	{ SCMP_SYS(statx), EPERM },
	{ SCMP_SYS(access), EPERM },
	{ SCMP_SYS(faccessat), EPERM },
	{ SCMP_SYS(faccessat2), EPERM },
	{ SCMP_SYS(readlink), EPERM },
	{ SCMP_SYS(readlinkat), EPERM },
	{ SCMP_SYS(madvise), EINVAL },
};

/* 0 or a negative errno. */
static int
sandbox_add_rules(scmp_filter_ctx filter)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < sizeof(allowed) / sizeof(allowed[0]);
	     i++)
		rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
	for (size_t i = 0; rc == 0 && i < sizeof(refused) / sizeof(refused[0]);
	     i++)
		rc = seccomp_rule_add(filter,
		    SCMP_ACT_ERRNO((uint16_t)refused[i].error), refused[i].call,
		    0);
	if (rc == 0) /* memory: of no file, and never to be executed */
		rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL_MMAP, 2,
		    SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
		    SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS));
	return rc;
}

/* libseccomp 2.5 exports to a descriptor only. */
static int
sandbox_export_filter(scmp_filter_ctx filter, struct err *e)
{
	int fd = memfd_create("filter", MFD_CLOEXEC);
	ssize_t n = -1;
	int rc;

	if (fd < 0)
		return err_errno(e, "the worker's filter");
	rc = seccomp_export_bpf(filter, fd);
	if (rc == 0)
		n = pread(
		    fd, sandbox.instructions, sizeof(sandbox.instructions), 0);
	close(fd);
	if (n <= 0 || n % (ssize_t)sizeof(sandbox.instructions[0]) != 0 ||
	    n == (ssize_t)sizeof(sandbox.instructions))
		return err_set(e, ERR_LIBRARY,
		    "the worker's filter could not be built: %s",
		    strerror(rc != 0 ? -rc : EOVERFLOW));
	sandbox.program.filter = sandbox.instructions;
	sandbox.program.len =
	    (unsigned short)((size_t)n / sizeof(sandbox.instructions[0]));
	return 0;
}

static int
sandbox_say_refused(struct err *e, int error)
{
	return err_set(e, ERR_LIBRARY,
	    "seccomp: %s (the kernel, or the service's SystemCallFilter, "
	    "refuses the worker's filter)",
	    strerror(error));
}

/* libseccomp asks too, but would only say that it has no memory. */
static int
sandbox_ask_kernel(struct err *e)
{
	const uint32_t action = SECCOMP_RET_KILL_PROCESS;

	if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0)
		return sandbox_say_refused(e, errno);
	return 0;
}

static int
sandbox_build_filter(struct err *e)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
	int rc = -ENOMEM;

	if (filter != NULL)
		rc = seccomp_attr_set(
		    filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
	if (rc == 0)
		rc = sandbox_add_rules(filter);
	if (rc != 0)
		err_set(e, ERR_LIBRARY,
		    "the worker's filter could not be built: %s",
		    strerror(-rc));
	else
		rc = sandbox_export_filter(filter, e);
	if (filter != NULL)
		seccomp_release(filter);
	return rc != 0 ? ERR_LIBRARY : 0;
}

/* ---- Landlock ---- */

/* Everything that its first version knows is handled, nothing is allowed.  A
 * kernel without it is none the worse: the filter refuses open as well. */
static void
sandbox_give_up_files(void)
{
	const struct landlock_ruleset_attr attr = {
		.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
	};
	long fd = syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);

	if (fd < 0)
		return;
	syscall(SYS_landlock_restrict_self, (int)fd, 0);
	close((int)fd);
}

/* ---- trial ---- */

static int
sandbox_install_filter(void)
{
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0,
		   &sandbox.program) == 0
		   ? 0
		   : errno;
}

#define TRIALS          8 /* who kills so many from outside means it */
#define EXIT_NOT_KILLED 1
#define EXIT_ERRNO      100 /* and the errno */

/* A child that asks for its parent's id. */
static int
sandbox_run_trial(int *ret_status, struct err *e)
{
	pid_t child = fork();

	if (child < 0)
		return err_errno(e, "a trial of the worker's filter");
	if (child == 0) {
		int rc = sandbox_install_filter();

		if (rc != 0)
			_exit(EXIT_ERRNO + rc);
		syscall(SYS_getppid);
		_exit(EXIT_NOT_KILLED);
	}
	while (waitpid(child, ret_status, 0) < 0)
		if (errno != EINTR)
			return err_errno(e, "a trial of the worker's filter");
	return 0;
}

/* Does it bite?  SIGKILL is not its word but that of somebody else (the
 * kernel, short of memory; a test), and says nothing. */
static int
sandbox_try_filter(struct err *e)
{
	int status = 0;

	for (int i = 0; i < TRIALS; i++) {
		int rc = sandbox_run_trial(&status, e);

		if (rc != 0)
			return rc;
		if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
			break;
	}
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
		return 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) > EXIT_ERRNO)
		return sandbox_say_refused(e, WEXITSTATUS(status) - EXIT_ERRNO);
	return err_set(e, ERR_LIBRARY,
	    "seccomp: the worker's filter was taken but does not bite");
}

int
sandbox_prepare(struct err *e)
{
	int rc;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return err_errno(e, "PR_SET_NO_NEW_PRIVS");
	sandbox_give_up_files();
	rc = sandbox_ask_kernel(e);
	if (rc == 0)
		rc = sandbox_build_filter(e);
	if (rc == 0)
		rc = sandbox_try_filter(e);
	sandbox.ready = rc == 0;
	return rc;
}

int
sandbox_enter_for(const struct sandbox_bounds *bounds, struct err *e)
{
	int rc = sandbox_set_limits(bounds, e);

	if (rc != 0 || !sandbox.ready)
		return rc;
	errno = sandbox_install_filter();
	return errno == 0 ? 0 : err_errno(e, "seccomp");
}

#endif
