/*
 * fetch_guard_test.c -- to which addresses a connection is made
 * (docs/threat-rows.md, rows S1 to S4), and names that are resolved slowly or
 * not at all (row S24).
 *
 * The test replaces getaddrinfo() and connect(). Names get the addresses that
 * the test sets, a connect() to the one public address goes to the server on
 * loopback, and every connect() is counted. No packet leaves loopback.
 */
#include <sys/resource.h>
#include <sys/syscall.h>

#include <dlfcn.h>
#include <netdb.h>
#include <stdatomic.h>

#include "base/array.h"
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch_server_test.h"
#include "tests/lib/pace.h"

#define PUBLIC "93.184.216.34"

static struct answer_got got;
static atomic_int public_connects, private_connects, other_connects;
static atomic_bool loopback_is_open; /* connects to loopback are made */
static atomic_int resolver_calls, resolvers_asleep;
static pthread_mutex_t resolver_lock = PTHREAD_MUTEX_INITIALIZER;

/* True for sockets that are connected to the public address. */
static bool is_public[1024];

/* Replaces the C library's function, also for libcurl. */
int
getpeername(int fd, struct sockaddr *address, socklen_t *size)
{
	int rc = (int)syscall(SYS_getpeername, fd, address, size);

	if (rc == 0 && is_public[fd])
		inet_pton(AF_INET, PUBLIC,
		    &((struct sockaddr_in *)(void *)address)->sin_addr);
	return rc;
}

/* Replaces the C library's function, also for libcurl. */
int
connect(int fd, const struct sockaddr *address, socklen_t size)
{
	struct sockaddr_in in;
	struct in_addr public_address;

	inet_pton(AF_INET, PUBLIC, &public_address);
	memcpy(&in, address, sizeof(in) < size ? sizeof(in) : size);
	is_public[fd] = address->sa_family == AF_INET &&
			in.sin_addr.s_addr == public_address.s_addr;
	if (is_public[fd]) {
		public_connects++;
		inet_pton(AF_INET, "127.0.0.1", &in.sin_addr);
		return (int)syscall(SYS_connect, fd, &in, sizeof(in));
	}
	if (loopback_is_open)
		return (int)syscall(SYS_connect, fd, address, size);
	if (address->sa_family == AF_INET &&
	    (ntohl(in.sin_addr.s_addr) >> 24) == 127)
		private_connects++;
	else
		other_connects++;
	errno = ECONNREFUSED; /* connections to other addresses fail without an
				 attempt */
	return -1;
}

static const char *
fetch_guard_test_address_of(const char *name)
{
	size_t n = strlen(name);

	if (strcmp(name, "public.test") == 0)
		return PUBLIC;
	if (strcmp(name, "private.test") == 0)
		return "127.0.0.2";
	if (strcmp(name, "metadata.test") == 0)
		return "169.254.169.254";
	if (strcmp(name, "mapped.test") == 0)
		return "::ffff:127.0.0.2";
	if (n > 12 && strcmp(name + n - 12, ".rebind.test") == 0)
		return atomic_fetch_add(&resolver_calls, 1) % 2 ? "127.0.0.2"
								: PUBLIC;
	if (strcmp(name, "asleep.test") == 0) {
		resolvers_asleep++;
		pthread_mutex_lock(
		    &resolver_lock); /* waits until main() releases the lock */
		pthread_mutex_unlock(&resolver_lock);
		resolvers_asleep--;
	}
	return NULL;
}

int
getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
    struct addrinfo **ret)
{
	static int (*real)(const char *, const char *, const struct addrinfo *,
	    struct addrinfo **);
	struct in_addr four;
	struct in6_addr six;
	struct addrinfo any = { .ai_socktype = SOCK_STREAM };

