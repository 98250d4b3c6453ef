/*
 * power_vfs_test.h -- simulates a disk that loses power or fails at its nth
 * call.
 *
 * This VFS calls SQLite's own VFS.  For the database and its log it records the
 * content that is certainly on the disk (as of the last sync) and every later
 * write.  When the power fails, at a given call, all later calls fail.
 * power_settle() then writes a possible state to the files: any of the writes
 * since the last sync, in any order; sectors of a write may be missing.  A file
 * that was never synced may be empty.
 */
#ifndef STORE_SQLITE_POWER_VFS_TEST_H
#define STORE_SQLITE_POWER_VFS_TEST_H

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#define SECTOR      512
#define MOST_IMAGES 2 /* the database and its log */

/* A write since the last sync. If `bytes` is NULL, it is a truncation to
 * `offset` bytes.
 */
struct pending_write {
	size_t offset, n;
	char *bytes;
};

struct image {
	char path[512];
	char *durable;
	size_t n_durable;
	struct pending_write *pending;
	size_t n_pending, cap_pending;
};

struct power_file {
	sqlite3_file base;
	struct image *image; /* NULL: writes are not recorded */
	sqlite3_file *real;
};

static struct {
	sqlite3_vfs vfs, *real;
	char path[512]; /* of the database */
	struct image images[MOST_IMAGES];
	long n_calls;  /* number of calls that write, truncate or sync */
	long fails_at; /* 0: never */
	int failure;   /* result code of the failing call */
	bool is_dead;  /* the failing call was reached */
	bool lasts;    /* all calls after the failing call fail, too */
	bool lies; /* syncs do nothing; used to check that the test detects lost
		      data */
} power;

/* Returns SQLITE_OK, or the failure of this call. */
static int
power_call(void)
{
	power.n_calls++;
	if (power.is_dead && power.lasts)
		return power.failure;
	if (power.fails_at == 0 || power.n_calls != power.fails_at)
		return SQLITE_OK;
	power.is_dead = true;
	return power.failure;
}

/* ---- images ---- */

static void
image_forget_pending(struct image *image)
{
	for (size_t i = 0; i < image->n_pending; i++)
		free(image->pending[i].bytes);
	image->n_pending = 0;
}

static void
image_reload(struct image *image)
{
	int fd = open(image->path, O_RDONLY | O_CLOEXEC);
	off_t n = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);

	image_forget_pending(image);
	free(image->durable);
	image->n_durable = (size_t)n;
	image->durable = calloc(1, (size_t)n + 1);
	if (fd >= 0 && pread(fd, image->durable, (size_t)n, 0) != n)
		abort();
	if (fd >= 0)
		close(fd);
}

static struct image *
image_of(const char *path)
{
	struct image *image = power.images;
	struct image *end = image + MOST_IMAGES;

	while (image < end && image->path[0] != '\0' &&
	       strcmp(image->path, path) != 0)
		image++;
	if (image == end)
		abort();
	if (image->path[0] == '\0') {
		snprintf(image->path, sizeof(image->path), "%s", path);
		image_reload(image);
	}
	return image;
}

static void
image_note(struct image *image, const void *p, size_t n, size_t offset)
{
	struct pending_write *write;

	if (image->n_pending == image->cap_pending) {
		image->cap_pending = image->cap_pending * 2 + 16;
		image->pending = realloc(image->pending,
		    image->cap_pending * sizeof(*image->pending));
	}
	write = &image->pending[image->n_pending++];
	*write = (struct pending_write){ offset, n, NULL };
	if (p != NULL) {
		write->bytes = malloc(n);
		memcpy(write->bytes, p, n);
	}
}

/* Makes all pending writes of the image durable. */
static void
image_sync(struct image *image)
{
	size_t n = image->n_durable;

	for (size_t i = 0; i < image->n_pending; i++) {
		const struct pending_write *write = &image->pending[i];
		size_t end = write->offset + write->n;

		if (write->bytes == NULL) {
			n = write->offset < n ? write->offset : n;
			continue;
		}
		if (end > image->n_durable) {
			image->durable = realloc(image->durable, end);
			memset(image->durable + image->n_durable, 0,
			    end - image->n_durable);
			image->n_durable = end;
		}
		if (write->offset > n)
			memset(image->durable + n, 0, write->offset - n);
		memcpy(image->durable + write->offset, write->bytes, write->n);
		n = end > n ? end : n;
	}
	image->n_durable = n;
	image_forget_pending(image);
}

