/*
 * pages.c -- the page as fetched, packed with zstd.
 *
 * They are kept so that a better extractor can be run over them (recut) and
 * a doubt can be looked into.  Level 3 takes a millisecond for a page and
 * leaves a fifth of it.
 */
#include "store/pages.h"

#include <stdlib.h>
#include <zstd.h>

#include "config/limits.h"

#define PAGE_ZSTD_LEVEL 3

static int
put_page(struct store *s, const struct article_keep *k, struct slice packed,
    int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_page_put);

	query_int(&q, ":article_id", k->id);
	query_int(&q, ":fetched_at", k->fetched_at > 0 ? k->fetched_at : now);
	query_bytes(&q, ":content_type", k->raw_content_type);
	query_bytes(&q, ":headers", k->raw_headers);
	query_int(&q, ":bytes", (int64_t)k->raw.len);
	query_blob(&q, ":body", packed);
	return query_run(&q, e);
}

int
page_cut_put(struct store *s, int64_t article_id, struct err *e)
{
	struct query q = query_of(s, SQL_page_cut_put);

	query_int(&q, ":article_id", article_id);
	query_int(&q, ":extractor", cuter_extractor());
	return query_run(&q, e);
}

static int
drop_page(struct store *s, int64_t article_id, struct err *e)
{
	struct query q = query_of(s, SQL_page_drop);

	query_int(&q, ":article_id", article_id);
	return query_run(&q, e);
}

int
page_keep(
    struct store *s, const struct article_keep *k, int64_t now, struct err *e)
{
	size_t bound = ZSTD_compressBound(k->raw.len), n;
	char *bytes;
	int rc;

	/* The article is worth more than its page. */
	if (k->raw.len == 0 || k->raw.len > LIMIT_RAW_BYTES)
		return drop_page(s, k->id, e);
	if ((bytes = malloc(bound)) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	n = ZSTD_compress(bytes, bound, k->raw.p, k->raw.len, PAGE_ZSTD_LEVEL);
	if (ZSTD_isError(n))
		rc = err_set(e, ERR_LIBRARY, "a page cannot be packed: %s",
		    ZSTD_getErrorName(n));
	else
		rc = put_page(s, k, (struct slice){ bytes, n }, now, e);
	free(bytes);
	return rc == 0 ? page_cut_put(s, k->id, e) : rc;
}

static char *
copy_of(struct slice text)
{
	char *copy = malloc(text.len + 1);

	if (copy == NULL)
		return NULL;
	if (text.len > 0)
		memcpy(copy, text.p, text.len);
	copy[text.len] = '\0';
	return copy;
}

int
page_unpack(struct slice packed, int64_t n_bytes, char **ret, struct err *e)
{
	char *bytes;
	size_t n;

	if (n_bytes < 0 || n_bytes > LIMIT_RAW_BYTES)
		return err_set(e, ERR_DATABASE,
		    "a kept page says that it has %lld bytes",
		    (long long)n_bytes);
	if ((bytes = malloc((size_t)n_bytes + 1)) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	n = ZSTD_decompress(bytes, (size_t)n_bytes, packed.p, packed.len);
	if (ZSTD_isError(n) || n != (size_t)n_bytes) {
		free(bytes);
		return err_set(e, ERR_DATABASE,
		    "a kept page cannot be unpacked: %s",
		    ZSTD_isError(n) ? ZSTD_getErrorName(n) : "its length");
	}
	bytes[n] = '\0';
	*ret = bytes;
	return 0;
}

int
store_page_get(struct store *s, int64_t article_id, char **ret_bytes,
    size_t *ret_len, char **ret_content_type, struct err *e)
{
	struct query q = query_of(s, SQL_page_get);
	char *bytes = NULL, *content_type = NULL;
	int64_t n_bytes = 0;
	int rc;

	query_int(&q, ":article_id", article_id);
	if ((rc = query_step(&q, e)) > 0) {
		n_bytes = query_column_int(&q, 1);
		rc = page_unpack(query_column_text(&q, 2), n_bytes, &bytes, e);
		if (rc == 0 &&
		    (content_type = copy_of(query_column_text(&q, 0))) == NULL)
			rc = err_set(e, ERR_MEMORY, "no memory for a page");
	} else if (rc == 0)
		rc = err_set(e, ERR_NOT_FOUND,
		    "no page is kept of article %lld", (long long)article_id);
	query_end(&q);
	if (rc != 0) {
		free(bytes);
		return rc;
	}
	*ret_bytes = bytes;
	*ret_len = (size_t)n_bytes;
	*ret_content_type = content_type;
	return 0;
}

/* ---- all of them ---- */

#define PLACES_A_PAGE 256

struct page_place {
	int64_t id, at;
};

static void
read_place(const struct query *q, struct arena *arena, void *ret_row)
{
	struct page_place *place = ret_row;

	(void)arena;
	place->id = query_column_int(q, 0);
	place->at = query_column_int(q, 1);
}

struct packed_page {
	struct slice url, headers, body;
	int64_t bytes;
};

static void
read_packed(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct packed_page *)ret_row = (struct packed_page){
		.url = query_column_copy(q, 0, arena),
		.headers = query_column_copy(q, 1, arena),
		.bytes = query_column_int(q, 2),
		.body = query_column_copy(q, 3, arena),
	};
}

/* Nothing where it went meanwhile. */
static int
visit_page(struct store *s, const struct page_place *place,
    int (*visit)(const struct page_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_page_whole);
	struct packed_page *packed;
	struct rows rows;
	char *body = NULL;
	int rc;

	query_int(&q, ":article_id", place->id);
	rc =
	    rows_collect(&q, sizeof(struct packed_page), read_packed, &rows, e);
	packed = rows.items;
	if (rc == 0 && rows.n > 0)
		rc = page_unpack(packed->body, packed->bytes, &body, e);
	if (rc == 0 && rows.n > 0) {
		struct page_row row = { .article_id = place->id,
			.fetched_at = place->at,
			.url = packed->url,
			.headers = packed->headers,
			.body = { body, (size_t)packed->bytes } };

		rc = visit(&row, arg);
	}
	free(body);
	rows_release(&rows);
	return rc;
}

static int
read_places(struct store *s, const struct page_place *after, int64_t since,
    int64_t until, struct rows *ret, struct err *e)
{
	struct query q = query_of(s, SQL_page_places);

	query_int(&q, ":at", after->at);
	query_int(&q, ":id", after->id);
	query_int(&q, ":since", since); /* DATE_NONE: the least */
	query_int(&q, ":until", until != DATE_NONE ? until : INT64_MAX);
	query_int(&q, ":page", PLACES_A_PAGE);
	return rows_collect(&q, sizeof(struct page_place), read_place, ret, e);
}

int
store_page_each(struct store *s, int64_t since, int64_t until,
    int (*visit)(const struct page_row *, void *), void *arg, struct err *e)
{
	struct page_place at = { .id = INT64_MIN, .at = INT64_MIN };
	bool is_last = false;
	int rc = 0;

	while (rc == 0 && !is_last) {
		struct rows places;

		rc = read_places(s, &at, since, until, &places, e);
		for (size_t i = 0; i < places.n && rc == 0; i++) {
			at = ((struct page_place *)places.items)[i];
			rc = visit_page(s, &at, visit, arg, e);
		}
		is_last = places.n < PLACES_A_PAGE;
		rows_release(&places);
	}
	return rc;
}
