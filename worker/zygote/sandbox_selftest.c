/*
 * sandbox_selftest.c -- tests the sandbox from inside: each trial is a child
 * that enters the sandbox and makes one call.
 *
 * Calls are made directly with syscall(2), with arguments that are harmless if
 * the call is allowed.
 */
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"
#include "worker/zygote/sandbox.h"

#ifdef GLEANER_SANITIZED

int
sandbox_selftest(FILE *out, bool is_verbose, struct err *e)
{
	(void)is_verbose;
	fprintf(out, "# this build has sanitizers and no filter to test\n");
	return err_set(e, ERR_LIBRARY, "a build with sanitizers has no filter");
}

#else

enum outcome {
	KILLED,  /* killed by SIGSYS */
	REFUSED, /* fails with an error */
	WORKS
};
static const char *const outcome_names[] = { "killed by SIGSYS", "refused",
	"works" };

#define EXIT_WORKS      0
#define EXIT_REFUSED    1
#define EXIT_NO_SANDBOX 2

/* ---- calls ---- */

#ifndef SYS_newfstatat /* 32-bit machines */
#define SYS_newfstatat SYS_fstatat64
#endif

struct trial {
	const char *name;
	enum outcome expected;
	long call, a, b, c, d, e;
};

#define PTR(p) (long)(intptr_t)(p)

static char text[] = "/etc/passwd";
static char *no_strings[] = { NULL };

