/*
 * doctor_file.c -- checks of `gleaner doctor`: the access to the file of the
 * database, and the free space of its disk.
 */
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/health/doctor.h"

/* Less free space than this is not enough for a day of news. */
#define DISK_FULL_BYTES (256 * MIB)
/* Less free space than this is not enough for a week of news and a backup. */
#define DISK_LOW_BYTES (2048 * MIB)
#define INODES_LOW     1000

/* Returns the directory of the database, or its first parent that exists. */
static void
doctor_file_folder_of(const char *path, char *folder, size_t size)
{
	snprintf(folder, size, "%s", path);
	for (;;) {
		char *slash = strrchr(folder, '/');

		if (slash == NULL) {
			snprintf(folder, size, ".");
			return;
		}
		if (slash == folder) {
			folder[1] = '\0';
			return;
		}
		*slash = '\0';
		if (access(folder, F_OK) == 0)
			return;
	}
}

/* ------------------------------------------------------------------ access */

/* Warns if every user of the machine may read or write the database. Versions
 * before 0.1 created such databases. A user who may read the -shm file can
 * block all writers. */
static void
doctor_file_judge_mode(struct doctor *doctor)
{
	const char *path = doctor->cli->database;
	struct stat st;

	if (stat(path, &st) != 0 || (st.st_mode & S_IRWXO) == 0)
		return;
	doctor_find(doctor, DOCTOR_WARNING, "database", SLICE_NONE,
	    "chmod o= FILE FILE-wal FILE-shm FILE.lock, while no daemon runs",
	    "%s: every user of this machine can %s it", path,
	    (st.st_mode & S_IWOTH) != 0 ? "write" : "read");
}

/* Warns if the daemon, which owns the folder, does not own the database. A
 * command that an earlier version ran as root could create such a database. */
static void
doctor_file_judge_owner(struct doctor *doctor)
{
	char folder[4096];
	struct stat st, above;

	if (stat(doctor->cli->database, &st) != 0)
		return;
	doctor_file_folder_of(doctor->cli->database, folder, sizeof folder);
	if (stat(folder, &above) != 0 || above.st_uid == st.st_uid ||
	    above.st_uid == 0)
		return;
	doctor_find(doctor, DOCTOR_WARNING, "database", SLICE_NONE,
	    "chown --reference=FOLDER FILE FILE-wal FILE-shm FILE.lock, while "
	    "no daemon runs",
	    "%s belongs to user %ld, and its folder to user %ld, who may not "
	    "be able to open it",
	    doctor->cli->database, (long)st.st_uid, (long)above.st_uid);
}

void
doctor_file(struct doctor *doctor)
{
	doctor_file_judge_mode(doctor);
	doctor_file_judge_owner(doctor);
}

/* -------------------------------------------------------------------- disk */

void
doctor_disk(struct doctor *doctor)
{
	const char *advice =
	    "free disk space, reduce `retain` and then run `gleaner prune`, "
	    "or move the database";
	char folder[4096];
	struct statvfs fs;
	struct buf size;
	int64_t free_bytes;
	enum doctor_level level = DOCTOR_OK;

	if (doctor->cli->database == NULL ||
	    database_url_is(doctor->cli->database))
		return;
	doctor_file_folder_of(doctor->cli->database, folder, sizeof folder);
	if (statvfs(folder, &fs) != 0) {
		doctor_find(doctor, DOCTOR_FAULT, "disk", SLICE_NONE, NULL,
		    "%s: %s", folder, strerror(errno));
		return;
	}
	free_bytes = (int64_t)(fs.f_bavail * fs.f_frsize);
	if (free_bytes < DISK_FULL_BYTES)
		level = DOCTOR_FAULT;
	else if (free_bytes < DISK_LOW_BYTES)
		level = DOCTOR_WARNING;
	buf_init(&size, 64);
	text_bytes(&size, free_bytes);
	buf_carry_failure(&doctor->out, &size);
	doctor_find(doctor, level, "disk", SLICE_NONE,
	    level == DOCTOR_OK ? NULL : advice, "%s: %s free", folder, size.p);
	buf_release(&size);
	if (fs.f_files > 0 && fs.f_favail < INODES_LOW)
		doctor_find(doctor, DOCTOR_WARNING, "disk", SLICE_NONE,
		    "delete small files there",
		    "%s: only %llu more files can be created", folder,
		    (unsigned long long)fs.f_favail);
}
