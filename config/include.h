/*
 * include.h -- the files that match an `include` pattern.
 */
#ifndef CONFIG_INCLUDE_H
#define CONFIG_INCLUDE_H

#include "base/buf.h"
#include "base/err.h"

struct include_list {
	char **paths; /* owned, in the order of their names */
	size_t n;
};

/* Expands a glob(7) pattern relative to the directory of the including file. A
 * pattern without a wildcard is returned as a path, even if the file does not
 * exist.  A pattern with a wildcard may match no file.  Returns 0, ERR_CONFIG
 * or ERR_MEMORY. */
int include_expand(const char *including, const char *pattern,
    struct include_list *ret, struct err *e);
void include_list_release(struct include_list *);

enum include_kind { INCLUDE_YAML, INCLUDE_OPML, INCLUDE_NEITHER };
/* Returns the kind of a file by the extension of its name. */
enum include_kind include_kind_of(const char *path);

struct file_id {
	uint64_t device, inode;
};
/* Reads at most max_bytes + 1 bytes, so that the caller can detect a larger
 * file. *ret_mode is the mode from stat(2); *ret_id identifies the file
 * independently of its path.  Does not wait: a pipe is refused, because the
 * daemon reads files while it runs, and a pipe without a writer would stop it.
 * Returns 0, ERR_IO, ERR_REFUSED (a pipe) or ERR_MEMORY. */
int include_read_file(const char *path, size_t max_bytes, struct buf *bytes,
    unsigned *ret_mode, struct file_id *ret_id, struct err *e);
/* Like include_read_file(), but also reads pipes, and waits for their writers:
 * for files that are named on the command line (`-c <(COMMAND)`). */
int include_await_file(const char *path, size_t max_bytes, struct buf *bytes,
    unsigned *ret_mode, struct file_id *ret_id, struct err *e);

#endif
