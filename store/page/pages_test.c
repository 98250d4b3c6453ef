/* pages_test.c -- stored pages. */
#include "store/fixture_test.h"

static struct fixture_feed f;

#define N_PAGES 6
#define ALIKE   (60 * 1024)

static char alike[ALIKE], other[ALIKE];
static char one_page[ALIKE + 64];

/* Fills in bytes that cannot be compressed to less than three quarters of their
 * size. */
static void
pages_test_fill_noise(char *bytes, size_t n, unsigned seed)
{
	srand(seed);
	for (size_t i = 0; i < n; i++)
		bytes[i] = (char)('0' + rand() % 64);
}

/* Returns a page of a site: the template of the site, with a text of the page
 * in the middle. */
static struct slice
pages_test_page_of(const char *pattern, int i)
{
	memcpy(one_page, pattern, ALIKE);
	snprintf(one_page + ALIKE / 2, 64, "<p>The text of page %d</p>", i);
	return (struct slice){ one_page, ALIKE };
}

static void
pages_test_store_page(struct store *s, int i, const char *pattern, int64_t now)
{
	struct cuter_article article = story("T", "B");
	struct article_update k = {
		.status = ARTICLE_DONE, .fetched_at = now, .article = &article
	};
	struct err e = ERR_INIT;
	char url[64];

	snprintf(url, sizeof(url), "https://%d.example.net/", i);
	k.id = article_at(s, url);
	k.raw = pages_test_page_of(pattern, i);
	is_done(store_article_put(s, &k, now, &e), &e, "a page is stored");
}

static bool
pages_test_is_page(struct store *s, int i, const char *pattern)
{
	struct slice expected = pages_test_page_of(pattern, i);
	struct err e = ERR_INIT;
	char url[64], *bytes = NULL, *type = NULL;
	size_t n = 0;
	bool same;

	snprintf(url, sizeof(url), "https://%d.example.net/", i);
	same =
	    store_page_get(s, article_at(s, url), &bytes, &n, &type, &e) == 0 &&
	    n == expected.len && memcmp(bytes, expected.p, n) == 0;
	free(bytes);
	free(type);
	return same;
}

static int
pages_test_count_page(const struct page_row *row, void *arg)
{
	int *n = arg;

	(*n)++;
	return slice_equal(
		   row->body, pages_test_page_of(alike, row->url.p[8] - '0'))
		   ? 0
		   : -1;
}

#define DICTIONARIES "SELECT count(*) FROM page_dictionary"

/* Pages of one site are stored as their differences. */
static void
pages_test_dictionary(struct store *s)
{
	struct err e = ERR_INIT;
	int n = 0;

	do_sql(s, "DELETE FROM page");
	is_int(ask(s, DICTIONARIES), 0, "without pages no dictionary remains");
	pages_test_fill_noise(alike, sizeof(alike), 1);
	pages_test_fill_noise(other, sizeof(other), 2);
	feed_begin(&f, "N");
	for (int i = 0; i < N_PAGES; i++) {
		static char urls[N_PAGES][64];

		snprintf(
		    urls[i], sizeof(urls[i]), "https://%d.example.net/", i);
		feed_add(&f, urls[i], urls[i], urls[i], "W");
	}
	poll(s, put_feed_at(s, "https://example.net/rss"), &f, NOW);
	for (int i = 0; i < 3; i++)
		pages_test_store_page(s, i, alike, NOW);
	is_int(ask(s, DICTIONARIES), 1, "the site has one dictionary");
	is_int(ask(s, "SELECT sum(length(body)) < 1000 FROM page"), 1,
	    "each page is stored as its difference to the dictionary");
	is_done(store_page_each(
		    s, DATE_NONE, DATE_NONE, pages_test_count_page, &n, &e),
	    &e, "all of them");
	is_int(n, 3, "the pages are read byte for byte");
	pages_test_store_page(s, 3, other, NOW);
	is_int(ask(s, DICTIONARIES), 2,
	    "pages of another layout get another dictionary");
	pages_test_store_page(s, 4, alike, NOW);
	is_int(ask(s, DICTIONARIES), 2, "the earlier dictionary is still used");
	pages_test_store_page(s, 5, alike, NOW + 8 * 86400);
	is_int(
	    ask(s, DICTIONARIES), 3, "a dictionary is replaced after a week");
	ok(pages_test_is_page(s, 0, alike) && pages_test_is_page(s, 3, other) &&
		pages_test_is_page(s, 4, alike) &&
		pages_test_is_page(s, 5, alike),
	    "each page is read as it was stored");
	do_sql(s, "DELETE FROM page WHERE fetched_at > 1700000000");
	is_int(ask(s, DICTIONARIES), 2,
	    "a dictionary is deleted with its last page");
	pages_test_store_page(s, 3, alike, NOW);
	is_int(ask(s, DICTIONARIES), 1,
	    "a dictionary is deleted when its last page has changed");
	ok(pages_test_is_page(s, 0, alike) && pages_test_is_page(s, 3, alike),
	    "the other pages are unchanged");
	do_sql(s, "UPDATE page_dictionary SET body = x'00'");
	ok(!pages_test_is_page(s, 0, alike),
	    "a damaged dictionary is reported");
	pages_test_store_page(s, 1, alike, NOW);
	ok(pages_test_is_page(s, 1, alike),
	    "no page is compressed with a damaged dictionary");
	do_sql(s, "DELETE FROM page");
}

