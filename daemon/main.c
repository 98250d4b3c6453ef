/*
 * main.c -- gleanerd: reads the command line and the configuration, and starts
 * the daemon.
 *
 * The order matters: the zygote of the workers is started before there is a
 * thread, a socket or a database that it could inherit.
 */
#include <sys/resource.h>

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file_limit.h"
#include "base/io/long_options.h"
#include "base/limits.h"
#include "base/memory/large_pages.h"
#include "base/standard_files.h"
#include "config/config.h"
#include "config/site/cookie_file.h"
#include "config/yaml/address_text.h"
#include "crawler/fetch/fetch.h"
#include "daemon/enrichment.h"
#include "daemon/health/notify.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/replay.h"
#include "daemon/page/rule_warnings.h"
#include "daemon/reload_ask.h"
#include "daemon/version.h"
#include "store/fleet/fleet_store.h"
#include "store/store.h"
#include "worker/worker.h"
#include "worker/zygote/sandbox.h"

/* The exit codes, which gleanerd(8) documents. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_REFUSED = 3 };

/* Number of descriptors per transfer: the socket, the memfd of the body, the
 * reply of the worker, and a reserve. */
#define FILES_PER_FETCH 4
/* Number of descriptors for all other purposes: one for each connection of the
 * three servers, and 64 for the database, the workers and libraries. */
#define FILES_BESIDE                                                           \
	(LIMIT_CONTROL_CLIENTS + LIMIT_LISTEN_CLIENTS + LIMIT_WEBSUB_CLIENTS + \
	    64)

static const char usage[] =
    "usage: gleanerd [-c FILE] [--once] [--check] [--reload]\n"
    "                [--selftest-sandbox [--verbose]] [-V|--version] "
    "[-h|--help]\n";

static const char help[] =
    "\n"
    "Polls feeds, downloads the articles that they link to, and stores their "
    "text.\n"
    "\n"
    "  -c, --config FILE  configuration; else $GLEANER_CONFIG, else\n"
    "                     /etc/gleaner/gleaner.yaml\n"
    "      --once         poll every feed that is due, fetch all pending "
    "articles,\n"
    "                     end (0: all went well, 1: a feed or an article "
    "failed)\n"
    "      --check        check the configuration, print its errors, end "
    "(0 or 2)\n"
    "      --reload       make the running daemon read the configuration "
    "again\n"
    "                     (0: reloaded, 1: refused or no daemon, 2: "
    "invalid)\n"
    "      --selftest-sandbox\n"
    "                     try in a sandbox what a worker must not be able "
    "to do;\n"
    "                     prints failures only, unless with --verbose\n"
    "  -V, --version      print the versions of gleanerd and its libraries,\n"
    "                     at build time and at run time\n"
    "  -h, --help         print this\n"
    "\n"
    "Signals: SIGTERM and SIGINT stop it within 10 seconds, SIGHUP reads the\n"
    "configuration again.  Exit codes: 0 done, 1 failed, 2 configuration or\n"
    "usage, 3 database refused.\n";

struct options {
	const char *config_path;
	bool once, check, reload, selftest, verbose;
};

/* Tests the sandbox, for operators or ExecStartPre of a unit. */
static int
main_selftest(bool is_verbose)
{
	struct err e = ERR_INIT;
	int n_failed =
	    sandbox_selftest(is_verbose ? stdout : stderr, is_verbose, &e);

	if (n_failed < 0)
		fprintf(stderr, "gleanerd: %s\n", e.text);
	else if (n_failed > 0)
		fprintf(stderr, "gleanerd: %d tests of the sandbox failed\n",
		    n_failed);
	return n_failed == 0 ? EXIT_DONE : EXIT_FAILED;
}

/* The options without a letter. */
enum {
	OPT_ONCE = 256,
	OPT_CHECK,
	OPT_RELOAD,
	OPT_SELFTEST,
	OPT_VERBOSE
};

