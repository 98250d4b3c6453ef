/*
 * page_file.h -- inside store/: the pages of a database file, read without
 * SQLite, for files that SQLite gives up.
 *
 * Goes by the SQLite file format (sqlite.org/fileformat2.html); numbers of
 * sections below are of that document.  A committed page in the write-ahead log
 * (4.1) goes before the one in the file.  Nothing is written, and nothing that
 * is read is believed: each number is checked against the size of the page and
 * of the file.
 */
#ifndef STORE_PAGE_FILE_H
#define STORE_PAGE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

#define PAGE_BYTES_MOST 65536 /* 1.3.2 */

struct page_file {
	int fd, log_fd;      /* -1: there is no log */
	bool owns_fd;
	uint32_t page_bytes; /* of a damaged header: 4096, as ours are */
	uint32_t n_pages;
	uint32_t *in_log; /* by page: its frame, from 1; NULL: there is none */
	bool has_map;     /* pointer map (1.8): auto_vacuum is on */
	int version;      /* user_version; 0: the header is damaged */
};

/* Opens path and path-wal for reading.  Owned: page_file_release(). */
int page_file_open(
    const char *path, struct page_file *ret, struct err *e);
/* The same on a descriptor that stays the caller's, without the log. */
int page_file_attach(int fd, struct page_file *ret, struct err *e);
void page_file_release(struct page_file *);

/* Page `number`, from 1, into page_bytes bytes.  False: it is not there, or
 * cannot be read. */
bool page_file_read(const struct page_file *, uint32_t number, uint8_t *ret);

/* What the pointer map says of a page (1.8). */
enum page_use {
	PAGE_UNKNOWN, /* no map, or its page is damaged */
	PAGE_ROOT,
	PAGE_FREE,
	PAGE_OVERFLOW_FIRST, /* parent: the page of the cell */
	PAGE_OVERFLOW,       /* parent: the one before */
	PAGE_TREE            /* parent: in the B-tree */
};
/* is_map: the page is itself one of the map's. */
enum page_use page_file_use(
    const struct page_file *, uint32_t number, uint32_t *ret_parent);
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
	unsigned head; /* where its header is: 100 on page 1 */
	enum tree_type type;
	unsigned n_cells, content; /* where the cells begin */
	uint32_t right; /* child after the last cell, of inner pages */
};
/* False: no B-tree page, or its header is damaged.  Borrows bytes. */
bool tree_page_read(const uint8_t *bytes, uint32_t size, uint32_t number,
    struct tree_page *ret);
/* True: each of its cells can be read. */
bool tree_page_is_sound(const struct tree_page *);

struct tree_cell {
	uint32_t left;  /* child before it, of inner pages */
	int64_t rowid;  /* of table pages */
	uint64_t bytes; /* of the payload; 0: it has none */
	const uint8_t *local;
	uint32_t n_local;
	uint32_t overflow; /* first page of the rest; 0: none */
};
/* False: the cell is damaged. */
bool tree_cell_read(
    const struct tree_page *, unsigned n, struct tree_cell *ret);

/* The whole payload of a cell into *ret (emptied first).  False: its chain of
 * overflow pages is damaged, or it is longer than ret takes. */
bool tree_cell_payload(
    const struct page_file *, const struct tree_cell *, struct buf *ret);

/* ---- records (2.1) ---- */

enum value_type {
	VALUE_NULL,
	VALUE_INT,
	VALUE_REAL,
	VALUE_TEXT,
	VALUE_BLOB
};
struct record_value {
	enum value_type type;
	int64_t number;
	double real;
	const uint8_t *p; /* in the record */
	size_t len;
};
#define RECORD_VALUES 128 /* columns of our widest table, and as many to spare */
/* Number of values; -1: damaged.  Texts are valid UTF-8 without NULs, or the
 * record is damaged. */
int record_read(const uint8_t *bytes, size_t len,
    struct record_value ret[RECORD_VALUES]);

#endif
