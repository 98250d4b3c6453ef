/*
 * item_test.c -- tests articles as entries of feeds: their ids, links, dates,
 * and texts without foreign pictures.
 */
#include "base/date/date.h"
#include "serve/feed/item.h"
#include "tests/lib/tap.h"

#define UUID "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

static struct item_place place = { UUID, SLICE("http://news.test"), false };

static void
item_test_ids(void)
{
	char id[ENTRY_ID_BYTES], other[ENTRY_ID_BYTES];
	struct err e = ERR_INIT;

	/* The namespace of DNS names; Python's module uuid gives the same
	 * result. */
	is_int(entry_id_make(UUID, SLICE("python.org"), id, &e), 0,
	    "the id of an entry is made");
	is_text(slice_of(id), "urn:uuid:886313e1-3b8a-5372-9b90-0c9aee199e5d",
	    "the id is the UUID of RFC 9562, section 5.5");
	entry_id_make(UUID, SLICE("python.org2"), other, &e);
	ok(strcmp(id, other) != 0, "another name has another id");
	is_int(entry_id_make("6ba7b810", SLICE("x"), id, &e), ERR_DATABASE,
	    "a namespace that is not a UUID");
	is_int(entry_id_make(
		   "6ba7b810-9dad-11d1-80b4-00c04fd430cx", SLICE("x"), id, &e),
	    ERR_DATABASE, "a namespace with a wrong digit");
}

static void
item_test_values(void)
{
	static const char *const links[] = { "https://x.org/a?b=1",
		"http://[::1]:80/" };
	static const char *const not_links[] = { "", "javascript:alert(1)",
		"//x.org", "https://x.org/a b", "https://x.org/\"x",
		"https://x.org/<b>", "https://x.org/\x01",
		"https://x.org/\xC3\xA4", "https://x.org/\\a" };

	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++)
		is_text(item_link(slice_of(links[i])), links[i],
		    "an http or https link is kept");
	for (size_t i = 0; i < sizeof(not_links) / sizeof(not_links[0]); i++)
		ok(item_link(slice_of(not_links[i])).p == NULL, "no link: %s",
		    not_links[i]);
	is_text(item_language(SLICE("zh-Hant-TW")), "zh-Hant-TW",
	    "a language tag is kept");
	ok(item_language(SLICE("en\"x")).p == NULL &&
		item_language(SLICE("e1")).p == NULL &&
		item_language(SLICE("-en")).p == NULL &&
		item_language(SLICE("abcdefghi")).p == NULL &&
		item_language(SLICE("")).p == NULL,
	    "invalid language tags are left out");
	is_int(item_date(INT64_MAX), DATE_NONE, "a date after the year 9999");
	is_int(item_date(-1), DATE_NONE, "a date before 1970");
}

/* Fills an item from a row and compares its text, link and time of update. */
static void
item_test_is(struct article_row row, const char *html, const char *link,
    int64_t updated_at, const char *name)
{
	struct err e = ERR_INIT;
	struct item item;

	row.id = 7;
	is_int(item_init(&item, &row, &place, &e), 0, name);
	is_text(buf_slice(&item.html), html, "the HTML of the item");
	is_text(item.link, link, "the link of the item");
	is_text(buf_slice(&item.page), "http://news.test/article/7",
	    "the page of the item");
	is_int(item.updated_at, updated_at,
	    "the time of the last change of the item");
	item_release(&item);
}

static const struct article_row base = {
	.revision = 1,
	.published_at = 100,
	.first_seen_at = 200,
	.modified_at = DATE_NONE,
	.extracted_at = 300,
	.fetched_at = 300,
	.url = SLICE("https://x.org/a"),
};

static void
item_test_texts(void)
{
	struct article_row row = base;

	row.body_html = SLICE("<p>a &amp; b</p>");
	item_test_is(row, "<p>a &amp; b</p>", "https://x.org/a", 100, "a text");
	row.body_html = SLICE("<p onclick=x>a</p><script>");
	row.body = SLICE("a <b>\n\nc");
	item_test_is(row, "<p>a &lt;b&gt;</p>\n<p>c</p>\n", "https://x.org/a",
	    100, "HTML that Gleaner does not write is replaced by the text");
	row.body_html = SLICE("<figure><img src=\"https://x.org/a\" "
			      "alt=\"A\"></figure>");
	item_test_is(row,
	    "<figure><p><a href=\"https://x.org/a\" rel=\"noopener "
	    "noreferrer\">Picture: A</a></p></figure>",
	    "https://x.org/a", 100, "a picture is replaced by a link");
	place.has_remote_images = true;
	row.body_html = SLICE("<figure><img src=\"http://x.org/a\" "
			      "alt=\"A\"></figure>");
	item_test_is(row,
	    "<figure><img loading=\"lazy\" src=\"http://x.org/a\" "
	    "alt=\"A\"></figure>",
	    "https://x.org/a", 100,
	    "with images: remote, a picture is kept, also without https");
	place.has_remote_images = false;
}

static void
item_test_dates(void)
{
	struct article_row row = base;

	row.body = SLICE("a");
	row.revision = 2;
	item_test_is(row, "<p>a</p>\n", "https://x.org/a", 300,
	    "a revised text is newer");
	row.revision = 1;
	row.modified_at = 150;
	item_test_is(row, "<p>a</p>\n", "https://x.org/a", 150,
	    "an update that the page states is newer");
	row.modified_at = INT64_MAX;
	row.published_at = DATE_NONE;
	row.url = SLICE("javascript:x");
	item_test_is(row, "<p>a</p>\n", "http://news.test/article/7", 200,
	    "without an address the id of the page is used, without a date the "
	    "first sighting");
}

int
main(void)
{
	item_test_ids();
	item_test_values();
	item_test_texts();
	item_test_dates();
	return done_testing();
}
