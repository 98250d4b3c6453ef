/*
 * fetch_server_test.h -- for the tests of fetch: a server on loopback that runs
 * in threads of the test, and functions that wait for the result of a request.
 *
 * The test defines `answers`, a table of paths.  The server logs each request.
 * No function sleeps; a watchdog ends a test that hangs.
 */
#ifndef CRAWLER_FETCH_FETCH_SERVER_TEST_H
#define CRAWLER_FETCH_FETCH_SERVER_TEST_H

#include <sys/socket.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "crawler/fetch/fetch.h"
#include "tests/lib/tap.h"

#define REQUEST_BYTES 8192
#define LOG_ROWS      4096

/* Writes a response. If the function returns false, the server closes the
 * connection. */
typedef bool answer_function(int fd, const char *path);
struct answer_row {
	const char *path; /* a final * matches any ending */
	const char *text; /* a whole response, if `function` is NULL */
	answer_function *function;
};
extern const struct answer_row answers[];

struct server {
	int fd, port;
	pthread_t thread;
};

static pthread_mutex_t server_lock = PTHREAD_MUTEX_INITIALIZER;
static char *server_log[LOG_ROWS]; /* the received requests, each preceded by
				      the port and a space */
static int server_requests, server_connections, server_threads;

/* Returns false if the client has closed the connection. */
__attribute__((unused)) static bool
say_bytes(int fd, const void *bytes, size_t n)
{
	const char *p = bytes;

	while (n > 0) {
		ssize_t sent = send(fd, p, n, MSG_NOSIGNAL);

		if (sent <= 0)
			return false;
		p += sent;
		n -= (size_t)sent;
	}
	return true;
}

__attribute__((unused)) static bool
say(int fd, const char *text)
{
	return say_bytes(fd, text, strlen(text));
}

/* Waits until the client closes the connection. */
__attribute__((unused)) static void
wait_for_close(int fd)
{
	char byte;

	while (recv(fd, &byte, 1, 0) > 0)
		;
}

static bool
path_fits(const char *pattern, const char *path)
{
	size_t n = strlen(pattern);

	return pattern[n - 1] == '*' ? strncmp(pattern, path, n - 1) == 0
				     : strcmp(pattern, path) == 0;
}

static bool
answer(int fd, const char *request)
{
	char path[REQUEST_BYTES];
	const struct answer_row *row = answers;

	if (sscanf(request, "GET %8191s", path) != 1)
		return false;
	while (row->path != NULL && !path_fits(row->path, path))
		row++;
	if (row->path == NULL)
		return say(fd, "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n");
	if (row->function != NULL)
		return row->function(fd, path);
	return say(fd, row->text) &&
	       strstr(row->text, "Content-Length:") != NULL;
}

static void
log_request(int port, const char *request)
{
	size_t size = strlen(request) + 16;
	char *row = malloc(size);

	snprintf(row, size, "%d %s", port, request);
	pthread_mutex_lock(&server_lock);
	if (server_requests < LOG_ROWS)
		server_log[server_requests++] = row;
	pthread_mutex_unlock(&server_lock);
}

static void *
serve_connection(void *arg)
{
	int fd = (int)(intptr_t)arg;
	char request[REQUEST_BYTES];
	size_t n = 0;
	bool more = true;
	struct sockaddr_in own;
	socklen_t size = sizeof(own);

	getsockname(fd, (struct sockaddr *)&own, &size);
	while (more) {
		ssize_t got = recv(fd, request + n, sizeof(request) - 1 - n, 0);
		char *end;

		if (got <= 0)
			break;
		n += (size_t)got;
		request[n] = '\0';
		if (request[0] == 0x16) { /* a TLS handshake, which the server
					     does not support */
			say(fd, "HTTP/1.1 400 No\r\n\r\n");
			break;
		}
		end = strstr(request, "\r\n\r\n");
		if (end == NULL)
			continue;
		end[2] = '\0';
		log_request(ntohs(own.sin_port), request);
		more = answer(fd, request);
		n = 0;
	}
	close(fd);
	pthread_mutex_lock(&server_lock);
	server_threads--;
	pthread_mutex_unlock(&server_lock);
	return NULL;
}

