/*
 * backup.c -- copies the database while it is in use: one snapshot, verified,
 * and renamed into place.
 *
 * In:  an open database, and the path of the copy.
 * Out: the copy.  ERR_USAGE: the path is the database itself.  ERR_REFUSED: the
 *      file at the path is not a database of Gleaner, has another id than this
 *      database, a daemon has it open, a log of another file is beside the
 *      path, or another backup to the path has begun.  ERR_DATABASE, ERR_IO:
 *      the copy could not be made or verified; a file at the path is then not
 *      changed.
 *
 * The copy is made in PATH.new by SQLite's backup API, which reads a snapshot
 * while the writer continues.  The copy is not in write-ahead mode, so it is
 * one file, which can also be read on read-only media.  A daemon that opens the
 * copy turns write-ahead mode on again.
 */
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/identity.h"
#include "store/maintenance.h"
#include "store/sqlite/dialect.h"
#include "store/sqlite/lock.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/schema_parts.h"
#include "store/sqlite/statement.h"

#define SLICE_PAGES 1024 /* 4 MiB */
/* Number of VDBE instructions between two calls of the progress handler.  They
 * take some milliseconds. */
#define CALLS_A_TICK 100000

/* Returns the path with the suffix (owned).  Adds "./" to a relative path,
 * because SQLite would read a name that begins with "file:" as a URI. */
static char *
backup_plain_path(const char *path, const char *suffix)
{
	char *plain;

	if (asprintf(
		&plain, "%s%s%s", path[0] == '/' ? "" : "./", path, suffix) < 0)
		return NULL;
	return plain;
}

/* Refuses a path with a log beside it, because SQLite would replay the log into
 * the copy. */
static int
backup_check_beside(const char *path, struct err *e)
{
	static const char *const suffixes[] = { "-wal", "-journal" };
	struct stat st;
	int rc = 0;

	for (size_t i = 0; i < 2 && rc == 0; i++) {
		char *log = backup_plain_path(path, suffixes[i]);

		if (log == NULL)
			rc = err_set(e, ERR_MEMORY, "no memory for a path");
		else if (stat(log, &st) == 0 && st.st_size > 0)
			rc = err_set(e, ERR_REFUSED,
			    "its log %s exists: a process has this database "
			    "open, or was killed; open and close the database "
			    "once more, or choose another path",
			    log);
		free(log);
	}
	return rc;
}