	*(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
	if (inet_pton(AF_INET, name, &four) != 1 &&
	    inet_pton(AF_INET6, name, &six) != 1) {
		name = fetch_guard_test_address_of(name);
		hints = &any;
	}
	return name != NULL ? real(name, service, hints, ret) : EAI_NONAME;
}

static bool
fetch_guard_test_say_to(int fd, const char *path)
{
	char text[REQUEST_BYTES];

	snprintf(text, sizeof(text),
	    "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n",
	    path + strlen("/to/"));
	return say(fd, text);
}

const struct answer_row answers[] = {
	{ "/", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", NULL },
	{ "http://*", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", NULL },
	{ "/close", "HTTP/1.1 200 OK\r\n\r\nhello", NULL },
	{ "/to/*", NULL, fetch_guard_test_say_to }, { NULL, NULL, NULL }
};

/* Spellings of an address that must not be requested. */
static const char *const forms[] = {
	"127.0.0.2",
	"127.0.0.1",
	"2130706434",
	"0x7f000002",
	"0177.0.0.2",
	"127.2",
	"0x7f.0.0.2",
	"127.0.0.2.",
	"0",
	"0.0.0.0",
	"[::]",
	"[::1]",
	"[::ffff:127.0.0.2]",
	"[::ffff:7f00:2]",
	"[::127.0.0.2]",
	"[64:ff9b::127.0.0.2]",
	"[64:ff9b::7f00:2]",
	"[2002:7f00:2::]",
	"169.254.169.254",
	"10.0.0.1",
	"192.168.1.1",
	"[fe80::1]",
	"[fd00::1]",
	"private.test",
	"metadata.test",
	"mapped.test",
	"\xef\xbc\x91\xef\xbc\x92\xef\xbc\x97.0.0.2",
};

static void
fetch_guard_test_forms(struct fetcher *fetcher)
{
	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		char target[256], url[512];

		snprintf(target, sizeof(target), "http://%s:%d/", forms[i],
		    here.port);
		get(fetcher, (struct fetch_request){ .url = target }, &got);
		is_result(&got, FETCH_FORBIDDEN, target);
		ok(strstr(got.response.why, "is private") != NULL,
		    "the reason names the private address: %s",
		    got.response.why);
		if ((unsigned char)forms[i][0] >= 0x80)
			continue; /* this character would be percent-encoded in
				     the URL */
		snprintf(url, sizeof(url), "http://public.test:%d/to/%s",
		    here.port, target);
		get(fetcher, (struct fetch_request){ .url = url }, &got);
		is_result(&got, FETCH_FORBIDDEN,
		    "S3: a redirect to a private address is refused");
		is_int(got.response.redirects, 1, "the redirect is counted");
	}
	is_int(private_connects, 0, "no connection to loopback is made");
	is_int(other_connects, 0,
	    "S1: no connection to another private address is made");
	ok(public_connects > 0, "connections to public addresses are counted");
}

/* A connection that was opened for a request to a program on this machine must
 * not be used for a page. */
static void
fetch_guard_test_reuse(struct fetcher *fetcher)
{
	const char *url = url_of(&here, "/");
	struct fetch_request local = { .url = url, .is_local = true };
	struct fetch_request page = { .url = url };
	int before = connections();

	loopback_is_open = true;
	get(fetcher, page, &got);
	is_result(&got, FETCH_FORBIDDEN, "a page on loopback is refused");
	get(fetcher, local, &got);
	is_result(&got, FETCH_OK, "a local request is answered");
	get(fetcher, page, &got);
	is_result(&got, FETCH_FORBIDDEN,
	    "S1: a page on loopback is refused after a local request");
	get(fetcher, local, &got);
	is_result(&got, FETCH_OK, "a second local request is answered");
	is_int(connections() - before, 2,
	    "each local request has its own connection");
	loopback_is_open = false;
}

/* The guard does not check the address of a site's proxy. A connection to this
 * proxy must not be used for a request to the address of the proxy. */
static void
fetch_guard_test_reuse_proxy(void)
{
	char host[] = "proxied.test", proxy[64];
	struct config_site site = { .host = host, .proxy = proxy };
	struct fetch_options options = { .user_agent = "gleaner/0",
		.parallel = 2 };
	struct fetcher *fetcher;
	struct access *access;
	struct err e = ERR_INIT;

	snprintf(proxy, sizeof(proxy), "http://127.0.0.1:%d", here.port);
	access_new(&site, 1, &access, &e);
	options.access = access;
	fetcher_new(base, &options, &fetcher, &e);
	loopback_is_open = true;
	get(fetcher, (struct fetch_request){ .url = "http://proxied.test/" },
	    &got);
	is_result(&got, FETCH_OK, "a site's proxy may be on loopback");
	get_path(fetcher, "/", &got);
	is_result(&got, FETCH_FORBIDDEN,
	    "S1: a page at the address of the proxy is refused");
	loopback_is_open = false;
	fetcher_free(fetcher);
	access_free(access);
}

static void
fetch_guard_test_public(struct fetcher *fetcher)
{
	char url[256];

	snprintf(url, sizeof(url), "http://public.test:%d/", here.port);
	get(fetcher, (struct fetch_request){ .url = url }, &got);
	is_result(&got, FETCH_OK, "a public address is fetched");
	is_text(slice_of(got.body), "hello",
	    "the body of the public address is received");
	is_int(private_connects, 0,
	    "S7: the proxy of the environment is not used");
}

/* The address of the name is different at each query. */
static void
fetch_guard_test_rebinding(struct fetcher *fetcher)
{
	int served = 0, refused = 0;

	for (int i = 0; i < 1000; i++) {
		char url[256];
		struct fetch_request request = {
			.url = url, .max_bytes = 1000, .timeout_ms = 20000
		};
		struct err e = ERR_INIT;

		snprintf(url, sizeof(url), "http://n%d.rebind.test:%d/close", i,
		    here.port);
		answer_release(&got);
		if (fetch_start(
			fetcher, &request, take_response, &got, NULL, &e) != 0)
			break;
		wait_for(&got.done);
		served += got.response.result == FETCH_OK;
		refused += got.response.result == FETCH_FORBIDDEN;
	}
	is_int(served, 500, "half of a thousand requests are answered");
	is_int(refused, 500, "half of a thousand requests are refused");
	is_int(private_connects, 0, "S4: no connect to loopback");
}

static void
fetch_guard_test_names(struct fetcher *fetcher)
{
	get(fetcher, (struct fetch_request){ .url = "http://none.test/" },
	    &got);
	is_result(&got, FETCH_DNS, "an unknown name gives FETCH_DNS");
	get(fetcher,
	    (struct fetch_request){ .url = "http://m\xc3\xbcnchen.test/" },
	    &got);
	is_result(&got, FETCH_DNS,
	    "an unknown name in another script gives FETCH_DNS");
	ok(strstr(got.response.why, "xn--mnchen-3ya.test") != NULL,
	    "the reason contains the name in Punycode: %s", got.response.why);
}

static void
fetch_guard_test_count_tick(evutil_socket_t fd, short what, void *arg)
{
	struct timespec now, *last = arg;
	double ms;

	(void)fd;
	(void)what;
	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = (double)(now.tv_sec - last[0].tv_sec) * 1e3 +
	     (double)(now.tv_nsec - last[0].tv_nsec) / 1e6;
	if (last[0].tv_sec != 0 && ms > (double)last[1].tv_sec)
		last[1].tv_sec = (time_t)ms;
	last[0] = now;
}

/* A resolver that does not return must not block the loop: neither at the
 * timeout of the transfer, nor when the transfer is cancelled, nor when the
 * fetcher is freed. */
static void
fetch_guard_test_resolver_asleep(struct fetcher *fetcher)
{
	struct timespec ticks[2] = { { 0, 0 } };
	struct timeval every = { 0, 10000 };
	struct event *tick =
	    event_new(base, -1, EV_PERSIST, fetch_guard_test_count_tick, ticks);
	struct fetch_request request = { .url = "http://asleep.test/",
		.max_bytes = 1000,
		.timeout_ms = 20000 };
	struct answer_got cancelled = { .done = false }, freed = cancelled;
	struct err e = ERR_INIT;
	struct fetcher *other = make_fetcher(1, false);

	pthread_mutex_lock(&resolver_lock);
	event_add(tick, &every);
	get(fetcher,
	    (struct fetch_request){
		.url = "http://asleep.test/", .timeout_ms = 300 },
	    &got);
	is_result(&got, FETCH_DNS, "a resolver that sleeps");
	ok(got.response.elapsed_ms < pace_ms(5000),
	    "a transfer whose resolver hangs ends after %lld ms",
	    (long long)got.response.elapsed_ms);
	fetch_start(
	    fetcher, &request, take_response, &cancelled, &cancelled.fetch, &e);
	fetch_start(other, &request, take_response, &freed, NULL, &e);
	while (resolvers_asleep < 3)
		event_base_loop(base, EVLOOP_ONCE);
	fetch_cancel(cancelled.fetch);
	wait_for(&cancelled.done);
	is_result(&cancelled, FETCH_CANCELLED,
	    "a cancelled transfer ends although its resolver hangs");
	fetcher_free(other);
	is_result(&freed, FETCH_CANCELLED,
	    "a transfer ends with its fetcher although its resolver hangs");
	event_base_loop(base, EVLOOP_ONCE);
	ok(ticks[1].tv_sec < pace_ms(500),
	    "S24: the longest tick of the loop: %ld ms", (long)ticks[1].tv_sec);
	is_int(resolvers_asleep, 3, "all three resolvers still wait");
	pthread_mutex_unlock(&resolver_lock);
	while (resolvers_asleep > 0)
		sched_yield();
	event_free(tick);
	answer_release(&cancelled);
	answer_release(&freed);
}

/* Makes a request while no descriptor is free. poll(2) still accepts three. */
static void
fetch_guard_test_get_without(struct fetcher *fetcher, const char *url)
{
	struct rlimit all, few;

	getrlimit(RLIMIT_NOFILE, &all);
	few = all;
	few.rlim_cur = 3;
	setrlimit(RLIMIT_NOFILE, &few);
	get(fetcher, (struct fetch_request){ .url = url }, &got);
	setrlimit(RLIMIT_NOFILE, &all);
}

static void
fetch_guard_test_shortage(void)
{
	struct fetcher *fetcher = make_fetcher(1, true);

	fetch_guard_test_get_without(fetcher, url_of(&here, "/"));
	is_result(&got, FETCH_POSTPONED, "without a descriptor for a socket");
	ok(got.response.wait_s == 60 && !got.response.answered,
	    "the transfer is repeated later: %s", got.response.why);
	fetch_guard_test_get_without(fetcher, "http://none.test/");
	is_result(&got, FETCH_POSTPONED, "a name without a descriptor");
	get(fetcher, (struct fetch_request){ .url = "http://none.test/" },
	    &got);
	is_result(&got, FETCH_DNS, "the name with a descriptor");

	loopback_is_open = true;
	get_path(fetcher, "/", &got); /* opens the connection */
	is_result(&got, FETCH_OK, "with a descriptor");
	fetch_guard_test_get_without(fetcher, url_of(&here, "/"));
	is_result(&got, FETCH_POSTPONED, "without a descriptor for a body");
	ok(got.response.wait_s == 60 && got.response.status == 200 &&
		got.body == NULL,
	    "the head is available, but no body");
	loopback_is_open = false;
	fetcher_free(fetcher);
}

/* With a proxy the guard can check only the URL. */
static void
fetch_guard_test_proxy(void)
{
	struct fetch_options options = { .user_agent = "gleaner/0",
		.parallel = 2 };
	struct fetcher *fetcher;
	struct err e = ERR_INIT;
	char proxy[64];
	int before = public_connects;

	snprintf(proxy, sizeof(proxy), "http://" PUBLIC ":%d", here.port);
	options.proxy = proxy;
	fetcher_new(base, &options, &fetcher, &e);
	get(fetcher, (struct fetch_request){ .url = "http://127.0.0.2/" },
	    &got);
	is_result(&got, FETCH_FORBIDDEN, "an address is refused with a proxy");
	get(fetcher, (struct fetch_request){ .url = "http://[::1]/" }, &got);
	is_result(&got, FETCH_FORBIDDEN, "an IPv6 one");
	get(fetcher, (struct fetch_request){ .url = "http://localhost/" },
	    &got);
	is_result(&got, FETCH_FORBIDDEN, "localhost is refused with a proxy");
	is_int(public_connects - before, 0,
	    "the proxy receives no request for localhost");
	get(fetcher, (struct fetch_request){ .url = "http://x.test/" }, &got);
	is_result(&got, FETCH_OK, "a host name is passed to the proxy");
	is_int(public_connects - before, 1,
	    "the proxy receives the request for a public host");
	fetcher_free(fetcher);
}

int
main(void)
{
	struct fetcher *fetcher;

	signal(SIGPIPE, SIG_IGN);
	/* No process listens at this address: a connection would fail. */
	setenv("http_proxy", "http://127.0.0.2:9", 1);
	setenv("ALL_PROXY", "http://127.0.0.2:9", 1);
	test_begin();
	fetcher = make_fetcher(8, false);
	fetch_guard_test_public(fetcher);
	fetch_guard_test_forms(fetcher);
	fetch_guard_test_reuse(fetcher);
	fetch_guard_test_reuse_proxy();
	fetch_guard_test_rebinding(fetcher);
	fetch_guard_test_names(fetcher);
	fetch_guard_test_resolver_asleep(fetcher);
	fetch_guard_test_proxy();
	fetch_guard_test_shortage();
	answer_release(&got);
	fetcher_free(fetcher);
	test_end();
	return done_testing();
}
