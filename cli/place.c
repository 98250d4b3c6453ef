/*
 * place.c -- which database and which daemon a command is about.
 *
 * --db FILE; else the `database` of -c FILE, $GLEANER_CONFIG or
 * /etc/gleaner/gleaner.yaml; else var/gleaner.db under the present directory,
 * where `make run` keeps it.
 */
#include <sys/stat.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "config/config.h"
#include "config/limits.h"
#include "store/store.h"

#define LOCAL_DIRECTORY "var"
#define LOCAL_DATABASE  "var/gleaner.db"
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
	/* Only the default place may be empty. */
	if ((meant == NULL || meant[0] == '\0') && access(path, F_OK) != 0)
		return NULL;
	return path;
}

int
cli_config(struct cli *cli)
{
	const char *path = cli_config_path(cli);
	struct buf faults, clean;
	struct err e = ERR_INIT;
	int rc;

	if (cli->config != NULL || path == NULL)
		return CLI_OK;
	buf_init(&faults, FAULTS_BYTES);
	buf_init(&clean, FAULTS_BYTES * 4);
	rc = config_load(path, &cli->config, &faults, &e);
	if (rc != 0)
		text_clean_lines(&clean, buf_slice(&faults));
	if (clean.len > 0)
		fputs(clean.p, cli->err);
	else if (rc != 0)
		cli_fail_err(cli, &e);
	buf_release(&faults);
	buf_release(&clean);
	return rc == 0 ? CLI_OK : CLI_USAGE;
}

static int
no_database(struct cli *cli)
{
	return cli_fail(cli,
	    "no database: there is neither %s nor " LOCAL_DATABASE
	    " here; name one with --db FILE or -c CONFIG",
	    config_default_path(NULL));
}

int
cli_database(struct cli *cli, bool make)
{
	const char *path = cli->database_given;
	struct stat st;
	int code;

	if (cli->database != NULL)
		return CLI_OK;
	if (path == NULL) {
		code = cli_config(cli);
		if (code != CLI_OK)
			return code;
		if (cli->config != NULL)
			path = cli->config->database;
	}
	if (path == NULL && (stat(LOCAL_DATABASE, &st) == 0 ||
				(make && stat(LOCAL_DIRECTORY, &st) == 0 &&
				    S_ISDIR(st.st_mode))))
		path = LOCAL_DATABASE;
	if (path == NULL)
		return no_database(cli);
	cli->database = strdup(path);
	if (cli->database == NULL)
		return cli_fail(cli, "out of memory");
	return CLI_OK;
}

int
cli_store_open(struct cli *cli, enum cli_access how, struct store **ret)
{
	struct err e = ERR_INIT;
	int code = cli_database(cli, how == CLI_MAKE);

	if (code != CLI_OK)
		return code;
	/* A word about a database that is not there makes none. */
	if (how != CLI_MAKE && access(cli->database, F_OK) != 0)
		return cli_fail(cli, "%s: %s", cli->database, strerror(errno));
	if (store_open(cli->database,
		how == CLI_READ ? STORE_READ : STORE_WRITE, ret, &e) != 0)
		return cli_fail_err(cli, &e);
	store_set_patience(*ret, LIMIT_PATIENCE_MS, NULL);
	cli->waits = true;
	return CLI_OK;
}

const char *
cli_control_path(struct cli *cli)
{
	if (cli->config != NULL)
		return cli->config->control;
	/* A database that was named says nothing of its daemon. */
	return cli->database_given == NULL ? LOCAL_CONTROL : NULL;
}
