/*
 * pages.c -- stores pages as fetched, and reads them again.
 *
 * Pages are stored so that a better extractor can be run on them (recut) and
 * doubtful results can be examined.  Compression: page_pack.c.
 */
#include "store/page/pages.h"

#include <stdlib.h>

#include "base/limits.h"
#include "store/article/articles.h"
#include "store/page/page_pack.h"
#include "store/page/page_prepare.h"
#include "store/page/page_store.h"

static int pages_put_page(struct store *, const struct article_update *,
    const struct page_prepared *, int64_t now, struct err *);

/* Compresses the page again without a dictionary and stores it. Used if a page
 * was compressed with a dictionary and its article has no host. */
static int
pages_put_alone(
    struct store *s, const struct article_update *k, int64_t now, struct err *e)
{
	struct page_prepared page = { .bytes = (int64_t)k->raw.len };
	struct page_zstd zstd;
	int rc;

	page_zstd_init(&zstd);
	rc = page_zstd_deflate(&zstd, k->raw, SLICE_NONE, &page.packed, e);
	page_zstd_release(&zstd);
	if (rc == 0)
		rc = pages_put_page(s, k, &page, now, e);
	free((char *)(uintptr_t)page.packed.p);
	return rc;
}

static int
pages_put_page(struct store *s, const struct article_update *k,
    const struct page_prepared *page, int64_t now, struct err *e)
{
	int64_t dictionary_id = 0;
	struct query q;
	int rc;

	if (page->reference != NULL &&
	    (rc = page_pack_find_dictionary(
		 s, k->id, page->reference, &dictionary_id, e)) != 0)
		return rc;
	if (page->reference != NULL && dictionary_id == 0)
		return pages_put_alone(s, k, now, e);
	q = query_of(s, SQL_page_put);

	query_int(&q, ":article_id", k->id);
	query_int(&q, ":fetched_at", k->fetched_at > 0 ? k->fetched_at : now);
	query_bytes(&q, ":content_type", k->raw_content_type);
	query_bytes(&q, ":headers", k->raw_headers);
	query_int(&q, ":bytes", page->bytes);
	query_blob(&q, ":body", page->packed);
	query_int(&q, ":dictionary_id", dictionary_id);
	return query_run(&q, e);
}

/* Stores a page that was not prepared. */
static int
pages_pack_and_put(
    struct store *s, const struct article_update *k, int64_t now, struct err *e)
{
	static const struct slice any_host = SLICE("-");
	struct page_dictionaries stored = { 0 };
	struct page_prepared page = { 0 };
	struct page_cache *cache;
	struct page_zstd zstd;
	int rc = page_cache_new(&cache, e);

	if (rc != 0)
		return rc;
	page_zstd_init(&zstd);
	rc =
	    store_page_dictionaries(s, cache, k->id, any_host, now, &stored, e);
	if (rc == 0)
		rc = page_prepare(cache, &zstd,
		    &(struct page_source){ .host_key = any_host,
			.raw = k->raw,
			.now = now,
			.stored = &stored },
		    &page, e);
	if (rc == 0)
		rc = pages_put_page(s, k, &page, now, e);
	page_prepared_release(cache, &page);
	page_dictionaries_release(&stored);
	page_zstd_release(&zstd);
	page_cache_free(cache);
	return rc;
}

int
page_cut_put(struct store *s, int64_t article_id, int64_t rules, struct err *e)
{
	struct query q = query_of(s, SQL_page_cut_put);

	query_int(&q, ":article_id", article_id);
	query_int(&q, ":extractor", cuter_extractor_version());
	query_int(&q, ":rules", rules);
	return query_run(&q, e);
}

static int
pages_drop_page(struct store *s, int64_t article_id, struct err *e)
{
	struct query q = query_of(s, SQL_page_drop);

	query_int(&q, ":article_id", article_id);
	return query_run(&q, e);
}

int
page_store(
    struct store *s, const struct article_update *k, int64_t now, struct err *e)
{
	int rc;

	/* If the page cannot be stored, the article is stored without it. */
	if (k->raw.len == 0 || k->raw.len > LIMIT_RAW_BYTES)
		return pages_drop_page(s, k->id, e);
	if (k->prepared != NULL && k->prepared->packed.p != NULL)
		rc = pages_put_page(s, k, k->prepared, now, e);
	else
		rc = pages_pack_and_put(s, k, now, e);
	return rc == 0 ? page_cut_put(s, k->id, k->rules.digest, e) : rc;
}

static char *
pages_copy_of(struct slice text)
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
store_page_is_stored(
    struct store *s, int64_t article_id, bool *ret, struct err *e)
{
	struct query q = query_of(s, SQL_page_is_stored);
	int64_t is_stored;
	int rc;

