/*
 * database_url.h -- the name of a database: a path (SQLite) or a URL
 * (PostgreSQL, https://www.postgresql.org/docs/15/libpq-connect.html, section
 * 34.1.1.2).
 */
#ifndef URL_DATABASE_URL_H
#define URL_DATABASE_URL_H

#include <stdbool.h>

/* True if the name begins with postgresql:// or postgres://. */
bool database_url_is(const char *name);
/* Writes the name for messages. The password of a URL, also as a parameter, is
 * replaced by "***". A path is copied. A result that is too long is truncated.
 * The result ends with a NUL. Returns `ret`. */
#define DATABASE_URL_SHOWN_BYTES 512
char *database_url_show(const char *name, char ret[DATABASE_URL_SHOWN_BYTES]);
/* True if the URL contains a password.  False for a path. */
bool database_url_has_password(const char *name);

#endif
