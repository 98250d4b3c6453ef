/*
 * place_complain.c -- error messages for a database that cannot be opened: its
 * path, the origin of the path, and a remedy.
 */
#include <sys/stat.h>

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/place.h"
#include "config/config.h"
#include "config/path.h"

int
place_complain_unnamed(struct cli *cli)
{
	return cli_fail(cli,
	    "no database: there is neither %s nor " PLACE_DATABASE
	    " here; name one with --db FILE or -c CONFIG",
	    config_default_path(NULL));
}

/* Appends the owners of an inaccessible file: "user gleaner, group adm". */
static void
place_complain_put_owner(struct buf *out, const struct stat *st)
{
	const struct passwd *user = getpwuid(st->st_uid);
	const struct group *group = getgrgid(st->st_gid);

	if (user != NULL)
		buf_printf(out, "user %s", user->pw_name);
	else
		buf_printf(out, "user %ld", (long)st->st_uid);
	if (group != NULL)
		buf_printf(out, ", group %s", group->gr_name);
	else
		buf_printf(out, ", group %ld", (long)st->st_gid);
}

/* Finds the file or, if stat() fails for it, the nearest parent directory for
 * which stat() succeeds. ret_name receives the path. */
static void
place_complain_find_owner(
    const char *path, struct buf *ret_name, struct stat *ret)
{
	char *slash;

	buf_append_string(ret_name, path);
	while (stat(ret_name->p, ret) != 0) {
		slash = strrchr(ret_name->p, '/');
		if (slash == NULL || slash == ret_name->p) {
			buf_clear(ret_name);
			buf_append_string(ret_name, slash != NULL ? "/" : ".");
			if (stat(ret_name->p, ret) != 0)
				*ret = (struct stat){ 0 };
			return;
		}
		*slash = '\0';
		ret_name->len = (size_t)(slash - ret_name->p);
	}
}

/* Reports that this user lacks permission, and which user has it. */
static int
place_complain_permission(struct cli *cli, const char *what)
{
	struct buf name, owner;
	struct stat st;

	buf_init(&name, 2 * LIMIT_CONFIG_TEXT_BYTES);
	buf_init(&owner, 1024);
	place_complain_find_owner(cli->database, &name, &st);
	place_complain_put_owner(&owner, &st);
	cli_fail(cli,
	    "%s; %s belongs to %s: run this as root (sudo gleaner %s) or as "
	    "that user",
	    what, name.p, owner.p,
	    cli->command != NULL ? cli->command->name : "...");
	buf_release(&owner);
	buf_release(&name);
	return CLI_FAILED;
}

int
place_complain_open(struct cli *cli, enum cli_access how, const struct err *e)
{
	int mode = how == CLI_READ ? R_OK : R_OK | W_OK;

	if (access(cli->database, mode) != 0 && errno == EACCES)
		return place_complain_permission(cli, e->text);
	return cli_fail_err(cli, e);
}

/* Looks for a database in the directory of a configuration that does not name a
 * database. A daemon that was started in that directory has probably created
 * it. Returns the path (owned) or NULL. */
static char *
place_complain_beside(const struct cli *cli)
{
	char *path = config_path_beside(cli->config->path, cli->database);

	if (path != NULL &&
	    (strcmp(path, cli->database) == 0 || access(path, F_OK) != 0)) {
		free(path);
		path = NULL;
	}
	return path;
}

/* Reports that the file does not exist, the origin of its path, and a remedy.
 */
int
place_complain_absent(struct cli *cli)
{
	const char *why = strerror(errno);
	char *beside = NULL, what[LIMIT_CONFIG_TEXT_BYTES + 64];

	if (errno == EACCES) {
		snprintf(what, sizeof what, "%s: %s", cli->database, why);
		return place_complain_permission(cli, what);
	}

	if (cli->database_given != NULL || cli->config == NULL)
		return cli_fail(cli,
		    "%s: %s; gleanerd or `gleaner feed add` creates it",
		    cli->database, why);
	if (cli->config->database_given)
		return cli_fail(cli,
		    "%s: %s; %s names this database, and gleanerd creates it "
		    "when it starts",
		    cli->database, why, cli->config->path);
	beside = place_complain_beside(cli);
	if (beside != NULL)
		cli_fail(cli,
		    "%s: %s; %s names no database, so this default path, "
		    "relative to the current directory, was tried. Did you "
		    "mean --db %s?",
		    cli->database, why, cli->config->path, beside);
	else
		cli_fail(cli,
		    "%s: %s; %s names no database, so this default path, "
		    "relative to the current directory, was tried; gleanerd "
		    "creates the database when it starts",
		    cli->database, why, cli->config->path);
	free(beside);
	return CLI_FAILED;
}
