/*
 * page_file_test.c -- tests the reading of pages, cells and records without
 * SQLite.  Undamaged pages are read as SQLite wrote them, also from the log.
 * Random bytes are rejected.
 */
#include <fcntl.h>

#include "base/array.h"
#include "store/fixture_test.h"
#include "store/sqlite/salvage/page_file.h"

static const char *const setup[] = {
	"PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL",
	"PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0",
	"CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, n INTEGER, r REAL, "
	"b BLOB)",
	"WITH RECURSIVE k (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k "
	"WHERE i < 500) INSERT INTO t SELECT i, 'row ' || i, "
	"CASE i % 4 WHEN 0 THEN 0 WHEN 1 THEN -i WHEN 2 THEN i << 40 "
	"ELSE NULL END, i / 8.0, zeroblob(i * 40) FROM k",
	"PRAGMA user_version = 7", NULL
};

static sqlite3 *
page_file_test_make_file(void)
{
	sqlite3 *db = NULL;
	int rc = sqlite3_open(fixture_path("t.db"), &db);

	for (size_t i = 0; setup[i] != NULL && rc == SQLITE_OK; i++)
		rc = sqlite3_exec(db, setup[i], NULL, NULL, NULL);
	is_int(rc, SQLITE_OK, "the test file is written");
	return db;
}

struct found {
	int64_t n, bad, sum;
};

static void
page_file_test_look_at_record(
    const struct page_file *f, const struct tree_cell *cell, struct found *ret)
{
	struct record_value v[RECORD_VALUES];
	struct buf payload;
	char text[32];
	int64_t i = cell->rowid, number;

	buf_init(&payload, 1 << 20);
	snprintf(text, sizeof(text), "row %lld", (long long)i);
	number = (int64_t)(i % 4 == 0   ? 0
			   : i % 4 == 1 ? -(uint64_t)i
					: (uint64_t)i << 40);
	ret->n++;
	if (!tree_cell_payload(f, cell, &payload) ||
	    record_read((const uint8_t *)payload.p, payload.len, v) != 5 ||
	    v[0].type != VALUE_NULL || v[1].type != VALUE_TEXT ||
	    v[1].len != strlen(text) || memcmp(v[1].p, text, v[1].len) != 0 ||
	    (i % 4 == 3 ? v[2].type != VALUE_NULL
			: v[2].type != VALUE_INT || v[2].number != number) ||
	    (v[3].type == VALUE_REAL ? v[3].real != (double)i / 8
				     : v[3].number != i / 8) ||
	    v[4].type != VALUE_BLOB || v[4].len != (size_t)i * 40)
		ret->bad++;
	ret->sum = (int64_t)((uint64_t)ret->sum + (uint64_t)i);
	buf_release(&payload);
}

/* Reads every leaf of the table, by the pointer map. */
static struct found
page_file_test_look_at_all(const struct page_file *f)
{
	uint8_t bytes[PAGE_BYTES_MOST];
	struct found found = { 0 };
	struct tree_page page;
	struct tree_cell cell;
	uint32_t parent;

	for (uint32_t n = 2; n <= f->n_pages; n++) {
		enum page_use use = page_file_use(f, n, &parent);

		if ((use != PAGE_TREE && use != PAGE_ROOT) ||
		    page_file_is_map(f, n) || !page_file_read(f, n, bytes) ||
		    !tree_page_read(bytes, f->page_bytes, n, &page) ||
		    page.type != TREE_TABLE_LEAF)
			continue;
		for (unsigned i = 0; i < page.n_cells; i++)
			if (tree_cell_read(&page, i, &cell))
				page_file_test_look_at_record(f, &cell, &found);
	}
	return found;
}

static void
page_file_test_whole(void)
{
	sqlite3 *db = page_file_test_make_file();
	struct page_file f;
	struct found found;
	struct err e = ERR_INIT;

	is_done(page_file_open(fixture_path("t.db"), &f, &e), &e,
	    "the file is opened");
	ok(f.in_log != NULL, "the file has a log");
	found = page_file_test_look_at_all(&f);
	ok(found.n == 500 && found.sum == 125250 && found.bad == 0,
	    "I5: all rows of the log are read: %lld, %lld bad",
	    (long long)found.n, (long long)found.bad);
	is_int(f.version, 7, "the version of the schema is read");
	page_file_release(&f);
	sqlite3_close(db);
	is_done(page_file_open(fixture_path("t.db"), &f, &e), &e,
	    "the file is opened after its log was removed");
	ok(f.in_log == NULL && f.has_map,
	    "the file has a pointer map and no log");
	found = page_file_test_look_at_all(&f);
	ok(found.n == 500 && found.bad == 0, "I5: all rows are in the file");
	page_file_release(&f);
}

/* Reads random bytes: no read may go beyond their end, and no chain of pages
 * may be endless. */
static void
page_file_test_noise(void)
{
	uint8_t bytes[4096];
	struct page_file f;
	struct err e = ERR_INIT;
	unsigned seed = 12345;
	int64_t n_cells = 0;
	int fd = open(fixture_path("t.db"), O_RDWR | O_CLOEXEC);

	for (int round = 0; round < 200; round++) {
		for (size_t i = 0; i < sizeof(bytes); i++)
			bytes[i] =
			    (uint8_t)((seed = seed * 1103515245 + 12345) >> 16);
		/* Half of the random pages have the header of a leaf. */
		if (round % 2 == 0)
			memcpy(bytes, "\x0d\0\0\0\x20\x00\x80\0", 8);
		if (pwrite(fd, bytes, sizeof(bytes), 4096 * (2 + round % 60)) !=
		    sizeof(bytes))
			break;
		if (page_file_open(fixture_path("t.db"), &f, &e) != 0)
			break;
		n_cells += page_file_test_look_at_all(&f).n;
		page_file_release(&f);
	}
	close(fd);
	ok(n_cells > 0, "two hundred pages of noise: %lld cells read",
	    (long long)n_cells);
}

static void
page_file_test_records(void)
{
	static const struct {
		const char *what;
		uint8_t bytes[16];
		size_t len;
		int n;
	} rows[] = {
		{ "none", { 1 }, 1, 0 },
		{ "an integer", { 2, 1, 5 }, 3, 1 },
		{ "a byte too many", { 2, 1, 5, 5 }, 4, -1 },
		{ "a byte too few", { 2, 2, 5 }, 3, -1 },
		{ "a header longer than the record", { 9, 1, 5 }, 3, -1 },
		{ "a header without an end", { 0xff, 0xff }, 2, -1 },
		{ "a reserved type", { 2, 10 }, 2, -1 },
		{ "a text", { 2, 15, 'a' }, 3, 1 },
		{ "a text that is not UTF-8", { 2, 15, 0xff }, 3, -1 },
		{ "a text with a NUL", { 2, 15, 0 }, 3, -1 },
		{ "a blob", { 2, 14, 0xff }, 3, 1 },
	};
	struct record_value v[RECORD_VALUES];
	uint8_t many[400] = { 0x82, 0x04 };

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(record_read(rows[i].bytes, rows[i].len, v) == rows[i].n,
		    "I5: a record of %s", rows[i].what);
	is_int(record_read(many, 260, v), -1,
	    "I5: a record with too many values is refused");
}

int
main(void)
{
	fixture_begin();
	page_file_test_whole();
	page_file_test_noise();
	page_file_test_records();
	return done_testing();
}
