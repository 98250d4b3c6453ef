/*
 * main.c -- options of the origin, and its start.
 */
#include <sys/resource.h>

#include <event2/event.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/date/date.h"
#include "tests/origin/origin.h"

struct origin origin;

static int64_t started_ms;

int64_t
origin_ms(void)
{
	return clock_monotonic_ms() - started_ms;
}

int64_t
origin_now(void)
{
	return origin.now_at + origin_ms() / 1000;
}

void
origin_die(const char *format, ...)
{
	va_list ap;

	fputs("origin: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(2);
}

char *
origin_copy(struct slice s)
{
	char *copy = malloc(s.len + 1);

	if (copy == NULL)
		origin_die("no memory");
	if (s.len > 0)
		memcpy(copy, s.p, s.len);
	copy[s.len] = '\0';
	return copy;
}

void
origin_write_self(struct buf *out, const struct request *r)
{
	struct slice host = request_header(r, "Host");

	buf_append_string(out, "http://");
	if (host.len > 0)
		buf_append_slice(out, host);
	else
		buf_printf(out, "%.*s:%d", SLICE_ARG(r->address), origin.port);
}

static const char usage[] =
    "usage: origin [--port N] [--root DIR] [--scenario FILE]\n"
    "              [--generate FEEDSxARTICLES] [--seed N] [--now TIME]\n"
    "              [--hosts N] [--log FILE]\n"
    "\n"
    "Serves on 127.0.0.0/8 until SIGTERM or GET /_origin/quit.\n"
    "\n"
    "  --port N       0 (the default) takes a free one; \"listening on\n"
    "                 127.0.0.1:PORT\" is printed once it is open\n"
    "  --root DIR     serve the files in it\n"
    "  --scenario F   how to answer certain paths (see scenario.c)\n"
    "  --generate FxA F feeds of A articles, /feed/1.xml and so on\n"
    "  --seed N       another set of texts\n"
    "  --now TIME     the newest article is of then: seconds, or a date\n"
    "  --hosts N      /_origin/feeds spreads them over 127.0.0.1 .. N\n"
    "  --log FILE     a JSON line a request\n";

static int64_t
main_number(const char *text, int64_t min, int64_t max)
{
	int64_t n;

	if (!slice_to_int64(slice_of(text), &n) || n < min || n > max)
		origin_die("%s: a number from %lld to %lld was expected", text,
		    (long long)min, (long long)max);
	return n;
}

static void
main_read_generate(const char *text)
{
	struct slice rest = slice_of(text), feeds;
	int64_t n_feeds = 0, n_articles = 0;

	if (!slice_next(&rest, 'x', &feeds) ||
	    !slice_to_int64(feeds, &n_feeds) ||
	    !slice_to_int64(rest, &n_articles) || n_feeds < 1 ||
	    n_feeds > 100000 || n_articles < 0 || n_articles > 100000)
		origin_die("%s: FEEDSxARTICLES was expected", text);
	origin.n_feeds = (int)n_feeds;
	origin.n_articles = (int)n_articles;
}

static void
main_read_now(const char *text)
{
	unsigned flags;

	if (!slice_to_int64(slice_of(text), &origin.now_at) &&
	    !date_parse(slice_of(text), &origin.now_at, &flags))
		origin_die("%s: a time was expected", text);
}

static void
main_read_options(
    int argc, char **argv, int *ret_port, const char **ret_scenario)
{
	static const struct option options[] = {
		{ "port", required_argument, NULL, 'p' },
		{ "root", required_argument, NULL, 'r' },
		{ "scenario", required_argument, NULL, 's' },
		{ "generate", required_argument, NULL, 'g' },
		{ "seed", required_argument, NULL, 'e' },
		{ "now", required_argument, NULL, 'n' },
		{ "hosts", required_argument, NULL, 'h' },
		{ "log", required_argument, NULL, 'l' },
		{ "help", no_argument, NULL, '?' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'p':
			*ret_port = (int)main_number(optarg, 0, 65535);
			break;
		case 'r':
			origin.root = optarg;
			break;
		case 's':
			*ret_scenario = optarg;
			break;
		case 'g':
			main_read_generate(optarg);
			break;
		case 'e':
			origin.seed =
			    (uint64_t)main_number(optarg, 0, INT64_MAX);
			break;
		case 'n':
			main_read_now(optarg);
			break;
		case 'h':
			origin.n_hosts = (int)main_number(optarg, 1, 250);
			break;
		case 'l':
			log_open(optarg);
			break;
		default:
			fputs(usage, optopt ? stderr : stdout);
			exit(optopt ? 2 : 0);
		}
	}
	if (optind < argc)
		origin_die("%s: no such argument", argv[optind]);
}

/* Increases the limit of open files, because tests use a thousand hung
 * connections. */
static void
main_allow_many_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static void
main_on_signal(evutil_socket_t number_, short what, void *arg)
{
	(void)number_;
	(void)what;
	(void)arg;
	event_base_loopbreak(origin.base);
}

int
main(int argc, char **argv)
{
	const char *scenario = NULL;
	struct event *term, *interrupt;
	struct buf why;
	int port = 0;

	started_ms = clock_monotonic_ms();
	origin.now_at = time(NULL);
	origin.n_hosts = 1;
	signal(SIGPIPE, SIG_IGN);
	main_allow_many_files();
	main_read_options(argc, argv, &port, &scenario);
	buf_init(&why, 4096);
	if (scenario != NULL && !scenario_load(scenario, &why))
		origin_die("%s", why.p);
	buf_release(&why);

	origin.base = event_base_new();
	if (origin.base == NULL)
		origin_die("no event loop");
	term = evsignal_new(origin.base, SIGTERM, main_on_signal, NULL);
	interrupt = evsignal_new(origin.base, SIGINT, main_on_signal, NULL);
	if (term == NULL || interrupt == NULL || event_add(term, NULL) != 0 ||
	    event_add(interrupt, NULL) != 0)
		origin_die("no signals");
	connections_listen(port);
	printf("listening on 127.0.0.1:%d\n", origin.port);
	fflush(stdout);
	event_base_dispatch(origin.base);
	event_free(term);
	event_free(interrupt);
	return 0;
}