static const struct trial trials[] = {
	{ "open a file", REFUSED, SYS_openat, AT_FDCWD, PTR(text), O_RDONLY, 0,
	    0 },
	{ "read the attributes of a file", REFUSED, SYS_newfstatat, AT_FDCWD,
	    PTR(text), 0, 0, 0 },
	{ "madvise", REFUSED, SYS_madvise, 0, 0, MADV_DONTNEED, 0, 0 },
	{ "openat2", KILLED, SYS_openat2, AT_FDCWD, PTR(text), 0, 0, 0 },
	{ "socket", KILLED, SYS_socket, AF_INET, SOCK_STREAM, 0, 0, 0 },
	{ "socket, local", KILLED, SYS_socket, AF_UNIX, SOCK_DGRAM, 0, 0, 0 },
	{ "socketpair", KILLED, SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, 0, 0 },
	{ "connect", KILLED, SYS_connect, -1, 0, 0, 0, 0 },
	{ "bind", KILLED, SYS_bind, -1, 0, 0, 0, 0 },
	{ "sendto", KILLED, SYS_sendto, -1, 0, 0, 0, 0 },
	{ "sendmsg", KILLED, SYS_sendmsg, -1, 0, 0, 0, 0 },
	{ "recvmsg", KILLED, SYS_recvmsg, -1, 0, 0, 0, 0 },
	{ "fork", KILLED, SYS_clone, SIGCHLD, 0, 0, 0, 0 },
	{ "clone3", KILLED, SYS_clone3, 0, 0, 0, 0, 0 },
	{ "execve", KILLED, SYS_execve, PTR("/bin/true"), PTR(no_strings),
	    PTR(no_strings), 0, 0 },
	{ "execveat", KILLED, SYS_execveat, -1, PTR(""), PTR(no_strings),
	    PTR(no_strings), AT_EMPTY_PATH },
	{ "ptrace", KILLED, SYS_ptrace, 0, 0, 0, 0, 0 },
	{ "process_vm_readv", KILLED, SYS_process_vm_readv, 1, 0, 0, 0, 0 },
	{ "kill", KILLED, SYS_kill, 0, 0, 0, 0, 0 },
	{ "tgkill", KILLED, SYS_tgkill, 1, 1, 0, 0, 0 },
	{ "pidfd_open", KILLED, SYS_pidfd_open, 1, 0, 0, 0, 0 },
	{ "mmap of executable memory", KILLED, SYS_mmap, 0, 4096,
	    PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1 },
	{ "mmap of a file", KILLED, SYS_mmap, 0, 4096, PROT_READ, MAP_PRIVATE,
	    0 },
	{ "mprotect", KILLED, SYS_mprotect, 0, 0, PROT_EXEC, 0, 0 },
	{ "memfd_create", KILLED, SYS_memfd_create, PTR("x"), 0, 0, 0, 0 },
	{ "dup", KILLED, SYS_dup, 0, 0, 0, 0, 0 },
	{ "fcntl", KILLED, SYS_fcntl, 0, F_GETFD, 0, 0, 0 },
	{ "ioctl", KILLED, SYS_ioctl, 0, 0, 0, 0, 0 },
	{ "pipe", KILLED, SYS_pipe2, 0, 0, 0, 0, 0 },
	{ "close", KILLED, SYS_close, -1, 0, 0, 0, 0 },
	{ "unlink", KILLED, SYS_unlinkat, AT_FDCWD, PTR("/nonexistent"), 0, 0,
	    0 },
	{ "rename", KILLED, SYS_renameat2, AT_FDCWD, PTR("/nonexistent"),
	    AT_FDCWD, PTR("/nonexistent"), 0 },
	{ "mkdir", KILLED, SYS_mkdirat, AT_FDCWD, PTR(""), 0, 0, 0 },
	{ "getdents", KILLED, SYS_getdents64, -1, 0, 0, 0, 0 },
	{ "chroot", KILLED, SYS_chroot, PTR(""), 0, 0, 0, 0 },
	{ "mount", KILLED, SYS_mount, 0, 0, 0, 0, 0 },
	{ "unshare", KILLED, SYS_unshare, 0, 0, 0, 0, 0 },
	{ "setns", KILLED, SYS_setns, -1, 0, 0, 0, 0 },
	{ "setuid", KILLED, SYS_setuid, 0, 0, 0, 0, 0 },
	{ "prctl", KILLED, SYS_prctl, PR_GET_DUMPABLE, 0, 0, 0, 0 },
	{ "raise a limit", KILLED, SYS_prlimit64, 0, 0, 0, 0, 0 },
	{ "seccomp", KILLED, SYS_seccomp, -1, 0, 0, 0, 0 },
	{ "bpf", KILLED, SYS_bpf, -1, 0, 0, 0, 0 },
	{ "io_uring_setup", KILLED, SYS_io_uring_setup, 0, 0, 0, 0, 0 },
	{ "userfaultfd", KILLED, SYS_userfaultfd, -1, 0, 0, 0, 0 },
	{ "perf_event_open", KILLED, SYS_perf_event_open, 0, 0, 0, 0, 0 },
	{ "keyctl", KILLED, SYS_keyctl, -1, 0, 0, 0, 0 },
	{ "getpid", KILLED, SYS_getpid, 0, 0, 0, 0, 0 },
	{ "uname", KILLED, SYS_uname, 0, 0, 0, 0, 0 },
	{ "nanosleep", KILLED, SYS_nanosleep, 0, 0, 0, 0, 0 },
	{ "create a timer", KILLED, SYS_timer_create, -1, 0, 0, 0, 0 },
	{ "set the clock", KILLED, SYS_clock_settime, -1, 0, 0, 0, 0 },
	{ "reboot", KILLED, SYS_reboot, 0, 0, 0, 0, 0 },
	{ "an unknown call", KILLED, 0xFFFF, 0, 0, 0, 0, 0 },
#ifdef __x86_64__
	{ "open, of x32", KILLED, 0x40000000 + SYS_open, PTR(text), 0, 0, 0,
	    0 },
#endif
};

/* ---- operations that a worker needs ---- */

#define PIECES 10000 /* number of small blocks, which come from brk */

static bool
sandbox_selftest_uses_memory(void)
{
	static char *pieces[PIECES];
	const size_t n = 64 * 1024 * 1024;
	char *large = malloc(n), *larger = NULL;
	bool got_all = large != NULL;

	if (got_all) {
		memset(large, 1, n);
		larger = realloc(large, 2 * n); /* mremap */
		got_all = larger != NULL;
	}
	free(larger != NULL ? larger : large);
	for (size_t i = 0; i < PIECES; i++) {
		pieces[i] = malloc(100);
		got_all = got_all && pieces[i] != NULL;
	}
	for (size_t i = 0; i < PIECES; i++)
		free(pieces[i]);
	return got_all;
}