static const char letters[] = "c:hV";
static const struct option long_options[] = {
	{ "config", required_argument, NULL, 'c' },
	{ "once", no_argument, NULL, OPT_ONCE },
	{ "check", no_argument, NULL, OPT_CHECK },
	{ "reload", no_argument, NULL, OPT_RELOAD },
	{ "selftest-sandbox", no_argument, NULL, OPT_SELFTEST },
	{ "verbose", no_argument, NULL, OPT_VERBOSE },
	{ "version", no_argument, NULL, 'V' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static int
main_refuse_option(const char *word)
{
	fprintf(stderr, "gleanerd: %s: unknown option\n%s", word, usage);
	return EXIT_USAGE;
}

/* Reads the options. Returns -1 to continue, or the exit code. */
static int
main_read_options(int argc, char **argv, struct options *options)
{
	const char *given = NULL, *unknown;
	int c;

	unknown = long_options_find_unknown(argc, argv, letters, long_options);
	if (unknown != NULL)
		return main_refuse_option(unknown);
	while (
	    (c = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
		switch (c) {
		case 'c':
			given = optarg;
			break;
		case OPT_ONCE:
			options->once = true;
			break;
		case OPT_CHECK:
			options->check = true;
			break;
		case OPT_RELOAD:
			options->reload = true;
			break;
		case OPT_SELFTEST:
			options->selftest = true;
			break;
		case OPT_VERBOSE:
			options->verbose = true;
			break;
		case 'V':
			version_print(stdout);
			return EXIT_DONE;
		case 'h':
			printf("%s%s", usage, help);
			return EXIT_DONE;
		default:
			fputs(usage, stderr);
			return EXIT_USAGE;
		}
	}
	if (optind < argc) {
		fprintf(stderr, "gleanerd: unexpected operand \"%s\"\n%s",
		    argv[optind], usage);
		return EXIT_USAGE;
	}
	if (options->selftest)
		return main_selftest(options->verbose);
	options->config_path = config_default_path(given);
	return -1;
}

/* Prints the faults unchanged or, if standard error is the journal, as events.
 */
static void
main_print_faults(enum log_level level, const struct buf *faults)
{
	struct slice rest = buf_slice(faults), line;

	if (!log_is_to_journal()) {
		fputs(faults->p, stderr);
		return;
	}
	while (slice_next(&rest, '\n', &line))
		if (line.len > 0)
			log_event(level, "config", LOG_SLICE("fault", line));
}

/* ---- signals before the event loop runs ---- */

/* The handler of SIGTERM and SIGINT before the daemon runs. No operation is in
 * progress yet, so the process ends at once. It is also the handler of SIGALRM,
 * which ends a stop that takes too long (hub_run.c). */
static void
main_end_at_once(int number)
{
	(void)number;
	_exit(EXIT_DONE);
}

/* SIGTERM and SIGINT end the process with exit code 0, as they do later. SIGHUP
 * waits until the daemon can reload (hub_run.c); by default it would end the
 * process. */
static void
main_hold_signals(void)
{
	const struct sigaction end = { .sa_handler = main_end_at_once };
	sigset_t held, taken;

	sigemptyset(&held);
	sigaddset(&held, SIGHUP);
	sigprocmask(SIG_BLOCK, &held, NULL);
	sigaction(SIGTERM, &end, NULL);
	sigaction(SIGINT, &end, NULL);
	sigaction(SIGALRM, &end, NULL);
	sigemptyset(&taken);
	sigaddset(&taken, SIGTERM);
	sigaddset(&taken, SIGINT);
	sigaddset(&taken, SIGALRM);
	sigprocmask(SIG_UNBLOCK, &taken, NULL);
}

/* Makes the running daemon reload. Returns the exit code, which is the result
 * of ExecReload for systemd. */
static int
main_ask_reload(const struct config *config)
{
	struct err e = ERR_INIT;

	if (reload_ask(config->control, &e) == 0)
		return EXIT_DONE;
	fprintf(stderr, "%sgleanerd: not reloaded: %s\n",
	    log_is_to_journal() ? "<3>" : "", e.text);
	return EXIT_FAILED;
}

/* The modules of config/ do not know the time. */
static void
main_warn_of_cookies(const struct config *config)
{
	for (size_t i = 0; i < config->n_sites; i++) {
		const struct config_site *site = &config->sites[i];
		struct cookie_file_report report;

		cookie_file_report(site, &report);
		if (cookie_file_is_expired(&report, time(NULL)))
			fprintf(stderr,
			    "%s%s:%d: warning: cookies: all cookies in %s have "
			    "expired, expected a file that was exported "
			    "again\n",
			    log_is_to_journal() ? "<4>" : "", site->file,
			    site->line, site->cookies_file);
	}
}

/* Reads the configuration. Returns -1 to continue, or the exit code. */
static int
main_read_config(const struct options *options, struct config **ret)
{
	struct buf faults;
	struct err e = ERR_INIT;
	int rc;

	buf_init(&faults, MIB);
	rc = config_load_without(options->config_path,
	    options->check || options->reload ? CONFIG_SECRETS_OF_SERVICE
					      : CONFIG_SECRETS_NEEDED,
	    ret, &faults, &e);
	if (rc == 0)
		rule_warnings(*ret, &faults);
	if (faults.len > 0)
		main_print_faults(rc == 0 ? LOG_WARNING : LOG_ERROR, &faults);
	else if (rc != 0)
		fprintf(stderr,
		    "%sgleanerd: %s; name a configuration with -c FILE or "
		    "$GLEANER_CONFIG\n",
		    log_is_to_journal() ? "<3>" : "", e.text);
	buf_release(&faults);
	if (rc != 0)
		return EXIT_USAGE;
	if (!(*ret)->filled[0])
		fprintf(stderr,
		    "%s: warning: the file is empty, so all defaults apply; "
		    "expected keys, such as feeds: (a reload refuses a file "
		    "that was emptied)\n",
		    options->config_path);
	main_warn_of_cookies(*ret);
	if ((*ret)->listen != NULL &&
	    listen_warning(slice_of((*ret)->listen)) != NULL && options->check)
		fprintf(stderr, "%s: warning: listen: %s: %s\n",
		    options->config_path, (*ret)->listen,
		    listen_warning(slice_of((*ret)->listen)));
	if (options->check) {
		printf("%s: ok, %zu feed%s\n", options->config_path,
		    (*ret)->n_feeds, (*ret)->n_feeds == 1 ? "" : "s");
		return EXIT_DONE;
	}
	if (options->reload)
		return main_ask_reload(*ret);
	return -1;
}

static int
main_worker_count(const struct config *config)
{
	long cores;

	if (config->workers > 0)
		return config->workers;
	cores = sysconf(_SC_NPROCESSORS_ONLN);
	if (cores < 1)
		cores = 1;
	return cores < LIMIT_WORKERS ? (int)cores : LIMIT_WORKERS;
}

static rlim_t
main_files_for(const struct config *config, int parallel)
{
	rlim_t held = config->websub.listen != NULL ? LIMIT_WEBSUB_HELD : 0;

	return (rlim_t)parallel * FILES_PER_FETCH +
	       (rlim_t)fetcher_most(parallel) + FILES_BESIDE + held;
}

/* With 256 parallel transfers the daemon needs more than 1 024 descriptors, the
 * usual soft limit.  Returns the number of parallel transfers for which the
 * hard limit is enough: a fetch that gets no descriptor would count as a
 * failure of its server. */
static int
main_raise_file_limit(const struct config *config)
{
	int parallel = config->fetch.parallel;
	rlim_t want = main_files_for(config, parallel);
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= want)
		return parallel;
	files.rlim_cur = want < files.rlim_max ? want : files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	while (
	    parallel > 1 && main_files_for(config, parallel) > files.rlim_cur)
		parallel /= 2;
	if (parallel < config->fetch.parallel)
		log_event(LOG_WARNING, "few-descriptors",
		    LOG_INT("limit", (int64_t)files.rlim_cur),
		    LOG_INT("wanted", (int64_t)want),
		    LOG_INT("parallel", parallel));
	return parallel;
}

/* If several daemons share the database: sets how long the start waits for
 * other writers. Also limits the time for which a stopped daemon can hold
 * locks; the limit is the duration of a lease. */
static int
main_prepare_store(
    struct store *store, const struct config *config, struct err *e)
{
	if (!store_is_shared(store))
		return 0;
	store_set_patience(store, LIMIT_PATIENCE_MS, NULL);
	return store_limit_idle(store, config->fleet.lease_s * 1000, e);
}

static int
main_run(const struct options *options, struct config *config)
{
	struct hub_options hub = {
		.config_path = options->config_path,
		.config = config,
		.n_workers = main_worker_count(config),
		.once = options->once,
	};
	struct err e = ERR_INIT;

	large_pages_reserve(LARGE_PAGES_DAEMON);
	hub.parallel = main_raise_file_limit(config);
	if (enrichment_prepare(&e) != 0)
		log_event(
		    LOG_WARNING, "no-frequencies", LOG_TEXT("why", e.text));
	if (workers_new(hub.n_workers, &hub.workers, &e) != 0) {
		log_event(LOG_ERROR, "not-started", LOG_TEXT("why", e.text));
		config_free(config);
		return EXIT_FAILED;
	}
	if (store_open(config->database, STORE_DAEMON, &hub.store, &e) != 0 ||
	    store_set_filters(hub.store, config->filters, &e) != 0) {
		store_close(hub.store);
		log_event(LOG_ERROR, "not-started", LOG_TEXT("why", e.text));
		workers_free(hub.workers);
		config_free(config);
		return e.code == ERR_REFUSED ? EXIT_REFUSED : EXIT_FAILED;
	}
	if (store_is_restored(hub.store))
		log_event(LOG_WARNING, "restored",
		    LOG_TEXT("why",
			"the database is a backup or a salvaged copy; the next "
			"numbers of articles and changes are 1000000000 "
			"higher"));
	if (main_prepare_store(hub.store, config, &e) != 0)
		log_event(
		    LOG_WARNING, "no-idle-limit", LOG_TEXT("why", e.text));
	if (enrichment_start(hub.store, config, &e) != 0)
		log_event(
		    LOG_WARNING, "no-enrichment", LOG_TEXT("why", e.text));
	return hub_run(&hub);
}

int
main(int argc, char **argv)
{
	struct options options = { 0 };
	struct config *config = NULL;
	int code;

	if (standard_files_hold() != 0)
		return EXIT_FAILED; /* no message can be printed */
	file_limit_hold();
	if (argc == 2 && strcmp(argv[1], "--worker") == 0)
		return zygote_main();
	if (argc >= 2 && strcmp(argv[1], "--replay") == 0)
		return replay_main(argc - 2, argv + 2);
	code = main_read_options(argc, argv, &options);
	if (code < 0 && !options.check && !options.reload)
		main_hold_signals();
	if (code < 0)
		code = main_read_config(&options, &config);
	if (code >= 0) {
		config_free(config);
		return code;
	}
	log_setup(config->log.level, config->log.format);
	notify_init();
	return main_run(&options, config);
}
