/*
 * lock.c -- locks the database against a second daemon; see lock.h.
 *
 * The lock on the inode is an open file description lock (fcntl(2),
 * F_OFD_SETLK).  Closing another descriptor of the file does not drop this
 * lock.  The lock does not conflict with SQLite's own locks, which are POSIX
 * locks near the first GiB (sqlite.org/fileformat2.html, 1.4).  flock(2) is
 * not suitable: on NFS it locks the whole file and conflicts with SQLite's
 * locks.
 *
 * The kernel does not report a pid for such a lock.  The number of locked bytes
 * is therefore the pid of the daemon.  All daemons lock bytes from the same
 * offset on, so that two locks always overlap.
 */
#include "store/sqlite/lock.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/sqlite/owner.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/statement.h"

/* The lock is at an offset after the last byte of the largest possible
 * database. */
#define LOCK_BYTE ((off_t)1 << 62)

static int
lock_refuse(long pid, const char *how, struct err *e)
{
	if (pid <= 0)
		return err_set(e, ERR_REFUSED,
		    "is held by another gleanerd%s: stop that daemon, or name "
		    "another database",
		    how);
	return err_set(e, ERR_REFUSED,
	    "is held by another gleanerd (pid %ld)%s: stop that daemon, or "
	    "name "
	    "another database",
	    pid, how);
}

static long
lock_read_pid(int fd)
{
	char text[32] = "";
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);

	return n > 0 ? strtol(text, NULL, 10) : 0;
}

static int
lock_write_pid(int fd, struct err *e)
{
	char text[32];
	int n = snprintf(text, sizeof(text), "%ld\n", (long)getpid());

	if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)n, 0) != n)
		return err_errno(e, "its lock file cannot be written");
	return 0;
}

/* The lock file is never removed.  Otherwise one daemon could hold a lock on
 * the removed file, and another daemon on a new file of the same name. */
int
lock_take_name(struct store *s, struct err *e)
{
	char *name = NULL;
	int rc = 0;

	if (asprintf(&name, "%s.lock", s->path) < 0)
		return err_set(e, ERR_MEMORY, "no memory for a path");
	s->lock_fd = open(
	    name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, STORE_FILE_MODE);
	if (s->lock_fd < 0)
		rc = err_errno(e, "its lock file cannot be created");
	else
		owner_give(s->lock_fd, name);
	free(name);
	if (s->lock_fd < 0)
		return rc;
	if (flock(s->lock_fd, LOCK_EX | LOCK_NB) == 0)
		rc = lock_write_pid(s->lock_fd, e);
	else if (errno == EWOULDBLOCK)
		rc = lock_refuse(lock_read_pid(s->lock_fd), "", e);
	else
		rc = err_errno(e, "its lock file cannot be locked");
	if (rc != 0) {
		close(s->lock_fd);
		s->lock_fd = -1;
	}
	return rc;
}

static struct flock
lock_range(void)
{
	return (struct flock){ .l_type = F_WRLCK,
		.l_whence = SEEK_SET,
		.l_start = LOCK_BYTE,
		.l_len = (off_t)getpid() };
}

/* Returns the pid of the daemon that has locked the inode; 0 if no daemon has
 * locked the inode, or if the file system does not report the lock. */
static long
lock_holder(int fd)
{
	struct flock other = lock_range();

	other.l_type =
	    F_RDLCK; /* a read lock, because the descriptor may be read-only */
	if (fcntl(fd, F_OFD_GETLK, &other) != 0 || other.l_type == F_UNLCK)
		return 0;
	return (long)other.l_len;
}

int
lock_take_inode(struct store *s, struct err *e)
{
	struct flock range = lock_range();
	int fd = open(s->path, O_RDWR | O_CLOEXEC), rc = 0;

	if (fd < 0)
		return err_errno(e, "cannot be opened for writing");
	if (fcntl(fd, F_OFD_SETLK, &range) == 0) {
		s->inode_fd = fd;
		return 0;
	}
	if (errno == EAGAIN || errno == EACCES)
		rc = lock_refuse(lock_holder(fd), " under another name", e);
	else
		rc = err_errno(e, "the database file cannot be locked");
	close(
	    fd); /* no connection of SQLite is open yet, so closing the
		    descriptor drops no lock */
	return rc;
}

int
lock_exclude_daemons(const char *path, int *ret_fd, struct err *e)
{
	struct flock range = lock_range();
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc;

	if (fd < 0)
		return err_errno(e, "cannot be opened");
	range.l_type = F_RDLCK; /* a read-only descriptor can take only a read
				 * lock */
	if (fcntl(fd, F_OFD_SETLK, &range) == 0) {
		*ret_fd = fd;
		return 0;
	}
	rc = lock_refuse(lock_holder(fd), "", e);
	close(fd);
	return rc;
}

void
lock_release(struct store *s)
{
	if (s->inode_fd >= 0)
		close(s->inode_fd);
	s->inode_fd = -1;
	if (s->lock_fd < 0)
		return;
	if (ftruncate(s->lock_fd, 0) != 0) {
		/* An old pid in the file does no harm, because only the lock is
		 * checked. */
	}
	close(s->lock_fd);
	s->lock_fd = -1;
}

/* True if PATH.lock is held.  A daemon then has the database open under this
 * name, or under a name in the same directory. */
static bool
lock_name_is_held(const char *path)
{
	char *name = NULL;
	bool is_held = false;
	int fd;

	if (asprintf(&name, "%s.lock", path) < 0)
		return true;
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0 && errno == EACCES)
		is_held = true; /* the state is not known */
	else if (fd >= 0)
		is_held = flock(fd, LOCK_SH | LOCK_NB) != 0;
	if (fd >= 0)
		close(fd);
	free(name);
	return is_held;
}

int
store_check_name(const char *path, struct err *e)
{
	char *whole = realpath(path, NULL);
	int fd, rc = 0;
	long pid;

	fd =
	    whole != NULL ? open(whole, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	pid = fd >= 0 ? lock_holder(fd) : 0;
	if (fd >= 0)
		close(fd);
	if (pid > 0 && !lock_name_is_held(whole))
		rc = err_set(e, ERR_REFUSED,
		    "gleanerd (pid %ld) has opened the database %s by another "
		    "path: use that path, because SQLite's log is beside that "
		    "path",
		    pid, path);
	free(whole);
	return rc;
}
