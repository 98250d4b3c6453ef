/*
 * path.h -- relative paths in a configuration file (path.c).
 */
#ifndef CONFIG_PATH_H
#define CONFIG_PATH_H

#include <stdbool.h>

/* Resolves a relative `path` against the directory of `file`, which contains
 * it. An absolute path is not changed.  No path is changed if `file` is in the
 * current directory.  The result is owned by the caller; NULL: no memory. */
char *config_path_beside(const char *file, const char *path);

/* Earlier versions resolved relative paths against the current directory.
 * Returns true if such a path must still be used: `path` exists, and
 * `resolved`, the same path relative to the configuration file, does not
 * exist. */
bool config_path_is_old(const char *path, const char *resolved);

#endif
