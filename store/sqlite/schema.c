/*
 * schema.c -- identifies the database file, creates a new one, and migrates.
 *
 * A file that is foreign, damaged or newer than this program is refused with
 * one line that states the remedy.  The file is not changed, because it is
 * first inspected through a read-only connection.  The functions here do not
 * open an existing database with open(2): closing such a descriptor would drop
 * the POSIX locks of every connection that this process has to the file
 * (sqlite.org/howtocorrupt.html, 2.2).
 *
 * A new database is created beside its path (PATH.new, under a lock, so that
 * two processes do not interfere) and renamed to the path.  After a kill at any
 * time there is either no database or a complete one.
 */
#include "store/sqlite/schema.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "store/database.h"
#include "store/sqlite/fault.h"
#include "store/sqlite/owner.h"
#include "store/sqlite/schema_parts.h"
#include "store/sqlite/sql.inc"
#define SQL_WANT_MIGRATIONS
#include "store/sqlite/sql.inc"

#define ADVICE                                                                 \
	"restore a backup (first move its -wal and -shm files away), or "      \
	"write what can be read to a new database by "                         \
	"`gleaner check --salvage FILE`"

int
schema_newest(void)
{
	return SQL_MIGRATIONS;
}

static char *
schema_path_with(const char *path, const char *suffix)
{
	char *joined;

	return asprintf(&joined, "%s%s", path, suffix) < 0 ? NULL : joined;
}

/* ---- inspection ---- */

/* Makes "file:/a%20b?immutable=1", because SQLite accepts this flag only in a
 * URI. */
static char *
schema_immutable_uri(const char *path)
{
	struct buf uri;

	buf_init(&uri, 3 * strlen(path) + 32);
	buf_append_string(&uri, "file:");
	for (const char *p = path; *p != '\0'; p++)
		if (strchr("?#%", *p) != NULL)
			buf_printf(&uri, "%%%02X", (unsigned char)*p);
		else
			buf_append_char(&uri, *p);
	buf_append_string(&uri, "?immutable=1");
	if (buf_failed(&uri)) {
		buf_release(&uri);
		return NULL;
	}
	return buf_detach(&uri);
}

/* Returns the size of the file PATHsuffix; -1: no such file, or no memory. */
static int64_t
schema_bytes_beside(const char *path, const char *suffix)
{
	char *beside = schema_path_with(path, suffix);
	struct stat st;
	int64_t bytes =
	    beside != NULL && stat(beside, &st) == 0 ? st.st_size : -1;

	free(beside);
	return bytes;
}

/* True if a killed process has left a transaction in a rollback journal.  Only
 * a restored copy has such a journal, until its first opening turns on
 * write-ahead mode. */
static bool
schema_has_journal(const char *path)
{
	return schema_bytes_beside(path, "-journal") > 0;
}

/* True if the header of the file can be read without its log.  A read-only
 * connection cannot roll back a journal, and reports an error. */
static bool
schema_needs_no_log(const char *path)
{
	int64_t log_bytes = schema_bytes_beside(path, "-wal");

	return log_bytes < 0 || (log_bytes == 0 && schema_has_journal(path));
}

int
schema_refuse_closed(sqlite3 *db, int code, struct err *e)
{
	int number = db != NULL ? sqlite3_system_errno(db) : 0;

	return err_set(e, ERR_IO, "cannot be opened: %s%s%s",
	    db != NULL ? sqlite3_errmsg(db) : sqlite3_errstr(code),
	    number != 0 ? ": " : "", number != 0 ? strerror(number) : "");
}

