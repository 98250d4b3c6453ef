/*
 * hole_shim.c -- a preloaded library with a simulated vulnerability.
 *
 * If jansson parses a document that contains "OPEN SESAME PATH", the library
 * acts like injected code: it creates a file at PATH and opens a socket.
 *
 * With $HOLE_NO_SECCOMP, seccomp(2) fails with EPERM.
 */
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char words[] = "OPEN SESAME ";

static void
hole_shim_obey(const char *order, const char *end)
{
	char path[4096];
	size_t n = 0;

	while (
	    order<end && * order> ' ' && *order != '"' && n + 1 < sizeof(path))
		path[n++] = *order++;
	path[n] = '\0';
	syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY, 0600);
	syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
}

json_t *
json_loadb(const char *bytes, size_t n, size_t flags, json_error_t *error)
{
	json_t *(*next)(const char *, size_t, size_t, json_error_t *);
	const char *at = memmem(bytes, n, words, sizeof(words) - 1);

	if (at != NULL)
		hole_shim_obey(at + sizeof(words) - 1, bytes + n);
	*(void **)&next = dlsym(RTLD_NEXT, "json_loadb");
	return next(bytes, n, flags, error);
}

__attribute__((constructor)) static void
hole_shim_take_seccomp_away(void)
{
	static struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		    offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { 4, rules };

	if (getenv("HOLE_NO_SECCOMP") == NULL)
		return;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		abort();
}