static bool
backup_is_own(const struct store *s, const char *path)
{
	struct stat own, other;

	return stat(path, &other) == 0 && stat(s->path, &own) == 0 &&
	       own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

/* Reads the id of the database at the path; "" if it has none, because its
 * schema is old or the file is damaged. */
static int
backup_read_id(const char *path, char ret[STORE_UUID_BYTES], struct err *e)
{
	sqlite3_stmt *statement = NULL;
	sqlite3 *db = NULL;
	int rc = schema_open_to_look(path, true, &db, e);

	if (rc != 0)
		return rc;
	ret[0] = '\0';
	if (sqlite3_prepare_v2(db, "SELECT uuid FROM identity", -1, &statement,
		NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW &&
	    sqlite3_column_bytes(statement, 0) == STORE_UUID_BYTES - 1)
		memcpy(ret, sqlite3_column_text(statement, 0),
		    STORE_UUID_BYTES);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return 0;
}

/* Refuses to replace a database that is not an earlier copy of this one.  If
 * this database was lost and an empty one was created, its first backup would
 * otherwise replace the last good copy. */
static int
backup_check_id(struct store *s, const char *path, struct err *e)
{
	char own[STORE_UUID_BYTES], other[STORE_UUID_BYTES];
	int rc = store_uuid(s, own, e);

	if (rc == 0)
		rc = backup_read_id(path, other, e);
	if (rc != 0 || other[0] == '\0' || strcmp(own, other) == 0)
		return rc;
	return err_set(e, ERR_REFUSED,
	    "is not a copy of this database, but of the database %s: name "
	    "another path, or remove the file",
	    other);
}

int
store_is_copy(struct store *s, const char *path, bool *ret, struct err *e)
{
	char own[STORE_UUID_BYTES], other[STORE_UUID_BYTES];
	char *plain = backup_plain_path(path, "");
	int rc = plain == NULL ? err_set(e, ERR_MEMORY, "no memory for a path")
			       : store_uuid(s, own, e);

	if (rc == 0 && access(plain, F_OK) != 0)
		rc = errno == ENOENT
			 ? err_set(e, ERR_NOT_FOUND, "%s does not exist", path)
			 : err_errno(e, "%s", path);
	if (rc == 0)
		rc = backup_read_id(plain, other, e);
	if (rc == 0)
		*ret = strcmp(own, other) == 0;
	free(plain);
	return rc;
}

/* Refuses to replace this database, a database that a daemon has open, or a
 * file that is not a copy of this database. */
static int
backup_check_target(
    struct store *s, const char *path, const char *made, struct err *e)
{
	struct stat st;
	int fd, rc, version = 0;

	if (backup_is_own(s, path) || backup_is_own(s, made))
		return err_set(e, ERR_USAGE,
		    "the target is the database itself; name another file");
	if ((rc = backup_check_beside(path, e)) != 0 || stat(path, &st) != 0)
		return rc;
	rc = schema_inspect(path, &version, e);
	if (rc == ERR_REFUSED)
		return err_set(e, ERR_REFUSED,
		    "exists and is not a copy of this database, so it is not "
		    "replaced: name another path, or remove the file");
	if (rc == 0)
		rc = backup_check_id(s, path, e);
	if (rc == 0 && (rc = lock_exclude_daemons(path, &fd, e)) == 0)
		close(fd);
	return rc == ERR_NOT_FOUND ? 0 : rc;
}

/* Copies in slices and reports the progress after each slice.  The caller holds
 * the snapshot: without it, a commit of another process between two slices
 * would restart the copy. */
static int
backup_copy_snapshot(
    struct store *s, sqlite3 *to, int64_t *ret_pages, struct err *e)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", s->db, "main");
	int rc, step, total;

	if (backup == NULL)
		return err_set(
		    e, ERR_DATABASE, "cannot begin: %s", sqlite3_errmsg(to));
	do {
		step = sqlite3_backup_step(backup, SLICE_PAGES);
		total = sqlite3_backup_pagecount(backup);
		store_report_progress(s, "pages",
		    total - sqlite3_backup_remaining(backup), total);
	} while (step == SQLITE_OK);
	*ret_pages = total;
	rc = sqlite3_backup_finish(backup);
	/* sqlite3_backup_finish() does not report a busy lock, even if the copy
	 * is not complete. */
	if (rc == SQLITE_OK && step != SQLITE_DONE)
		rc = step;
	if (rc == SQLITE_OK)
		return 0;
	s->failure = rc;
	return err_set(e, ERR_DATABASE, "%s", sqlite3_errstr(rc));
}

static int
backup_copy_pages(
    struct store *s, sqlite3 *to, int64_t *ret_pages, struct err *e)
{
	int rc = 0;

	if (sqlite3_exec(s->db, "BEGIN; SELECT count(*) FROM sqlite_schema",
		NULL, NULL, NULL) != SQLITE_OK)
		rc = store_fail(s, "its snapshot", e);
	if (rc == 0)
		rc = backup_copy_snapshot(s, to, ret_pages, e);
	sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}

struct verifying {
	struct store *store;
	int64_t n_pages;
};

static int
backup_report_progress(void *arg)
{
	const struct verifying *v = arg;

	store_report_progress(
	    v->store, "pages copied, verifying", v->n_pages, v->n_pages);
	return 0;
}

static int
backup_verify(struct store *s, sqlite3 *db, int64_t n_pages, struct err *e)
{
	sqlite3_stmt *statement = NULL;
	const char *said = NULL;
	struct verifying verifying = { s, n_pages };
	int rc = 0;

	sqlite3_progress_handler(
	    db, CALLS_A_TICK, backup_report_progress, &verifying);
	if (sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &statement,
		NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		said = (const char *)sqlite3_column_text(statement, 0);
	if (said == NULL)
		rc = err_set(e, ERR_DATABASE, "%s", sqlite3_errmsg(db));
	else if (strcmp(said, "ok") != 0)
		rc = err_set(e, ERR_DATABASE,
		    "the copy is damaged (%s); run `gleaner check`", said);
	sqlite3_finalize(statement);
	return rc;
}

static int
backup_make_copy(struct store *s, const char *made, struct err *e)
{
	sqlite3 *to = NULL;
	int64_t n_pages = 0;
	int rc = sqlite3_open_v2(made, &to,
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
	    NULL);

	if (rc != SQLITE_OK)
		rc = err_set(e, ERR_IO, "cannot be created: %s",
		    to ? sqlite3_errmsg(to) : sqlite3_errstr(rc));
	else if ((rc = backup_copy_pages(s, to, &n_pages, e)) == 0 &&
		 sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL,
		     NULL) != SQLITE_OK)
		rc = err_set(e, ERR_DATABASE, "%s", sqlite3_errmsg(to));
	if (rc == 0)
		rc = backup_verify(s, to, n_pages, e);
	if (sqlite3_close(to) != SQLITE_OK && rc == 0)
		rc = err_set(e, ERR_DATABASE, "cannot be closed");
	return rc;
}

int
backup_copy_mode(const char *path, int fd, struct err *e)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return err_errno(e, "cannot read the attributes of %s", path);
	/* Only root may change the owner of a file; others may set a group that
	 * they belong to.  If neither is possible, the file keeps the owner and
	 * group of this process, and the group gets no access. */
	if (fchown(fd, st.st_uid, st.st_gid) != 0 &&
	    fchown(fd, (uid_t)-1, st.st_gid) != 0)
		st.st_mode &= ~(mode_t)S_IRWXG;
	if (fchmod(fd, st.st_mode & 0777) != 0)
		return err_errno(e, "the mode of the file cannot be set");
	return 0;
}

