/*
 * database_files.h -- for unit tests: a SQLite database in a temporary
 * directory.
 */
#ifndef TESTS_LIB_DATABASE_FILES_H
#define TESTS_LIB_DATABASE_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char database_files_directory[] = "/tmp/gleaner-test-XXXXXX";
static char database_files_path[64];

/* Removes the database, and the files that SQLite and the store create beside
 * it.  Files that do not exist are not an error. */
static void
database_files_remove(void)
{
	static const char *const suffixes[] = { "", "-wal", "-shm", ".lock" };
	char name[80];

	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "%s%s", database_files_path,
		    suffixes[i]);
		unlink(name);
	}
	rmdir(database_files_directory);
}

/* Creates the directory.  It is removed when the test ends.  Returns the path
 * of a database in it; the caller creates the database. */
static const char *
database_files_begin(void)
{
	if (mkdtemp(database_files_directory) == NULL) {
		perror("mkdtemp");
		exit(1);
	}
	snprintf(database_files_path, sizeof(database_files_path), "%s/a.db",
	    database_files_directory);
	atexit(database_files_remove);
	return database_files_path;
}

#endif
