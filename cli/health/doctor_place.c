/*
 * doctor_place.c -- checks of `gleaner doctor`: configuration, database,
 * daemon, clock, network.
 */
#include <sys/stat.h>
#include <sys/timex.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cli_fetch.h"
#include "cli/health/clock_words.h"
#include "cli/health/doctor.h"
#include "cli/term/progress.h"
#include "config/config.h"
#include "config/yaml/address_text.h"
#include "control/control_client.h"
#include "store/clock.h"

#define FAULTS_BYTES (1 * MIB)
/* The whole database is checked if its size is at most this, which takes some
 * seconds. A larger database is checked only with --check. */
#define CHECK_BYTES (256 * MIB)
/* A larger write-ahead log is reported, because SQLite normally copies the log
 * into the database long before the log has this size. */
#define WAL_BYTES (256 * MIB)

/* ----------------------------------------------------------- configuration */

static void
doctor_place_find_faults(struct doctor *doctor, enum doctor_level level,
    const struct buf *faults, const char *advice)
{
	struct slice rest = buf_slice(faults), line;

	while (rest.len > 0 && slice_next(&rest, '\n', &line)) {
		bool is_note =
		    slice_find(line, SLICE(": note: "), 0) != SLICE_NOT_FOUND;

		doctor_find(doctor, is_note ? DOCTOR_NOTE : level, "config",
		    SLICE_NONE, is_note ? NULL : advice, "%.*s",
		    SLICE_ARG(line));
	}
}

static void
doctor_place_judge_config(struct doctor *doctor)
{
	const struct config *config = doctor->cli->config;

	doctor_find(doctor, DOCTOR_OK, "config", SLICE_NONE, NULL,
	    "%s: no fault, %zu feed%s in %zu file%s", config->path,
	    config->n_feeds, config->n_feeds == 1 ? "" : "s", config->n_files,
	    config->n_files == 1 ? "" : "s");
	if (config->listen != NULL &&
	    listen_warning(slice_of(config->listen)) != NULL)
		doctor_find(doctor, DOCTOR_WARNING, "listen", SLICE_NONE,
		    "use listen: 127.0.0.1:PORT, a firewall, or a proxy with "
		    "a password",
		    "%s: %s", config->listen,
		    listen_warning(slice_of(config->listen)));
	if (config->contact == NULL && config->unread == NULL)
		doctor_find(doctor, DOCTOR_NOTE, "config", SLICE_NONE,
		    "set `contact` to your address",
		    "requests contain no contact address for the operators "
		    "of sites");
	if (config->host.allow_private)
		doctor_find(doctor, DOCTOR_NOTE, "config", SLICE_NONE,
		    "set `host.allow_private: false` unless feeds in your "
		    "own network are read",
		    "an external feed can cause requests to hosts inside the "
		    "firewall");
}

void
doctor_config(struct doctor *doctor)
{
	struct cli *cli = doctor->cli;
	const char *path = cli_config_path(cli);
	struct err e = ERR_INIT;
	struct buf faults;
	int rc;

	if (path == NULL) {
		doctor_find(doctor, DOCTOR_NOTE, "config", SLICE_NONE,
		    "name one with -c FILE or $GLEANER_CONFIG",
		    "no configuration is named, and %s does not "
		    "exist",
		    config_default_path(NULL));
		return;
	}
	buf_init(&faults, FAULTS_BYTES);
	rc = config_load_faulty(
	    path, CONFIG_SECRETS_OF_SERVICE, &cli->config, &faults, &e);
	doctor->has_faulty_config = rc != 0;
	doctor->database_unknown =
	    cli->database_given == NULL &&
	    (cli->config == NULL ||
		(cli->config->unread != NULL && !cli->config->database_given));
	if (rc == 0) {
		doctor_place_find_faults(doctor, DOCTOR_WARNING, &faults,
		    "correct it, then run gleanerd --check");
		doctor_place_judge_config(doctor);
	} else if (faults.len > 0) {
		doctor_place_find_faults(doctor, DOCTOR_FAULT, &faults,
		    "correct it, then run gleanerd --check");
	} else {
		doctor_find(doctor, DOCTOR_FAULT, "config", SLICE_NONE,
		    "create the file, or name another one with -c", "%s",
		    e.text);
	}
	buf_release(&faults);
}

/* ---------------------------------------------------------------- database */

struct faults {
	struct doctor *doctor;
	int64_t n;
};

static void
doctor_place_visit_fault(const char *line, void *arg)
{
	struct faults *faults = arg;

	if (faults->n++ < DOCTOR_SHOWN_MOST)
		doctor_find(faults->doctor, DOCTOR_FAULT, "database",
		    SLICE_NONE, "restore a backup; see `gleaner check`", "%s",
		    line);
}

