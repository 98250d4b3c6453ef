/*
 * quick_origin.c -- a web server for benchmarks that uses very little CPU time.
 *
 *     quick_origin [PORT [DIR]]  prints "quick origin on port N", runs until
 *                                killed
 *
 * In:  GET requests, keep-alive, on every loopback address.
 * Out: according to the first part of the path
 *      /304/…   20 items and an ETag; 304 if the request has this ETag
 *      /same/…  200 with 20 items, always the same
 *      /new/…   200 with 20 items, all of them new at each request
 *      /hang/…  no response
 *      /mix/…   mostly as /304/; of a thousand requests about a hundred are
 *               answered as the table `mix` says, always in the same order
 *      /file/…  200 with the file of this name in DIR, else 404; the type is
 *               HTML, or RSS for *.xml. Files are read at the start.
 *
 * tests/origin has all of these functions and more, but it logs each request
 * and answers at most 20 000 requests a second.  This server sends prepared
 * bytes.  Items have no link, so that no pages are fetched.
 */
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"

#define MAX_CLIENTS   65536
#define REQUEST_BYTES 4096
#define FEED_BYTES    (32 * 1024)
#define ITEMS         20
#define MAX_FILES     100000
#define NAME_BYTES    64

struct client {
	size_t n; /* number of bytes of an incomplete request */
	char request[REQUEST_BYTES];
	/* the part of a file that the kernel's buffer has not taken yet */
	const char *rest;
	size_t rest_bytes;
};

/* A file with its header, ready to be sent. */
struct file {
	char name[NAME_BYTES];
	char *bytes;
	size_t n;
};

static struct file *pages; /* sorted by name */
static size_t n_files;
static int epoll;

static struct client *clients[MAX_CLIENTS];
static uint64_t n_new; /* number of items that were generated for /new/ */

static void
quick_origin_die(const char *what)
{
	perror(what);
	exit(1);
}

static size_t
quick_origin_put_items(char *out, size_t size, bool fresh)
{
	size_t n = (size_t)snprintf(out, size,
	    "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel>"
	    "<title>A feed</title><description>Of a bench</description>");

	/* Each item also gets new content, because Gleaner recognises an item
	 * with a new guid and the content of an earlier item. */
	for (int i = 0; i < ITEMS; i++) {
		unsigned long long number =
		    fresh ? ++n_new : (unsigned long long)i;

		n += (size_t)snprintf(out + n, size - n,
		    "<item><guid isPermaLink=\"false\">%llu</guid>"
		    "<title>Item %llu of the bench, with a title of a usual "
		    "length</title><description>Some two hundred bytes of "
		    "words that say what the story is about, in which a "
		    "reader may find out whether to read on, and which are "
		    "neither short nor long, number %llu.</description>"
		    "<pubDate>Fri, 20 Nov 2026 10:%02d:00 GMT</pubDate>"
		    "</item>\n",
		    number, number, number, i);
	}
	return n + (size_t)snprintf(out + n, size - n, "</channel></rss>\n");
}

/* The answers of /mix/ that differ from those of /304/. of_1000 is the number
 * of requests in a thousand that get the answer, on average. */
static const struct {
	int of_1000;
	const char *path; /* the request is answered as one for this path; NULL:
			     `answer` is sent */
	const char *answer;
	bool ends; /* the connection is closed after `answer` */
} mix[] = {
	{ 60, "/same/", NULL, false },
	{ 5, "/new/", NULL, false },
	{ 10, NULL,
	    "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n",
	    false },
	{ 5, NULL, "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone",
	    false },
	{ 5, NULL,
	    "HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
	    "\r\n",
	    false },
	{ 5, NULL,
	    "HTTP/1.1 302 Found\r\nLocation: /same/moved\r\n"
	    "Content-Length: 0\r\n\r\n",
	    false },
	{ 5, NULL,
	    "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
	    "Content-Length: 30\r\n\r\n<rss><channel><item><titl>&&&&",
	    false },
	{ 3, NULL,
	    "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
	    "Content-Length: 9999\r\n\r\n<rss><channel><item><title>cut",
	    true },
	{ 2, NULL, "no HTTP at all\r\n\r\n", true },
};