int
schema_open_to_look(
    const char *path, bool may_be_immutable, sqlite3 **ret, struct err *e)
{
	char *uri = NULL;
	int rc;

	if (may_be_immutable && schema_needs_no_log(path) &&
	    (uri = schema_immutable_uri(path)) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a path");
	rc = sqlite3_open_v2(uri != NULL ? uri : path, ret,
	    SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX |
		(uri != NULL ? SQLITE_OPEN_URI : 0),
	    NULL);
	free(uri);
	if (rc != SQLITE_OK) {
		rc = schema_refuse_closed(*ret, rc, e);
		sqlite3_close(*ret);
		*ret = NULL;
		return rc;
	}
	sqlite3_busy_timeout(*ret, (int)LIMIT_BUSY_MS);
	sqlite3_db_config(*ret, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(*ret, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	return 0;
}

int
schema_refuse_unreadable(sqlite3 *db, struct err *e)
{
	const char *suffix;
	int number = fault_errno(db, &suffix);

	switch (sqlite3_errcode(db) & 0xff) {
	case SQLITE_NOTADB:
		return err_set(e, ERR_REFUSED,
		    "is not a Gleaner database, or its header is damaged: name "
		    "another path, " ADVICE);
	case SQLITE_CORRUPT:
		return err_set(
		    e, ERR_REFUSED, SCHEMA_DAMAGED, sqlite3_errmsg(db));
	default:
		if (number == 0)
			return err_set(e, ERR_IO, "cannot be read: %s",
			    sqlite3_errmsg(db));
		return err_set(e, ERR_IO, "cannot be read: %s: %s (%s%s)",
		    sqlite3_errmsg(db), strerror(number),
		    sqlite3_db_filename(db, "main"), suffix);
	}
}

int
schema_add_advice(int rc, struct err *e)
{
	struct err found;

	if (rc != ERR_REFUSED || e == NULL ||
	    strncmp(e->text, "is damaged", strlen("is damaged")) != 0)
		return rc;
	found = *e;
	return err_set(e, ERR_REFUSED, "%s: " ADVICE, found.text);
}

bool
schema_has_own_log(sqlite3 *db)
{
	enum { WRITE_VERSION = 18, WITH_LOG = 2 };
	sqlite3_file *file = NULL;
	unsigned char version = WITH_LOG;

	if (sqlite3_file_control(
		db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
	    file == NULL || file->pMethods == NULL ||
	    file->pMethods->xRead(
		file, &version, sizeof(version), WRITE_VERSION) != SQLITE_OK)
		return true;
	return version == WITH_LOG;
}

/* Refuses a file beside the log of another file.  A copy that was made by
 * `gleaner backup` or `gleaner check --salvage` has the header of a database
 * without a log.  If it is copied over a database, that database's log remains,
 * and SQLite would read the log's pages instead of those of the copy. */
static int
schema_refuse_foreign_log(const char *path, sqlite3 *db, struct err *e)
{
	char *log = schema_path_with(path, "-wal");
	struct stat st;
	int rc = 0;

	if (log == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a path");
	if (stat(log, &st) == 0 && st.st_size > 0 && !schema_has_own_log(db))
		rc = err_set(e, ERR_REFUSED,
		    "is a restored copy, and %s is the log of the file that "
		    "it replaced: move %s and %.*s-shm away",
		    log, log, (int)(strlen(log) - strlen("-wal")), log);
	free(log);
	return rc;
}

static int
schema_one_number(sqlite3 *db, const char *pragma, int *ret, struct err *e)
{
	sqlite3_stmt *statement = NULL;
	int rc = 0;

	if (sqlite3_prepare_v2(db, pragma, -1, &statement, NULL) != SQLITE_OK ||
	    sqlite3_step(statement) != SQLITE_ROW)
		rc = schema_refuse_unreadable(db, e);
	else
		*ret = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return rc;
}

static int
schema_look_at_numbers(sqlite3 *db, int *ret_version, struct err *e)
{
	int id = 0, version = 0, rc;

	if ((rc = schema_one_number(db, "PRAGMA application_id", &id, e)) !=
		0 ||
	    (rc = schema_one_number(db, "PRAGMA user_version", &version, e)) !=
		0)
		return rc;
	if (id != STORE_APPLICATION_ID)
		return err_set(e, ERR_REFUSED,
		    "is a database of another program (application_id %d): "
		    "name another path",
		    id);
	if (version < 1)
		return err_set(e, ERR_REFUSED, SCHEMA_DAMAGED,
		    "the database has no schema");
	if (version > schema_newest())
		return err_set(e, ERR_REFUSED,
		    "has schema %d, newer than %d: install a newer version of "
		    "Gleaner",
		    version, schema_newest());
	*ret_version = version;
	return 0;
}

int
schema_inspect(const char *path, int *ret_version, struct err *e)
{
	struct stat st;
	sqlite3 *db = NULL;
	int rc;

	if (stat(path, &st) != 0)
		return errno == ENOENT
			   ? err_set(e, ERR_NOT_FOUND, "does not exist")
			   : err_errno(e, "cannot be examined");
	if (!S_ISREG(st.st_mode))
		return err_set(
		    e, ERR_REFUSED, "is not a file: name another path");
	if (st.st_size == 0)
		return err_set(e, ERR_REFUSED,
		    "is an empty file, not a database: remove it, or name "
		    "another path");
	if ((rc = schema_open_to_look(path, true, &db, e)) != 0)
		return rc;
	if ((rc = schema_refuse_foreign_log(path, db, e)) == 0)
		rc = schema_look_at_numbers(db, ret_version, e);
	sqlite3_close(db);
	return schema_add_advice(rc, e);
}

int
schema_roll_back(const char *path, struct err *e)
{
	sqlite3 *db = NULL;
	int keeps_log = 1, version, rc;

	if (!schema_has_journal(path))
		return 0;
	rc = sqlite3_open_v2(path, &db,
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc != SQLITE_OK) {
		rc = schema_refuse_closed(db, rc, e);
	} else {
		sqlite3_busy_timeout(db, (int)LIMIT_BUSY_MS);
		sqlite3_file_control(
		    db, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps_log);
		rc = schema_one_number(db, "PRAGMA user_version", &version, e);
	}
	sqlite3_close(db);
	return schema_add_advice(rc, e);
}

/* ---- migrations ---- */

static int
schema_execute(sqlite3 *db, const char *sql, struct err *e)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	return err_set(e, ERR_DATABASE, "%s", sqlite3_errmsg(db));
}

static int
schema_migrate_once(
    sqlite3 *db, const char *migration, int number, struct err *e)
{
	int rc, version = 0;

	if ((rc = schema_execute(db, "BEGIN IMMEDIATE", e)) != 0)
		return rc;
	if ((rc = schema_execute(db, migration, e)) == 0 &&
	    (rc = schema_one_number(db, "PRAGMA user_version", &version, e)) ==
		0 &&
	    version != number)
		rc = err_set(e, ERR_DATABASE,
		    "the migration has set user_version to %d instead of %d",
		    version, number);
	if (rc == 0)
		rc = schema_execute(db, "COMMIT", e);
	if (rc != 0) {
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
		err_wrap(e, "migration %d", number);
	}
	return rc;
}

/* Sets the defensive mode, which protects the schema from statements.  A
 * migration may have to change the schema directly (as migration 0023 does).
 * Returns the earlier setting. */
static int
schema_set_defensive(sqlite3 *db, int on)
{
	int was = 0;

	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, -1, &was);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, on, NULL);
	return was;
}

int
schema_migrate(
    sqlite3 *db, const char *const *migrations, int n_migrations, struct err *e)
{
	int rc, version = 0, was;

	if ((rc = schema_one_number(db, "PRAGMA user_version", &version, e)) !=
	    0)
		return rc;
	was = schema_set_defensive(db, 0);
	for (; version < n_migrations && rc == 0; version++)
		rc = schema_migrate_once(
		    db, migrations[version], version + 1, e);
	schema_set_defensive(db, was);
	return rc;
}

int
schema_migrate_to(sqlite3 *db, int n, struct err *e)
{
	return schema_migrate(db, sql_migrations, n, e);
}

int
schema_migrate_all(sqlite3 *db, struct err *e)
{
	return schema_migrate(db, sql_migrations, SQL_MIGRATIONS, e);
}

/* ---- a new database ---- */

static int
schema_sync_path(const char *path, int flags, struct err *e)
{
	int fd = open(path, flags | O_CLOEXEC), rc = 0;

	if (fd < 0 || fsync(fd) != 0)
		rc = err_errno(e, "%s: cannot be synced", path);
	if (fd >= 0)
		close(fd);
	return rc;
}

static int
schema_sync_directory_of(const char *path, struct err *e)
{
	const char *slash = strrchr(path, '/');
	char *directory = NULL;
	int rc;

	if (slash == NULL)
		directory = strdup(".");
	else
		directory =
		    strndup(path, slash == path ? 1 : (size_t)(slash - path));
	if (directory == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a path");
	rc = schema_sync_path(directory, O_RDONLY | O_DIRECTORY, e);
	free(directory);
	return rc;
}

/* Like rename(), but does not replace a file.  Uses link() if the file system
 * does not support RENAME_NOREPLACE. */
static int
schema_rename_to_nothing(const char *from, const char *to)
{
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	if (link(from, to) != 0)
		return -1;
	unlink(from);
	return 0;
}

int
schema_install(const char *made, const char *path, bool replace, struct err *e)
{
	int rc;

	if ((rc = schema_sync_path(made, O_RDWR, e)) != 0)
		return rc;
	if ((replace ? rename(made, path)
		     : schema_rename_to_nothing(made, path)) != 0)
		return errno == EEXIST
			   ? err_set(e, ERR_USAGE, "exists already")
			   : err_errno(e, "cannot be renamed into place");
	return schema_sync_directory_of(path, e);
}

/* Truncates `made`, which is locked by the caller, and creates the newest
 * schema in it.  This function does not sync the file, because schema_install()
 * syncs it before the rename.  A sync for each step of each migration would
 * take a second on a slow disk. */
static int
schema_lay(const char *made, struct err *e)
{
	sqlite3 *db = NULL;
	int rc;

	if (sqlite3_open_v2(made, &db,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		rc = err_set(e, ERR_IO, "cannot be created: %s",
		    db ? sqlite3_errmsg(db) : "no memory");
	else if ((rc = schema_execute(db,
		      "PRAGMA synchronous = OFF;"
		      "PRAGMA journal_mode = MEMORY;"
		      "PRAGMA auto_vacuum = INCREMENTAL",
		      e)) == 0 &&
		 (rc = schema_migrate_all(db, e)) == 0)
		rc = schema_execute(db, "PRAGMA journal_mode = WAL", e);
	if (sqlite3_close(db) != SQLITE_OK && rc == 0)
		rc = err_set(e, ERR_DATABASE, "cannot be closed");
	return rc;
}

void
schema_remove_beside(const char *made)
{
	static const char *const suffixes[] = { "-journal", "-wal", "-shm" };

	for (size_t i = 0; i < ARRAY_LENGTH(suffixes); i++) {
		char *beside = schema_path_with(made, suffixes[i]);

		if (beside != NULL)
			unlink(beside);
		free(beside);
	}
}

bool
schema_is_still(int fd, const char *made)
{
	struct stat of_fd, of_name;

	return fstat(fd, &of_fd) == 0 && stat(made, &of_name) == 0 &&
	       of_fd.st_dev == of_name.st_dev && of_fd.st_ino == of_name.st_ino;
}

static int
schema_make_and_install(
    int fd, const char *made, const char *path, struct err *e)
{
	int rc;

	if (access(path, F_OK) == 0) {
		unlink(made);
		return 0;
	}
	if (ftruncate(fd, 0) != 0)
		return err_errno(e, "%s cannot be emptied", made);
	schema_remove_beside(made);
	rc = schema_lay(made, e);
	if (rc == 0)
		rc = schema_install(made, path, false, e);
	if (rc != 0)
		unlink(made);
	return rc == ERR_USAGE ? 0 : rc;
}

/* Refuses to create a database if a log exists without a database, because
 * SQLite would replay this log into the new file. */
static int
schema_refuse_orphaned_log(const char *path, struct err *e)
{
	char *log = schema_path_with(path, "-wal");
	struct stat st;
	int rc = 0;

	if (log == NULL)
		rc = err_set(e, ERR_MEMORY, "no memory for a path");
	else if (stat(log, &st) == 0 && st.st_size > 0)
		rc = err_set(e, ERR_REFUSED,
		    "the database does not exist, but its write-ahead log "
		    "exists (%s): restore the database, or move the log away",
		    log);
	free(log);
	return rc;
}

int
schema_create(const char *path, struct err *e)
{
	char *made = NULL;
	int fd, rc;

	if ((rc = schema_refuse_orphaned_log(path, e)) != 0)
		return rc;
	if ((made = schema_path_with(path, ".new")) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a path");
	for (;;) {
		fd = open(made, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
		    STORE_FILE_MODE);
		if (fd < 0 || flock(fd, LOCK_EX) != 0) {
			rc = err_errno(e, "cannot be created");
			break;
		}
		owner_give(fd, made);
		if (schema_is_still(fd, made)) {
			rc = schema_make_and_install(fd, made, path, e);
			break;
		}
		close(fd);
		fd = -1;
		if (access(path, F_OK) == 0)
			break;
	}
	if (fd >= 0)
		close(fd);
	free(made);
	return rc;
}
