/* Kept pages. */
#include "store/fixture_test.h"

static struct fixture_feed f;

int
main(void)
{
	struct store *s;
	struct err e = ERR_INIT;
	struct cuter_article article = story("T", "B");
	struct article_keep k = { .status = ARTICLE_DONE,
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
	    "none is kept");
	store_article_keep(s, &k, NOW, &e);
	is_int(ask(s, "SELECT count(*) FROM page"), 0, "unless it is given");
	k.raw = (struct slice){ page, sizeof(page) };
	is_done(store_article_keep(s, &k, NOW, &e), &e, "kept");
	is_done(store_page_get(s, k.id, &bytes, &n, &type, &e), &e, "got");
	ok(n == sizeof(page) && memcmp(bytes, page, n) == 0,
	    "byte for byte, NULs and all");
	ok(strcmp(type, "text/html") == 0, "with its type");
	ok(strcmp(ask_text(s, "SELECT headers FROM page"),
	       "content-type: text/html\r\n") == 0,
	    "and its headers");
	ok(ask(s, "SELECT length(body) FROM page") < (int64_t)sizeof(page) / 5,
	    "packed");
	free(bytes);
	free(type);
	k.raw = SLICE("<p>new</p>");
	k.raw_content_type = SLICE_NONE;
	store_article_keep(s, &k, NOW, &e);
	store_page_get(s, k.id, &bytes, &n, &type, &e);
	ok(n == 10 && strcmp(bytes, "<p>new</p>") == 0 && type[0] == '\0',
	    "the last one stands");
	free(bytes);
	free(type);
	do_sql(s, "UPDATE page SET bytes = 1 << 40");
	is_int(store_page_get(s, k.id, &bytes, &n, &type, &e), ERR_DATABASE,
	    "a length that lies takes no memory");
	do_sql(s, "UPDATE page SET bytes = 10, body = x'00'");
	is_int(store_page_get(s, k.id, &bytes, &n, &type, &e), ERR_DATABASE,
	    "a damaged one is told");
	store_close(s);
	return done_testing();
}
