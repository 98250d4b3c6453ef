/*
 * lock.h -- inside store/: one daemon a database, whatever the file is called.
 *
 * Two locks.  flock(2) on PATH.lock is taken first, also before the database
 * exists, and its text is the holder's pid.  The second lock is on the
 * database's inode, so that a hard link, a symbolic link or a bind mount of
 * the file does not admit a second daemon with a log of its own.
 */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include "base/err.h"

struct store;

/* Takes PATH.lock for this process.  ERR_REFUSED: another daemon holds it, and
 * *e names its pid.  Sets s->lock_fd. */
int lock_take_name(struct store *s, struct err *e);
/* Takes the lock on the inode of s->path, which must exist.  ERR_REFUSED:
 * another daemon holds it, by this or another name.  Sets s->inode_fd.
 *
 * Closing that descriptor drops all POSIX locks that this process has on the
 * file, SQLite's too (sqlite.org/howtocorrupt.html, 2.2); so it stays open
 * until the connection is closed. */
int lock_take_inode(struct store *s, struct err *e);
/* Keeps daemons from the file until *ret_fd is closed.  ERR_REFUSED: one has it
 * open.  For a process that has no connection to it. */
int lock_keep_daemons_out(const char *path, int *ret_fd, struct err *e);
/* Gives up both; after sqlite3_close(). */
void lock_release(struct store *s);

#endif
