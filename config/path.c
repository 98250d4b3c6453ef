/*
 * path.c -- see path.h.
 */
#include "config/path.h"

#include <sys/stat.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the directory part of a path without its last slash, or "." if the
 * path has no directory part. Owned; NULL: no memory. */
static char *
path_directory(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return strdup(".");
	return strndup(path, slash > path ? (size_t)(slash - path) : 1);
}

static bool
path_is_current_directory(const char *directory)
{
	struct stat here, there;

	return strcmp(directory, ".") == 0 ||
	       (stat(".", &here) == 0 && stat(directory, &there) == 0 &&
		   here.st_dev == there.st_dev && here.st_ino == there.st_ino);
}

char *
config_path_beside(const char *file, const char *path)
{
	char *directory, *ret = NULL;

	if (path[0] == '/')
		return strdup(path);
	directory = path_directory(file);
	if (directory == NULL)
		return NULL;
	if (path_is_current_directory(directory))
		ret = strdup(path);
	else if (asprintf(&ret, "%s%s%s", directory,
		     strcmp(directory, "/") == 0 ? "" : "/", path) < 0)
		ret = NULL;
	free(directory);
	return ret;
}

bool
config_path_is_old(const char *path, const char *resolved)
{
	return strcmp(path, resolved) != 0 && access(path, F_OK) == 0 &&
	       access(resolved, F_OK) != 0;
}
