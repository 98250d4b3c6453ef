/*
 * schema.h -- inside the room: is this file ours, making it, migrating it.
 */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include <stdbool.h>

#include "base/err.h"

struct sqlite3;

/* The database, PATH.lock, PATH.new; less what the umask takes.  SQLite gives
 * PATH-wal and PATH-shm the mode of the database.  Who may read the -shm may
 * stop all writing by a lock on it, so that is for the owner and a group. */
#define STORE_FILE_MODE   0640
#define STORE_FOLDER_MODE 0750

/* Looks at the file without writing to it.  ERR_NOT_FOUND where there is
 * none; ERR_REFUSED for an empty, foreign, damaged or newer one; ERR_IO.  The
 * schema's number goes to *ret_version. */
int schema_inspect(const char *path, int *ret_version, struct err *e);
/* quick_check, read-only; a file over LIMIT_OPEN_CHECK_BYTES passes unread. */
int schema_check_file(const char *path, struct err *e);
/* The same of any size.  opened is told the connection before it begins, and
 * NULL before it is closed, so that another thread may interrupt it. */
typedef void schema_opened(struct sqlite3 *);
int schema_check_with(
    const char *path, schema_opened *opened, struct err *e);
/* Makes a new database at path: beside it, then renamed into place, file and
 * directory synced.  0 also when somebody else made it meanwhile. */
int schema_create(const char *path, struct err *e);
/* Brings the database from its user_version to n_migrations, each migration
 * one transaction that sets user_version itself. */
int schema_migrate(struct sqlite3 *, const char *const *migrations,
    int n_migrations, struct err *e);
/* The same with the embedded ones, whose number is schema_newest(). */
int schema_migrate_all(struct sqlite3 *, struct err *e);
/* The same with the first n of them: for a file of an older schema. */
int schema_migrate_to(struct sqlite3 *, int n, struct err *e);
int schema_newest(void);

/* Syncs a file, and renames it to `path`, whose directory is synced too.
 * replace false: ERR_USAGE when path is there already. */
int schema_install(
    const char *made, const char *path, bool replace, struct err *e);

/* Is the descriptor still the file of that name?  Whoever made one of it
 * meanwhile has renamed it into place, or taken it away. */
bool schema_is_still(int fd, const char *made);

/* backup.c: gives the new file `fd` the mode and, as far as this user may, the
 * owner and group of the file at path.  A group that cannot be given gets
 * nothing: it would be another group. */
int backup_copy_mode(const char *path, int fd, struct err *e);

/* Removes the log and journal that a kill left beside an unfinished file. */
void schema_remove_beside(const char *made);

#endif
