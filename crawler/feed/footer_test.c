/*
 * footer_test.c -- the footers of WordPress in several languages, and last
 * paragraphs that are no footers.
 */
#include "base/array.h"
#include "crawler/feed/footer.h"
#include "tests/lib/tap.h"

#define TEXT(last) "First.\n\nSecond.\n\n" last

static const struct {
	const char *text, *expected;
} rows[] = {
	{ TEXT("The post Fog in May appeared first on Hill News."),
	    "First.\n\nSecond." },
	{ TEXT("Der Beitrag Fog in May erschien zuerst auf Hill News."),
	    "First.\n\nSecond." },
	{ TEXT("Сообщение Fog in May появились сначала на Hill News."),
	    "First.\n\nSecond." },
	{ TEXT("Hill News に最初に投稿された記事です: Fog in May"),
	    "First.\n\nSecond." },
	{ TEXT("The post Fog in May appeared first."), NULL },
	{ TEXT("Hill News has more."), NULL },
	{ TEXT("Fog in May was the subject of a long conversation that Hill "
	       "News had with the captains of three ships, and with their "
	       "crews."),
	    NULL },
	{ "The post Fog in May appeared first on Hill News.", NULL },
	{ "", NULL },
};

static void
footer_test_row(const char *text, const char *expected)
{
	struct feed_entry entry = { .title = SLICE("Fog in May"),
		.text = slice_of(text) };
	struct feed feed = {
		.title = SLICE("Hill News"), .entries = &entry, .n_entries = 1
	};

	const char *last = strrchr(text, '\n');

	feed_trim_footers(&feed);
	is_text(entry.text, expected ? expected : text,
	    last != NULL ? last + 1 : text);
	entry.text = slice_of(text);
	feed.title = SLICE_NONE;
	feed_trim_footers(&feed);
	is_text(entry.text, text,
	    "without the title of the feed, the text is unchanged");
}

/* The text is the longer of summary and content, both of which have it. */
static void
footer_test_fields(void)
{
	struct feed_entry entry = { .title = SLICE("Fog in May"),
		.text = SLICE(TEXT("Fog in May at Hill News.")),
		.summary = SLICE("First. Fog in May at Hill News."),
		.content = SLICE("First. Second. Fog in May at Hill News.") };
	struct feed feed = {
		.title = SLICE("Hill News"), .entries = &entry, .n_entries = 1
	};

	feed_trim_footers(&feed);
	is_text(entry.summary, "First.", "the summary has no footer");
	is_text(entry.content, "First. Second.", "the content has no footer");
}

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		footer_test_row(rows[i].text, rows[i].expected);
	footer_test_fields();
	return done_testing();
}
