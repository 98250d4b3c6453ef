/*
 * open.c -- opens and closes a database.  postgres/open.c has the part for
 * PostgreSQL.
 *
 * The normal case on SQLite: the file is inspected read-only (schema.c), the
 * daemon's lock is taken, a connection is opened and configured, the schema is
 * migrated, and every query is prepared.  If the file is refused, nothing was
 * written.
 */
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "store/enrich/enrich_state.h"
#include "store/feed/refusals.h"
#include "store/filter/filter_state.h"
#include "store/query/dialect.h"
#include "store/search/grams.h"
#include "store/search/relevance.h"
#include "store/search/search_fill.h"
#include "store/search/token/token_replay.h"
#include "store/sqlite/dialect.h"
#include "store/sqlite/lock.h"
#include "store/sqlite/owner.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/schema_parts.h"
#include "store/sqlite/statement.h"
#include "url/database_url.h"

/* Longest time that a checkpoint waits for readers. */
#define CHECKPOINT_WAIT_MS 200
/* Steps of SQLite's virtual machine between two checks of the deadline: less
 * than a millisecond. */
#define DEADLINE_STEPS 10000
/* Pause between two checks of a log that this process may not use yet. */
#define LOG_PAUSE_MS 20

/* ---- paths ---- */

/* Returns the directory part of the path of a file that does not exist, with
 * links resolved.  If the mode may create a database, a missing directory is
 * created, but not its parent.  Owned; NULL: the directory does not exist or
 * cannot be resolved. */
static char *
open_resolve_directory(const char *path, enum store_mode mode)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash == NULL
			      ? strdup(".")
			      : strndup(path, (size_t)(slash - path) + 1);
	char *whole = NULL;

	if (directory != NULL && mode != STORE_READ)
		mkdir(directory, STORE_FOLDER_MODE);
	if (directory != NULL)
		whole = realpath(directory, NULL);
	free(directory);
	return whole;
}

/* Resolves links, so that all names of one database give the same path.
 * SQLite also resolves links when it forms the path of the -wal file. */
static int
open_resolve(const char *path, enum store_mode mode, char **ret, struct err *e)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash != NULL ? slash + 1 : path;
	struct stat st;
	char *directory;
	int n;

	if ((*ret = realpath(path, NULL)) != NULL)
		return 0;
	if (errno != ENOENT || *name == '\0')
		return err_errno(e, "cannot be examined");
	/* The disk of the file may not be mounted. */
	if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
		return err_set(e, ERR_REFUSED,
		    "is a symbolic link to a file that does not exist: mount "
		    "the disk of this file, or remove the link");
	if ((directory = open_resolve_directory(path, mode)) == NULL)
		return err_set(e, mode == STORE_READ ? ERR_NOT_FOUND : ERR_IO,
		    "its directory does not exist: create it, or name another "
		    "path");
	n = asprintf(
	    ret, "%s/%s", strcmp(directory, "/") == 0 ? "" : directory, name);
	free(directory);
	if (n >= 0)
		return 0;
	*ret = NULL;
	return err_set(e, ERR_MEMORY, "no memory for a path");
}

/* ---- the connection ---- */

static int
open_execute(struct store *s, const char *sql, struct err *e)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	return store_fail(s, sql, e);
}

/* SQLite calls this function after each failed attempt to take a lock.
 * SQLite's own handler tries only ten times per second.  All its attempts may
 * fail for minutes if another writer begins right after each commit.  The
 * elapsed time is derived from n, the number of attempts. */
static int
open_wait_on(void *arg, int n)
{
	const struct store *s = arg;

	if ((s->stop != NULL && *s->stop) ||
	    n >= s->patience_ms / LIMIT_BUSY_LOOK_MS)
		return 0;
	sqlite3_sleep(LIMIT_BUSY_LOOK_MS);
	return 1;
}

void
store_set_patience(struct store *s, int64_t ms, const volatile int *stop)
{
	s->patience_ms = ms;
	s->stop = stop;
}

/* SQLite calls this function from time to time while a statement runs. */
static int
open_is_overdue(void *arg)
{
	return store_is_overdue(arg) ? 1 : 0;
}

void
store_set_deadline(struct store *s, const _Atomic int64_t *until_ms)
{
	s->until_ms = until_ms;
	if (s->db != NULL)
		sqlite3_progress_handler(s->db,
		    until_ms != NULL ? DEADLINE_STEPS : 0, open_is_overdue, s);
}

