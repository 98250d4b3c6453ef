/*
 * owner.c -- gives new files to the owner of their directory; see owner.h.
 */
#include "store/sqlite/owner.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OWNER_NAME_BYTES   64
#define OWNER_RECORD_BYTES 1024

static char *
owner_directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return strdup(".");
	return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* A file with two names is not given away: the owner of the directory could
 * have linked a file of root to the path. */
void
owner_give(int fd, const char *path)
{
	struct stat file, directory;
	char *name;

	if (geteuid() != 0 || fstat(fd, &file) != 0 || !S_ISREG(file.st_mode) ||
	    file.st_uid != 0 || file.st_nlink != 1)
		return;
	name = owner_directory_of(path);
	if (name != NULL && stat(name, &directory) == 0 &&
	    (directory.st_uid != file.st_uid ||
		directory.st_gid != file.st_gid) &&
	    fchown(fd, directory.st_uid, directory.st_gid) != 0) {
		/* In a user namespace the owner may have no number. */
	}
	free(name);
}

/* Writes the name of a user, or the number of a user without a name. */
static void
owner_write_name(uid_t uid, char ret[OWNER_NAME_BYTES])
{
	char record[OWNER_RECORD_BYTES];
	struct passwd user, *found = NULL;

	if (getpwuid_r(uid, &user, record, sizeof(record), &found) == 0 &&
	    found != NULL)
		snprintf(ret, OWNER_NAME_BYTES, "%s", found->pw_name);
	else
		snprintf(ret, OWNER_NAME_BYTES, "%ld", (long)uid);
}

/* Returns false if the file does not exist or may be read and written. */
static bool
owner_explain_file(const char *path, struct err *e)
{
	char owner[OWNER_NAME_BYTES], self[OWNER_NAME_BYTES];
	struct err found = *e;
	struct stat st;

	if (faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0 ||
	    errno != EACCES || stat(path, &st) != 0)
		return false;
	owner_write_name(st.st_uid, owner);
	owner_write_name(geteuid(), self);
	err_set(e, found.code,
	    "%s; %s belongs to the user %s, and this process runs as %s: "
	    "correct its owner with chown",
	    found.text, path, owner, self);
	return true;
}

void
owner_explain(const char *path, struct err *e)
{
	char *lock = NULL;

	if (e == NULL || owner_explain_file(path, e) ||
	    asprintf(&lock, "%s.lock", path) < 0)
		return;
	owner_explain_file(lock, e);
	free(lock);
}
