/*
 * include.h -- the files that an `include` pattern stands for.
 */
#ifndef CONFIG_INCLUDE_H
#define CONFIG_INCLUDE_H

#include "base/buf.h"
#include "base/err.h"

struct include_list {
	char **paths; /* owned, in the order of their names */
	size_t n;
};

/* Patterns of glob(7) relative to the directory of the including file.  One
 * without a wildcard is its own path, whether it is there or not; one with
 * may stand for nothing.  ERR_CONFIG with what is wrong, ERR_MEMORY. */
int include_expand(const char *including, const char *pattern,
    struct include_list *ret, struct err *e);
void include_list_release(struct include_list *);

enum include_kind { INCLUDE_YAML, INCLUDE_OPML, INCLUDE_NEITHER };
/* By the ending of the name. */
enum include_kind include_kind_of(const char *path);

/* A file's bytes, at most max_bytes and one, so that more can be told;
 * *ret_mode is that of stat(2), and *ret_id names the file whatever its
 * path. ERR_IO, ERR_MEMORY. */
struct file_id {
	uint64_t device, inode;
};
int include_read_file(const char *path, size_t max_bytes, struct buf *bytes,
    unsigned *ret_mode, struct file_id *ret_id, struct err *e);

#endif