bool
store_is_overdue(const struct store *s)
{
	return s->until_ms != NULL && clock_monotonic_ms() >= *s->until_ms;
}

/* Returns why SQLite could not create a file beside the database.  If creating
 * fails, SQLite tries to open an existing file, so that the errno is that of
 * the second try, ENOENT. */
static const char *
open_why_not_created(const struct store *s)
{
	struct statvfs fs;

	if (s->failure_errno != ENOENT || statvfs(s->path, &fs) != 0)
		return strerror(s->failure_errno);
	if (fs.f_files > 0 && fs.f_favail == 0)
		return "the file system has no free inodes";
	return fs.f_bavail == 0 ? strerror(ENOSPC) : "they do not exist";
}

/* Explains why the first read of the file has failed.  The file itself is open,
 * but SQLite must also open its log.  If another program has removed the -wal
 * and -shm files, SQLite reports that it cannot write.  That message would
 * mislead the user of a command that only reads. */
static int
open_explain_failure(struct store *s, struct err *e)
{
	int rc = store_fail(s, "cannot be read", e);

	if ((s->failure & 0xff) == SQLITE_CANTOPEN)
		return err_set(e, rc,
		    "SQLite's log, %s-wal and %s-shm, cannot be created or "
		    "opened: %s",
		    s->path, s->path, open_why_not_created(s));
	if ((s->failure & 0xff) != SQLITE_READONLY)
		return rc;
	if (s->failure == SQLITE_READONLY_ROLLBACK)
		return err_set(e, rc,
		    "a process was killed while it wrote to this copy: start "
		    "gleanerd once, which rolls back the transaction");
	if (s->mode != STORE_READ)
		return err_set(e, rc, "the file or its folder is read-only");
	return err_set(e, rc,
	    "this user can read the database only while another process has "
	    "it open, because otherwise SQLite must create a log in the folder "
	    "of the database");
}

/* Skips the numbers that the database of a backup may have given after the
 * backup was made.  Receivers have articles and changes with these numbers, and
 * drop a change whose number they know.  The numbers are skipped before the
 * header of the file changes: if the process is killed between the two steps,
 * the next start skips numbers again, which is harmless. */
static int
open_skip_numbers(struct store *s, struct err *e)
{
	struct query q;
	int rc;

	if (schema_has_own_log(s->db))
		return 0;
	q = query_of(s, SQL_change_skip_numbers);
	rc = query_run(&q, e);
	s->is_restored = rc == 0 && sqlite3_changes(s->db) > 0;
	return rc;
}

/* Configures the connection. secure_delete, which Debian turns on, is turned
 * off: it would write every page twice, and the texts were public anyway.
 *
 * The cache has 16 MiB, and up to 64 MiB (16384 pages) while a transaction has
 * changed more pages than that.  With the default, SQLite would write changed
 * pages of a large transaction to the log before its commit.  If such a page
 * changes again, its copy in the log is replaced, and the commit reads all
 * later frames of the log and writes their checksums again.
 *
 * The cache of a reader has 2 MiB.  Its queries seldom read a page twice, and a
 * page fault of new memory takes longer than reading a page again from the
 * cache of the operating system.
 *
 * When the last connection is closed, the -wal file is truncated, and neither
 * the -wal nor the -shm file is removed. */
static int
open_configure_connection(struct store *s, struct err *e)
{
	static const int on[] = { SQLITE_DBCONFIG_DEFENSIVE,
		SQLITE_DBCONFIG_ENABLE_FKEY };
	static const int off[] = { SQLITE_DBCONFIG_TRUSTED_SCHEMA,
		SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL };
	int keeps_log = 1, rc;

	sqlite3_extended_result_codes(s->db, 1);
	sqlite3_busy_handler(s->db, open_wait_on, s);
	for (size_t i = 0; i < ARRAY_LENGTH(on); i++)
		sqlite3_db_config(s->db, on[i], 1, NULL);
	for (size_t i = 0; i < ARRAY_LENGTH(off); i++)
		sqlite3_db_config(s->db, off[i], 0, NULL);
	if (sqlite3_exec(s->db,
		"PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"
		"PRAGMA secure_delete = OFF; PRAGMA cache_size = -16384;"
		"PRAGMA cache_spill = 16384",
		NULL, NULL, NULL) != SQLITE_OK)
		return open_explain_failure(s, e);
	if (s->mode == STORE_READ)
		return open_execute(
		    s, "PRAGMA query_only = ON; PRAGMA cache_size = -2048", e);
	/* The -wal and -shm files must remain, because a user who may only read
	 * the folder cannot create them. */
	sqlite3_file_control(
	    s->db, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps_log);
	sqlite3_wal_autocheckpoint(s->db, LIMIT_LOG_PAGES);
	if ((rc = open_skip_numbers(s, e)) != 0)
		return rc;
	return open_execute(s,
	    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
	    "PRAGMA journal_size_limit = 67108864",
	    e);
}

