/*
 * resolver_shim.c -- a preloaded library in which the resolver waits for a DNS
 * server that does not answer.  If $TEST_RESOLVES is set, the library creates
 * this file when a name is resolved.
 */
#include <fcntl.h>
#include <netdb.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_S 3600

/* Does not end earlier because of a signal, as the resolver of the C library. */
int
getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
    struct addrinfo **ret)
{
	const char *path = getenv("TEST_RESOLVES");
	time_t end = time(NULL) + ANSWER_S;
	int fd = path != NULL ? open(path, O_CREAT | O_WRONLY, 0600) : -1;

	if (fd >= 0)
		close(fd);
	(void)name;
	(void)service;
	(void)hints;
	(void)ret;
	while (time(NULL) < end)
		usleep(100000);
	return EAI_AGAIN;
}
