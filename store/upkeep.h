/*
 * upkeep.h -- the whole: numbers (status.c), retention (retention.c,
 * vacuum.c), check (check.c), backup (backup.c).  The rules: store.h.
 */
#ifndef STORE_UPKEEP_H
#define STORE_UPKEEP_H

#include "store/articles.h"

struct store_counts {
	int64_t feeds[3];      /* by feed_status */
	int64_t feeds_failing; /* active, failures > 0 */
	int64_t feeds_over_budget; /* active, entries wait: budget.h */
	int64_t articles[ARTICLE_STATUS_COUNT];
	int64_t entries, changes, polls, polls_last_hour, articles_last_hour;
	int64_t file_bytes;
};
int store_counts(
    struct store *, int64_t now, struct store_counts *ret, struct err *e);

struct slow_feed {
	struct slice url;
	int64_t ms; /* its slowest poll */
};
/* Feeds with a poll after `since` that took least_ms and longer, the slowest
 * first. */
int store_slow_feeds(struct store *, int64_t since, int64_t least_ms,
    size_t limit, int (*visit)(const struct slow_feed *, void *), void *arg,
    struct err *e);

struct retention {
	int64_t articles_s, raw_s, polls_s; /* INT64_MAX: for ever */
};
struct retention_done {
	int64_t articles, raw, polls;
	int64_t file_pages; /* of the file, given back to the disk */
	int64_t indexed;    /* articles of before that article_stem had not */
};
/* Deletes at most `slice` rows of each kind (call again while something was
 * deleted); leaves tombstones, so that nothing purged comes back as new.  What
 * is owed is never too old; consumers are not waited for.  What was noted by a
 * clock that was wrong is as old as the end of that (clock.h).  Where more than a
 * quarter of the file is free then, a slice of that goes back to the disk
 * (databases from before schema 7 keep it for what comes). */
int store_retain(struct store *, const struct retention *, int64_t now,
    size_t slice, struct retention_done *ret, struct err *e);
/* The part of store_retain() that deletes nothing: fills a slice of an index
 * that an earlier schema did not have.  Only ret->indexed is set. */
int store_retain_index(struct store *, size_t slice,
    struct retention_done *ret, struct err *e);
/* Whether what is deleted can be given back to the disk: databases from before
 * schema 7 keep it, until store_vacuum(). */
int store_can_shrink(struct store *, bool *ret, struct err *e);
/* Writes the whole file anew, without what is free in it; from then on it can
 * shrink.  Needs its size on the disk twice more for a while; other writers
 * wait.  Not in a transaction. */
int store_vacuum(struct store *, struct err *e);
/* What all calls of it would delete together; nothing is changed, and
 * file_pages is 0. */
int store_retain_count(struct store *, const struct retention *, int64_t now,
    struct retention_done *ret, struct err *e);

/* integrity_check, foreign keys, full-text index, our own invariants.  Each
 * fault is a line to `visit`; *ret_faults their number. */
int store_check(struct store *, void (*visit)(const char *line, void *),
    void *arg, int64_t *ret_faults, struct err *e);
/* What salvage came to, of one table. */
struct salvage_count {
	const char *name;       /* of the table, borrowed of the result */
	int64_t rows;           /* that are in the new database */
	int64_t damaged;        /* that were found and cannot be read */
	int64_t damaged_pages;  /* whose rows nobody knows */
	int64_t left_out;       /* that belonged to lost ones */
};
#define SALVAGE_COUNTS 64
struct salvage_result {
	struct salvage_count tables[SALVAGE_COUNTS];
	char names[SALVAGE_COUNTS][64];
	int n_tables;
	int64_t damaged_pages; /* that cannot be told to any table */
};
/* Of a store that a daemon has open, for another thread while that uses it; each
 * has its own connection or none, and the database is not changed.
 *
 * True: SQLite finds damage (quick_check), and *e says what.  An error to find
 * out is none. */
bool store_check_damage(const struct store *, struct err *e);
/* stops: the one that is under way ends soon, and none finds anything until it is
 * called with false. */
void store_check_interrupt(bool stops);
/* Looks at n pages of the file from `page` on (0, or more than there are: the
 * first) without SQLite, and returns the next one.  *ret_suspect: one that looks
 * damaged, or is being written; 0: none. */
uint32_t store_scan(const struct store *, uint32_t page, uint32_t n,
    uint32_t *ret_suspect);
int64_t store_file_bytes(const struct store *);
/* Online copy, verified with integrity_check, renamed into place; an earlier
 * backup there is replaced, any other file is refused, and so is a path beside
 * which a log stands that would be replayed into the copy.  Where another
 * backup to the path begins meanwhile, this one fails: ERR_REFUSED. */
int store_backup(struct store *, const char *path, struct err *e);

#endif
