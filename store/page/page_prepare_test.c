/*
 * page_prepare_test.c -- pages that are prepared without a database, and stored
 * afterwards.
 */
#include "store/fixture_test.h"
#include "store/page/page_prepare.h"

#define N_PAGES      6
#define PAGE_BYTES   (60 * 1024)
#define HOST         SLICE("example.net")
#define DICTIONARIES "SELECT count(*) FROM page_dictionary"

static struct page_cache *cache;
static struct page_zstd zstd;
static char raw[N_PAGES][PAGE_BYTES];
static int64_t ids[N_PAGES];

/* Writes a page.  The pages 0 to 3 have one layout, and the pages 4 and 5 have
 * another layout, which contains quotation marks. */
static void
page_prepare_test_write(int number)
{
	bool is_other = number >= 4;

	srand(is_other ? 2 : 1);
	for (size_t i = 0; i < PAGE_BYTES; i++)
		raw[number][i] =
		    is_other && i % 20 == 0 ? '"' : (char)('0' + rand() % 64);
	snprintf(raw[number] + PAGE_BYTES / 2, 64, "<p>Page %d</p>", number);
}

static struct page_prepared
page_prepare_test_prepare(int number, const struct page_dictionaries *stored)
{
	struct page_prepared prepared = { 0 };
	struct err e = ERR_INIT;

	is_done(page_prepare(cache, &zstd,
		    &(struct page_source){ .host_key = HOST,
			.raw = { raw[number], PAGE_BYTES },
			.now = NOW,
			.stored = stored },
		    &prepared, &e),
	    &e, "a page is prepared");
	return prepared;
}

static int
page_prepare_test_put(
    struct store *s, int number, const struct page_prepared *prepared)
{
	struct cuter_article article = story("T", "B");
	const struct article_update k = { .id = ids[number],
		.status = ARTICLE_DONE,
		.fetched_at = NOW,
		.article = &article,
		.raw = { raw[number], PAGE_BYTES },
		.prepared = prepared };

	return store_article_put(s, &k, NOW, NULL);
}

static bool
page_prepare_test_is_stored(struct store *s, int number)
{
	char *bytes = NULL, *type = NULL;
	size_t n = 0;
	bool same =
	    store_page_get(s, ids[number], &bytes, &n, &type, NULL) == 0 &&
	    n == PAGE_BYTES && memcmp(bytes, raw[number], n) == 0;

	free(bytes);
	free(type);
	return same;
}

static void
page_prepare_test_announce(struct store *s)
{
	static struct fixture_feed f;
	static char urls[N_PAGES][64];

	feed_begin(&f, "N");
	for (int i = 0; i < N_PAGES; i++) {
		snprintf(urls[i], sizeof(urls[i]), "https://example.net/%d", i);
		feed_add(&f, urls[i], urls[i], urls[i], "W");
	}
	poll(s, put_feed_at(s, "https://example.net/rss"), &f, NOW);
	for (int i = 0; i < N_PAGES; i++) {
		ids[i] = article_at(s, urls[i]);
		page_prepare_test_write(i);
	}
}

/* Tests pages that refer to a dictionary, and are stored before the page from
 * which the dictionary was made. */
static void
page_prepare_test_order(struct store *s)
{
	struct page_prepared p[4];

	for (int i = 0; i < 4; i++)
		p[i] = page_prepare_test_prepare(i, NULL);
	ok(p[0].reference != NULL && p[1].reference == p[0].reference &&
		p[3].reference == p[0].reference,
	    "pages of one layout have one dictionary");
	ok(p[0].packed.len < 64 && p[2].packed.len < 300,
	    "the pages are stored as differences: %zu and %zu bytes",
	    p[0].packed.len, p[2].packed.len);
	is_int(page_prepare_test_put(s, 2, &p[2]), 0, "page 2 is stored first");
	ok(page_prepare_test_is_stored(s, 2),
	    "the dictionary is stored with it, the page of the dictionary is "
	    "not");
	is_int(
	    page_prepare_test_put(s, 0, &p[0]), 0, "page 0 is stored after it");
	is_int(ask(s, DICTIONARIES), 1, "there is one dictionary");

	store_begin(s, NULL);
	do_sql(s, "DELETE FROM page");
	is_int(page_prepare_test_put(s, 1, &p[1]), 0,
	    "page 1 is stored after all other pages were deleted");
	is_int(ask(s, "SELECT count(*) FROM page_dictionary WHERE id = 2"), 1,
	    "the dictionary was deleted, and is stored again");
	store_rollback(s);
	/* On PostgreSQL, the number of a row that was rolled back is not used
	 * again. */
	if (!fixture_is_postgres()) {
		do_sql(s, "INSERT INTO page_dictionary (host_key, at, bytes, "
			  "body) VALUES ('example.net', 1, 1, x'00')");
		is_int(ask(s, "SELECT max(id) FROM page_dictionary"), 2,
		    "another dictionary gets the number of a rolled-back one");
	}
	is_int(page_prepare_test_put(s, 1, &p[1]), 0, "page 1 is stored again");
	ok(page_prepare_test_is_stored(s, 0) &&
		page_prepare_test_is_stored(s, 1),
	    "each page is stored with the contents of its dictionary");
	for (int i = 0; i < 4; i++)
		page_prepared_release(cache, &p[i]);
}

