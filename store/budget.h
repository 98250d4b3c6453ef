/*
 * budget.h -- the bytes of text that one feed may bring in a day.
 *
 * In:  articles.feed_bytes_per_day, and what the feed has brought so far, which
 *      its row keeps.
 * Out: whether one more text is stored now, or waits.
 *
 * A day begins with the first text after the day before has ended, and lasts
 * BUDGET_DAY_S.  A text is stored while less than the budget was used, so that
 * a text which is larger than all of the budget is stored, too.  Texts that
 * replace earlier ones get half of the budget: a feed that rewords all of its
 * entries again and again has the other half for new ones.
 *
 * A day of the future (the clock was set back) begins anew now, with what was
 * used: setting the clock back and forth gives nothing, and no wait is longer
 * than a day.
 */
#ifndef STORE_BUDGET_H
#define STORE_BUDGET_H

#include "store/statement.h"

#define BUDGET_DAY_S 86400

enum budget_use {
	BUDGET_NEW,    /* an entry that is new */
	BUDGET_REWORD, /* another text of one that is known */
};

struct feed_budget {
	int64_t limit_bytes; /* 0: no limit */
	int64_t since, bytes;
	int64_t n_waiting; /* texts that were refused */
};

/* Begins a new day where the last one has ended, or is yet to come.  Pure. */
void budget_begin(struct feed_budget *, int64_t now);
/* True, and the bytes are counted: the text is to be stored.  False: it waits,
 * and is counted as waiting.  Pure. */
bool budget_take(struct feed_budget *, enum budget_use, size_t bytes);
/* When the feed has budget again; DATE_NONE: it has some.  Pure. */
int64_t budget_next_at(const struct feed_budget *);

/* Reads the feed's row, and begins a new day where it is due. */
int budget_load(struct store *, int64_t feed_id, int64_t limit_bytes,
    int64_t now, struct feed_budget *ret, struct err *e);
int budget_save(struct store *, int64_t feed_id, const struct feed_budget *,
    struct err *e);

#endif
