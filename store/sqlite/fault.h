/*
 * fault.h -- internal to the module store: the system error that caused a
 * failure of SQLite.
 */
#ifndef STORE_SQLITE_FAULT_H
#define STORE_SQLITE_FAULT_H

struct sqlite3;

/* Returns the errno of the connection's last failure, if this failure was an
 * I/O error or a file that cannot be opened.  Returns 0 for other failures and
 * if the errno is not known.  *ret_suffix is "" or "-wal"; the database's path
 * with this suffix is the name of the file at which the error occurred. */
int fault_errno(struct sqlite3 *, const char **ret_suffix);

#endif