static int
open_connect_to(struct store *s, struct err *e)
{
	int flags = SQLITE_OPEN_NOMUTEX |
		    (s->mode == STORE_READ ? SQLITE_OPEN_READONLY
					   : SQLITE_OPEN_READWRITE);
	int rc = sqlite3_open_v2(s->path, &s->db, flags, NULL);

	if (rc != SQLITE_OK)
		return schema_refuse_closed(s->db, rc, e);
	if ((rc = open_configure_connection(s, e)) != 0)
		return rc;
	place_note_opened(s);
	if (grams_register(s->db) != SQLITE_OK ||
	    relevance_register(s->db) != SQLITE_OK ||
	    token_replay_register(s->db, &s->tokens) != SQLITE_OK)
		return err_set(e, ERR_MEMORY, "no memory to add SQL functions");
	if (s->mode == STORE_DAEMON && (rc = schema_migrate_all(s->db, e)) != 0)
		return rc;
	if (s->mode == STORE_READ)
		return 0;
	if (s->mode == STORE_DAEMON && (rc = statements_prepare(s, e)) != 0)
		return rc;
	if ((rc = search_fill(s, e)) == 0 && s->mode == STORE_DAEMON)
		place_note(s);
	return rc;
}

/* Turns off SQLite's memory statistics, which lock a mutex at each malloc and
 * free.  Must be called once, before the first connection.  It has no effect if
 * other code of this process has initialised the library before. */
static void
open_configure_library(void)
{
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	refusals_count();
}

/* ---- opening ---- */

/* Inspects, creates, locks and migrates the file. */
static int
open_make_ready(struct store *s, struct err *e)
{
	int version = 0, rc = schema_inspect(s->path, &version, e);
	bool absent = rc == ERR_NOT_FOUND;

	if (rc != 0 && (!absent || s->mode == STORE_READ))
		return rc;
	if (s->mode == STORE_DAEMON && (rc = lock_take_name(s, e)) != 0)
		return rc;
	if (absent && ((rc = schema_create(s->path, e)) != 0 ||
			  (rc = schema_inspect(s->path, &version, e)) != 0))
		return rc;
	if (s->mode == STORE_DAEMON && (rc = lock_take_inode(s, e)) != 0)
		return rc;
	if (absent)
		return 0;
	if (s->mode == STORE_DAEMON)
		return (rc = schema_roll_back(s->path, e)) != 0
			   ? rc
			   : schema_check_file(s->path, e);
	if (version < schema_newest())
		return err_set(e, ERR_REFUSED,
		    "has schema %d, older than %d: start gleanerd once, which "
		    "migrates the database",
		    version, schema_newest());
	return 0;
}

/* Returns whether this process may use the file; `ret_exists`: whether the file
 * exists. */
static bool
open_may_use(const struct store *s, const char *suffix, bool *ret_exists)
{
	char *path = NULL;
	bool is_usable = false;

	*ret_exists = false;
	if (asprintf(&path, "%s%s", s->path, suffix) < 0)
		return false;
	*ret_exists = access(path, F_OK) == 0;
	is_usable =
	    access(path, R_OK | (s->mode == STORE_READ ? 0 : W_OK)) == 0;
	free(path);
	return is_usable;
}

/* If a process of root opens a database without a log, SQLite creates the log
 * and then gives it to the owner of the database.  A process of the owner
 * cannot open the log in between.  Waits for this moment to pass; true: the
 * log exists and can be used, so that the database may be opened again. */
