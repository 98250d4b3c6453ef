/*
 * refusals.h -- internal to store/: counts memory requests of SQLite that
 * failed.
 *
 * SQLite does not report each failure.  If FTS5 has no memory to read a column
 * for a snippet or a rank, it treats the text as empty, and the result of the
 * query is wrong. query_step() therefore compares the counts before and after
 * each step.
 */
#ifndef STORE_FEED_REFUSALS_H
#define STORE_FEED_REFUSALS_H

/* Starts to count.  Must be called before SQLite is used for the first time. */
void refusals_count(void);
/* Returns the number of failures in this thread so far.  Always 0 if SQLite was
 * used before refusals_count(). */
unsigned refusals_so_far(void);

#endif