/* Returns the path whose answer must be sent, or NULL if the function has sent
 * an answer.  After NULL, *ret_ends is true if the connection must be closed.
 */
static const char *
quick_origin_answer_mixed(int fd, bool *ret_ends)
{
	static uint32_t prng = 1;
	int n;

	prng = prng * 1664525 + 1013904223; /* Numerical Recipes, 7.1 */
	n = (int)((prng >> 8) % 1000);
	for (size_t i = 0; i < ARRAY_LENGTH(mix); i++) {
		if ((n -= mix[i].of_1000) >= 0)
			continue;
		if (mix[i].path != NULL)
			return mix[i].path;
		*ret_ends = mix[i].ends;
		if (write(fd, mix[i].answer, strlen(mix[i].answer)) < 0)
			*ret_ends = true;
		return NULL;
	}
	return "/304/";
}

static int
quick_origin_compare_files(const void *a, const void *b)
{
	return strcmp(
	    ((const struct file *)a)->name, ((const struct file *)b)->name);
}

static void
quick_origin_read_file(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC), n_head;
	struct file *file = &pages[n_files];
	struct stat st;
	size_t length = strlen(name);
	bool is_xml = length > 4 && strcmp(name + length - 4, ".xml") == 0;

	if (fd < 0 || fstat(fd, &st) != 0 || length >= NAME_BYTES)
		quick_origin_die(name);
	memcpy(file->name, name, length + 1);
	if ((file->bytes = malloc((size_t)st.st_size + 256)) == NULL)
		quick_origin_die("malloc");
	n_head = snprintf(file->bytes, 256,
	    "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %lld\r\n"
	    "\r\n",
	    is_xml ? "application/rss+xml" : "text/html",
	    (long long)st.st_size);
	if (read(fd, file->bytes + n_head, (size_t)st.st_size) != st.st_size)
		quick_origin_die(name);
	file->n = (size_t)n_head + (size_t)st.st_size;
	close(fd);
	n_files++;
}

