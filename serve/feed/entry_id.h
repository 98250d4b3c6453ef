/*
 * entry_id.h -- ids of feeds and entries that never change.
 *
 * An id is a name-based UUID (RFC 9562, section 5.5) as a URN.  Its namespace
 * is the id of the database, so that it does not depend on the address under
 * which the server is reached.  A restored or copied database gives the same
 * ids.
 */
#ifndef SERVE_FEED_ENTRY_ID_H
#define SERVE_FEED_ENTRY_ID_H

#include "base/err.h"
#include "base/slice.h"
#include "store/identity.h"

#define ENTRY_ID_BYTES 46 /* "urn:uuid:", 36 characters and a NUL */

/* Writes the id of a name: "/feed/7", "article/42". store_uuid: the result of
 * store_uuid().  ERR_DATABASE: store_uuid is not a UUID.  ERR_LIBRARY: SHA-1 is
 * not available.  O(length of the name). */
int entry_id_make(const char *store_uuid, struct slice name,
    char ret[ENTRY_ID_BYTES], struct err *e);

#endif
