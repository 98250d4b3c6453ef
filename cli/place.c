/*
 * place.c -- finds the configuration and the database of a command, and the
 * control socket of the daemon.
 *
 * The database is FILE of --db. Without --db it is the `database` of the
 * configuration, which is FILE of -c, $GLEANER_CONFIG or
 * /etc/gleaner/gleaner.yaml. Without a configuration it is var/gleaner.db in
 * the current directory, the database of `make run`.
 */
#include "cli/place.h"

#include <sys/stat.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/memory/large_pages.h"
#include "cli/cli.h"
#include "config/config.h"
#include "control/consumer_cursor.h"
#include "store/store.h"
#include "url/database_url.h"

#define LOCAL_DIRECTORY "var"
#define LOCAL_CONTROL   "run/gleaner.sock" /* the default of `control` */
#define FAULTS_BYTES    (1 * MIB)

const char *
cli_config_path(const struct cli *cli)
{
	const char *path, *meant = getenv("GLEANER_CONFIG");

	if (cli->config_given != NULL)
		return cli->config_given;
	if (cli->database_given != NULL)
		return NULL;
	path = config_default_path(NULL);
	/* Only the default configuration file may be absent. */
	if ((meant == NULL || meant[0] == '\0') && access(path, F_OK) != 0)
		return NULL;
	return path;
}

/* Prints the faults, each with file and line, without control characters. */
static void
place_put_faults(struct cli *cli, const struct buf *faults)
{
	struct buf clean;

	buf_init(&clean, FAULTS_BYTES * 4);
	text_clean_lines(&clean, buf_slice(faults));
	if (clean.len > 0)
		fputs(clean.p, cli->err);
	buf_release(&clean);
}

/* `reads`: the command only reads the database. Such a command continues if the
 * configuration has faults, provided that the path of the database is known. */
static int
place_read_config(struct cli *cli, bool reads)
{
	enum config_secrets secrets =
	    cli->sends_requests ? CONFIG_SECRETS_NEEDED : CONFIG_SECRETS_UNUSED;
	const char *path = cli_config_path(cli);
	struct err e = ERR_INIT;
	struct buf faults;
	int rc;

	if (cli->config != NULL || path == NULL)
		return CLI_OK;
	buf_init(&faults, FAULTS_BYTES);
	if (reads)
		rc = config_load_faulty(
		    path, secrets, &cli->config, &faults, &e);
	else
		rc = config_load_without(
		    path, secrets, &cli->config, &faults, &e);
	if (rc != 0 && faults.len > 0)
		place_put_faults(cli, &faults);
	else if (rc != 0)
		cli_fail(cli,
		    "%s; name a configuration with -c FILE, or a "
		    "database with --db FILE",
		    e.text);
	if (rc != 0 && cli->config != NULL) {
		cli_note(cli,
		    "%s has faults; the database %s is read nevertheless", path,
		    database_url_show(
			cli->config->database, cli->database_shown));
		rc = 0;
	} else if (rc != 0 && reads && faults.len > 0) {
		cli_note(cli,
		    "--db FILE reads a database without the configuration");
	}
	buf_release(&faults);
	return rc == 0 ? CLI_OK : CLI_USAGE;
}

int
cli_config(struct cli *cli)
{
	int code = place_read_config(cli, false);

	if (code != CLI_OK || cli->config == NULL ||
	    cli->config->unread == NULL)
		return code;
	cli_fail(cli,
	    "%s cannot be read by this user and may contain keys that this "
	    "command needs; run this as root or as the user of the service",
	    cli->config->unread);
	return CLI_USAGE;
}

int
cli_config_place(struct cli *cli)
{
	return place_read_config(cli, false);
}

int
cli_refuse_password(struct cli *cli, const char *what, const char *name)
{
	if (!database_url_has_password(name))
		return CLI_OK;
	return cli_usage(cli,
	    "%s: the password is visible to all users of this machine; put it "
	    "in a file (PGPASSFILE, ~/.pgpass)",
	    what);
}

/* Sets cli->database. `how`: the access that the command needs. */
static int
place_find_database(struct cli *cli, enum cli_access how)
{
	const char *path = cli->database_given;
	bool make = how == CLI_MAKE;
	struct stat st;
	int code;

	if (cli->database != NULL)
		return CLI_OK;
	if (path == NULL) {
		code = place_read_config(cli, how == CLI_READ);
		if (code != CLI_OK)
			return code;
		if (cli->config != NULL)
			path = cli->config->database;
	}
	if (path == NULL && (stat(PLACE_DATABASE, &st) == 0 ||
				(make && stat(LOCAL_DIRECTORY, &st) == 0 &&
				    S_ISDIR(st.st_mode))))
		path = PLACE_DATABASE;
	if (path == NULL)
		return place_complain_unnamed(cli);
	if (path == cli->database_given &&
	    (code = cli_refuse_password(cli, "--db", path)) != CLI_OK)
		return code;
	cli->database = strdup(path);
	if (cli->database == NULL)
		return cli_fail(cli, "out of memory");
	return CLI_OK;
}

const char *
cli_database_name(struct cli *cli)
{
	if (!database_url_is(cli->database))
		return cli->database;
	return database_url_show(cli->database, cli->database_shown);
}

int
cli_database(struct cli *cli, bool make)
{
	return place_find_database(cli, make ? CLI_MAKE : CLI_WRITE);
}

int
cli_store_open(struct cli *cli, enum cli_access how, struct store **ret)
{
	struct err e = ERR_INIT;
	int code = place_find_database(cli, how);

	if (code != CLI_OK)
		return code;
	/* Commands that only read or change a database do not create one. */
	if (how != CLI_MAKE && !database_url_is(cli->database) &&
	    access(cli->database, F_OK) != 0)
		return place_complain_absent(cli);
	large_pages_reserve(LARGE_PAGES_COMMAND);
	if (store_check_name(cli->database, &e) != 0 ||
	    store_open(cli->database,
		how == CLI_READ ? STORE_READ : STORE_WRITE, ret, &e) != 0)
		return place_complain_open(cli, how, &e);
	store_set_patience(*ret, LIMIT_PATIENCE_MS, NULL);
	cli->waits = true;
	return CLI_OK;
}

/* Returns true if the file exists and this user may not write it. */
static bool
place_is_read_only(const char *path)
{
	return access(path, W_OK) != 0 &&
	       (errno == EACCES || errno == EROFS || errno == EPERM) &&
	       access(path, R_OK) == 0;
}

int
cli_consumer_open(
    struct cli *cli, struct store **ret, struct consumer_cursor *ret_cursor)
{
	const char *control = NULL;
	int code = place_find_database(cli, CLI_READ);

	if (code != CLI_OK)
		return code;
	if (place_is_read_only(cli->database)) {
		control = cli_control_path(cli);
		if (control == NULL)
			return cli_fail(cli,
			    "%s cannot be written by this user; name the "
			    "daemon's configuration with -c FILE, so that the "
			    "daemon moves the cursor",
			    cli->database);
	}
	code = cli_store_open(cli, control != NULL ? CLI_READ : CLI_WRITE, ret);
	if (code == CLI_OK)
		consumer_cursor_init(ret_cursor, *ret, control);
	return code;
}

const char *
cli_control_path(struct cli *cli)
{
	if (cli->config != NULL)
		return cli->config->control;
	/* If the database was given with --db, the socket of its daemon is not
	 * known. */
	return cli->database_given == NULL ? LOCAL_CONTROL : NULL;
}