static void *
serve(void *arg)
{
	struct server *server = arg;
	pthread_t thread;
	int fd;

	while ((fd = accept4(server->fd, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		pthread_mutex_lock(&server_lock);
		server_connections++;
		server_threads++;
		pthread_mutex_unlock(&server_lock);
		if (pthread_create(&thread, NULL, serve_connection,
			(void *)(intptr_t)fd) == 0)
			pthread_detach(thread);
	}
	return NULL;
}

static void
server_start(struct server *server, const char *address)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	socklen_t size = sizeof(in);

	inet_pton(AF_INET, address, &in.sin_addr);
	server->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (bind(server->fd, (struct sockaddr *)&in, sizeof(in)) != 0 ||
	    listen(server->fd, 512) != 0 ||
	    getsockname(server->fd, (struct sockaddr *)&in, &size) != 0) {
		printf("Bail out! no server on %s: %s\n", address,
		    strerror(errno));
		exit(1);
	}
	server->port = ntohs(in.sin_port);
	pthread_create(&server->thread, NULL, serve, server);
}

static void
server_stop(struct server *server)
{
	shutdown(server->fd, SHUT_RDWR);
	pthread_join(server->thread, NULL);
	close(server->fd);
}

/* Returns the last request for a path on a port, "" if there is none. */
__attribute__((unused)) static const char *
asked(const struct server *server, const char *path)
{
	char start[REQUEST_BYTES];
	const char *ret = "";
	size_t n = (size_t)snprintf(
	    start, sizeof(start), "%d GET %s ", server->port, path);

	pthread_mutex_lock(&server_lock);
	for (int i = 0; i < server_requests; i++)
		if (strncmp(server_log[i], start, n) == 0)
			ret = server_log[i];
	pthread_mutex_unlock(&server_lock);
	return ret;
}

__attribute__((unused)) static int
connections(void)
{
	int n;

	pthread_mutex_lock(&server_lock);
	n = server_connections;
	pthread_mutex_unlock(&server_lock);
	return n;
}

/* ---------------------------------------------------------- the client */

static struct event_base *base;
static struct server here, there;

/* The result of a request, copied by take_response(). */
struct answer_got {
	bool done;
	struct response response; /* a response whose texts are copies */
	char *body;
	size_t body_len;
	bool sealed, rewound;
	struct fetch *fetch;
};

static char *
copy_text(const char *s)
{
	return s != NULL ? strdup(s) : NULL;
}

/* clang-format off */
#define EACH_TEXT(X) \
	X(why) X(url) X(etag) X(last_modified) X(content_type) \
	X(cache_control) X(age) X(date) X(expires) X(retry_after) \
	X(x_robots_tag) X(link) X(location) X(content_location) \
	X(cf_mitigated) X(ratelimit_reset)
/* clang-format on */

static void
take_body_of(struct answer_got *got, int fd)
{
	off_t size = lseek(fd, 0, SEEK_CUR);
	int seals = fcntl(fd, F_GET_SEALS);
	char byte = 0;

	got->rewound = size == 0;
	got->sealed = seals == (F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW) &&
		      write(fd, &byte, 1) < 0;
	size = lseek(fd, 0, SEEK_END);
	got->body = calloc(1, (size_t)size + 1);
	got->body_len = (size_t)pread(fd, got->body, (size_t)size, 0);
	close(fd);
}

static void
take_response(const struct response *response, void *arg)
{
	struct answer_got *got = arg;

	ok(!got->done, "done is called once");
	got->done = true;
	got->response = *response;
#define COPY(member) got->response.member = copy_text(response->member);
	EACH_TEXT(COPY)
#undef COPY
	got->response.headers.p =
	    strndup(response->headers.p ? response->headers.p : "",
		response->headers.len);
	if (response->body_fd >= 0)
		take_body_of(got, response->body_fd);
}

static void
answer_release(struct answer_got *got)
{
#define FREE(member) free((void *)(uintptr_t)got->response.member);
	EACH_TEXT(FREE)
#undef FREE
	free((void *)(uintptr_t)got->response.headers.p);
	free(got->body);
	*got = (struct answer_got){ .done = false };
}

/* Runs the loop until *flag is true. */
static void
wait_for(const bool *flag)
{
	while (!*flag && event_base_loop(base, EVLOOP_ONCE) == 0)
		;
	if (!*flag)
		ok(false, "the loop ran dry");
}

__attribute__((unused)) static struct fetcher *
make_fetcher(int parallel, bool allow_private)
{
	struct fetch_options options = { .user_agent = "gleaner/0 (+test)",
		.parallel = parallel,
		.allow_private = allow_private,
		.slow_s = 1 };
	struct fetcher *fetcher = NULL;
	struct err e = ERR_INIT;

	if (fetcher_new(base, &options, &fetcher, &e) != 0) {
		printf("Bail out! %s\n", e.text);
		exit(1);
	}
	return fetcher;
}

static const char *
url_of(const struct server *server, const char *path)
{
	static char url[REQUEST_BYTES];

	snprintf(url, sizeof(url), "http://127.0.0.1:%d%s", server->port, path);
	return url;
}

/* Runs one whole transfer. Fields of the request that are 0 get a default. */
__attribute__((unused)) static void
get(struct fetcher *fetcher, struct fetch_request request,
    struct answer_got *got)
{
	struct err e = ERR_INIT;

	answer_release(got);
	if (request.max_bytes == 0)
		request.max_bytes = 10 << 20;
	if (request.timeout_ms == 0)
		request.timeout_ms = 20000;
	if (fetch_start(
		fetcher, &request, take_response, got, &got->fetch, &e) != 0) {
		ok(false, "%s: %s", request.url, e.text);
		return;
	}
	ok(!got->done, "not from within fetch_start");
	wait_for(&got->done);
}

__attribute__((unused)) static void
get_path(struct fetcher *fetcher, const char *path, struct answer_got *got)
{
	get(fetcher, (struct fetch_request){ .url = url_of(&here, path) }, got);
}

__attribute__((unused)) static bool
is_result(
    const struct answer_got *got, enum fetch_result expected, const char *name)
{
	bool held = ok(got->response.result == expected, "%s: %s", name,
	    fetch_result_name(expected));

	if (!held)
		printf("# got %s, status %ld, why \"%s\"\n",
		    fetch_result_name(got->response.result),
		    got->response.status, got->response.why);
	return held;
}

__attribute__((unused)) static int
open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	while (readdir(dir) != NULL)
		n++;
	closedir(dir);
	return n;
}

static void
test_begin(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	alarm(120); /* the watchdog */
	base = event_base_new();
	server_start(&here, "127.0.0.1");
	server_start(&there, "127.0.0.1");
}

static void
test_end(void)
{
	bool busy = true;

	server_stop(&here);
	server_stop(&there);
	while (busy) { /* until all connections were closed by their clients */
		pthread_mutex_lock(&server_lock);
		busy = server_threads > 0;
		pthread_mutex_unlock(&server_lock);
		sched_yield();
	}
	for (int i = 0; i < server_requests; i++)
		free(server_log[i]);
	event_base_free(base);
}

#endif
