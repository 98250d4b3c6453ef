/*
 * identity.h -- the database's id (identity.c).  The conventions: store.h.
 *
 * The id is a random UUID, which is created together with the database.  A
 * backup and a salvaged database have the same id as their source.
 */
#ifndef STORE_IDENTITY_H
#define STORE_IDENTITY_H

#include "store/store.h"

#define STORE_UUID_BYTES 37 /* with the NUL */

/* Reads the id: 36 characters in lower case.  ERR_DATABASE: the row is missing
 * or is not a UUID.  O(1). */
int store_uuid(struct store *, char ret[STORE_UUID_BYTES], struct err *e);
/* Sets *ret to whether the file at `path` is a database of SQLite with the id
 * of this database.  A file without an id is no error, for example if its
 * schema is old or it is damaged.  ERR_NOT_FOUND: there is no file.  ERR_IO: it
 * cannot be opened.  O(1). */
int store_is_copy(struct store *, const char *path, bool *ret, struct err *e);

#endif