	query_int(&q, ":article_id", article_id);
	rc = query_run_int(&q, &is_stored, e);
	if (rc == 0)
		*ret = is_stored != 0;
	return rc;
}

int
store_page_get(struct store *s, int64_t article_id, char **ret_bytes,
    size_t *ret_len, char **ret_content_type, struct err *e)
{
	struct query q = query_of(s, SQL_page_get);
	struct page_packed packed = { 0 };
	struct page_dictionary dictionary;
	char *bytes = NULL, *content_type = NULL;
	int rc;

	query_int(&q, ":article_id", article_id);
	if ((rc = query_step(&q, e)) > 0) {
		packed.bytes = query_column_int(&q, 1);
		packed.body = query_column_text(&q, 2);
		page_read_dictionary(&q, 3, NULL, &dictionary);
		rc = page_unpack(&packed, &dictionary, &bytes, e);
		if (rc == 0 && (content_type = pages_copy_of(
				    query_column_text(&q, 0))) == NULL)
			rc = err_set(e, ERR_MEMORY, "no memory for a page");
	} else if (rc == 0)
		rc = err_set(e, ERR_NOT_FOUND,
		    "no page is stored for article %lld",
		    (long long)article_id);
	query_end(&q);
	if (rc != 0) {
		free(bytes);
		return rc;
	}
	*ret_bytes = bytes;
	*ret_len = (size_t)packed.bytes;
	*ret_content_type = content_type;
	return 0;
}

/* ---- all pages ---- */

#define PLACES_A_PAGE 256

struct page_place {
	int64_t id, at;
};

static void
pages_read_place(const struct query *q, struct arena *arena, void *ret_row)
{
	struct page_place *place = ret_row;

	(void)arena;
	place->id = query_column_int(q, 0);
	place->at = query_column_int(q, 1);
}

struct whole_page {
	struct slice url, headers;
	struct page_packed packed;
	struct page_dictionary dictionary;
};

static void
pages_read_whole(const struct query *q, struct arena *arena, void *ret_row)
{
	struct whole_page *page = ret_row;

	*page = (struct whole_page){
		.url = query_column_copy(q, 0, arena),
		.headers = query_column_copy(q, 1, arena),
		.packed = { .bytes = query_column_int(q, 2),
		    .body = query_column_copy(q, 3, arena) },
	};
	page_read_dictionary(q, 4, arena, &page->dictionary);
}

/* Visits nothing if the page was deleted meanwhile. */
static int
pages_visit_page(struct store *s, const struct page_place *place,
    int (*visit)(const struct page_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_page_whole);
	struct whole_page *whole;
	struct rows rows;
	char *body = NULL;
	int rc;

	query_int(&q, ":article_id", place->id);
	rc = rows_collect(
	    &q, sizeof(struct whole_page), pages_read_whole, &rows, e);
	whole = rows.items;
	if (rc == 0 && rows.n > 0) {
		struct page_row row = { .article_id = place->id,
			.fetched_at = place->at,
			.url = whole->url,
			.headers = whole->headers };

		rc = page_unpack(&whole->packed, &whole->dictionary, &body, e);
		if (rc == 0)
			row.body =
			    (struct slice){ body, (size_t)whole->packed.bytes };
		if (rc == 0 || rc == ERR_DATABASE)
			rc = visit(&row, arg);
	}
	free(body);
	rows_release(&rows);
	return rc;
}

static int
pages_read_places(struct store *s, const struct page_place *after,
    int64_t since, int64_t until, struct rows *ret, struct err *e)
{
	struct query q = query_of(s, SQL_page_places);

	query_int(&q, ":at", after->at);
	query_int(&q, ":id", after->id);
	query_int(&q, ":since", since); /* DATE_NONE: no bound */
	query_int(&q, ":until", until != DATE_NONE ? until : INT64_MAX);
	query_int(&q, ":page", PLACES_A_PAGE);
	return rows_collect(
	    &q, sizeof(struct page_place), pages_read_place, ret, e);
}

int
store_page_count(struct store *s, int64_t since, int64_t until, int64_t *ret_n,
    struct err *e)
{
	struct query q = query_of(s, SQL_page_count);

	query_int(&q, ":since", since); /* DATE_NONE: no bound */
	query_int(&q, ":until", until != DATE_NONE ? until : INT64_MAX);
	return query_run_int(&q, ret_n, e);
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

		rc = pages_read_places(s, &at, since, until, &places, e);
		for (size_t i = 0; i < places.n && rc == 0; i++) {
			at = ((struct page_place *)places.items)[i];
			rc = pages_visit_page(s, &at, visit, arg, e);
		}
		is_last = places.n < PLACES_A_PAGE;
		rows_release(&places);
	}
	return rc;
}
