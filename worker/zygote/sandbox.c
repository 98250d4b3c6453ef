/*
 * sandbox.c -- the sandbox of workers and readers.
 *
 * The seccomp filter is an allow-list of system calls (docs/security.md). It
 * allows the system calls that tidy, libxml2, jansson and malloc need after
 * their initialisation. A few calls that libraries make but do not depend on
 * are answered with an error. Every other call ends the process, so that the
 * kernel's audit log names the call.
 *
 * Builds with sanitizers have no filter, no Landlock, no RLIMIT_AS and no
 * RLIMIT_FSIZE, because their run-time needs the whole address space, threads
 * and /proc, and may write its reports to a file. The other parts remain, so
 * that the same code runs.
 */
#include "worker/zygote/sandbox.h"

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

#include "base/array.h"
#include "base/limits.h"

/* Limit of the stack. It is sufficient for the recursion of libxml2 and tidy,
 * because their depth is limited. */
#define STACK_BYTES (8 * MIB)

/* ---- rlimits ---- */

static int
sandbox_set_limit(
    int resource, const char *name, rlim_t soft, rlim_t hard, struct err *e)
{
	struct rlimit now, then = { soft, hard };

	/* A lower limit that the operator has set is preserved. */
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

/* These limits are the same for all documents. */
static const struct {
	int resource;
	rlim_t bound;
	const char *name;
} limits[] = {
#ifndef GLEANER_SANITIZED
	{ RLIMIT_FSIZE, 0, "FSIZE" },
#endif
	{ RLIMIT_STACK, STACK_BYTES, "STACK" },
	{ RLIMIT_NOFILE, 0, "NOFILE" }, /* no descriptor can be opened */
	{ RLIMIT_CORE, 0,
	    "CORE" }, /* a core dump would contain foreign documents */
	{ RLIMIT_NPROC, 0, "NPROC" }, /* does not apply to root */
};

static int
sandbox_set_limits(const struct sandbox_bounds *bounds, struct err *e)
{
	rlim_t cpu_s = (rlim_t)bounds->cpu_s;
	int rc = 0;

#ifndef GLEANER_SANITIZED
	rc = sandbox_set_limit(RLIMIT_AS, "AS", (rlim_t)bounds->memory_bytes,
	    (rlim_t)bounds->memory_bytes, e);
	/* The programs ignore this signal (base/file_limit.h). A document that
	 * made its reader write to a file must still end it. */
	signal(SIGXFSZ, SIG_DFL);
#endif
	/* The soft limit is reached first, so that SIGXCPU shows the cause. */
	if (rc == 0 && cpu_s > 0)
		rc = sandbox_set_limit(RLIMIT_CPU, "CPU", cpu_s, cpu_s + 1, e);
	for (size_t i = 0; rc == 0 && i < ARRAY_LENGTH(limits); i++)
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
		return err_errno(e, "cannot set PR_SET_NO_NEW_PRIVS");
	return 0;
}

int
sandbox_enter_for(const struct sandbox_bounds *bounds, struct err *e)
{
	return sandbox_set_limits(bounds, e);
}

#else

/* ---- the filter ---- */

#define FILTER_MOST_INSTRUCTIONS 512 /* the current filter has about 90 */

struct sandbox {
	bool ready;
	struct sock_filter instructions[FILTER_MOST_INSTRUCTIONS];
	struct sock_fprog program;
};
/* The zygote builds the filter, and its children inherit it. */
static struct sandbox sandbox;

/* Calls that are allowed with any arguments. mmap has a separate rule. */
static const int allowed[] = {
	SCMP_SYS(read),
	SCMP_SYS(write),
	SCMP_SYS(exit_group),
	SCMP_SYS(brk),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(futex),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(clock_gettime), /* used if the vDSO has no clock */
	SCMP_SYS(gettimeofday),
	/* For 32-bit machines. libseccomp leaves out calls that the machine
	 * does not have. */
	SCMP_SYS(futex_time64),
	SCMP_SYS(sigreturn),
	SCMP_SYS(clock_gettime64),
};

/* 32-bit machines have the calls mmap and mmap2, and the C library uses mmap2.
 * mmap takes its arguments from memory there, and a filter cannot read memory.
 */
#ifdef SYS_mmap2
#define CALL_MMAP SCMP_SYS(mmap2)
#else
#define CALL_MMAP SCMP_SYS(mmap)
#endif

/* The C library tries these calls (for a charset that was not loaded before, or
 * the buffer of a FILE). They fail with an error. */
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

/* Adds the permitted calls to the filter. Returns 0 or a negative errno. */
static int
sandbox_add_rules(scmp_filter_ctx filter)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < ARRAY_LENGTH(allowed); i++)
		rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
	for (size_t i = 0; rc == 0 && i < ARRAY_LENGTH(refused); i++)
		rc = seccomp_rule_add(filter,
		    SCMP_ACT_ERRNO((uint16_t)refused[i].error), refused[i].call,
		    0);
	if (rc == 0) /* anonymous memory that is not executable */
		rc = seccomp_rule_add(filter, SCMP_ACT_ALLOW, CALL_MMAP, 2,
		    SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
		    SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS));
	return rc;
}

/* libseccomp 2.5 can export only to a descriptor. */
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
sandbox_report_refused(struct err *e, int error)
{
	return err_set(e, ERR_LIBRARY,
	    "seccomp: %s (the kernel, or the service's SystemCallFilter, "
	    "refuses the worker's filter)",
	    strerror(error));
}

/* Checks that the kernel supports SECCOMP_RET_KILL_PROCESS. libseccomp checks
 * this, too, but reports a lack of memory instead. */
static int
sandbox_ask_kernel(struct err *e)
{
	const uint32_t action = SECCOMP_RET_KILL_PROCESS;

	if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0)
		return sandbox_report_refused(e, errno);
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

/* Handles all rights of Landlock's first version and allows none. On a kernel
 * without Landlock, the filter still refuses open. */
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

/* Largest number of trials. A trial is repeated if the child was killed with
 * SIGKILL, such as by the kernel for lack of memory. */
#define TRIALS          8
#define EXIT_NOT_KILLED 1
#define EXIT_ERRNO      100 /* plus an errno: exit code after a failed call */

/* Runs a child that calls getppid, which the filter forbids. */
static int
sandbox_run_trial(int *ret_status, struct err *e)
{
	pid_t child = fork();

	if (child < 0)
		return err_errno(
		    e, "cannot test the workers' system call filter (seccomp)");
	if (child == 0) {
		int rc = sandbox_install_filter();

		if (rc != 0)
			_exit(EXIT_ERRNO + rc);
		syscall(SYS_getppid);
		_exit(EXIT_NOT_KILLED);
	}
	while (waitpid(child, ret_status, 0) < 0)
		if (errno != EINTR)
			return err_errno(e, "cannot test the workers' system "
					    "call filter (seccomp)");
	return 0;
}

/* Tests that the filter kills the child. If the child was killed with SIGKILL,
 * the filter was not the cause, but for example the kernel's OOM killer or a
 * test. The trial is then repeated. */
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
		return sandbox_report_refused(
		    e, WEXITSTATUS(status) - EXIT_ERRNO);
	return err_set(e, ERR_LIBRARY,
	    "seccomp: the worker's filter was installed but has no effect");
}

int
sandbox_prepare(struct err *e)
{
	int rc;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return err_errno(e, "cannot set PR_SET_NO_NEW_PRIVS");
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
