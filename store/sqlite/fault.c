/*
 * fault.c -- classifies failures of SQLite, and detects that the database file
 * was moved or replaced.
 *
 * In:  a connection whose last call failed, or an open database.
 * Out: the class of the failure (temporary, a fault of the disk, or a damaged
 *      file) with the errno of the system; and whether the path still names the
 *      file that is open.
 *
 * SQLite reports only "disk I/O error".  The errno is stored in the
 * sqlite3_file whose operation failed, until the next failure of that file.
 * Transactions are written to the write-ahead log, and only a checkpoint writes
 * to the database file.  The log's errno is therefore read first.
 *
 * A process can write for years to a file that was removed or replaced, and no
 * other process sees the data.  SQLite does not detect this
 * (https://sqlite.org/howtocorrupt.html, section 2.4); store_check_files()
 * does.
 */
#include "store/sqlite/fault.h"

#include <sys/stat.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/clock.h"
#include "store/sqlite/dialect.h"
#include "store/sqlite/statement.h"

/* Pause between two checks of store_check_replaced(). */
#define REPLACED_LOOK_MS 1000

/* ---- failures ---- */

static int
fault_last_errno(sqlite3 *db, int which_file)
{
	sqlite3_file *file = NULL;
	int number = 0;

	if (sqlite3_file_control(db, "main", which_file, &file) != SQLITE_OK ||
	    file == NULL || file->pMethods == NULL ||
	    file->pMethods->xFileControl(
		file, SQLITE_FCNTL_LAST_ERRNO, &number) != SQLITE_OK)
		return 0;
	return number;
}

int
fault_errno(sqlite3 *db, const char **ret_suffix)
{
	int failure = sqlite3_extended_errcode(db), number = 0;

	*ret_suffix = "";
	if ((failure & 0xff) == SQLITE_CANTOPEN)
		return sqlite3_system_errno(db);
	if ((failure & 0xff) != SQLITE_IOERR || failure == SQLITE_IOERR_NOMEM)
		return 0;
	if ((number = fault_last_errno(db, SQLITE_FCNTL_JOURNAL_POINTER)) != 0)
		*ret_suffix = "-wal";
	else
		number = fault_last_errno(db, SQLITE_FCNTL_FILE_POINTER);
	/* If neither file has an errno, the failure concerns another file or no
	 * file.  The errno of the connection may then come from an earlier
	 * failure. */
	return number != 0 ? number : sqlite3_system_errno(db);
}

int
store_fail(struct store *s, const char *what, struct err *e)
{
	const char *suffix;

	s->failure = sqlite3_extended_errcode(s->db);
	s->failure_errno = fault_errno(s->db, &suffix);
	if (s->failure_errno != 0)
		return err_set(e, ERR_DATABASE, "%s: %s: %s (%s%s)", what,
		    sqlite3_errmsg(s->db), strerror(s->failure_errno), s->path,
		    suffix);
	return err_set(e,
	    (s->failure & 0xff) == SQLITE_NOMEM ? ERR_MEMORY : ERR_DATABASE,
	    "%s: %s", what, sqlite3_errmsg(s->db));
}

bool
sqlite_may_retry(const struct store *s)
{
	switch (s->failure) {
	case SQLITE_IOERR_WRITE: /* the cause may be a quota or a read-only disk
				  */
	case SQLITE_IOERR_SHMSIZE:
	case SQLITE_IOERR_NOMEM:
		return true;
	}
	switch (s->failure & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_FULL:
	case SQLITE_NOMEM:
		return true;
	default: /* if a failed fsync is repeated, it may report success
		    although data is lost */
		return false;
	}
}

bool
sqlite_is_faulty(const struct store *s)
{
	switch (s->failure & 0xff) {
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
	case SQLITE_AUTH:
		return true;
	case SQLITE_IOERR:
		break;
	default:
		return false;
	}
	/* A lack of memory or disk space is not a fault of the disk. */
	return s->failure != SQLITE_IOERR_NOMEM &&
	       s->failure != SQLITE_IOERR_SHMSIZE &&
	       s->failure_errno != ENOSPC && s->failure_errno != EDQUOT &&
	       s->failure_errno != EFBIG;
}

bool
sqlite_is_damaged(const struct store *s)
{
	return (s->failure & 0xff) == SQLITE_CORRUPT ||
	       (s->failure & 0xff) == SQLITE_NOTADB;
}

bool
store_err_is_damage(const struct err *e)
{
	return strstr(e->text, sqlite3_errstr(SQLITE_CORRUPT)) != NULL ||
	       strstr(e->text, sqlite3_errstr(SQLITE_NOTADB)) != NULL;
}

/* ---- the file ---- */

static char *
fault_log_path(const struct store *s)
{
	char *path = NULL;

	return asprintf(&path, "%s-wal", s->path) < 0 ? NULL : path;
}

void
place_note(struct store *s)
{
	char *log = fault_log_path(s);
	struct stat st;

	if (stat(s->path, &st) == 0)
		s->file = (struct file_id){ true, st.st_dev, st.st_ino };
	if (log != NULL && stat(log, &st) == 0)
		s->log = (struct file_id){ true, st.st_dev, st.st_ino };
	free(log);
}

void
place_note_opened(struct store *s)
{
	struct stat st;

	if (stat(s->path, &st) == 0)
		s->opened = (struct file_id){ true, st.st_dev, st.st_ino };
}

/* If stat(2) fails with an error other than ENOENT or ENOTDIR, the disk may not
 * respond, and the file may still be in its place. */
static enum store_place
fault_place_of(const char *path, const struct file_id *id)
{
	struct stat st;

	if (!id->is_known)
		return STORE_IN_PLACE;
	if (stat(path, &st) != 0)
		return errno == ENOENT || errno == ENOTDIR ? STORE_GONE
							   : STORE_IN_PLACE;
	return st.st_dev == id->device && st.st_ino == id->inode
		   ? STORE_IN_PLACE
		   : STORE_REPLACED;
}

enum store_place
store_check_files(const struct store *s, struct err *e)
{
	enum store_place place;
	char *log;

	if (!s->file.is_known)
		return STORE_IN_PLACE;
	place = fault_place_of(s->path, &s->file);
	if (place != STORE_IN_PLACE) {
		err_set(e, ERR_IO, "%s %s", s->path,
		    place == STORE_GONE
			? "was removed or moved while the database is in use"
			: "was replaced by another file while the database is "
			  "in use");
		return place;
	}
	log = fault_log_path(s);
	if (log != NULL && fault_place_of(log, &s->log) != STORE_IN_PLACE) {
		err_set(e, ERR_IO,
		    "%s was removed or replaced while the database is in use",
		    log);
		place = STORE_REPLACED;
	}
	free(log);
	return place;
}

int
store_check_replaced(struct store *s, struct err *e)
{
	int64_t now_ms = clock_monotonic_ms();

	if (!s->opened.is_known ||
	    now_ms - s->opened_look_ms < REPLACED_LOOK_MS)
		return 0;
	s->opened_look_ms = now_ms;
	if (fault_place_of(s->path, &s->opened) != STORE_REPLACED)
		return 0;
	return err_set(
	    e, ERR_REFUSED, "the database file %s was replaced", s->path);
}
