/*
 * resolver_shim.c -- a preloaded library in which the resolver waits for a DNS
 * server that does not answer.
 *
 * If $TEST_RESOLVES is set, the library creates this file when a name is
 * resolved.  If $TEST_RESOLVER_STOPS is set, the resolver works as long as this
 * file does not exist.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_S 3600

/* Does not end earlier because of a signal, as the resolver of the C library. */
static void
resolver_shim_wait(void)
{
	const char *path = getenv("TEST_RESOLVES");
	time_t end = time(NULL) + ANSWER_S;
	int fd = path != NULL ? open(path, O_CREAT | O_WRONLY, 0600) : -1;

	if (fd >= 0)
		close(fd);
	while (time(NULL) < end)
		usleep(100000);
}

int
getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
    struct addrinfo **ret)
{
	int (*next)(const char *, const char *, const struct addrinfo *,
	    struct addrinfo **);
	const char *path = getenv("TEST_RESOLVER_STOPS");

	if (path == NULL || access(path, F_OK) == 0) {
		resolver_shim_wait();
		return EAI_AGAIN;
	}
	*(void **)&next = dlsym(RTLD_NEXT, "getaddrinfo");
	return next(name, service, hints, ret);
}
