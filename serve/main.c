/*
 * main.c -- gleaner-serve: web pages, feeds and an API over the database.
 *
 * The program reads the database and does not change it.  It ends at SIGTERM
 * and SIGINT. Exit codes: 0 ended by a signal, 1 failed, 2 usage or
 * configuration.
 */
#include <sys/resource.h>

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file_limit.h"
#include "base/limits.h"
#include "base/standard_files.h"
#include "serve/explain/explainer.h"
#include "serve/http/listen.h"
#include "serve/http/log.h"
#include "serve/http/server.h"
#include "serve/options.h"
#include "serve/sandbox.h"
#include "store/store.h"
#include "url/database_url.h"

#define DESCRIPTORS_REST 64 /* for the database, the log and libraries */
/* Longest time from a signal to the end of the process.  A thread may wait for
 * the resolver, and libpq cannot limit this time. */
#define STOP_S 8

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

static int
main_fail(const char *text)
{
	fprintf(stderr, "gleaner-serve: %s\n", text);
	return EXIT_FAILED;
}

/* Raises the limit of descriptors to the number of connections, as far as the
 * system permits.  If the limit stays lower, libmicrohttpd accepts fewer
 * connections. */
static void
main_raise_descriptors(void)
{
	const rlim_t wanted = LIMIT_SERVE_CLIENTS + DESCRIPTORS_REST;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
		return;
	limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* Checks at the start that the database can be read, so that the operator sees
 * an error at once. */
static int
main_check_database(const struct serve_settings *settings, struct err *e)
{
	struct store *store = NULL;
	int64_t seq;
	int rc;

	rc = store_open(settings->database, STORE_READ, &store, e);
	if (rc == 0)
		rc = store_last_seq(store, &seq, e);
	store_close(store);
	return rc;
}

static void
main_exit_at_once(int number)
{
	(void)number;
	_exit(EXIT_DONE);
}

/* SIGTERM and SIGINT end the start at any moment, for example while the
 * database server does not answer.  SIGALRM ends a stop that takes too long. */
static void
main_catch_signals(void)
{
	signal(SIGPIPE, SIG_IGN);
	signal(SIGTERM, main_exit_at_once);
	signal(SIGINT, main_exit_at_once);
	signal(SIGALRM, main_exit_at_once);
}

/* Blocks the signals in every thread that is started later; sigwait() receives
 * them. */
static void
main_block_signals(sigset_t *ret)
{
	sigemptyset(ret);
	sigaddset(ret, SIGTERM);
	sigaddset(ret, SIGINT);
	pthread_sigmask(SIG_BLOCK, ret, NULL);
}

/* Forks the process that reads untrusted pages, before this process has read
 * secrets.  If the fork fails, pages are not explained. */
static struct explainer *
main_start_explainer(void)
{
	struct explainer *explainer = NULL;
	struct err e = ERR_INIT;

	if (explainer_start(&explainer, &e) != 0)
		serve_log("warning", "explainer", "why", slice_of(e.text), NULL,
		    SLICE_NONE);
	return explainer;
}

static int
main_serve(const struct serve_settings *settings)
{
	static struct server server;
	struct err e = ERR_INIT;
	struct buf address;
	sigset_t signals;
	char database[DATABASE_URL_SHOWN_BYTES];
	bool is_loopback;
	int fd, number = 0;

	buf_init(&address, 512);
	if (main_check_database(settings, &e) != 0 ||
	    listen_open(settings->listen, &fd, &is_loopback, &address, &e) !=
		0) {
		buf_release(&address);
		return main_fail(e.text);
	}
	main_block_signals(&signals);
	if (sandbox_enter_serve(settings, &e) != 0)
		serve_log("warning", "sandbox", "why", slice_of(e.text), NULL,
		    SLICE_NONE);
	if (server_start(&server, settings, fd, &e) != 0) {
		buf_release(&address);
		return main_fail(e.text);
	}
	if (!is_loopback && settings->tokens == NULL)
		serve_log("warning", "listen", "why",
		    SLICE("without a token file only clients on this machine "
			  "get answers"),
		    NULL, SLICE_NONE);
	serve_log("info", "listen", "address", buf_slice(&address), "database",
	    slice_of(database_url_show(settings->database, database)));
	buf_release(&address);
	sigwait(&signals, &number);
	alarm(STOP_S);
	server_stop(&server);
	serve_log("info", "end", "why",
	    number == SIGINT ? SLICE("SIGINT") : SLICE("SIGTERM"), NULL,
	    SLICE_NONE);
	return EXIT_DONE;
}

int
main(int argc, char **argv)
{
	struct serve_settings settings;
	struct explainer *explainer;
	int code = EXIT_USAGE;

	if (standard_files_hold() != 0)
		return EXIT_FAILED;
	file_limit_hold();
	setlocale(LC_ALL, "C");
	explainer = main_start_explainer();
	main_catch_signals();
	switch (options_read(argc, argv, &settings)) {
	case OPTIONS_RUN:
		settings.explainer = explainer;
		main_raise_descriptors();
		code = main_serve(&settings);
		break;
	case OPTIONS_DONE:
		code = EXIT_DONE;
		break;
	case OPTIONS_WRONG:
		break;
	}
	options_release(&settings);
	explainer_stop(explainer);
	return code;
}