static void
page_prepare_test_layouts(void)
{
	struct page_prepared first = page_prepare_test_prepare(0, NULL),
			     other = page_prepare_test_prepare(4, NULL),
			     again = page_prepare_test_prepare(5, NULL);

	ok(other.reference != first.reference,
	    "a page of another layout becomes a dictionary");
	ok(again.reference == other.reference && again.packed.len < 300,
	    "the next page of this layout uses the new dictionary");
	page_prepared_release(cache, &first);
	page_prepared_release(cache, &other);
	page_prepared_release(cache, &again);
}

/* Tests the stored dictionaries with an empty cache, as after a start. */
static void
page_prepare_test_restart(struct store *s)
{
	struct page_dictionaries stored;
	struct page_prepared p;
	struct err e = ERR_INIT;

	is_done(
	    store_page_dictionaries(s, cache, ids[3], HOST, NOW, &stored, &e),
	    &e, "known dictionaries are not read");
	is_int(
	    (int64_t)stored.n, 0, "the cache contains the known dictionaries");
	page_cache_free(cache);
	page_cache_new(&cache, NULL);
	is_done(
	    store_page_dictionaries(s, cache, ids[3], HOST, NOW, &stored, &e),
	    &e, "the dictionaries for an empty cache are read");
	ok(stored.n > 0, "the host has stored dictionaries");
	p = page_prepare_test_prepare(3, &stored);
	page_dictionaries_release(&stored);
	ok(p.reference != NULL && p.reference->id != 0 && p.packed.len < 300,
	    "a page uses a stored dictionary");
	is_int(page_prepare_test_put(s, 3, &p), 0, "the page is stored");
	ok(page_prepare_test_is_stored(s, 3),
	    "the stored page is read unchanged");
	page_prepared_release(cache, &p);
}

static void
page_prepare_test_no_host(struct store *s)
{
	struct page_prepared p = page_prepare_test_prepare(2, NULL);

	do_sql(s, "DELETE FROM page");
	do_sql(s, "UPDATE article SET host_key = NULL WHERE status = 'done'");
	is_int(page_prepare_test_put(s, 2, &p), 0,
	    "a page of an article without a host is stored");
	is_int(ask(s, DICTIONARIES " WHERE at > 1"), 0,
	    "a page of an article without a host has no dictionary");
	ok(page_prepare_test_is_stored(s, 2),
	    "the stored page is read unchanged");
	page_prepared_release(cache, &p);
}

/* Tests that the cache drops hosts, but no dictionary that is in use. */
static void
page_prepare_test_limit(void)
{
	struct page_prepared kept = page_prepare_test_prepare(2, NULL);
	char key[32];

	for (int i = 0; i < LIMIT_PAGE_CACHE_BYTES / PAGE_BYTES + 1; i++) {
		struct page_prepared p = { 0 };

		snprintf(key, sizeof(key), "host%d.test", i);
		page_prepare(cache, &zstd,
		    &(struct page_source){ .host_key = slice_of(key),
			.raw = { raw[0], PAGE_BYTES },
			.now = NOW },
		    &p, NULL);
		page_prepared_release(cache, &p);
	}
	ok(!page_cache_has(cache, HOST), "the oldest host is removed");
	ok(page_cache_has(cache, slice_of(key)), "the newest host remains");
	ok(memcmp(kept.reference->raw.p, raw[2], PAGE_BYTES / 2) == 0,
	    "a dictionary in use is not freed");
	page_prepared_release(cache, &kept);
}

static bool
page_prepare_test_is_same(const char *page, size_t n)
{
	struct slice packed = SLICE_NONE;
	char *bytes = NULL;
	bool ret = page_zstd_same(n, &packed, NULL) == 0 &&
		   page_zstd_inflate(&zstd, packed, (int64_t)n,
		       (struct slice){ page, n }, &bytes, NULL) == 0 &&
		   memcmp(bytes, page, n) == 0;

	free(bytes);
	free((char *)(uintptr_t)packed.p);
	return ret;
}

/* Tests page_zstd_same() with short pages, with pages whose last zstd block is
 * almost full, and with a sample of all other lengths. */
static void
page_prepare_test_same(void)
{
	static char page[LIMIT_PAGE_DICTIONARY_BYTES];
	size_t n = LIMIT_PAGE_DICTIONARY_LEAST, n_wrong = 0;

	for (size_t i = 0; i < sizeof(page); i++)
		page[i] = (char)(i * i >> 7);
	for (; n <= sizeof(page);
	     n += n < 5000 || n % 131072 > 131060 ? 1 : 997)
		n_wrong += !page_prepare_test_is_same(page, n);
	n_wrong += !page_prepare_test_is_same(page, sizeof(page) - 1);
	n_wrong += !page_prepare_test_is_same(page, sizeof(page));
	is_int((int64_t)n_wrong, 0,
	    "a page compressed with itself is read, whatever its length");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("prepare.db", STORE_DAEMON);
	page_zstd_init(&zstd);
	page_cache_new(&cache, NULL);
	page_prepare_test_announce(s);
	page_prepare_test_order(s);
	page_prepare_test_layouts();
	page_prepare_test_restart(s);
	page_prepare_test_no_host(s);
	page_prepare_test_limit();
	page_prepare_test_same();
	page_cache_free(cache);
	page_zstd_release(&zstd);
	store_close(s);
	return done_testing();
}
