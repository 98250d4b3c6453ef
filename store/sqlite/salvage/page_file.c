/*
 * page_file.c -- reads the database file, its log and its pointer map; see
 * page_file.h.
 */
#include "store/sqlite/salvage/page_file.h"

#include <sys/stat.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE_USUAL     4096
#define HEADER_BYTES   100
#define LOG_HEAD_BYTES 32
#define FRAME_HEAD     24
/* magic number of the log (SQLite file format, 4.1); if the lowest bit is set,
 * checksums are big-endian */
#define LOG_MAGIC 0x377f0682u
/* Offset of the lock bytes.  The page that contains them has no other use
 * (SQLite file format, 1.4). */
#define LOCK_AT 0x40000000u

static uint32_t
page_file_u32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	       (uint32_t)p[2] << 8 | p[3];
}

static bool
page_file_is_size(uint32_t n)
{
	return n >= 512 && n <= PAGE_BYTES_MOST && (n & (n - 1)) == 0;
}

static bool
page_file_pread(int fd, void *to, size_t n, int64_t at)
{
	return pread(fd, to, n, at) == (ssize_t)n;
}

/* ---- the write-ahead log ---- */

/* Adds bytes to the checksum of the log (SQLite file format, 4.2). */
static void
page_file_sum(const uint8_t *p, size_t n, bool big, uint32_t sum[2])
{
	for (size_t i = 0; i < n; i += 8) {
		uint32_t word[2];

		for (int k = 0; k < 2; k++) {
			const uint8_t *at = p + i + 4 * k;

			word[k] = big ? page_file_u32(at)
				      : (uint32_t)at[3] << 24 |
					    (uint32_t)at[2] << 16 |
					    (uint32_t)at[1] << 8 | at[0];
		}
		sum[0] += word[0] + sum[1];
		sum[1] += word[1] + sum[0];
	}
}

struct log_scan {
	uint8_t head[LOG_HEAD_BYTES];
	uint32_t sum[2];
	bool big;
	uint32_t n_committed, n_pages; /* number of committed frames in the log;
					  number of pages of the database after
					  them */
};

/* Counts the frames of the log up to the last commit (SQLite file format, 4.1).
 */
static void
page_file_log_scan(struct page_file *f, struct log_scan *scan, uint8_t *frame)
{
	size_t n = FRAME_HEAD + f->page_bytes;

	for (uint32_t i = 0;; i++) {
		if (!page_file_pread(f->log_fd, frame, n,
			LOG_HEAD_BYTES + (int64_t)i * (int64_t)n) ||
		    memcmp(frame + 8, scan->head + 16, 8) != 0)
			return;
		page_file_sum(frame, 8, scan->big, scan->sum);
		page_file_sum(
		    frame + FRAME_HEAD, f->page_bytes, scan->big, scan->sum);
		if (page_file_u32(frame + 16) != scan->sum[0] ||
		    page_file_u32(frame + 20) != scan->sum[1])
			return;
		if (page_file_u32(frame + 4) != 0) {
			scan->n_committed = i + 1;
			scan->n_pages = page_file_u32(frame + 4);
		}
	}
}

static void
page_file_log_index(struct page_file *f, uint32_t n_frames)
{
	uint8_t head[FRAME_HEAD];

	for (uint32_t i = 0; i < n_frames; i++) {
		uint32_t number;

		if (!page_file_pread(f->log_fd, head, sizeof(head),
			LOG_HEAD_BYTES +
			    (int64_t)i * (FRAME_HEAD + f->page_bytes)))
			return;
		number = page_file_u32(head);
		if (number >= 1 && number <= f->n_pages)
			f->in_log[number] = i + 1;
	}
}

/* Opens the log and lists its committed pages.  A log that contains no complete
 * transaction is ignored. */
