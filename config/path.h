/*
 * path.h -- relative paths in a configuration file (path.c).
 */
#ifndef CONFIG_PATH_H
#define CONFIG_PATH_H

#include <stdbool.h>

/* `path` as a program finds it that was started in another directory: a
 * relative one is resolved against the directory of `file`, in which it
 * stands.  It stays as it is if it is absolute, or if that directory is the
 * current one.  Owned by the caller; NULL: no memory. */
char *config_path_beside(const char *file, const char *path);

/* Earlier versions resolved relative paths against the current directory.
 * True if only what such a version has made is there: `path` is, and
 * `resolved`, which is the same path beside the file, is not. */
bool config_path_is_old(const char *path, const char *resolved);

#endif