/* ---- one file ---- */

#define REAL(file) (((struct power_file *)(file))->real)

static int
power_close(sqlite3_file *file)
{
	sqlite3_file *real = REAL(file);
	int rc = real->pMethods != NULL ? real->pMethods->xClose(real) : 0;

	free(real);
	return rc;
}

static int
power_read(sqlite3_file *file, void *p, int n, sqlite3_int64 offset)
{
	if (power.is_dead && power.lasts && power.failure != SQLITE_FULL)
		return SQLITE_IOERR_READ;
	return REAL(file)->pMethods->xRead(REAL(file), p, n, offset);
}

static int
power_write(sqlite3_file *file, const void *p, int n, sqlite3_int64 offset)
{
	struct image *image = ((struct power_file *)file)->image;
	int rc = power_call();

	if (image != NULL && (rc == SQLITE_OK || power.failure != SQLITE_FULL))
		image_note(image, p, (size_t)n, (size_t)offset);
	return rc != SQLITE_OK
		   ? rc
		   : REAL(file)->pMethods->xWrite(REAL(file), p, n, offset);
}

static int
power_truncate(sqlite3_file *file, sqlite3_int64 n)
{
	struct image *image = ((struct power_file *)file)->image;
	int rc = power_call();

	if (rc != SQLITE_OK)
		return rc;
	if (image != NULL)
		image_note(image, NULL, 0, (size_t)n);
	return REAL(file)->pMethods->xTruncate(REAL(file), n);
}

/* Does not sync the real file: the power of the test machine does not fail. */
static int
power_sync(sqlite3_file *file, int flags)
{
	struct image *image = ((struct power_file *)file)->image;
	int rc = power_call();

	(void)flags;
	if (rc == SQLITE_OK && image != NULL && !power.lies)
		image_sync(image);
	return rc;
}

static int
power_size(sqlite3_file *file, sqlite3_int64 *ret)
{
	return REAL(file)->pMethods->xFileSize(REAL(file), ret);
}

static int
power_lock(sqlite3_file *file, int lock)
{
	return REAL(file)->pMethods->xLock(REAL(file), lock);
}

static int
power_unlock(sqlite3_file *file, int lock)
{
	return REAL(file)->pMethods->xUnlock(REAL(file), lock);
}

static int
power_is_reserved(sqlite3_file *file, int *ret)
{
	return REAL(file)->pMethods->xCheckReservedLock(REAL(file), ret);
}

/* Ignores the size hint, because it would write to the file directly. */
static int
power_control(sqlite3_file *file, int op, void *arg)
{
	if (op == SQLITE_FCNTL_SIZE_HINT || op == SQLITE_FCNTL_CHUNK_SIZE)
		return SQLITE_NOTFOUND;
	return REAL(file)->pMethods->xFileControl(REAL(file), op, arg);
}

static int
power_sector_size(sqlite3_file *file)
{
	(void)file;
	return SECTOR;
}

/* The simulated disk supports neither safe appends nor atomic sectors. */
static int
power_characteristics(sqlite3_file *file)
{
	(void)file;
	return 0;
}

static int
power_shm_map(
    sqlite3_file *file, int page, int size, int extend, void volatile **ret)
{
	return REAL(file)->pMethods->xShmMap(
	    REAL(file), page, size, extend, ret);
}

static int
power_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
	return REAL(file)->pMethods->xShmLock(REAL(file), offset, n, flags);
}

static void
power_shm_barrier(sqlite3_file *file)
{
	REAL(file)->pMethods->xShmBarrier(REAL(file));
}

static int
power_shm_unmap(sqlite3_file *file, int is_deleted)
{
	return REAL(file)->pMethods->xShmUnmap(REAL(file), is_deleted);
}

static const sqlite3_io_methods power_methods = { 2, power_close, power_read,
	power_write, power_truncate, power_sync, power_size, power_lock,
	power_unlock, power_is_reserved, power_control, power_sector_size,
	power_characteristics, power_shm_map, power_shm_lock, power_shm_barrier,
	power_shm_unmap, NULL, NULL };

/* ---- the VFS ---- */

