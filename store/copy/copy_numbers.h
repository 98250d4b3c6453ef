/*
 * copy_numbers.h -- the numbers that the target of a copy gives to new rows.
 */
#ifndef STORE_COPY_COPY_NUMBERS_H
#define STORE_COPY_COPY_NUMBERS_H

#include "base/err.h"

struct store;

/* Sets the numbers of `to` so that a new row of a table gets a number that
 * neither a row of `to` nor a row of `from` ever had, also if the row of `from`
 * was deleted.  If `from` is a backup (store_is_backup()), the numbers of
 * articles and changes that the database may have given after the backup are
 * skipped, too.  Numbers of `to` that are higher stay.  Returns 0, or a
 * negative code: ERR_MEMORY or an error of one of the databases.  O(number of
 * tables). */
int copy_numbers(struct store *from, struct store *to, struct err *e);

#endif
