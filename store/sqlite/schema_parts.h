/*
 * schema_parts.h -- internal to open.c, schema.c, schema_check.c and backup.c:
 * read-only connections to a file that may be damaged, and the errors about it.
 */
#ifndef STORE_SQLITE_SCHEMA_PARTS_H
#define STORE_SQLITE_SCHEMA_PARTS_H

#include <stdbool.h>

#include "base/err.h"

struct sqlite3;

/* Format of an error about damage, with one string. */
#define SCHEMA_DAMAGED "is damaged (%s)"

/* Opens a read-only connection, which the caller must close.  If there is no
 * log next to the file, no process has the file open.  If may_be_immutable is
 * also true, the file is read without creating a -shm file.  Errors: ERR_IO,
 * ERR_MEMORY. */
int schema_open_to_look(const char *path, bool may_be_immutable,
    struct sqlite3 **ret, struct err *e);
/* Returns ERR_IO for a connection that could not be opened: the message of
 * SQLite with the error of the system.  db: NULL if there is no memory; code:
 * the result of sqlite3_open_v2(). */
int schema_refuse_closed(struct sqlite3 *db, int code, struct err *e);
/* Converts the last failure of the connection to an error about the file, and
 * returns its code: ERR_REFUSED if the file is damaged, else ERR_IO. */
int schema_refuse_unreadable(struct sqlite3 *, struct err *e);
/* Appends the remedy to *e if rc and *e report damage.  Returns rc. */
int schema_add_advice(int rc, struct err *e);

#endif