static int
page_file_log_open(struct page_file *f, const char *path, struct err *e)
{
	struct log_scan scan = { 0 };
	uint8_t *frame;
	char *name;

	if (asprintf(&name, "%s-wal", path) < 0)
		return err_set(e, ERR_MEMORY, "no memory for a path");
	f->log_fd = open(name, O_RDONLY | O_CLOEXEC);
	free(name);
	if (f->log_fd < 0 ||
	    !page_file_pread(f->log_fd, scan.head, LOG_HEAD_BYTES, 0) ||
	    (page_file_u32(scan.head) & ~1u) != LOG_MAGIC ||
	    page_file_u32(scan.head + 8) != f->page_bytes)
		return 0;
	scan.big = page_file_u32(scan.head) & 1;
	page_file_sum(scan.head, 24, scan.big, scan.sum);
	if (page_file_u32(scan.head + 24) != scan.sum[0] ||
	    page_file_u32(scan.head + 28) != scan.sum[1])
		return 0;
	if ((frame = malloc(FRAME_HEAD + f->page_bytes)) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	page_file_log_scan(f, &scan, frame);
	free(frame);
	if (scan.n_committed == 0)
		return 0;
	if (scan.n_pages > f->n_pages)
		f->n_pages = scan.n_pages;
	f->in_log = calloc((size_t)f->n_pages + 1, sizeof(*f->in_log));
	if (f->in_log == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a log");
	page_file_log_index(f, scan.n_committed);
	return 0;
}

/* ---- the file ---- */

/* Reads the header from page 1.  Called again after the log was opened, because
 * the log may contain a newer page 1. */
static void
page_file_read_header(struct page_file *f)
{
	uint8_t page[PAGE_BYTES_MOST];

	f->version = 0;
	/* If the header is damaged, the values of Gleaner's databases are
	 * assumed. These databases have a pointer map. */
	f->has_map = true;
	if (!page_file_read(f, 1, page) ||
	    memcmp(page, "SQLite format 3", 16) != 0)
		return;
	f->version = (int)(page_file_u32(page + 60) & 0x7fffffff);
	f->has_map = page_file_u32(page + 52) != 0;
}

static uint32_t
page_file_size_of(int fd)
{
	uint8_t head[HEADER_BYTES];
	uint32_t size;

	if (!page_file_pread(fd, head, sizeof(head), 0))
		return PAGE_USUAL;
	size = (uint32_t)head[16] << 8 | head[17];
	if (size == 1)
		size = PAGE_BYTES_MOST;
	return memcmp(head, "SQLite format 3", 16) == 0 &&
		       page_file_is_size(size)
		   ? size
		   : PAGE_USUAL;
}

int
page_file_attach(int fd, struct page_file *ret, struct err *e)
{
	struct stat st;

	*ret = (struct page_file){ .fd = fd, .log_fd = -1 };
	if (fstat(fd, &st) != 0)
		return err_errno(e, "cannot be examined");
	ret->page_bytes = page_file_size_of(fd);
	if (st.st_size / ret->page_bytes >= UINT32_MAX)
		return err_set(e, ERR_LIMIT, "has too many pages");
	ret->n_pages = (uint32_t)(st.st_size / ret->page_bytes);
	page_file_read_header(ret);
	return 0;
}

int
page_file_open(const char *path, struct page_file *ret, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc;

	*ret = (struct page_file){ .fd = fd, .log_fd = -1 };
	if (fd < 0)
		return err_errno(e, "cannot be opened");
	rc = page_file_attach(fd, ret, e);
	ret->owns_fd = true;
	if (rc == 0)
		rc = page_file_log_open(ret, path, e);
	if (rc == 0)
		page_file_read_header(ret);
	else
		page_file_release(ret);
	return rc;
}

void
page_file_release(struct page_file *f)
{
	if (f->owns_fd && f->fd >= 0)
		close(f->fd);
	if (f->log_fd >= 0)
		close(f->log_fd);
	free(f->in_log);
	*f = (struct page_file){ .fd = -1, .log_fd = -1 };
}

bool
page_file_read(const struct page_file *f, uint32_t number, uint8_t *ret)
{
	if (number < 1 || number > f->n_pages)
		return false;
	if (f->in_log != NULL && f->in_log[number] != 0)
		return page_file_pread(f->log_fd, ret, f->page_bytes,
		    LOG_HEAD_BYTES + FRAME_HEAD +
			(int64_t)(f->in_log[number] - 1) *
			    (FRAME_HEAD + f->page_bytes));
	return page_file_pread(
	    f->fd, ret, f->page_bytes, (int64_t)(number - 1) * f->page_bytes);
}

/* ---- the pointer map ---- */

static uint32_t
page_file_lock_page(const struct page_file *f)
{
	return LOCK_AT / f->page_bytes + 1;
}

/* Returns the pointer-map page of the group to which page `number` belongs: the
 * first page of the group, or the second one if the first one contains the lock
 * bytes (SQLite file format, 1.8). */
static uint32_t
page_file_map_of(const struct page_file *f, uint32_t number)
{
	uint32_t group = f->page_bytes / 5 + 1;
	uint32_t map = (number - 2) / group * group + 2;

	return map == page_file_lock_page(f) ? map + 1 : map;
}

bool
page_file_is_map(const struct page_file *f, uint32_t number)
{
	return f->has_map && number >= 2 &&
	       (page_file_map_of(f, number) == number ||
		   number == page_file_lock_page(f));
}

enum page_use
page_file_use(const struct page_file *f, uint32_t number, uint32_t *ret_parent)
{
	uint8_t page[PAGE_BYTES_MOST];
	uint32_t map, at;

	*ret_parent = 0;
	if (!f->has_map || number < 2 || number > f->n_pages)
		return PAGE_UNKNOWN;
	map = page_file_map_of(f, number);
	if (number <= map || !page_file_read(f, map, page))
		return PAGE_UNKNOWN;
	at = (number - map - 1) * 5;
	if (at + 5 > f->page_bytes || page[at] < 1 || page[at] > 5)
		return PAGE_UNKNOWN;
	*ret_parent = page_file_u32(page + at + 1);
	if (*ret_parent > f->n_pages)
		return PAGE_UNKNOWN;
	return (enum page_use)page[at];
}
