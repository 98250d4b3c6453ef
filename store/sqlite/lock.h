/*
 * lock.h -- internal to store/: prevents two daemons from using one database,
 * also if they open the file under different names.
 *
 * There are two locks. flock(2) on PATH.lock is taken first, even before the
 * database exists; the file contains the pid of the holder.  The second lock is
 * on the inode of the database.  A hard link, a symbolic link or a bind mount
 * of the file therefore does not admit a second daemon with its own write-ahead
 * log.
 */
#ifndef STORE_SQLITE_LOCK_H
#define STORE_SQLITE_LOCK_H

#include "base/err.h"

struct store;

/* Takes PATH.lock for this process and sets s->lock_fd.  ERR_REFUSED:
 * another daemon holds the lock, and *e names its pid. */
int lock_take_name(struct store *s, struct err *e);
/* Takes the lock on the inode of s->path, which must exist, and sets
 * s->inode_fd.  ERR_REFUSED: another daemon holds the lock, under this or
 * another name.
 *
 * Closing s->inode_fd would drop all POSIX locks that this process holds
 * on the file, also those of SQLite (sqlite.org/howtocorrupt.html, 2.2).
 * The descriptor therefore stays open until the connection is closed. */
int lock_take_inode(struct store *s, struct err *e);
/* Prevents daemons from opening the file until *ret_fd is closed.  The calling
 * process must have no connection to the database.  ERR_REFUSED: a daemon has
 * the file open. */
int lock_exclude_daemons(const char *path, int *ret_fd, struct err *e);
/* Releases both locks.  Must be called after sqlite3_close(). */
void lock_release(struct store *s);

#endif
