/*
 * dialect.h -- internal to store/postgres/: functions of postgres_dialect that
 * are not in statement.c.  They are documented in database.h and maintenance.h
 * under their public names.
 */
#ifndef STORE_POSTGRES_DIALECT_H
#define STORE_POSTGRES_DIALECT_H

#include "store/query/dialect.h"

/* In failure.c. */
bool postgres_may_retry(const struct store *);
bool postgres_is_faulty(const struct store *);
bool postgres_is_damaged(const struct store *);

/* In transaction.c. */
int postgres_transact(struct store *, enum sql, struct err *e);
bool postgres_is_in_transaction(const struct store *);

/* In open.c. */
int postgres_checkpoint(struct store *, struct err *e);
int postgres_vacuum(struct store *, struct err *e);
int postgres_backup(struct store *, const char *path, struct err *e);
int postgres_check_index(struct store *, bool *ret_differs, struct err *e);
void postgres_watch(struct store *, int (*report)(void *), void *arg);
bool postgres_check_damage(const struct store *, struct err *e);
void postgres_close(struct store *);

/* In schema.c: creates or migrates the schema, or checks its version.  The
 * connection is not in pipeline mode.  ERR_NOT_FOUND: the mode is STORE_READ
 * and there is no schema.  ERR_REFUSED: the version does not fit this program.
 */
int postgres_schema_open(struct store *, struct err *e);
int postgres_schema_newest(void);

#endif