static int
backup_make_and_install(
    struct store *s, const char *made, const char *target, struct err *e)
{
	int fd, rc;

	unlink(made); /* removes a file that a killed backup has left */
	schema_remove_beside(made);
	fd = open(made, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_errno(e, "cannot be created");
	rc = backup_copy_mode(s->path, fd, e);
	if (rc == 0)
		rc = backup_make_copy(s, made, e);
	/* A second backup to the same path removes this file and creates its
	 * own.  Without this check, the incomplete file of the second backup
	 * would be renamed to the target. (A lock is not used: on a network
	 * file system it would conflict with SQLite's own locks.) */
	if (!schema_is_still(fd, made))
		rc = err_set(
		    e, ERR_REFUSED, "another backup to this file has started");
	else if (rc != 0 || (rc = schema_install(made, target, true, e)) != 0) {
		unlink(made);
		/* After a failed write SQLite does not remove its journal. */
		schema_remove_beside(made);
	}
	close(fd); /* closed late, because closing it earlier would release
		      SQLite's locks */
	return rc;
}

int
sqlite_backup(struct store *s, const char *path, struct err *e)
{
	char *target = backup_plain_path(path, ""),
	     *made = backup_plain_path(path, ".new");
	int rc = 0;

	if (target == NULL || made == NULL)
		rc = err_set(e, ERR_MEMORY, "no memory for a path");
	else if ((rc = backup_check_target(s, target, made, e)) == 0)
		rc = backup_make_and_install(s, made, target, e);
	if (rc != 0)
		err_wrap(e, "backup %s", path);
	free(target);
	free(made);
	return rc;
}
