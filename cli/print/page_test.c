/*
 * page_test.c -- articles as formatted text, plain text and Markdown.
 */
#include <stdlib.h>
#include <time.h>

#include "cli/print/page.h"
#include "tests/lib/tap.h"

static const struct cli plain; /* no terminal */

static struct article_row
page_test_sample(void)
{
	return (struct article_row){
		.id = 42,
		.revision = 2,
		.word_count = 9,
		.published_at = 1795196898,
		.modified_at = DATE_NONE,
		.fetched_at = 1795196900,
		.extracted_at = 1795196900,
		.first_seen_at = 1795196800,
		.url = SLICE("https://example.org/a"),
		.title = SLICE("Harbour opens"),
		.lead = SLICE("A standfirst."),
		.lang = SLICE("en"),
		.body = SLICE("The first paragraph goes on for a while.\n\n"
			      "The second."),
		.status = SLICE("done"),
		.origin = SLICE("page"),
		.flags = SLICE("paywall"),
		.confidence = 0.875,
		.authors = SLICE("Jane Doe\nJohn Roe"),
		.feed_title = SLICE("Example"),
	};
}

static struct article_media media_items[] = {
	{ .kind = SLICE("image"),
	    .url = SLICE("https://example.org/p(1)>.jpg"),
	    .alt = SLICE("A [harbour]"),
	    .caption = SLICE("The harbour on Friday"),
	    .credit = SLICE("Photo: Roe"),
	    .role = SLICE("lead") },
	{ .kind = SLICE("video"),
	    .url = SLICE("https://example.org/v.mp4"),
	    .role = SLICE("inline") },
};
static const struct page_media media = { media_items, 2 };
static const struct page_media no_media = { NULL, 0 };

static void
page_test_reading(void)
{
	struct article_row row = page_test_sample();
	struct buf out;

	buf_init(&out, 1 << 20);
	page_write(&out, &row, &media, 30, &plain);
	is_text(buf_slice(&out),
	    "Harbour opens\n"
	    "Jane Doe, John Roe \xC2\xB7\n"
	    "2026-11-20 17:48 \xC2\xB7 Example\n"
	    "https://example.org/a\n"
	    "done \xC2\xB7 confidence 0.88 \xC2\xB7 9\n"
	    "words \xC2\xB7 en \xC2\xB7 from page \xC2\xB7\n"
	    "revision 2 \xC2\xB7 paywall\n"
	    "\n"
	    "A standfirst.\n"
	    "\n"
	    "The first paragraph goes on\n"
	    "for a while.\n"
	    "\n"
	    "The second.\n"
	    "\n"
	    "[image] https://example.org/p(1)>.jpg\n"
	    "    The harbour on Friday \xC2\xB7\n"
	    "    Photo: Roe\n"
	    "\n"
	    "[video] https://example.org/v.mp4\n",
	    "an article laid out for reading");
	buf_clear(&out);
	row.body = SLICE("A standfirst.\n\nThe rest.");
	page_write_text(&out, &row);
	is_text(buf_slice(&out),
	    "Harbour opens\n\nA standfirst.\n\nThe rest.\n",
	    "a standfirst at the start of the body is printed once");
	buf_release(&out);
}

/* An article whose page was not fetched yet has few values. */
static void
page_test_bare(void)
{
	struct article_row row = {
		.id = 1,
		.published_at = DATE_NONE,
		.extracted_at = DATE_NONE,
		.url = SLICE("https://example.org/a"),
		.status = SLICE("queued"),
		.byline = SLICE("By Jane"),
	};
	struct buf out;

	buf_init(&out, 1 << 20);
	page_write(&out, &row, &no_media, 80, &plain);
	is_text(buf_slice(&out),
	    "https://example.org/a\nBy Jane\nhttps://example.org/a\nqueued\n",
	    "absent values leave no empty lines");
	buf_release(&out);
}

static void
page_test_markdown(void)
{
	struct article_row row = page_test_sample();
	struct buf out;

	buf_init(&out, 1 << 20);
	row.title = SLICE("A *bold* [claim](x)\n# and more");
	row.lead = SLICE_NONE;
	row.body = SLICE("1. not a list\n\n- an item\n\n# nor a title\n\n"
			 "a_b <script> & `code` 2. x\n\n===\n\n+1 said she");
	page_write_markdown(&out, &row, &media);
	is_text(buf_slice(&out),
	    "# A \\*bold\\* \\[claim\\](x) \\# and more\n"
	    "\n"
	    "Jane Doe, John Roe \xC2\xB7 2026-11-20 17:48 \xC2\xB7 Example\n"
	    "\n"
	    "<https://example.org/a>\n"
	    "\n"
	    "![A \\[harbour\\]](<https://example.org/p(1)%3E.jpg>)\n"
	    "\n"
	    "The harbour on Friday\n"
	    "\n"
	    "1\\. not a list\n\n- an item\n\n\\# nor a title\n\n"
	    "a\\_b \\<script\\> \\& \\`code\\` 2. x\n\n\\===\n\n"
	    "\\+1 said she\n",
	    "Markdown in the article's text is escaped");
	buf_release(&out);
}

static void
page_test_hostile(void)
{
	struct article_row row = page_test_sample();
	struct article_media bad = media_items[0];
	const struct page_media one = { &bad, 1 };
	struct buf out;

	row.title = row.body = row.lead = row.flags = row.status_why =
	    row.authors = row.lang = row.feed_title = row.url =
		SLICE("x\x1b]0;owned\x07\xc2\x9b"
		      "2J\xe2\x80\xae\ry");
	bad.url = bad.alt = bad.caption = bad.credit = bad.kind = row.title;
	buf_init(&out, 1 << 20);
	page_write(&out, &row, &one, 60, &plain);
	page_write_text(&out, &row);
	page_write_markdown(&out, &row, &one);
	bad.kind = SLICE("image");
	page_write_markdown(&out, &row, &one);
	ok(memchr(out.p, 0x1b, out.len) == NULL &&
		memchr(out.p, '\r', out.len) == NULL &&
		memchr(out.p, 7, out.len) == NULL,
	    "control characters of an article are removed");
	ok(slice_find(buf_slice(&out), SLICE("\xc2\x9b"), 0) ==
		    SLICE_NOT_FOUND &&
		slice_find(buf_slice(&out), SLICE("\xe2\x80\xae"), 0) ==
		    SLICE_NOT_FOUND,
	    "C1 controls and right-to-left overrides are removed");
	buf_release(&out);
}

int
main(void)
{
	setenv("TZ", "UTC", 1);
	tzset();
	page_test_reading();
	page_test_bare();
	page_test_markdown();
	page_test_hostile();
	return done_testing();
}
