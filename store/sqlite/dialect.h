/*
 * dialect.h -- internal to store/sqlite/: functions of sqlite_dialect that are
 * not in statement.c.  They are documented in database.h and maintenance.h
 * under their public names.
 */
#ifndef STORE_SQLITE_DIALECT_H
#define STORE_SQLITE_DIALECT_H

#include "store/database.h"

/* In fault.c. */
bool sqlite_may_retry(const struct store *);
bool sqlite_is_faulty(const struct store *);
bool sqlite_is_damaged(const struct store *);

/* The following functions are in vacuum.c, backup.c, check.c and scan.c. */
int sqlite_vacuum(struct store *, struct err *e);
int sqlite_backup(struct store *, const char *path, struct err *e);
int sqlite_check_index(struct store *, bool *ret_differs, struct err *e);
void sqlite_watch(struct store *, int (*report)(void *), void *arg);
bool sqlite_check_damage(const struct store *, struct err *e);

/* In store/open.c. */
int sqlite_open(struct store *, const char *path, struct err *e);
int sqlite_checkpoint(struct store *, struct err *e);
void sqlite_close(struct store *);

#endif
