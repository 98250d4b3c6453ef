/*
 * schema.h -- internal to store/: identifies, creates and migrates the database
 * file.
 */
#ifndef STORE_SQLITE_SCHEMA_H
#define STORE_SQLITE_SCHEMA_H

#include <stdbool.h>

#include "base/err.h"

struct sqlite3;

/* Mode of the database, PATH.lock and PATH.new, minus the umask.  SQLite
 * creates PATH-wal and PATH-shm with the mode of the database.  Only the owner
 * and one group have access, because a user with read access to the -shm file
 * can block all writes with a lock. */
#define STORE_FILE_MODE   0640
#define STORE_FOLDER_MODE 0750

/* Inspects the file without writing to it, and writes the version of its schema
 * to *ret_version.  ERR_NOT_FOUND: no such file.  ERR_REFUSED: the file is
 * empty, foreign, damaged or newer than this program, or the -wal file next to
 * it belongs to another file.  ERR_IO: it cannot be read. */
int schema_inspect(const char *path, int *ret_version, struct err *e);
/* Rolls back the transaction of a process that was killed while it wrote to a
 * file without a write-ahead log, such as a restored copy.  Does nothing if
 * there is no journal beside the file.  ERR_REFUSED: the file is damaged;
 * ERR_IO: the journal cannot be rolled back. */
int schema_roll_back(const char *path, struct err *e);
/* True if the header of the file names a write-ahead log.  All databases of
 * Gleaner have this header from the first time that they are opened for
 * writing. Backups and salvaged files do not have it.  Also true if the header
 * cannot be read. */
bool schema_has_own_log(struct sqlite3 *);
/* Checks read-only if the file is damaged (schema_check.c): ERR_REFUSED.  Files
 * over LIMIT_OPEN_CHECK_BYTES are not checked. */
int schema_check_file(const char *path, struct err *e);
/* Like schema_check_file(), for files of any size.  `opened` is called with the
 * connection before the check begins and with NULL before the connection is
 * closed, so that another thread can interrupt the check. */
typedef void schema_opened(struct sqlite3 *);
int schema_check_with(const char *path, schema_opened *opened, struct err *e);
/* Creates a new database under a temporary name beside the path and renames it
 * to the path.  File and directory are synced.  Also returns 0 if another
 * process created the file meanwhile. */
int schema_create(const char *path, struct err *e);
/* Migrates the database from its user_version to n_migrations.  Each
 * migration is one transaction that sets user_version itself. */
int schema_migrate(struct sqlite3 *, const char *const *migrations,
    int n_migrations, struct err *e);
/* Like schema_migrate(), with all embedded migrations; their number is
 * schema_newest(). */
int schema_migrate_all(struct sqlite3 *, struct err *e);
/* Like schema_migrate(), with the first n embedded migrations, to create a file
 * with an older schema. */
int schema_migrate_to(struct sqlite3 *, int n, struct err *e);
/* Returns the number of embedded migrations, which is the newest version of the
 * schema. */
int schema_newest(void);

/* Syncs a file, renames it to `path`, and syncs the directory of `path`.
 * `replace` false: ERR_USAGE if `path` exists already. */
int schema_install(
    const char *made, const char *path, bool replace, struct err *e);

/* True if `made` is still the name of the file that fd refers to.  False if
 * another process has renamed, replaced or removed that file. */
bool schema_is_still(int fd, const char *made);

/* In backup.c: sets the mode of the new file `fd` to that of the file at
 * `path`, and sets its owner and group as far as this user may.  If the group
 * cannot be set, the group of the new file gets no access. */
int backup_copy_mode(const char *path, int fd, struct err *e);

/* Removes the log and the journal that a killed process left next to an
 * unfinished file. */
void schema_remove_beside(const char *made);

#endif
