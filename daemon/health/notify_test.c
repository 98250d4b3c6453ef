/*
 * notify_test.c -- tests that a service manager receives the messages of
 * notify.c.
 */
#include <sys/socket.h>
#include <sys/un.h>

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "daemon/health/notify.h"
#include "tests/lib/tap.h"

/* Returns a socket of a manager, which listens at a path or at "@name". */
static int
notify_test_listen_at(const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t len = strlen(name);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);

	memcpy(address.sun_path, name, len);
	if (name[0] == '@')
		address.sun_path[0] = '\0';
	if (bind(fd, (struct sockaddr *)&address,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + len)) !=
	    0) {
		close(fd);
		return -1;
	}
	return fd;
}

static void
notify_test_hears(int fd, const char *expected, const char *name)
{
	char text[256];
	ssize_t n = recv(fd, text, sizeof(text), 0);

	is_text(n >= 0 ? (struct slice){ text, (size_t)n } : SLICE_NONE,
	    expected, name);
}

/* The manager does not read, so the short queue of its socket becomes full. */
static void
notify_test_busy(int fd)
{
	char text[100];
	int n = 0;

	while (n < 1000000 && notify_try_send("WATCHDOG=1"))
		n++;
	ok(!notify_try_send("WATCHDOG=1") && errno == EAGAIN,
	    "notify_try_send() reports EAGAIN after %d unread messages", n);
	while (n-- > 0 && recv(fd, text, sizeof(text), MSG_DONTWAIT) > 0)
		;
	ok(notify_try_send("WATCHDOG=1"),
	    "a message is sent after the manager has read");
	notify_test_hears(fd, "WATCHDOG=1", "the manager receives the message");
}

static void
notify_test_manager(const char *address)
{
	int fd = notify_test_listen_at(address);

	if (!ok(fd >= 0, "a manager at %s", address))
		return;
	setenv("NOTIFY_SOCKET", address, 1);
	ok(notify_init(), "the address in NOTIFY_SOCKET is accepted");
	ok(getenv("NOTIFY_SOCKET") == NULL,
	    "NOTIFY_SOCKET is removed from the environment");
	ok(notify_send("READY=1\nSTATUS=3 feeds"),
	    "a message with two lines is sent");
	notify_test_hears(
	    fd, "READY=1\nSTATUS=3 feeds", "the manager receives both lines");
	ok(notify_send("STOPPING=1"), "a second message is sent");
	notify_test_hears(
	    fd, "STOPPING=1", "the manager receives the second message");
	notify_test_busy(fd);
	close(fd);
	ok(!notify_send("WATCHDOG=1"), "a manager that has ended is detected");
	ok(errno == ECONNREFUSED, "after the failure errno is ECONNREFUSED");
}

static void
notify_test_none(void)
{
	char long_name[200];

	unsetenv("NOTIFY_SOCKET");
	ok(notify_init(), "without NOTIFY_SOCKET notify_init() succeeds");
	ok(notify_send("READY=1"),
	    "without NOTIFY_SOCKET notify_send() sends nothing");
	setenv("NOTIFY_SOCKET", "", 1);
	ok(notify_init(), "an empty NOTIFY_SOCKET is treated as absent");
	setenv("NOTIFY_SOCKET", "relative", 1);
	ok(!notify_init(), "a relative address is refused");
	ok(notify_send("READY=1"),
	    "after a refused address notify_send() sends nothing");
	memset(long_name, 'a', sizeof(long_name) - 1);
	long_name[0] = '/';
	long_name[sizeof(long_name) - 1] = '\0';
	setenv("NOTIFY_SOCKET", long_name, 1);
	ok(!notify_init(), "an address that is too long is refused");
}

static void
notify_test_watchdog(void)
{
	static const struct {
		const char *us, *pid;
		int64_t expected_ms;
		const char *name;
	} cases[] = {
		{ NULL, NULL, 0, "no watchdog" },
		{ "60000000", NULL, 30000, "60 s: twice a minute" },
		{ "60000000", "self", 30000, "meant for us" },
		{ "60000000", "1", 0, "meant for another" },
		{ "60000000", "x", 0, "meant for nobody" },
		{ "1500", NULL, 1, "as short as can be" },
		{ "0", NULL, 0, "none" },
		{ "-5", NULL, 0, "negative" },
		{ "1e6", NULL, 0, "garbage" },
		{ "99999999999999999999", NULL, 0, "too much" },
	};
	char self[32];

	snprintf(self, sizeof(self), "%ld", (long)getpid());
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const char *pid = cases[i].pid;

		if (pid != NULL && strcmp(pid, "self") == 0)
			pid = self;
		if (cases[i].us != NULL)
			setenv("WATCHDOG_USEC", cases[i].us, 1);
		if (pid != NULL)
			setenv("WATCHDOG_PID", pid, 1);
		notify_init();
		is_int(notify_watchdog_interval_ms(), cases[i].expected_ms,
		    cases[i].name);
		ok(getenv("WATCHDOG_USEC") == NULL &&
			getenv("WATCHDOG_PID") == NULL,
		    "the variables of the watchdog are removed from the "
		    "environment");
	}
}

int
main(void)
{
	char dir[] = "/tmp/notify_test.XXXXXX", path[64], abstract[64];

	if (!ok(mkdtemp(dir) != NULL, "a place for a socket"))
		return done_testing();
	snprintf(path, sizeof(path), "%s/notify", dir);
	snprintf(
	    abstract, sizeof(abstract), "@notify_test.%ld", (long)getpid());
	notify_test_manager(path);
	notify_test_manager(abstract);
	unlink(path);
	rmdir(dir);
	notify_test_none();
	notify_test_watchdog();
	return done_testing();
}
