/*
 * page_pack.c -- compresses a fetched page against another page of its host.
 *
 * Pages of one site share most of their bytes.  A page is compressed with one
 * of the newest dictionaries of its host if the result is smaller (zstd's
 * prefix, as in `zstd --patch-from`).  Otherwise, or if the host has no
 * dictionary, the page becomes a dictionary: the whole page is stored in
 * page_dictionary, and the row of the page only refers to that row.  No page is
 * stored twice.  If a site changes its layout, the first page of the new layout
 * becomes a new dictionary.  At most two rows are read for one page.
 *
 * Level 3 takes some milliseconds per page.  It compresses a page to a fifth,
 * and to a fifteenth with a page of the same site (docs/performance.md).
 */
#include "store/page/page_pack.h"

#include <stdlib.h>
#include <zstd.h>

#include "base/limits.h"

#define PAGE_ZSTD_LEVEL 3
/* Maximum ratio of the size with a dictionary to the size without a dictionary.
 * If the ratio is higher, a new dictionary is made. */
#define PAGE_GAIN 0.8

/* ---- zstd ---- */

static int
page_pack_deflate(struct slice raw, struct slice prefix, char **ret,
    size_t *ret_n, struct err *e)
{
	ZSTD_CCtx *context = ZSTD_createCCtx();
	size_t bound = ZSTD_compressBound(raw.len), n;
	char *bytes = malloc(bound);
	int window = 10, rc = 0;

	/* The window must contain the prefix and the page, so that the whole
	 * prefix can be referenced. */
	while (window < 27 && (size_t)1 << window < raw.len + prefix.len)
		window++;
	if (context == NULL || bytes == NULL) {
		ZSTD_freeCCtx(context);
		free(bytes);
		return err_set(e, ERR_MEMORY, "no memory for a page");
	}
	ZSTD_CCtx_setParameter(
	    context, ZSTD_c_compressionLevel, PAGE_ZSTD_LEVEL);
	if (prefix.len > 0) {
		ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window);
		ZSTD_CCtx_refPrefix(context, prefix.p, prefix.len);
	}
	n = ZSTD_compress2(context, bytes, bound, raw.p, raw.len);
	ZSTD_freeCCtx(context);
	if (ZSTD_isError(n)) {
		rc = err_set(e, ERR_LIBRARY, "a page cannot be compressed: %s",
		    ZSTD_getErrorName(n));
		free(bytes);
		return rc;
	}
	*ret = bytes;
	*ret_n = n;
	return 0;
}

static int
page_pack_inflate(struct slice packed, int64_t n_bytes, struct slice prefix,
    char **ret, struct err *e)
{
	ZSTD_DCtx *context = NULL;
	char *bytes = NULL;
	size_t n;

	if (n_bytes < 0 || n_bytes > LIMIT_RAW_BYTES)
		return err_set(e, ERR_DATABASE,
		    "a stored page has an invalid size (%lld bytes)",
		    (long long)n_bytes);
	if ((context = ZSTD_createDCtx()) == NULL ||
	    (bytes = malloc((size_t)n_bytes + 1)) == NULL) {
		ZSTD_freeDCtx(context);
		return err_set(e, ERR_MEMORY, "no memory for a page");
	}
	if (prefix.len > 0)
		ZSTD_DCtx_refPrefix(context, prefix.p, prefix.len);
	n = ZSTD_decompressDCtx(
	    context, bytes, (size_t)n_bytes, packed.p, packed.len);
	ZSTD_freeDCtx(context);
	if (ZSTD_isError(n) || n != (size_t)n_bytes) {
		free(bytes);
		return err_set(e, ERR_DATABASE,
		    "a stored page cannot be uncompressed: %s",
		    ZSTD_isError(n) ? ZSTD_getErrorName(n) : "its length");
	}
	bytes[n] = '\0';
	*ret = bytes;
	return 0;
}

