/*
 * owner.h -- the owner of the database file and of its lock file.
 *
 * The daemon of an installation runs as a user of its own.  A file that a
 * command creates as root must belong to this user, who owns the directory.
 */
#ifndef STORE_SQLITE_OWNER_H
#define STORE_SQLITE_OWNER_H

#include "base/err.h"

/* Gives a new file to the owner and the group of its directory, if this process
 * runs as root and root owns the file.  fd: the open file; path: its path.  A
 * failure is ignored: the file then still belongs to root. */
void owner_give(int fd, const char *path);

/* Called if the daemon could not open the database.  If this process may not
 * read and write the database at `path` or its lock file, the function appends
 * the owner of this file and the remedy to e. */
void owner_explain(const char *path, struct err *e);

#endif
