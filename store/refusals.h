/*
 * refusals.h -- inside the room: memory that SQLite asked for and did not get.
 *
 * It does not tell of each.  Where FTS5 reads a column for a snippet or a rank
 * and there is no memory for it, the text is taken for empty and the answer
 * is another; so whoever steps a statement compares these before and behind.
 */
#ifndef STORE_REFUSALS_H
#define STORE_REFUSALS_H

/* Counts from now on; before SQLite is used for the first time. */
void refusals_count(void);
/* Of this thread so far; 0 for ever where SQLite was in use before. */
unsigned refusals_so_far(void);

#endif