static void
doctor_place_check_rows(struct doctor *doctor, int64_t bytes)
{
	struct faults faults = { .doctor = doctor };
	struct progress progress;
	struct err e = ERR_INIT;
	int64_t n = 0;
	int rc;

	if (bytes > CHECK_BYTES && !doctor->checks) {
		doctor_find(doctor, DOCTOR_NOTE, "database", SLICE_NONE, NULL,
		    "not read completely, because it is large; --check does "
		    "so");
		return;
	}
	progress_begin(&progress, doctor->cli, "checks", 0);
	store_watch(doctor->store, progress_set, &progress);
	rc = store_check(
	    doctor->store, doctor_place_visit_fault, &faults, &n, &e);
	store_watch(doctor->store, NULL, NULL);
	progress_end(&progress);
	if (rc != 0)
		doctor_find(doctor, DOCTOR_FAULT, "database", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
	else if (n == 0)
		doctor_find(doctor, DOCTOR_OK, "database", SLICE_NONE, NULL,
		    "read completely: no fault");
}

static int64_t
doctor_place_file_bytes(const char *path, const char *suffix)
{
	char name[4096 + 8];
	struct stat st;
	int n = snprintf(name, sizeof name, "%s%s", path, suffix);

	if (n < 0 || (size_t)n >= sizeof name || stat(name, &st) != 0)
		return -1;
	return st.st_size;
}

/* Appends a size such as "12.3 MiB" to *ret, which the caller uses in a
 * finding. */
static void
doctor_place_write_bytes(struct doctor *doctor, struct buf *ret, int64_t bytes)
{
	buf_init(ret, 64);
	text_bytes(ret, bytes);
	buf_carry_failure(&doctor->out, ret);
}

static void
doctor_place_judge_file(struct doctor *doctor, int64_t bytes)
{
	struct store_counts counts;
	struct err e = ERR_INIT;
	bool can_shrink = true;
	struct buf size;

	if (store_counts(doctor->store, doctor->cli->now_at, &counts, &e) !=
	    0) {
		doctor_find(doctor, DOCTOR_FAULT, "database", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
		return;
	}
	doctor_place_write_bytes(
	    doctor, &size, bytes >= 0 ? bytes : counts.file_bytes);
	doctor_find(doctor, DOCTOR_OK, "database", SLICE_NONE, NULL,
	    "%s: %s, %lld articles, %lld entries",
	    cli_database_name(doctor->cli), size.p,
	    (long long)counts.articles[ARTICLE_DONE],
	    (long long)counts.entries);
	if (doctor_place_file_bytes(doctor->cli->database, "-wal") >
	    WAL_BYTES) {
		buf_release(&size);
		doctor_place_write_bytes(doctor, &size,
		    doctor_place_file_bytes(doctor->cli->database, "-wal"));
		doctor_find(doctor, DOCTOR_WARNING, "database", SLICE_NONE,
		    "end the program that has read it for a long time: an "
		    "open sqlite3, a stopped consumer",
		    "its write-ahead log has grown to %s, because a program "
		    "has an old read transaction open",
		    size.p);
	}
	buf_release(&size);
	if (store_can_shrink(doctor->store, &can_shrink, &e) != 0)
		doctor_find(doctor, DOCTOR_FAULT, "database", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
	else if (!can_shrink)
		doctor_find(doctor, DOCTOR_NOTE, "database", SLICE_NONE,
		    "run gleaner prune --vacuum once; it rewrites the file",
		    "an earlier version made the file, which therefore does "
		    "not shrink when articles are deleted");
	doctor_place_check_rows(doctor, bytes);
}

void
doctor_database(struct doctor *doctor)
{
	struct cli *cli = doctor->cli;
	const char *path = cli->database_given;
	struct err e = ERR_INIT;

	if (doctor->database_unknown) {
		doctor_find(doctor, DOCTOR_NOTE, "database", SLICE_NONE,
		    "correct the configuration, or name a database with --db",
		    "not checked: the configuration does not state its path");
		return;
	}
	if (path == NULL && cli->config != NULL)
		path = cli->config->database;
	if (path == NULL)
		path = "var/gleaner.db";
	free(cli->database);
	cli->database = strdup(path);
	if (cli->database == NULL) {
		doctor_find(doctor, DOCTOR_FAULT, "database", SLICE_NONE, NULL,
		    "out of memory");
		return;
	}
	if (!database_url_is(path) && access(path, F_OK) != 0) {
		doctor_find(doctor, DOCTOR_FAULT, "database", SLICE_NONE,
		    errno == EACCES ? "run it as root, or as the daemon's user"
				    : "start gleanerd, which creates one",
		    "%s: %s", path, strerror(errno));
		return;
	}
	if (store_open(path, STORE_READ, &doctor->store, &e) != 0) {
		doctor->store = NULL;
		doctor_find(doctor, DOCTOR_FAULT, "database", SLICE_NONE,
		    database_url_is(path)
			? "start the server, or correct the URL, the password "
			  "file, or the rights of the user"
			: "check what the file is, or replace it by a backup, "
			  "with which the daemon continues",
		    "%s", e.text);
		return;
	}
	doctor_file(doctor);
	doctor_place_judge_file(doctor, doctor_place_file_bytes(path, ""));
}

/* ------------------------------------------------------------------ daemon */

static void
doctor_place_judge_daemon(struct doctor *doctor, struct slice lines)
{
	struct slice version = control_value(lines, "version");
	struct slice waits = control_value(lines, "store_waits");
	struct slice fault = control_value(lines, "store_fault");
	struct slice pending = control_value(lines, "needs_restart");
	struct slice pid = control_value(lines, "pid");

	doctor->daemon_runs = true;
	doctor_find(doctor, DOCTOR_OK, "daemon", SLICE_NONE, NULL,
	    "runs as process %.*s", SLICE_ARG(pid));
	if (version.len > 0 && !slice_equal(version, SLICE(GLEANER_VERSION)))
		doctor_find(doctor, DOCTOR_WARNING, "daemon", SLICE_NONE,
		    "restart it: systemctl restart gleanerd",
		    "the daemon has version %.*s, this command has version %s",
		    SLICE_ARG(version), GLEANER_VERSION);
	if (pending.len > 0)
		doctor_find(doctor, DOCTOR_WARNING, "daemon", SLICE_NONE,
		    "restart it: systemctl restart gleanerd",
		    "changed keys of the configuration take effect after a "
		    "restart: %.*s",
		    SLICE_ARG(pending));
	if (waits.len > 0)
		doctor_find(doctor, DOCTOR_FAULT, "daemon", SLICE_NONE,
		    "free disk space, or end the program that locks the "
		    "database; no data is lost meanwhile",
		    "it cannot write: %.*s", SLICE_ARG(waits));
	if (fault.len > 0)
		doctor_find(doctor, DOCTOR_FAULT, "daemon", SLICE_NONE,
		    "check the disk (dmesg, df), or move the database back; "
		    "no data is lost meanwhile, and if the fault persists "
		    "the daemon ends and is restarted",
		    "it cannot write: %.*s", SLICE_ARG(fault));
}

void
doctor_daemon(struct doctor *doctor)
{
	struct err e = ERR_INIT;
	struct buf lines;
	int rc;

	if (doctor->database_unknown) {
		doctor_find(doctor, DOCTOR_NOTE, "daemon", SLICE_NONE,
		    "correct the configuration",
		    "not checked: the configuration does not state its "
		    "address");
		return;
	}
	if (cli_control_path(doctor->cli) == NULL) {
		doctor_find(doctor, DOCTOR_NOTE, "daemon", SLICE_NONE,
		    "name its configuration with -c",
		    "not checked: --db does not contain the daemon's address");
		return;
	}
	buf_init(&lines, LIMIT_CONTROL_FRAME);
	rc = control_ask(cli_control_path(doctor->cli), "status", &lines, &e);
	if (rc == 0)
		doctor_place_judge_daemon(doctor, buf_slice(&lines));
	else if (rc == ERR_NOT_FOUND)
		doctor_find(doctor, DOCTOR_WARNING, "daemon", SLICE_NONE,
		    "systemctl start gleanerd, or gleanerd -c FILE", "%s",
		    e.text);
	else
		doctor_find(doctor, DOCTOR_FAULT, "daemon", SLICE_NONE,
		    "run it as root or as the daemon's user; if the daemon "
		    "does not answer, see journalctl -u gleanerd",
		    "%s", e.text);
	buf_release(&lines);
}

/* ------------------------------------------------------- clock and network */

static const struct {
	enum doctor_level level;
	const char *advice;
} doctor_clock_states[] = {
	[CLOCK_PAUSE] = { DOCTOR_NOTE,
	    "no action is needed if the clock is right" },
	[CLOCK_UNCONFIRMED] = { DOCTOR_NOTE,
	    "no action is needed; gleaner prune deletes manually" },
	[CLOCK_WAITING] = { DOCTOR_NOTE, "no action is needed" },
	[CLOCK_DOUBTFUL] = { DOCTOR_WARNING,
	    "check the clock (date, timedatectl); gleanerd continues "
	    "automatically" },
};

/* Reports the state of the clock in the database, unless the clock is
 * confirmed. */
static void
doctor_place_judge_trust(struct doctor *doctor)
{
	struct err e = ERR_INIT;
	struct buf why;
	int state;

	if (doctor->store == NULL)
		return;
	buf_init(&why, FAULTS_BYTES);
	state = clock_words(doctor->store, doctor->cli->now_at, &why, &e);
	if (state < 0)
		doctor_find(doctor, DOCTOR_FAULT, "clock", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
	else if (state != CLOCK_CONFIRMED)
		doctor_find(doctor, doctor_clock_states[state].level, "clock",
		    SLICE_NONE, doctor_clock_states[state].advice,
		    "nothing is deleted by age: %s", why.p);
	buf_release(&why);
}

void
doctor_clock(struct doctor *doctor)
{
	struct timex clock = { 0 };

	doctor_place_judge_trust(doctor);
	if (adjtimex(&clock) < 0)
		return;
	if ((clock.status & STA_UNSYNC) != 0)
		doctor_find(doctor, DOCTOR_NOTE, "clock", SLICE_NONE,
		    "timedatectl set-ntp true, unless the host sets the clock",
		    "no service on this machine synchronises the clock");
	else
		doctor_find(doctor, DOCTOR_OK, "clock", SLICE_NONE, NULL,
		    "kept synchronised");
}

static void
doctor_place_judge_clock(struct doctor *doctor, int64_t date_at)
{
	int64_t off_s = (int64_t)time(NULL) - date_at;
	int64_t size_s = off_s < 0 ? -off_s : off_s;

	if (date_at == DATE_NONE || size_s <= CLOCK_OFF_S)
		return;
	doctor_find(doctor,
	    size_s > DOCTOR_CLOCK_WRONG_S ? DOCTOR_FAULT : DOCTOR_WARNING,
	    "clock", SLICE_NONE, "set it: timedatectl set-ntp true",
	    "this clock is %lld seconds %s the clock of a requested site",
	    (long long)size_s, off_s > 0 ? "ahead of" : "behind");
}

/* Returns true if any response was received. */
static bool
doctor_place_ask_site(struct doctor *doctor, struct cli_fetcher *cli_fetcher,
    struct slice site, struct buf *whys)
{
	struct cli_fetched fetched;

	cli_fetcher_get(cli_fetcher, site, false, &fetched);
	if (fetched.status > 0) {
		doctor_find(doctor, DOCTOR_OK, "network", SLICE_NONE, NULL,
		    "%.*s answers", SLICE_ARG(site));
		doctor_place_judge_clock(doctor, fetched.date_at);
		return true;
	}
	buf_printf(whys, "%s%.*s: %s", whys->len > 0 ? "; " : "",
	    SLICE_ARG(site), fetched.why != NULL ? fetched.why : "no answer");
	return false;
}

/* True if this user cannot read the proxy of a site.  A request without the
 * proxy would reach the site from another address. */
static bool
doctor_place_lacks_proxy(const struct config *config)
{
	for (size_t i = 0; config != NULL && i < config->n_sites; i++)
		if (config->sites[i].lacks_proxy)
			return true;
	return false;
}

void
doctor_network(struct doctor *doctor)
{
	struct err e = ERR_INIT;
	struct cli_fetcher *cli_fetcher;
	struct buf whys;
	bool answered = false;

	if (!doctor->offline && doctor->arena.no_memory)
		doctor_find(doctor, DOCTOR_FAULT, "network", SLICE_NONE, NULL,
		    "out of memory");
	if (doctor->offline || doctor->n_sites == 0 ||
	    doctor->has_faulty_config)
		return;
	if (doctor_place_lacks_proxy(doctor->cli->config)) {
		doctor_find(doctor, DOCTOR_NOTE, "network", SLICE_NONE, NULL,
		    "not checked: only the service can read the proxy of a "
		    "site");
		return;
	}
	doctor->cli->sends_requests = true;
	if (cli_fetcher_new(doctor->cli, NULL, &cli_fetcher, &e) != 0) {
		doctor_find(doctor, DOCTOR_FAULT, "network", SLICE_NONE, NULL,
		    "%s", e.text);
		return;
	}
	buf_init(&whys, FAULTS_BYTES);
	for (size_t i = 0; i < doctor->n_sites && !answered; i++)
		answered = doctor_place_ask_site(
		    doctor, cli_fetcher, doctor->sites[i], &whys);
	buf_carry_failure(&doctor->out, &whys);
	if (!answered)
		doctor_find(doctor, DOCTOR_FAULT, "network", SLICE_NONE,
		    "check the connection, the name server (resolvectl "
		    "status), the firewall, `fetch.proxy`",
		    "no site answered: %s", whys.p);
	buf_release(&whys);
	cli_fetcher_free(cli_fetcher);
}
