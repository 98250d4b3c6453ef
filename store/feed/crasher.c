/*
 * crasher.c -- documents that have ended a worker (crashers).  The hashes of
 * these documents are stored, so that the documents are recognised when they
 * are fetched again.  The bytes of some crashers are stored for analysis
 * (gleaner debug replay).
 *
 * The stored hashes and bytes are limited by number, size and age, so that a
 * site that serves a new crasher at each visit cannot fill the disk.  The
 * oldest crashers are deleted.
 */
#include <stdlib.h>
#include <zstd.h>

#include "base/limits.h"
#include "store/feed/sites.h"
#include "store/page/page_pack.h"

#define CRASHER_ZSTD_LEVEL 3

struct put_operation {
	const struct crasher_row *row;
	struct slice packed;
	int64_t now;
};

static int
crasher_put_row(struct store *s, const struct put_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_crasher_put);

	query_text_always(&q, ":hash", o->row->hash);
	query_text_always(&q, ":kind", o->row->kind);
	query_int(&q, ":bytes", o->row->bytes);
	query_text_always(&q, ":url", o->row->url);
	query_text(&q, ":content_type", o->row->content_type);
	query_int(&q, ":fallback_levels", o->row->fallback_levels);
	query_text_always(&q, ":why", o->row->why);
	query_text_always(&q, ":version", o->row->version);
	query_int(&q, ":now", o->now);
	if (o->packed.p != NULL)
		query_blob(&q, ":body", o->packed);
	return query_run(&q, e);
}

static int
crasher_trim(struct store *s, enum sql name, int64_t most, struct err *e)
{
	struct query q = query_of(s, name);

	query_int(&q, ":most", most);
	return query_run(&q, e);
}

static int
crasher_put(struct store *s, void *arg, struct err *e)
{
	int rc = crasher_put_row(s, arg, e);

	if (rc == 0)
		rc = crasher_trim(
		    s, SQL_crasher_trim_rows, LIMIT_CRASHER_ROWS, e);
	if (rc == 0)
		rc = crasher_trim(
		    s, SQL_crasher_trim_bodies, LIMIT_CRASHERS_STORED, e);
	return rc;
}

/* Compresses the bytes of a document.  Returns NULL if there are no bytes, too
 * many bytes, or not enough memory; the row is then stored without the bytes.
 */
static char *
crasher_pack(struct slice body, size_t *ret_len)
{
	size_t bound = ZSTD_compressBound(body.len), n;
	char *bytes;

	if (body.p == NULL || body.len > LIMIT_CRASHER_BYTES ||
	    (bytes = malloc(bound)) == NULL)
		return NULL;
	n = ZSTD_compress(bytes, bound, body.p, body.len, CRASHER_ZSTD_LEVEL);
	if (ZSTD_isError(n)) {
		free(bytes);
		return NULL;
	}
	*ret_len = n;
	return bytes;
}

int
store_crasher_put(struct store *s, const struct crasher_row *row,
    struct slice body, int64_t now, struct err *e)
{
	struct put_operation o = { .row = row, .now = now };
	size_t n = 0;
	char *packed = crasher_pack(body, &n);
	int rc;

	o.packed = (struct slice){ packed, n };
	rc = store_operate(s, crasher_put, &o, e);
	free(packed);
	return rc;
}

static void
crasher_read_row(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct crasher_row *)ret_row = (struct crasher_row){
		.id = query_column_int(q, 0),
		.hash = query_column_copy(q, 1, arena),
		.kind = query_column_copy(q, 2, arena),
		.bytes = query_column_int(q, 3),
		.url = query_column_copy(q, 4, arena),
		.content_type = query_column_copy(q, 5, arena),
		.fallback_levels = query_column_int(q, 6),
		.why = query_column_copy(q, 7, arena),
		.version = query_column_copy(q, 8, arena),
		.deaths = query_column_int(q, 9),
		.first_at = query_column_int(q, 10),
		.last_at = query_column_int(q, 11),
		.has_body = query_column_int(q, 12) != 0,
	};
}

int
store_crasher_each(struct store *s,
    int (*visit)(const struct crasher_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_crasher_list);
	const struct crasher_row *items;
	struct rows rows;
	int rc = rows_collect(
	    &q, sizeof(struct crasher_row), crasher_read_row, &rows, e);

	items = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&items[i], arg);
	rows_release(&rows);
	return rc;
}

int
store_crasher_body(struct store *s, int64_t id, char **ret_bytes,
    size_t *ret_len, struct err *e)
{
	struct query q = query_of(s, SQL_crasher_body);
	struct page_packed packed = { 0 };
	const struct page_dictionary none = { 0 };
	int rc;

	query_int(&q, ":id", id);
	rc = query_step(&q, e);
	if (rc > 0)
		packed = (struct page_packed){ query_column_text(&q, 1),
			query_column_int(&q, 0), 0 };
	if (rc > 0 && packed.body.p != NULL) {
		rc = page_unpack(&packed, &none, ret_bytes, e);
		if (rc == 0)
			*ret_len = (size_t)packed.bytes;
	} else if (rc >= 0) {
		rc = err_set(e, ERR_NOT_FOUND,
		    "no bytes are stored for document %lld", (long long)id);
	}
	query_end(&q);
	return rc;
}