int
page_unpack(const struct page_packed *packed,
    const struct page_dictionary *dictionary, char **ret, struct err *e)
{
	struct slice prefix = { 0 };
	char *bytes = NULL;
	int rc;

	if (dictionary->id != 0) {
		rc = page_pack_inflate(
		    dictionary->body, dictionary->bytes, SLICE_NONE, &bytes, e);
		if (rc != 0)
			return rc;
		prefix = (struct slice){ bytes, (size_t)dictionary->bytes };
	}
	rc = page_pack_inflate(packed->body, packed->bytes, prefix, ret, e);
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
page_pack_read_dictionary(
    const struct query *q, struct arena *arena, void *ret_row)
{
	page_read_dictionary(q, 0, arena, ret_row);
}

/* Compresses with a dictionary.  *ret->body stays empty if the result is not
 * small enough (PAGE_GAIN).  The size without a dictionary is estimated from
 * the compression ratio of the dictionary itself. */
static int
page_pack_try_dictionary(struct slice raw,
    const struct page_dictionary *dictionary, struct page_packed *ret,
    struct err *e)
{
	double alone = (double)raw.len * (double)dictionary->body.len /
		       (double)(dictionary->bytes + 1);
	char *prefix = NULL, *bytes = NULL;
	size_t n = 0;
	int rc = page_pack_inflate(
	    dictionary->body, dictionary->bytes, SLICE_NONE, &prefix, e);

	if (rc == ERR_DATABASE)
		return 0; /* a damaged dictionary must not be used for another
			     page */
	if (rc == 0)
		rc = page_pack_deflate(raw,
		    (struct slice){ prefix, (size_t)dictionary->bytes }, &bytes,
		    &n, e);
	free(prefix);
	if (rc != 0)
		return rc;
	if ((double)n > PAGE_GAIN * alone) {
		free(bytes);
		return 0;
	}
	ret->body = (struct slice){ bytes, n };
	ret->dictionary_id = dictionary->id;
	return 0;
}

static int
page_pack_try_dictionaries(struct store *s, int64_t article_id,
    struct slice raw, int64_t now, struct page_packed *ret, struct err *e)
{
	struct query q = query_of(s, SQL_page_dictionaries);
	struct rows rows;
	int rc;

	query_int(&q, ":article_id", article_id);
	query_int(&q, ":since", now - LIMIT_PAGE_DICTIONARY_S);
	query_int(&q, ":most", LIMIT_PAGE_DICTIONARIES);
	rc = rows_collect(&q, sizeof(struct page_dictionary),
	    page_pack_read_dictionary, &rows, e);
	for (size_t i = 0; i < rows.n && rc == 0 && ret->body.p == NULL; i++)
		rc = page_pack_try_dictionary(
		    raw, &((struct page_dictionary *)rows.items)[i], ret, e);
	rows_release(&rows);
	return rc;
}

/* Stores the page as a dictionary.  *ret_id stays 0 if its article has no
 * host. */
static int
page_pack_put_dictionary(struct store *s, int64_t article_id, struct slice raw,
    struct slice packed, int64_t now, int64_t *ret_id, struct err *e)
{
	struct query q = query_of(s, SQL_page_dictionary_put);
	int rc;

	query_int(&q, ":article_id", article_id);
	query_int(&q, ":now", now);
	query_int(&q, ":bytes", (int64_t)raw.len);
	query_blob(&q, ":body", packed);
	if ((rc = query_step(&q, e)) > 0)
		*ret_id = query_column_int(&q, 0);
	while (rc > 0)
		rc = query_step(&q, e);
	query_end(&q);
	return rc;
}

/* Compresses without a dictionary.  If the page may become a dictionary, it is
 * then compressed against itself, and the result has only some bytes. */
static int
page_pack_alone(struct store *s, int64_t article_id, struct slice raw,
    bool is_fit, int64_t now, struct page_packed *ret, struct err *e)
{
	char *alone = NULL, *same = NULL, *bytes = NULL;
	size_t n = 0;
	int rc = page_pack_deflate(raw, SLICE_NONE, &alone, &n, e);

	if (rc == 0 && is_fit)
		rc = page_pack_put_dictionary(s, article_id, raw,
		    (struct slice){ alone, n }, now, &ret->dictionary_id, e);
	ret->body = (struct slice){ alone, n };
	if (rc == 0 && ret->dictionary_id != 0) {
		/* zstd rejects a prefix that overlaps its input. */
		if ((same = malloc(raw.len)) == NULL)
			rc = err_set(e, ERR_MEMORY, "no memory for a page");
		else
			memcpy(same, raw.p, raw.len);
		if (rc == 0)
			rc = page_pack_deflate(raw,
			    (struct slice){ same, raw.len }, &bytes, &n, e);
		free(same);
		free(alone);
		ret->body = (struct slice){ alone = bytes, n };
	}
	if (rc != 0)
		free(alone);
	return rc;
}

int
page_pack(struct store *s, int64_t article_id, struct slice raw, int64_t now,
    struct page_packed *ret, struct err *e)
{
	struct page_packed packed = { .bytes = (int64_t)raw.len };
	bool is_fit = raw.len >= LIMIT_PAGE_DICTIONARY_LEAST &&
		      raw.len <= LIMIT_PAGE_DICTIONARY_BYTES;
	int rc = 0;

	if (is_fit)
		rc = page_pack_try_dictionaries(
		    s, article_id, raw, now, &packed, e);
	if (rc == 0 && packed.body.p == NULL)
		rc = page_pack_alone(
		    s, article_id, raw, is_fit, now, &packed, e);
	if (rc == 0)
		*ret = packed;
	return rc;
}
