/*
 * listen.c -- opens the listening socket of gleaner-serve.
 */
#include "serve/http/listen.h"

#include <sys/socket.h>

#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

#include "serve/http/access.h"

#define HOST_BYTES 256
#define BACKLOG    1024 /* number of connections that may wait for accept() */

/* "[::1]:7416" → "::1" and "7416". */
static bool
listen_split(const char *address, char host[HOST_BYTES], const char **ret_port)
{
	const char *colon = strrchr(address, ':');
	size_t n;

	if (colon == NULL)
		return false;
	*ret_port = colon + 1;
	n = (size_t)(colon - address);
	if (n >= 2 && address[0] == '[' && address[n - 1] == ']') {
		address++;
		n -= 2;
	}
	if (n == 0 || n >= HOST_BYTES)
		return false;
	memcpy(host, address, n);
	host[n] = '\0';
	return true;
}

static int
listen_bind(const struct addrinfo *found)
{
	int fd = socket(found->ai_family,
	    found->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
	    found->ai_protocol);
	const int on = 1;

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(fd, found->ai_addr, found->ai_addrlen) == 0 &&
	    listen(fd, BACKLOG) == 0)
		return fd;
	close(fd);
	return -1;
}

static void
listen_describe(int fd, bool *ret_is_loopback, struct buf *ret_address)
{
	struct sockaddr_storage own = { 0 };
	socklen_t length = sizeof(own);
	char host[NI_MAXHOST], port[NI_MAXSERV];

	*ret_is_loopback = false;
	if (getsockname(fd, (struct sockaddr *)&own, &length) != 0 ||
	    getnameinfo((struct sockaddr *)&own, length, host, sizeof(host),
		port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
		return;
	*ret_is_loopback = access_is_loopback((struct sockaddr *)&own);
	buf_printf(ret_address, own.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s",
	    host, port);
}

int
listen_open(const char *address, int *ret_fd, bool *ret_is_loopback,
    struct buf *ret_address, struct err *e)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
		.ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	struct addrinfo *found = NULL;
	const char *port;
	char host[HOST_BYTES];
	int fd, rc;

	if (!listen_split(address, host, &port))
		return err_set(e, ERR_IO, "%s: expected host:port", address);
	rc = getaddrinfo(host, port, &hints, &found);
	if (rc != 0)
		return err_set(e, ERR_IO, "%s: %s", address, gai_strerror(rc));
	fd = listen_bind(found);
	freeaddrinfo(found);
	if (fd < 0)
		return err_errno(e, "cannot listen on %s", address);
	listen_describe(fd, ret_is_loopback, ret_address);
	*ret_fd = fd;
	return 0;
}
