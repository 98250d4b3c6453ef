/*
 * fault.h -- inside the room: what the system says of a failure of SQLite's.
 */
#ifndef STORE_FAULT_H
#define STORE_FAULT_H

struct sqlite3;

/* The errno behind the connection's last failure, an I/O error or a file that
 * cannot be opened, and of which file: "" or "-wal", to be put behind the
 * database's path.  0: it is of another kind, or nobody knows. */
int fault_errno(struct sqlite3 *, const char **ret_suffix);

#endif
