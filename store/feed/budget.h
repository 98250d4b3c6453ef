/*
 * budget.h -- the number of bytes of text that one feed may add per day.
 *
 * In:  articles.feed_bytes_per_day, and the number of bytes that the feed has
 *      added so far, which is stored in the feed's row.
 * Out: whether the next text is stored now or has to wait.
 *
 * A day begins with the first document after the end of the previous day, and
 * lasts BUDGET_DAY_S.  A text is stored if the bytes used so far on this day
 * are less than the budget.  A text that is larger than the whole budget can
 * therefore be stored, too.
 * Texts that replace earlier ones get half of the budget: if a feed rewords all
 * of its entries again and again, the other half remains for new entries.
 *
 * If the day began in the future (the clock was set back), its start is moved
 * to now, and the bytes used so far still count.  Setting the clock back and
 * forth therefore does not enlarge the budget, and no wait is longer than a
 * day.
 */
#ifndef STORE_FEED_BUDGET_H
#define STORE_FEED_BUDGET_H

#include "store/sqlite/statement.h"

#define BUDGET_DAY_S 86400

enum budget_use {
	BUDGET_NEW,    /* a new entry */
	BUDGET_REWORD, /* a changed text of a known entry */
};

struct feed_budget {
	int64_t limit_bytes; /* 0: no limit */
	int64_t since, bytes;
	int64_t n_waiting; /* number of texts that were refused */
};

/* Begins a new day if the last one has ended.  If the start of the day is in
 * the future, the start is moved to `now`.  Pure. */
void budget_begin(struct feed_budget *, int64_t now);
/* Decides whether a text is stored now.  True: yes; its bytes are added to the
 * used bytes.  False: the text must wait; n_waiting is incremented.  Pure. */
bool budget_take(struct feed_budget *, enum budget_use, size_t bytes);
/* Returns the time at which the feed has budget again; DATE_NONE: no text
 * waits.  Pure. */
int64_t budget_next_at(const struct feed_budget *);

/* Sends the query of budget_load() (query_ahead()). */
void budget_load_ahead(struct store *, int64_t feed_id);
/* Reads the budget from the feed's row and begins a new day if necessary.
 * limit_bytes: the budget of a day; 0: no limit.  Returns 0, or a negative code
 * after an error of the database. */
int budget_load(struct store *, int64_t feed_id, int64_t limit_bytes,
    int64_t now, struct feed_budget *ret, struct err *e);
/* Writes the budget to the row of the feed.  Returns 0, or a negative code
 * after an error of the database. */
int budget_save(
    struct store *, int64_t feed_id, const struct feed_budget *, struct err *e);

#endif
