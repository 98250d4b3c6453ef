/*
 * scan.c -- checks if the file of an open database is damaged.  A separate
 * thread of the daemon calls these functions continuously.
 *
 * The check runs on its own connection, which reads the pages from the file
 * and not from the cache of the writing connection.  It holds a snapshot while
 * it runs, so the log cannot be truncated.  Writers do not wait for it.
 *
 * Slices of pages are read through the descriptor that holds the daemon's lock
 * (lock.h).  This descriptor stays open; no other descriptor of the file may be
 * closed here, because this would drop locks.  Each page starts with the header
 * of a B-tree page or the number of another page; the pointer map states which
 * of the two.
 */
#include <sys/stat.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "store/maintenance.h"
#include "store/sqlite/salvage/page_file.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/dialect.h"
#include "store/sqlite/statement.h"

/* ---- the whole file ---- */

/* These variables are global, because a process checks only one store, that of
 * the daemon. */
static pthread_mutex_t scan_lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3 *scan_db;
static bool scan_stops;

static void
scan_opened(sqlite3 *db)
{
	pthread_mutex_lock(&scan_lock);
	scan_db = db;
	if (db != NULL && scan_stops)
		sqlite3_interrupt(db);
	pthread_mutex_unlock(&scan_lock);
}

bool
sqlite_check_damage(const struct store *s, struct err *e)
{
	struct err own = ERR_INIT;
	bool is_damaged;

	is_damaged =
	    schema_check_with(s->path, scan_opened, &own) == ERR_REFUSED;
	pthread_mutex_lock(&scan_lock);
	is_damaged = is_damaged && !scan_stops; /* an interrupted check may
						   report damage that does not
						   exist */
	pthread_mutex_unlock(&scan_lock);
	if (is_damaged)
		err_set(e, ERR_DATABASE, "database %s %s", s->path, own.text);
	return is_damaged;
}

void
store_check_interrupt(bool stops)
{
	pthread_mutex_lock(&scan_lock);
	scan_stops = stops;
	if (stops && scan_db != NULL)
		sqlite3_interrupt(scan_db);
	pthread_mutex_unlock(&scan_lock);
}

/* ---- a slice ---- */

int64_t
store_file_bytes(const struct store *s)
{
	struct stat st;

	return s->inode_fd >= 0 && fstat(s->inode_fd, &st) == 0 ? st.st_size
								: 0;
}

/* The last page of a chain has the number 0, then the end of a record.  If the
 * whole page is zero, it was probably overwritten.  The whole file is then
 * checked, so a false alarm costs only time. */
static bool
scan_overflow_is_wellformed(
    const struct page_file *f, uint32_t number, const uint8_t *bytes)
{
	uint32_t next = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
			(uint32_t)bytes[2] << 8 | bytes[3];
	uint32_t parent;

	if (next == 0)
		return memcmp(bytes, bytes + 1, f->page_bytes - 1) != 0;
	return page_file_use(f, next, &parent) == PAGE_OVERFLOW &&
	       parent == number;
}

static bool
scan_page_is_wellformed(
    const struct page_file *f, uint32_t number, uint8_t *bytes)
{
	struct tree_page page;
	uint32_t parent;
	enum page_use use;

	if (page_file_is_map(f, number) || !page_file_read(f, number, bytes))
		return true;
	use = number == 1 ? PAGE_ROOT : page_file_use(f, number, &parent);
	switch (use) {
	case PAGE_ROOT:
	case PAGE_TREE:
		return tree_page_read(bytes, f->page_bytes, number, &page) &&
		       tree_page_is_wellformed(&page);
	case PAGE_OVERFLOW_FIRST:
	case PAGE_OVERFLOW:
		return scan_overflow_is_wellformed(f, number, bytes);
	case PAGE_FREE:
		return true;
	case PAGE_UNKNOWN:
		/* Without a map the use of a page is never known. In a map, an
		 * unknown use is damage. */
		return !f->has_map;
	}
	return true;
}

uint32_t
store_scan(
    const struct store *s, uint32_t page, uint32_t n, uint32_t *ret_suspect)
{
	uint8_t bytes[PAGE_BYTES_MOST];
	struct page_file file;

	*ret_suspect = 0;
	if (s->inode_fd < 0 ||
	    page_file_attach(s->inode_fd, &file, NULL) != 0 || !file.has_map)
		return 0;
	if (page < 1 || page > file.n_pages)
		page = 1;
	for (; n > 0 && page <= file.n_pages; n--, page++)
		if (!scan_page_is_wellformed(&file, page, bytes)) {
			*ret_suspect = page;
			return page + 1;
		}
	return page;
}
