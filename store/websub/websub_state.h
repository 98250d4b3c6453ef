/*
 * websub_state.h -- internal to store/websub/: reads rows (websub.c).
 */
#ifndef STORE_WEBSUB_WEBSUB_STATE_H
#define STORE_WEBSUB_WEBSUB_STATE_H

#include "store/sqlite/statement.h"

struct websub_row;

/* Visits the rows of a query with the columns of websub_list.  If visit does
 * not return 0, ends early and returns that value.  Returns a negative code
 * after an error.  O(rows). */
int websub_visit_rows(struct query *,
    int (*visit)(const struct websub_row *, void *), void *arg, struct err *e);

#endif