int
main(void)
{
	struct store *s;
	struct err e = ERR_INIT;
	struct cuter_article article = story("T", "B");
	struct article_update k = { .status = ARTICLE_DONE,
		.fetched_at = NOW,
		.article = &article,
		.raw_headers = SLICE("content-type: text/html\r\n"),
		.raw_content_type = SLICE("text/html") };
	static char page[300000];
	char *bytes = NULL, *type = NULL;
	size_t n = 0;

	fixture_begin();
	s = fixture_open("pages.db", STORE_DAEMON);
	feed_begin(&f, "E");
	feed_add(&f, "1", "https://example.org/1", "One", "W");
	poll(s, put_feed_at(s, "https://example.org/rss"), &f, NOW);
	k.id = article_at(s, "https://example.org/1");
	for (size_t i = 0; i < sizeof(page); i++)
		page[i] = (char)(i % 251);
	is_int(store_page_get(s, k.id, &bytes, &n, &type, &e), ERR_NOT_FOUND,
	    "no page is stored without raw bytes");
	store_article_put(s, &k, NOW, &e);
	is_int(ask(s, "SELECT count(*) FROM page"), 0,
	    "a visit without raw bytes stores no page");
	k.raw = (struct slice){ page, sizeof(page) };
	is_done(store_article_put(s, &k, NOW, &e), &e,
	    "a page with raw bytes is stored");
	is_done(store_page_get(s, k.id, &bytes, &n, &type, &e), &e,
	    "the stored page is read");
	ok(n == sizeof(page) && memcmp(bytes, page, n) == 0,
	    "byte for byte, NULs and all");
	ok(strcmp(type, "text/html") == 0, "the page has its content type");
	ok(strcmp(ask_text(s, "SELECT headers FROM page"),
	       "content-type: text/html\r\n") == 0,
	    "the headers of the page are stored");
	ok(ask(s, "SELECT length(body) FROM page") < (int64_t)sizeof(page) / 5,
	    "the page is stored compressed");
	free(bytes);
	free(type);
	k.raw = SLICE("<p>new</p>");
	k.raw_content_type = SLICE_NONE;
	store_article_put(s, &k, NOW, &e);
	store_page_get(s, k.id, &bytes, &n, &type, &e);
	ok(n == 10 && strcmp(bytes, "<p>new</p>") == 0 && type[0] == '\0',
	    "the last result for the page is stored");
	free(bytes);
	free(type);
	do_sql(s, "UPDATE page SET bytes = 1099511627776");
	is_int(store_page_get(s, k.id, &bytes, &n, &type, &e), ERR_DATABASE,
	    "a wrong length of a page is an error");
	do_sql(s, "UPDATE page SET bytes = 10, body = x'00'");
	is_int(store_page_get(s, k.id, &bytes, &n, &type, &e), ERR_DATABASE,
	    "a damaged page is reported");
	pages_test_dictionary(s);
	store_close(s);
	return done_testing();
}
