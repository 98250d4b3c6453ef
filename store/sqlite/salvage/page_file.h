/*
 * page_file.h -- internal to store/: reads the pages of a database file without
 * SQLite, for damaged files that SQLite does not read.
 *
 * Implements the SQLite file format (sqlite.org/fileformat2.html).  The section
 * numbers in this header refer to that document.  If the write-ahead log (4.1)
 * has a committed version of a page, this version is read.  Nothing is written.
 * No number from the file is trusted: each is checked against the size of the
 * page and of the file.
 *
 * page_file.c reads the file, page_tree.c B-tree pages, cells and records.
 */
#ifndef STORE_SQLITE_SALVAGE_PAGE_FILE_H
#define STORE_SQLITE_SALVAGE_PAGE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

#define PAGE_BYTES_MOST 65536 /* largest page size (1.3.2) */

struct page_file {
	int fd, log_fd; /* -1: there is no log */
	bool owns_fd;
	uint32_t page_bytes; /* 4096 (Gleaner's page size) if the header is
				damaged */
	uint32_t n_pages;
	uint32_t *in_log; /* frame of each page, from 1; NULL: there is no
			   * log */
	bool has_map;     /* the file has a pointer map, because auto_vacuum is
			   * on */
	int version;      /* user_version; 0: the header is damaged */
};

/* Opens the file `path` and its WAL, the file `path`-wal, for reading.  Returns
 * 0, or a negative code (ERR_IO, ERR_MEMORY).  After 0 the caller must call
 * page_file_release().  O(size of the log). */
int page_file_open(const char *path, struct page_file *ret, struct err *e);
/* Reads the file through the open descriptor fd, and ignores the log.  The
 * caller still owns fd.  Otherwise like page_file_open(). */
int page_file_attach(int fd, struct page_file *ret, struct err *e);
void page_file_release(struct page_file *);

/* Reads page `number` (from 1) to `ret`, which has page_bytes bytes.  Returns
 * false if the page does not exist or cannot be read. */
bool page_file_read(const struct page_file *, uint32_t number, uint8_t *ret);

/* The use of a page according to the pointer map (SQLite file format, 1.8). */
enum page_use {
	PAGE_UNKNOWN, /* no pointer map, or its page is damaged */
	PAGE_ROOT,
	PAGE_FREE,
	PAGE_OVERFLOW_FIRST, /* parent: the page of the cell */
	PAGE_OVERFLOW,       /* parent: the previous page of the chain */
	PAGE_TREE            /* parent: the parent in the B-tree */
};
/* Returns the use of a page.  *ret_parent: the parent of the page; 0: none. */
enum page_use page_file_use(
    const struct page_file *, uint32_t number, uint32_t *ret_parent);
/* True if the file has a pointer map, and the page belongs to this map or
 * contains the lock bytes. */
bool page_file_is_map(const struct page_file *, uint32_t number);

/* ---- B-tree pages (1.6) ---- */

enum tree_type {
	TREE_INDEX_INNER = 2,
	TREE_TABLE_INNER = 5,
	TREE_INDEX_LEAF = 10,
	TREE_TABLE_LEAF = 13
};

struct tree_page {
	const uint8_t *bytes;
	uint32_t size;
	unsigned head; /* offset of the B-tree header: 100 on page 1 */
	enum tree_type type;
	unsigned n_cells,
	    content; /* content: offset of the area that contains the cells */
	uint32_t right; /* inner pages: the child after the last cell */
};
/* Returns false if this is not a B-tree page, or its header is damaged.
 * Borrows `bytes`. */
bool tree_page_read(const uint8_t *bytes, uint32_t size, uint32_t number,
    struct tree_page *ret);
/* True if each cell of the page can be read. */
bool tree_page_is_wellformed(const struct tree_page *);

struct tree_cell {
	uint32_t left;  /* inner pages: the child before the cell */
	int64_t rowid;  /* table pages only */
	uint64_t bytes; /* size of the payload; 0: no payload */
	const uint8_t *local;
	uint32_t n_local;
	uint32_t overflow; /* first overflow page; 0: none */
};
/* Returns false if the cell is damaged. */
bool tree_cell_read(
    const struct tree_page *, unsigned n, struct tree_cell *ret);

/* Empties *ret and reads the whole payload of a cell to it.  Returns false if
 * the chain of overflow pages is damaged, or if the payload does not fit in
 * `ret`. */
bool tree_cell_payload(
    const struct page_file *, const struct tree_cell *, struct buf *ret);

/* ---- records (2.1) ---- */

enum value_type { VALUE_NULL, VALUE_INT, VALUE_REAL, VALUE_TEXT, VALUE_BLOB };
struct record_value {
	enum value_type type;
	int64_t number;
	double real;
	const uint8_t *p; /* in the record */
	size_t len;
};
/* Maximum number of values in a record: twice the columns of the widest
 * table. */
#define RECORD_VALUES 128
/* Returns the number of values, or -1 if the record is damaged.  A record is
 * also damaged if a text is not valid UTF-8 or contains a NUL. */
int record_read(
    const uint8_t *bytes, size_t len, struct record_value ret[RECORD_VALUES]);

#endif