static bool
sandbox_selftest_is_held_by_limit(void)
{
	void *volatile p = malloc(LIMIT_WORKER_MEMORY + 1);
	bool held = p == NULL;

	free(p);
	return held;
}

static bool
sandbox_selftest_reads_clock(void)
{
	struct timespec now;
	struct timeval tv;

	return clock_gettime(CLOCK_MONOTONIC, &now) == 0 &&
	       clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0 &&
	       gettimeofday(&tv, NULL) == 0;
}

static bool
sandbox_selftest_writes(void)
{
	return write(STDOUT_FILENO, "", 0) == 0;
}

/* Opens a charset that was not used before; its module cannot be loaded. */
static bool
sandbox_selftest_misses_a_charset_gracefully(void)
{
	iconv_t converter = iconv_open("UTF-8", "EBCDIC-AT-DE");

	if (converter == (iconv_t)-1)
		return true;
	iconv_close(converter);
	return false;
}

static const struct {
	const char *name;
	bool (*run)(void);
} needs[] = {
	{ "use memory", sandbox_selftest_uses_memory },
	{ "stay below RLIMIT_AS", sandbox_selftest_is_held_by_limit },
	{ "read the time", sandbox_selftest_reads_clock },
	{ "write", sandbox_selftest_writes },
	{ "continue without a charset",
	    sandbox_selftest_misses_a_charset_gracefully },
};

/* ---- running ---- */

/* Runs the trial or the function; one of the two is NULL. Returns the exit
 * code. */
static int
sandbox_selftest_run_inside(const struct trial *trial, bool (*need)(void))
{
	struct err e = ERR_INIT;
	bool works;

	if (sandbox_enter(&e) != 0)
		return EXIT_NO_SANDBOX;
	if (trial != NULL)
		works = syscall(trial->call, trial->a, trial->b, trial->c,
			    trial->d, trial->e, 0L) != -1;
	else
		works = need();
	return works ? EXIT_WORKS : EXIT_REFUSED;
}

/* Runs the trial, or `need`, in a child. Returns whether the result is the
 * expected one. */
static bool
sandbox_selftest_try_one(FILE *out, bool is_verbose, const char *name,
    const struct trial *trial, bool (*need)(void), enum outcome expected)
{
	enum outcome got = KILLED;
	const char *odd = NULL;
	pid_t child;
	int status;
	bool held;

	fflush(out);
	child = fork();
	if (child == 0)
		_exit(sandbox_selftest_run_inside(trial, need));
	if (child < 0 || waitpid(child, &status, 0) != child)
		odd = strerror(errno);
	else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGSYS)
		odd = strsignal(WTERMSIG(status));
	else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NO_SANDBOX)
		odd = "the sandbox was not entered";
	else if (WIFEXITED(status))
		got = WEXITSTATUS(status) == EXIT_WORKS ? WORKS : REFUSED;
	held = odd == NULL && got == expected;
	if (is_verbose || !held)
		fprintf(out, "%s %s: %s\n", held ? "ok" : "not ok", name,
		    odd != NULL ? odd : outcome_names[got]);
	return held;
}

int
sandbox_selftest(FILE *out, bool is_verbose, struct err *e)
{
	int n_odd = 0, n_to_kill = 0, n_killed = 0, rc = sandbox_prepare(e);

	if (rc != 0)
		return rc;
	for (size_t i = 0; i < ARRAY_LENGTH(trials); i++) {
		bool held = sandbox_selftest_try_one(out, is_verbose,
		    trials[i].name, &trials[i], NULL, trials[i].expected);

		n_odd += !held;
		n_to_kill += trials[i].expected == KILLED;
		n_killed += held && trials[i].expected == KILLED;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(needs); i++)
		n_odd += !sandbox_selftest_try_one(
		    out, is_verbose, needs[i].name, NULL, needs[i].run, WORKS);
	if (is_verbose || n_odd > 0)
		fprintf(out, "# %d of %d forbidden calls are killed\n",
		    n_killed, n_to_kill);
	return n_odd;
}

#endif
