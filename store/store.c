/*
 * store.c -- opening, the daemon's lock, the connection's habits.
 *
 * The happy path: the file is looked at read-only (schema.c), the daemon's
 * lock is taken, a connection is opened and told our habits, the schema is
 * brought up to date, and every query is prepared.  Whatever is refused is
 * refused before anything was written.
 */
#include <sys/stat.h>

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>

#include "config/limits.h"
#include "store/grams.h"
#include "store/lock.h"
#include "store/refusals.h"
#include "store/relevance.h"
#include "store/schema.h"
#include "store/search_fill.h"
#include "store/statement.h"

#define CHECKPOINT_WAIT_MS 200 /* for readers; the next hour comes */

/* ---- paths ---- */

/* The directory of a path that is not there, links resolved; made (one level)
 * where a database may be made.  Owned; NULL: it is not there either. */
static char *
store_resolve_directory(const char *path, enum store_mode mode)
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

/* The path that all names of one database share: links resolved, as SQLite
 * does for its log. */
static int
store_resolve(const char *path, enum store_mode mode, char **ret, struct err *e)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash != NULL ? slash + 1 : path;
	char *directory;
	int n;

	if ((*ret = realpath(path, NULL)) != NULL)
		return 0;
	if (errno != ENOENT || *name == '\0')
		return err_errno(e, "cannot be looked at");
	if ((directory = store_resolve_directory(path, mode)) == NULL)
		return err_set(e, mode == STORE_READ ? ERR_NOT_FOUND : ERR_IO,
		    "its directory is not there");
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
store_execute(struct store *s, const char *sql, struct err *e)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	return store_fail(s, sql, e);
}

/* SQLite asks after each look at a lock that somebody else holds.  Its own
 * handler looks ten times a second, and where the other begins again as soon
 * as it has committed, it may find it held for minutes.  The nth look is told
 * by n, not by a clock. */
static int
store_wait_on(void *arg, int n)
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

/* SQLite's first look at the file has failed.  Of a write-ahead log that is
 * not there, because nobody has the database open, it says that it cannot
 * write; that is no word for somebody who only wants to read. */
static int
store_tell_why(const struct store *s, int rc, struct err *e)
{
	if ((s->failure & 0xff) != SQLITE_READONLY)
		return rc;
	if (s->mode != STORE_READ)
		return err_set(e, rc, "it, or its folder, is read-only here");
	return err_set(e, rc,
	    "cannot be read by this user while nobody else has it open: "
	    "SQLite's log would have to be made beside it");
}

/* Our habits.  secure_delete, which Debian turns on, would write every page
 * twice for texts that were public to begin with. */
static int
store_set_habits(struct store *s, struct err *e)
{
	static const int on[] = { SQLITE_DBCONFIG_DEFENSIVE,
		SQLITE_DBCONFIG_ENABLE_FKEY };
	static const int off[] = { SQLITE_DBCONFIG_TRUSTED_SCHEMA,
		SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL };
	int rc;

	sqlite3_extended_result_codes(s->db, 1);
	store_set_patience(s, LIMIT_BUSY_MS, NULL);
	sqlite3_busy_handler(s->db, store_wait_on, s);
	for (size_t i = 0; i < sizeof(on) / sizeof(on[0]); i++)
		sqlite3_db_config(s->db, on[i], 1, NULL);
	for (size_t i = 0; i < sizeof(off) / sizeof(off[0]); i++)
		sqlite3_db_config(s->db, off[i], 0, NULL);
	rc = store_execute(s,
	    "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;"
	    "PRAGMA secure_delete = OFF; PRAGMA cache_size = -16384",
	    e);
	if (rc != 0)
		return store_tell_why(s, rc, e);
	if (s->mode == STORE_READ)
		return store_execute(s, "PRAGMA query_only = ON", e);
	sqlite3_wal_autocheckpoint(s->db, LIMIT_LOG_PAGES);
	return store_execute(s,
	    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
	    "PRAGMA journal_size_limit = 67108864",
	    e);
}

static int
store_connect_to(struct store *s, struct err *e)
{
	int flags = SQLITE_OPEN_NOMUTEX |
		    (s->mode == STORE_READ ? SQLITE_OPEN_READONLY
					   : SQLITE_OPEN_READWRITE);
	int rc = sqlite3_open_v2(s->path, &s->db, flags, NULL);

	if (rc != SQLITE_OK)
		return err_set(e, ERR_IO, "cannot be opened: %s",
		    s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(rc));
	if ((rc = store_set_habits(s, e)) != 0)
		return rc;
	if (grams_register(s->db) != SQLITE_OK ||
	    relevance_register(s->db) != SQLITE_OK)
		return err_set(e, ERR_MEMORY, "no memory for functions");
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

/* Once, before the first connection: SQLite is not to count its memory, which
 * takes a mutex at each malloc and free.  Another that uses the library in
 * this process may have begun before; then it counts. */
static void
store_set_habits_of_library(void)
{
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	refusals_count();
}

/* ---- opening ---- */

/* From "the file may be there" to "it is there, it is ours, it is locked". */
static int
store_make_ready(struct store *s, struct err *e)
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
		return schema_check_file(s->path, e);
	if (version < schema_newest())
		return err_set(e, ERR_REFUSED,
		    "has schema %d, older than %d: start gleanerd once, which "
		    "brings it up to date",
		    version, schema_newest());
	return 0;
}

int
store_open(
    const char *path, enum store_mode mode, struct store **ret, struct err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct store *s = calloc(1, sizeof(*s));
	int rc;

	if (s == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a store");
	pthread_once(&once, store_set_habits_of_library);
	s->mode = mode;
	s->lock_fd = s->inode_fd = -1;
	arena_init(&s->held, LIMIT_STORE_ARENA);
	arena_init(&s->scratch, LIMIT_STORE_ARENA);
	if ((rc = store_resolve(path, mode, &s->path, e)) == 0 &&
	    (rc = store_make_ready(s, e)) == 0)
		rc = store_connect_to(s, e);
	if (rc != 0) {
		err_wrap(e, "database %s", path);
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
	/* SQLite leaves the log of a file that is not in its place as it is;
	 * then it would be replayed into the one that comes there next. */
	if (store_look(s, NULL) != STORE_IN_PLACE)
		store_checkpoint(s, NULL);
	statements_finalize(s);
	sqlite3_close(s->db);
	lock_release(s);
	arena_release(&s->held);
	arena_release(&s->scratch);
	firsts_release(&s->firsts);
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
store_tell(struct store *s, const char *what, int64_t done, int64_t total)
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
store_checkpoint(struct store *s, struct err *e)
{
	int64_t patience_ms = s->patience_ms;
	int rc;

	assert(!s->in_transaction);
	s->patience_ms = CHECKPOINT_WAIT_MS;
	rc = sqlite3_wal_checkpoint_v2(
	    s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	s->patience_ms = patience_ms;
	if (rc == SQLITE_OK || (rc & 0xff) == SQLITE_BUSY)
		return 0; /* a reader holds some of it; the next time */
	return store_fail(s, "checkpoint", e);
}
