/*
 * acceptor_test.c -- tests that an acceptor pauses while no descriptor is free,
 * and accepts the waiting connections afterwards.
 */
#include <sys/resource.h>
#include <sys/un.h>

#include <event2/event.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "daemon/http/acceptor.h"
#include "tests/lib/tap.h"

#define FILES 64

static struct event_base *base;
static int n_accepted;

static void
acceptor_test_on_accept(int fd, const struct sockaddr *peer, void *arg)
{
	ok(peer != NULL && arg == &n_accepted &&
		(fcntl(fd, F_GETFL) & O_NONBLOCK) != 0,
	    "the callback gets a descriptor that does not block");
	n_accepted++;
	close(fd);
	event_base_loopbreak(base);
}

static struct sockaddr_un
acceptor_test_address(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	return address;
}

static int
acceptor_test_connect(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || connect(fd, (const struct sockaddr *)address,
			  sizeof(*address)) != 0)
		abort();
	return fd;
}

/* Runs the loop for `ms` or until a connection is accepted. Returns the number
 * of lines that were written to standard error meanwhile. */
static int
acceptor_test_run(int ms)
{
	const struct timeval wait = { ms / 1000, ms % 1000 * 1000 };
	FILE *lines = tmpfile();
	int saved = dup(STDERR_FILENO), n = 0, c;

	if (lines == NULL || saved < 0)
		abort();
	dup2(fileno(lines), STDERR_FILENO);
	event_base_loopexit(base, &wait);
	event_base_dispatch(base);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(lines);
	while ((c = getc(lines)) != EOF)
		n += c == '\n';
	fclose(lines);
	return n;
}

static void
acceptor_test_shortage(const struct sockaddr_un *address)
{
	struct rlimit all, few;
	int client, held[FILES], n = 0;

	getrlimit(RLIMIT_NOFILE, &all);
	few = all;
	few.rlim_cur = FILES;
	setrlimit(RLIMIT_NOFILE, &few);
	client = acceptor_test_connect(address);
	/* acceptor_test_run() needs two descriptors */
	while (n < FILES && (held[n] = dup(STDIN_FILENO)) >= 0)
		n++;
	for (int i = 0; i < 2 && n > 0; i++)
		close(held[--n]);
	is_int(acceptor_test_run(2500), 1,
	    "a shortage of 2.5 s is logged with one line");
	is_int(n_accepted, 0, "no connection was accepted meanwhile");
	while (n > 0)
		close(held[--n]);
	is_int(acceptor_test_run(30000), 0, "no line is logged afterwards");
	is_int(n_accepted, 1, "the waiting connection was accepted");
	close(client);
	setrlimit(RLIMIT_NOFILE, &all);
}

int
main(void)
{
	char folder[] = "/tmp/acceptor-test.XXXXXX", path[64];
	struct sockaddr_un address;
	struct acceptor_options options = { .key = "control",
		.address = (struct sockaddr *)&address,
		.address_bytes = sizeof(address),
		.accepted = acceptor_test_on_accept,
		.arg = &n_accepted };
	struct acceptor *acceptor = NULL, *second = NULL;
	struct err e = ERR_INIT;

	if (mkdtemp(folder) == NULL)
		abort();
	snprintf(path, sizeof(path), "%s/socket", folder);
	options.place = path;
	address = acceptor_test_address(path);
	base = event_base_new();
	is_int(acceptor_new(base, &options, &acceptor, &e), 0,
	    "the socket is bound");
	is_int(acceptor_new(base, &options, &second, &e), ERR_IO,
	    "an address that is in use is refused");
	ok(second == NULL && strstr(e.text, "control: /tmp/") != NULL,
	    "the error names the key and the address: %s", e.text);
	acceptor_test_shortage(&address);
	acceptor_free(acceptor);
	acceptor_free(NULL);
	event_base_free(base);
	unlink(path);
	rmdir(folder);
	return done_testing();
}
