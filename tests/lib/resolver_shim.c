/*
 * resolver_shim.c -- a preloaded library in which the resolver waits for a DNS
 * server that does not answer.
 */
#include <netdb.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_S 3600

/* Does not end earlier because of a signal, as the resolver of the C library. */
int
getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
    struct addrinfo **ret)
{
	time_t end = time(NULL) + ANSWER_S;

	(void)name;
	(void)service;
	(void)hints;
	(void)ret;
	while (time(NULL) < end)
		usleep(100000);
	return EAI_AGAIN;
}
