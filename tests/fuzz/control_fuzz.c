/*
 * control_fuzz.c -- sends any bytes to the daemon's control socket: an answer
 * begins with "ok" or "error ", and closed connections are released.
 *
 * Requests that need the store or the workers are made invalid first, because
 * the test has neither.
 */
#include <sys/socket.h>
#include <sys/un.h>

#include <event2/event.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"
#include "daemon/control.h"
#include "daemon/feed/poll.h"
#include "daemon/feed/schedule.h"
#include "daemon/hub.h"
#include "daemon/log.h"

#define TURNS 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char directory[] = "/tmp/gleaner-fuzz-XXXXXX", path[64];
static struct hub hub;

static void
control_fuzz_clean_up(void)
{
	control_free(hub.control);
	schedule_free(hub.schedule);
	event_base_free(hub.base);
	rmdir(directory);
}

static void
control_fuzz_start_once(void)
{
	struct err e = ERR_INIT;

	if (hub.base != NULL)
		return;
	log_setup(LOG_ERROR, LOG_FORMAT_TEXT);
	if (mkdtemp(directory) == NULL)
		abort();
	snprintf(path, sizeof(path), "%s/socket", directory);
	hub.base = event_base_new();
	if (hub.base == NULL ||
	    schedule_new(&hub, poll_start, &hub.schedule, &e) != 0 ||
	    control_new(&hub, path, &hub.control, &e) != 0)
		abort();
	atexit(control_fuzz_clean_up);
}

static void
control_fuzz_spoil(char *bytes, size_t n)
{
	static const char *const words[] = { "status", "reload",
		"feeds-changed" };
	struct slice rest = { bytes, n }, line;
	size_t at;

	while (slice_next(&rest, '\n', &line)) {
		line = slice_trim(line);
		at = (size_t)(line.p - bytes);
		for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
			if (slice_starts(line, slice_of(words[i])))
				bytes[at] = 'x';
	}
}

static void
control_fuzz_check_answers(int fd)
{
	static char bytes[4 * LIMIT_CONTROL_FRAME];
	ssize_t n = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT);
	struct slice rest = { bytes, n > 0 ? (size_t)n : 0 };

	/* Only the first line is checked, because a request that is echoed may
	 * contain anything. */
	if (rest.len > 0 && !slice_starts(rest, SLICE("ok")) &&
	    !slice_starts(rest, SLICE("error ")))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t n =
	    size < LIMIT_CONTROL_FRAME * 2 ? size : LIMIT_CONTROL_FRAME * 2;
	char *copy = malloc(n + 1);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	control_fuzz_start_once();
	if (copy == NULL || fd < 0)
		abort();
	memcpy(copy, data, n);
	control_fuzz_spoil(copy, n);
	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) != 0)
		abort();
	if (n > 0 && send(fd, copy, n, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		n = 0; /* the bytes do not fit into the socket's buffer */
	shutdown(fd, SHUT_WR);
	for (int i = 0; i < TURNS; i++)
		event_base_loop(hub.base, EVLOOP_NONBLOCK);
	control_fuzz_check_answers(fd);
	close(fd);
	for (int i = 0; i < TURNS; i++)
		event_base_loop(hub.base, EVLOOP_NONBLOCK);
	free(copy);
	return 0;
}
