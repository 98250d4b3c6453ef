/*
 * include.c -- expands include patterns and reads files.
 */
#include "config/include.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"

#define READ_BYTES ((size_t)64 * 1024)

static bool
include_has_wildcard(const char *pattern)
{
	return strpbrk(pattern, "*?[") != NULL;
}

/* Writes the directory of `including` with its slash, then the pattern.  The
 * directory is left out if the pattern is absolute or `including` has no
 * directory.  If `escape` is true, wildcards and backslashes in the directory's
 * name are escaped. */
static void
include_join(
    struct buf *out, const char *including, const char *pattern, bool escape)
{
	const char *slash = strrchr(including, '/');

	if (pattern[0] != '/' && slash != NULL) {
		for (const char *p = including; p <= slash; p++) {
			if (escape && strchr("*?[]\\", *p) != NULL)
				buf_append_char(out, '\\');
			buf_append_char(out, *p);
		}
	}
	buf_append_string(out, pattern);
}

static int
include_take_one(const char *path, struct include_list *ret)
{
	ret->paths = calloc(1, sizeof(*ret->paths));
	if (ret->paths == NULL)
		return ERR_MEMORY;
	ret->paths[0] = strdup(path);
	if (ret->paths[0] == NULL)
		return ERR_MEMORY;
	ret->n = 1;
	return 0;
}

static int
include_take_all(const glob_t *found, struct include_list *ret, struct err *e)
{
	if (found->gl_pathc > LIMIT_INCLUDES)
		return err_set(e, ERR_CONFIG, "%zu files", found->gl_pathc);
	ret->paths = calloc(found->gl_pathc, sizeof(*ret->paths));
	if (ret->paths == NULL)
		return ERR_MEMORY;
	for (size_t i = 0; i < found->gl_pathc; i++) {
		ret->paths[i] = strdup(found->gl_pathv[i]);
		if (ret->paths[i] == NULL)
			return ERR_MEMORY;
		ret->n++;
	}
	return 0;
}

/* Called by glob(3) for a directory that it cannot read. A missing directory
 * contains no files; other errors are reported. */
static int
include_on_glob_error(const char *path, int error)
{
	(void)path;
	return error != ENOENT && error != ENOTDIR;
}

static int
include_find_files(const char *pattern, struct include_list *ret, struct err *e)
{
	glob_t found = { 0 };
	int rc;

	errno = 0;
	switch (glob(pattern, 0, include_on_glob_error, &found)) {
	case 0:
		rc = include_take_all(&found, ret, e);
		break;
	case GLOB_NOMATCH:
		rc = 0;
		break;
	case GLOB_NOSPACE:
		rc = ERR_MEMORY;
		break;
	default:
		rc = err_set(e, ERR_CONFIG,
		    "a directory that is not readable: %s", strerror(errno));
		break;
	}
	globfree(&found);
	return rc;
}

int
include_expand(const char *including, const char *pattern,
    struct include_list *ret, struct err *e)
{
	bool wild = include_has_wildcard(pattern);
	struct buf full;
	int rc;

	*ret = (struct include_list){ 0 };
	buf_init(&full, (size_t)4 * LIMIT_CONFIG_TEXT_BYTES);
	include_join(&full, including, pattern, wild);
	if (buf_failed(&full))
		rc = err_set(e, ERR_CONFIG, "a path that is too long");
	else if (wild)
		rc = include_find_files(full.p, ret, e);
	else
		rc = include_take_one(full.p, ret);
	buf_release(&full);
	if (rc != 0)
		include_list_release(ret);
	return rc;
}

void
include_list_release(struct include_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->paths[i]);
	free(list->paths);
	*list = (struct include_list){ 0 };
}

enum include_kind
include_kind_of(const char *path)
{
	struct slice s = slice_of(path);

	if (slice_ends_nocase(s, SLICE(".yaml")) ||
	    slice_ends_nocase(s, SLICE(".yml")))
		return INCLUDE_YAML;
	if (slice_ends_nocase(s, SLICE(".opml")))
		return INCLUDE_OPML;
	return INCLUDE_NEITHER;
}

/* ------------------------------------------------------------------ reading */

/* Reads up to the end of the file, but at most max_bytes + 1 bytes. */
static int
include_read_all(int fd, size_t max_bytes, struct buf *bytes)
{
	while (bytes->len <= max_bytes) {
		size_t left = max_bytes + 1 - bytes->len;
		ssize_t n;

		if (left > READ_BYTES)
			left = READ_BYTES;
		if (!buf_reserve(bytes, left))
			return ERR_MEMORY;
		n = read(fd, bytes->p + bytes->len, left);
		if (n == 0)
			break;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return ERR_IO;
		bytes->len += (size_t)n;
		bytes->p[bytes->len] = '\0';
	}
	return 0;
}

static int
include_read(const char *path, int how, size_t max_bytes, struct buf *bytes,
    unsigned *ret_mode, struct file_id *ret_id, struct err *e)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | how);
	int rc;

	if (fd < 0)
		return err_errno(e, "cannot read %s", path);
	rc = fstat(fd, &st) == 0 ? 0 : ERR_IO;
	if (rc == 0 && S_ISFIFO(st.st_mode) && (how & O_NONBLOCK) != 0)
		rc = err_set(
		    e, ERR_REFUSED, "cannot read %s: it is a pipe", path);
	if (rc == 0)
		rc = include_read_all(fd, max_bytes, bytes);
	if (rc == ERR_IO)
		err_errno(e, "cannot read %s", path);
	close(fd);
	if (rc == 0) {
		*ret_mode = st.st_mode;
		*ret_id = (struct file_id){ st.st_dev, st.st_ino };
	}
	return rc;
}

int
include_read_file(const char *path, size_t max_bytes, struct buf *bytes,
    unsigned *ret_mode, struct file_id *ret_id, struct err *e)
{
	return include_read(
	    path, O_NONBLOCK, max_bytes, bytes, ret_mode, ret_id, e);
}

int
include_await_file(const char *path, size_t max_bytes, struct buf *bytes,
    unsigned *ret_mode, struct file_id *ret_id, struct err *e)
{
	return include_read(path, 0, max_bytes, bytes, ret_mode, ret_id, e);
}
