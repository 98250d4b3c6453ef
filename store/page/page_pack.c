/*
 * page_pack.c -- compresses a fetched page against another page of its host.
 *
 * Pages of one site share most of their bytes.  A page is compressed with one
 * of the newest dictionaries of its host if the result is smaller (zstd's
 * prefix, as in `zstd --patch-from`).  Otherwise, or if the host has no
 * dictionary, the page becomes a dictionary: the whole page is stored in
 * page_dictionary, and the row of the page only refers to that row.  No page is
 * stored twice.  A site that changes its layout gets a new dictionary with the
 * first page of the new layout.
 *
 * page_prepare.c compresses; this file reads and stores the dictionaries.
 *
 * Without a dictionary, a page is compressed to a fifth of its size.  With a
 * page of the same site as its dictionary, it is compressed to a fifteenth
 * (docs/performance.md).
 */
#include "store/page/page_pack.h"

#include <stdlib.h>

#include "base/limits.h"
#include "store/page/page_prepare.h"

int
page_unpack(const struct page_packed *packed,
    const struct page_dictionary *dictionary, char **ret, struct err *e)
{
	struct slice prefix = { 0 };
	struct page_zstd zstd;
	char *bytes = NULL;
	int rc = 0;

	page_zstd_init(&zstd);
	if (dictionary->id != 0) {
		rc = page_zstd_inflate(&zstd, dictionary->body,
		    dictionary->bytes, SLICE_NONE, &bytes, e);
		prefix = (struct slice){ bytes, (size_t)dictionary->bytes };
	}
	if (rc == 0)
		rc = page_zstd_inflate(
		    &zstd, packed->body, packed->bytes, prefix, ret, e);
	page_zstd_release(&zstd);
	free(bytes);
	return rc;
}

/* ---- dictionaries ---- */

void
page_read_dictionary(const struct query *q, int column, struct arena *arena,
    struct page_dictionary *ret)
{
	struct slice body = query_column_text(q, column + 2);

	ret->id = query_column_int(q, column);
	ret->bytes = query_column_int(q, column + 1);
	ret->body = arena != NULL ? arena_copy(arena, body) : body;
}

static void
page_pack_read_stored(const struct query *q, struct arena *arena, void *ret_row)
{
	struct page_stored_dictionary *row = ret_row;

	row->id = query_column_int(q, 0);
	row->bytes = query_column_int(q, 1);
	row->packed = query_column_copy(q, 2, arena);
	row->at = query_column_int(q, 3);
}

int
store_page_dictionaries(struct store *s, struct page_cache *cache,
    int64_t article_id, struct slice host_key, int64_t now,
    struct page_dictionaries *ret, struct err *e)
{
	struct query q;
	struct rows rows;
	int rc;

	ret->n = 0;
	if (page_cache_has(cache, host_key))
		return 0;
	q = query_of(s, SQL_page_dictionaries);
	query_int(&q, ":article_id", article_id);
	query_int(&q, ":since", now - LIMIT_PAGE_DICTIONARY_S);
	query_int(&q, ":most", LIMIT_PAGE_DICTIONARIES);
	rc = rows_collect(&q, sizeof(struct page_stored_dictionary),
	    page_pack_read_stored, &rows, e);
	for (size_t i = 0; i < rows.n && rc == 0; i++) {
		struct page_stored_dictionary d =
		    ((struct page_stored_dictionary *)rows.items)[i];
		char *copy = malloc(d.packed.len);

		if (copy == NULL) {
			rc = err_set(
			    e, ERR_MEMORY, "no memory for a dictionary");
			break;
		}
		memcpy(copy, d.packed.p, d.packed.len);
		d.packed.p = copy;
		ret->of[ret->n++] = d;
	}
	rows_release(&rows);
	return rc;
}

/* Stores the row of a dictionary.  *ret_id is 0 if the article has no host. */
static int
page_pack_put_dictionary(struct store *s, int64_t article_id,
    const struct page_reference *reference, int64_t *ret_id, struct err *e)
{
	struct query q = query_of(s, SQL_article_address);
	struct slice host_key = SLICE_NONE;
	int rc;

	*ret_id = 0;
	query_int(&q, ":id", article_id);
	if ((rc = query_step(&q, e)) > 0)
		host_key = query_column_copy(&q, 1, &s->scratch);
	query_end(&q);
	if (rc < 0 || host_key.len == 0)
		return rc < 0 ? rc : 0;
	q = query_of(s, SQL_page_dictionary_put);
	query_text(&q, ":host_key", host_key);
	query_int(&q, ":now", reference->at);
	query_int(&q, ":bytes", (int64_t)reference->raw.len);
	query_blob(&q, ":body", reference->packed);
	return query_run_insert(&q, ret_id, e);
}

int
page_pack_find_dictionary(struct store *s, int64_t article_id,
    struct page_reference *reference, int64_t *ret_id, struct err *e)
{
	struct query q;
	int64_t is_stored = 0;
	int rc;

	if (reference->id != 0) {
		q = query_of(s, SQL_page_dictionary_is);
		query_int(&q, ":id", reference->id);
		query_blob(&q, ":body", reference->packed);
		if ((rc = query_run_int(&q, &is_stored, e)) != 0)
			return rc;
	}
	if (is_stored == 0 && (rc = page_pack_put_dictionary(s, article_id,
				   reference, &reference->id, e)) != 0)
		return rc;
	*ret_id = reference->id;
	return 0;
}