static bool
open_wait_for_log(const struct store *s)
{
	static const char *const suffixes[] = { "-wal", "-shm" };
	const struct timespec pause = { .tv_nsec = LOG_PAUSE_MS * 1000000L };
	int64_t until_ms = clock_monotonic_ms() + LIMIT_BUSY_MS;
	bool exists, is_usable = open_may_use(s, "", &exists), has_log = false;

	if (!is_usable)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(suffixes); i++) {
		while (!(is_usable = open_may_use(s, suffixes[i], &exists)) &&
		       exists && clock_monotonic_ms() < until_ms)
			nanosleep(&pause, NULL);
		if (exists && !is_usable)
			return false;
		has_log |= exists;
	}
	return has_log;
}

static int
open_try(struct store *s, struct err *e)
{
	int rc = open_make_ready(s, e);

	return rc == 0 ? open_connect_to(s, e) : rc;
}

int
sqlite_open(struct store *s, const char *path, struct err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int rc;

	pthread_once(&once, open_configure_library);
	if ((rc = open_resolve(path, s->mode, &s->path, e)) != 0)
		return rc;
	rc = open_try(s, e);
	if (rc == ERR_IO && open_wait_for_log(s)) {
		statements_finalize(s);
		sqlite3_close(s->db);
		s->db = NULL;
		lock_release(s);
		*e = ERR_INIT;
		rc = open_try(s, e);
	}
	if (rc != 0 && s->mode == STORE_DAEMON && s->path != NULL)
		owner_explain(s->path, e);
	return rc;
}

bool
store_is_restored(const struct store *s)
{
	return s->is_restored;
}

bool
store_is_backup(const struct store *s)
{
	return s->db != NULL && !schema_has_own_log(s->db);
}

void
sqlite_close(struct store *s)
{
	/* If the file is no longer at its path, SQLite does not remove the
	 * log.  The log would then be replayed into the next file at that
	 * path. */
	if (store_check_files(s, NULL) != STORE_IN_PLACE)
		sqlite_checkpoint(s, NULL);
	statements_finalize(s);
	sqlite3_close(s->db);
	lock_release(s);
}

int
store_open(
    const char *path, enum store_mode mode, struct store **ret, struct err *e)
{
	struct store *s = calloc(1, sizeof(*s));
	char shown[DATABASE_URL_SHOWN_BYTES];
	int rc;

	if (s == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a store");
	s->mode = mode;
	s->lock_fd = s->inode_fd = -1;
	store_set_patience(s, LIMIT_BUSY_MS, NULL);
	arena_init(&s->held, LIMIT_STORE_ARENA);
	arena_init(&s->scratch, LIMIT_STORE_ARENA);
	if (database_url_is(path)) {
		s->dialect = &postgres_dialect;
		rc = postgres_open(s, path, e);
	} else {
		s->dialect = &sqlite_dialect;
		rc = sqlite_open(s, path, e);
	}
	if (rc != 0) {
		err_wrap(e, "database %s", database_url_show(path, shown));
		store_close(s);
		return rc;
	}
	*ret = s;
	return 0;
}

void
store_close(struct store *s)
{
	if (s == NULL)
		return;
	if (s->in_transaction)
		store_rollback(s);
	s->dialect->close(s);
	arena_release(&s->held);
	arena_release(&s->scratch);
	filter_state_free(s->filters);
	fingerprint_index_release(&s->fingerprint_index);
	store_enrich_free(s->enrich);
	free(s->languages);
	buf_release(&s->quiet.rows);
	free(s->path);
	free(s);
}

/* ---- while it is open ---- */

void
store_watch(struct store *s, store_progress *watcher, void *arg)
{
	s->watcher = watcher;
	s->watcher_arg = arg;
}

void
store_report_progress(
    struct store *s, const char *what, int64_t done, int64_t total)
{
	if (s->watcher != NULL)
		s->watcher(what, done, total, s->watcher_arg);
}

int
store_data_version(struct store *s, int64_t *ret, struct err *e)
{
	struct query q = query_of(s, SQL_data_version);

	return query_run_int(&q, ret, e);
}

int
sqlite_checkpoint(struct store *s, struct err *e)
{
	int64_t patience_ms = s->patience_ms;
	int rc;

	s->patience_ms = CHECKPOINT_WAIT_MS;
	rc = sqlite3_wal_checkpoint_v2(
	    s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	s->patience_ms = patience_ms;
	if (rc == SQLITE_OK || (rc & 0xff) == SQLITE_BUSY)
		return rc == SQLITE_OK ? 0 : 1;
	return store_fail(s, "checkpoint", e);
}
