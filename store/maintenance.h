/*
 * maintenance.h -- maintenance of the whole database: counts (status.c),
 * retention (retention.c, vacuum.c), check (check.c), backup (backup.c).  The
 * conventions: store.h.
 *
 * scan.c looks for damage continuously.
 */
#ifndef STORE_MAINTENANCE_H
#define STORE_MAINTENANCE_H

#include "store/article/articles.h"

struct store_counts {
	int64_t feeds[3];          /* number of feeds, by feed_status */
	int64_t feeds_over_budget; /* number of active feeds with entries that
				      wait for the next day (budget.h) */
	int64_t articles[ARTICLE_STATUS_COUNT];
	int64_t entries, changes, polls, polls_last_hour, articles_last_hour;
	int64_t file_bytes;
};
/* Counts the rows for `gleaner status` and the metrics.  `now`: UTC seconds. */
int store_counts(
    struct store *, int64_t now, struct store_counts *ret, struct err *e);

struct slow_feed {
	struct slice url;
	int64_t ms; /* duration of its slowest poll */
};
/* Visits the feeds with a poll after `since` that took least_ms or longer,
 * slowest first. */
int store_slow_feeds(struct store *, int64_t since, int64_t least_ms,
    size_t limit, int (*visit)(const struct slow_feed *, void *), void *arg,
    struct err *e);

/* A host that sent challenges or walls in place of articles.  There is one row
 * for each reason. */
struct wall_row {
	struct slice host, why;  /* why: kind of the wall and HTTP status */
	int64_t articles;        /* number of its articles with this reason */
	int64_t last_fetched_at; /* DATE_NONE: not known */
};
/* Visits the rows of articles that were published after `since`.  If the date
 * of publication is not known, the time at which the article was first seen is
 * used.  The rows with the most articles come first. */
int store_walls(struct store *, int64_t since, size_t limit,
    int (*visit)(const struct wall_row *, void *), void *arg, struct err *e);

struct retention {
	int64_t articles_s, raw_s, polls_s; /* INT64_MAX: no limit */
};
struct retention_done {
	int64_t articles, raw, polls;
	int64_t file_pages; /* number of pages of the file that were returned to
			     * the disk */
	int64_t indexed;    /* number of old articles that were examined for the
			     * index of stems */
};
/* Deletes at most `slice` rows of each kind; the caller repeats the call while
 * rows are deleted.  Inserts tombstones, so that purged items do not come back
 * as new.  Pending articles are never deleted.  Cursors of consumers are not
 * considered.  The age of a row that was written while the clock was wrong is
 * counted from the end of that period (clock.h).  If more than a quarter of the
 * file is free after the deletion, a slice of the free pages is returned to the
 * disk.  Databases from before schema 7 keep the free pages for new rows. */
int store_retain(struct store *, const struct retention *, int64_t now,
    size_t slice, struct retention_done *ret, struct err *e);
/* Like store_retain(), but deletes nothing: only examines at most `slice` old
 * articles for the index of stems, which earlier schemas did not have.  Sets
 * only ret->indexed. */
int store_retain_index(
    struct store *, size_t slice, struct retention_done *ret, struct err *e);
/* Reports if free pages can be returned to the disk.  A database from before
 * schema 7 cannot do this until store_vacuum() was called. */
int store_can_shrink(struct store *, bool *ret, struct err *e);
/* Rewrites the whole file without its free pages; afterwards the file can
 * shrink.  Temporarily needs twice the size of the file on the disk.  Other
 * writers wait.  Must not be called in a transaction. */
int store_vacuum(struct store *, struct err *e);
/* Counts the rows that all calls of store_retain() together would delete.
 * Nothing is changed; file_pages is 0. */
int store_retain_count(struct store *, const struct retention *, int64_t now,
    struct retention_done *ret, struct err *e);

/* Checks the database: integrity_check, foreign keys, full-text index, and the
 * invariants of Gleaner. visit is called with one line for each fault.
 * *ret_faults: number of faults. */
int store_check(struct store *, void (*visit)(const char *line, void *),
    void *arg, int64_t *ret_faults, struct err *e);
/* The result of salvage for one table. */
struct salvage_count {
	const char *name; /* name of the table, borrowed from the result */
	int64_t rows; /* number of rows that were written to the new database */
	int64_t damaged;       /* number of rows that cannot be read */
	int64_t damaged_pages; /* number of damaged pages, whose number of rows
				  is unknown */
	int64_t left_out; /* number of rows that were left out because their
			     parents are lost */
};
#define SALVAGE_COUNTS 64
struct salvage_result {
	struct salvage_count tables[SALVAGE_COUNTS];
	char names[SALVAGE_COUNTS][64];
	int n_tables;
	int64_t damaged_pages; /* number of damaged pages whose table is not
				  known */
};
/* Returns true if the database is damaged: quick_check of SQLite finds a fault,
 * or zeros were written to a text.  *e then describes the damage.  A failure
 * of the check itself does not count as damage.
 *
 * While another thread uses the store, a thread may call this function,
 * store_check_interrupt(), store_scan() and store_file_bytes().  Each of them
 * uses a connection of its own or none, and does not change the database. */
bool store_check_damage(const struct store *, struct err *e);
/* Controls the calls of store_check_damage().  If `stops` is true, a running
 * check ends soon, and later checks report no damage.  If `stops` is false,
 * later checks run again. */
void store_check_interrupt(bool stops);
/* Reads up to n pages of the file without SQLite, beginning with `page`.  If
 * `page` is 0 or greater than the number of pages, begins with the first one.
 * Stops after a page that looks damaged or is being written, and writes its
 * number to *ret_suspect; 0: there is none.  Returns the number of the next
 * page, or 0 if the pages cannot be checked. */
uint32_t store_scan(
    const struct store *, uint32_t page, uint32_t n, uint32_t *ret_suspect);
/* Returns the size of the database file that a daemon has opened; 0: it is not
 * known, as on PostgreSQL. */
int64_t store_file_bytes(const struct store *);
/* Makes an online copy, verifies it with integrity_check, and renames it to the
 * path.  An earlier backup of the same database (store/identity.h) at the path
 * is replaced.  Any other file at the path is refused.  The path is also
 * refused if a log exists beside it, because SQLite would replay this log into
 * the copy.  ERR_REFUSED: another backup to the path has begun meanwhile. */
int store_backup(struct store *, const char *path, struct err *e);

#endif