/* True for the database and its log. */
static bool
matters(const char *path)
{
	size_t n = strlen(power.path);

	return strncmp(path, power.path, n) == 0 &&
	       (path[n] == '\0' || strcmp(path + n, "-wal") == 0);
}

static int
power_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
    int *ret_flags)
{
	struct power_file *opened = (struct power_file *)file;
	int rc;

	(void)vfs;
	opened->base.pMethods = NULL;
	opened->image = NULL;
	opened->real = calloc(1, (size_t)power.real->szOsFile);
	if (path != NULL && matters(path))
		opened->image = image_of(path);
	rc =
	    power.real->xOpen(power.real, path, opened->real, flags, ret_flags);
	if (rc == SQLITE_OK)
		opened->base.pMethods = &power_methods;
	else
		free(opened->real);
	return rc;
}

/* Deletes the file; its image becomes empty. */
static int
power_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
	int rc = power_call();

	(void)vfs;
	if (rc == SQLITE_OK)
		rc = power.real->xDelete(power.real, path, sync);
	for (size_t i = 0; rc == SQLITE_OK && i < MOST_IMAGES; i++)
		if (strcmp(power.images[i].path, path) == 0)
			image_reload(&power.images[i]);
	return rc;
}

static void
power_begin(const char *path)
{
	snprintf(power.path, sizeof(power.path), "%s", path);
	power.real = sqlite3_vfs_find(NULL);
	power.vfs = *power.real;
	power.vfs.zName = "power";
	power.vfs.szOsFile = sizeof(struct power_file);
	power.vfs.xOpen = power_open;
	power.vfs.xDelete = power_delete;
	sqlite3_vfs_register(&power.vfs, 1);
}

/* Makes call number `calls`, counted from now, fail with `failure`. If `lasts`,
 * every later call fails, too. `calls` 0: no call fails. */
static void
power_fails(long calls, int failure, bool lasts)
{
	power.n_calls = 0;
	power.fails_at = calls;
	power.failure = failure;
	power.lasts = lasts;
	power.is_dead = false;
}

/* Discards the recorded images. Must be called after the files were replaced.
 */
static void
power_forget(void)
{
	for (size_t i = 0; i < MOST_IMAGES; i++) {
		image_forget_pending(&power.images[i]);
		free(power.images[i].pending);
		free(power.images[i].durable);
	}
	memset(power.images, 0, sizeof(power.images));
}

/* ---- content of the disk after the power is back ---- */

enum settling { LOSE_ALL, KEEP_SOME, KEEP_FIRST, N_SETTLINGS };

/* Writes the sectors of a write to the file.  If `torn`, leaves out random
 * sectors. */
static void
settle_write(int fd, const struct pending_write *write, bool torn)
{
	size_t at = 0, n;

	if (write->bytes == NULL) {
		if (ftruncate(fd, (off_t)write->offset) != 0)
			abort();
		return;
	}
	for (; at < write->n; at += n) {
		n = SECTOR - (write->offset + at) % SECTOR;
		if (n > write->n - at)
			n = write->n - at;
		if (torn && rand() % 2)
			continue;
		if (pwrite(fd, write->bytes + at, n,
			(off_t)(write->offset + at)) != (ssize_t)n)
			abort();
	}
}

static void
settle_image(struct image *image, enum settling how)
{
	int fd =
	    open(image->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	size_t n = how == LOSE_ALL || image->n_pending == 0
		       ? 0
		       : (size_t)rand() % (image->n_pending + 1);

	if (fd < 0 || pwrite(fd, image->durable, image->n_durable, 0) !=
			  (ssize_t)image->n_durable)
		abort();
	for (size_t i = 0; i < n; i++) {
		size_t which =
		    how == KEEP_FIRST ? i : (size_t)rand() % image->n_pending;

		settle_write(fd, &image->pending[which],
		    how == KEEP_SOME ? rand() % 2 : i + 1 == n);
	}
	close(fd);
}

__attribute__((unused)) static void
power_settle(enum settling how)
{
	char path[600];

	for (size_t i = 0; i < MOST_IMAGES; i++)
		if (power.images[i].path[0] != '\0')
			settle_image(&power.images[i], how);
	snprintf(path, sizeof(path), "%s-shm", power.path);
	unlink(path);
	power_forget();
}

#endif