static void
quick_origin_read_files(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;

	if (dir == NULL ||
	    (pages = calloc(MAX_FILES, sizeof(struct file))) == NULL)
		quick_origin_die(path);
	while (n_files < MAX_FILES && (entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.')
			quick_origin_read_file(dirfd(dir), entry->d_name);
	closedir(dir);
	qsort(pages, n_files, sizeof(struct file), quick_origin_compare_files);
}

/* Sets the event that continues the connection: EPOLLIN (the client has sent a
 * request) or EPOLLOUT (it has read a part of a file).  Returns false on
 * failure. */
static bool
quick_origin_wait_for(int fd, uint32_t events)
{
	struct epoll_event event = { .events = events, .data.fd = fd };

	return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) == 0;
}

/* Sends the rest of a file. Returns false if the connection must be closed. */
static bool
quick_origin_send_rest(int fd)
{
	struct client *c = clients[fd];

	while (c->rest_bytes > 0) {
		ssize_t n = write(fd, c->rest, c->rest_bytes);

		if (n < 0)
			return errno == EAGAIN &&
			       quick_origin_wait_for(fd, EPOLLOUT);
		c->rest += n;
		c->rest_bytes -= (size_t)n;
	}
	return true;
}

static bool
quick_origin_answer_file(int fd, const char *path)
{
	static const char missing[] =
	    "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
	struct file key = { .bytes = NULL }, *file = NULL;
	size_t n = strcspn(path, " ");

	if (n < NAME_BYTES) {
		memcpy(key.name, path, n);
		key.name[n] = '\0';
		file = bsearch(&key, pages, n_files, sizeof(struct file),
		    quick_origin_compare_files);
	}
	if (file == NULL)
		return write(fd, missing, sizeof(missing) - 1) >= 0;
	clients[fd]->rest = file->bytes;
	clients[fd]->rest_bytes = file->n;
	return quick_origin_send_rest(fd);
}

/* Returns false if the connection must be closed. */
static bool
quick_origin_answer(int fd, const char *request)
{
	static const char not_modified[] = "HTTP/1.1 304 Not Modified\r\n"
					   "ETag: \"bench\"\r\n\r\n";
	static char head[256], body[FEED_BYTES], out[FEED_BYTES + 256];
	const char *path = request + strlen("GET ");
	bool is_304, ends = false;
	size_t n;
	int n_head;

	if (strncmp(path, "/hang/", 6) == 0)
		return true;
	if (strncmp(path, "/file/", 6) == 0)
		return quick_origin_answer_file(fd, path + 6);
	if (strncmp(path, "/mix/", 5) == 0 &&
	    (path = quick_origin_answer_mixed(fd, &ends)) == NULL)
		return !ends;
	is_304 = strncmp(path, "/304/", 5) == 0;
	if (is_304 && strcasestr(request, "\r\nIf-None-Match: \"bench\""))
		return write(fd, not_modified, sizeof(not_modified) - 1) >= 0;
	n = quick_origin_put_items(
	    body, sizeof(body), strncmp(path, "/new/", 5) == 0);
	n_head = snprintf(head, sizeof(head),
	    "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
	    "%sContent-Length: %zu\r\n\r\n",
	    is_304 ? "ETag: \"bench\"\r\n" : "", n);
	memcpy(out, head, (size_t)n_head);
	memcpy(out + n_head, body, n);
	/* The answer fits into the kernel's buffer. If a client does not read,
	 * its connection is closed. */
	return write(fd, out, (size_t)n_head + n) >= 0;
}

static void
quick_origin_forget(int fd)
{
	free(clients[fd]);
	clients[fd] = NULL;
	close(fd);
}

static void
quick_origin_on_readable(int fd)
{
	struct client *c = clients[fd];
	ssize_t got = read(fd, c->request + c->n, REQUEST_BYTES - 1 - c->n);
	char *end;

	if (got <= 0) {
		if (got == 0 || errno != EAGAIN)
			quick_origin_forget(fd);
		return;
	}
	c->n += (size_t)got;
	c->request[c->n] = '\0';
	while ((end = strstr(c->request, "\r\n\r\n")) != NULL) {
		size_t used = (size_t)(end + 4 - c->request);

		if (!quick_origin_answer(fd, c->request)) {
			quick_origin_forget(fd);
			return;
		}
		c->n -= used;
		memmove(c->request, c->request + used, c->n + 1);
	}
	if (c->n == REQUEST_BYTES - 1)
		quick_origin_forget(fd);
}

static void
quick_origin_on_writable(int fd)
{
	bool is_open = quick_origin_send_rest(fd);

	if (is_open && clients[fd]->rest_bytes == 0)
		is_open = quick_origin_wait_for(fd, EPOLLIN);
	if (!is_open)
		quick_origin_forget(fd);
}

static void
quick_origin_on_connection(int listener)
{
	int fd, yes = 1;

	while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
		struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

		if (fd >= MAX_CLIENTS ||
		    (clients[fd] = calloc(1, sizeof(struct client))) == NULL) {
			close(fd);
			continue;
		}
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
		epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
	}
}

static int
quick_origin_listen_on(uint16_t port)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_ANY) };
	socklen_t size = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), yes = 1;

	if (fd < 0)
		quick_origin_die("socket");
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(fd, (struct sockaddr *)&address, size) != 0 ||
	    listen(fd, 4096) != 0 ||
	    getsockname(fd, (struct sockaddr *)&address, &size) != 0)
		quick_origin_die("listen");
	printf("quick origin on port %d\n", ntohs(address.sin_port));
	fflush(stdout);
	return fd;
}

int
main(int argc, char **argv)
{
	struct rlimit files;
	int listener;
	struct epoll_event event = { .events = EPOLLIN }, events[256];

	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	listener = quick_origin_listen_on(
	    (uint16_t)(argc > 1 ? strtoul(argv[1], NULL, 10) : 0));
	if (argc > 2)
		quick_origin_read_files(argv[2]);
	event.data.fd = listener;
	if ((epoll = epoll_create1(0)) < 0 ||
	    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event) != 0)
		quick_origin_die("epoll");
	for (;;) {
		int n = epoll_wait(epoll, events, 256, -1);

		for (int i = 0; i < n; i++) {
			if (events[i].data.fd == listener)
				quick_origin_on_connection(listener);
			else if (events[i].events & EPOLLOUT)
				quick_origin_on_writable(events[i].data.fd);
			else
				quick_origin_on_readable(events[i].data.fd);
		}
	}
}
