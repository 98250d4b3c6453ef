/*
 * feed_hostile_test.c -- hostile feeds are read in bounded time and memory.
 */
#include <sys/resource.h>

#include "base/clock.h"
#include "base/text/utf8.h"
#include "crawler/feed/rows/feed_test.h"

#ifdef GLEANER_SANITIZED
/* The time limits are multiplied by this factor, because sanitized code is slow
 * and the machine may be loaded. */
#define SLOWNESS 20
#else
#define SLOWNESS 4 /* the machine may be loaded */
#endif
#define N_JOURNAL 50000

static double
feed_hostile_test_now_s(void)
{
	return (double)clock_process_cpu_ns() / 1e9;
}

static void
feed_hostile_test_repeat(struct buf *b, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_append_string(b, text);
}

/* Reads the feed in b; fails if this takes more than limit_s seconds of CPU
 * time. */
static void
feed_hostile_test_read_hostile(struct buf *b, double limit_s, const char *name)
{
	double start = feed_hostile_test_now_s(), took;
	int rc = feed_test_read(buf_slice(b), SLICE_NONE);

	took = feed_hostile_test_now_s() - start;
	if (!ok((rc == 0 || rc == ERR_LIMIT) && took < limit_s * SLOWNESS,
		"%s: %zu bytes within %.2f s", name, b->len,
		limit_s * SLOWNESS))
		printf("# rc %d, %.3f s\n", rc, took);
	buf_clear(b);
}

static void
feed_hostile_test_entities(struct buf *b)
{
	buf_append_string(b, "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY l0 "
			     "'lol'>");
	for (int i = 1; i < 10; i++) {
		buf_printf(b, "<!ENTITY l%d '", i);
		for (int k = 0; k < 10; k++)
			buf_printf(b, "&l%d;", i - 1);
		buf_append_string(b, "'>");
	}
	buf_append_string(b, "]><rss><channel><item><title>&l9;</title></item>"
			     "</channel></rss>");
	feed_hostile_test_read_hostile(b, 0.05, "T25: a billion laughs");
	is_text(first_title(), "&l9;", "nested entities are not expanded");
	buf_append_string(b, "<!DOCTYPE rss [<!ENTITY a '");
	feed_hostile_test_repeat(b, "a", 50000);
	buf_append_string(b, "'>]><rss><channel><item><title>x</title>"
			     "<description>");
	feed_hostile_test_repeat(b, "&a;", 50000);
	buf_append_string(b, "</description></item></channel></rss>");
	feed_hostile_test_read_hostile(b, 0.1, "T25: S25: quadratic entities");
	ok(feed.entries[0].summary.len < 200000,
	    "quadratic entities are not expanded");
	buf_append_string(b, "<!DOCTYPE rss [<!ENTITY a '");
	feed_hostile_test_repeat(b, "a", 1000);
	buf_append_string(b, "'>]><rss><channel><item><title>x</title>"
			     "<description>");
	feed_hostile_test_repeat(b, "&a;", 50000);
	buf_append_string(b, "</description></item></channel></rss>");
	feed_hostile_test_read_hostile(b, 0.1, "T25: many short entities");
	ok(feed.entries[0].summary.len < 1500000,
	    "a document becomes at most 1 MiB longer");
	buf_append_string(b, "<!DOCTYPE rss [<!ENTITY x SYSTEM "
			     "'file:///etc/passwd'>]><rss><channel><item>"
			     "<title>&x;</title></item></channel></rss>");
	feed_hostile_test_read_hostile(b, 0.05, "S26: an external entity");
	is_text(first_title(), "&x;", "an external entity is not read");
}

static void
feed_hostile_test_deep(struct buf *b)
{
	buf_append_string(b, "<rss><channel><item><title>up</title></item>");
	feed_hostile_test_repeat(b, "<a>", 1000000);
	feed_hostile_test_read_hostile(b, 0.5, "S27: a million elements deep");
	is_text(
	    first_title(), "up", "the title before a million elements is kept");
	buf_append_string(b, "<rss><channel>");
	feed_hostile_test_repeat(b, "<a>", 500);
	feed_hostile_test_repeat(b, "</a>", 500);
	buf_append_string(b, "<item><title>after</title></item></channel>"
			     "</rss>");
	feed_hostile_test_read_hostile(
	    b, 0.1, "500 elements deep, then an item");
	is_text(first_title(), "after",
	    "the title after 500 nested elements is kept");
	buf_append_string(b, "<rss><channel><item><description>");
	feed_hostile_test_repeat(b, "&lt;div&gt;", 300000);
	buf_append_string(b, "</description></item></channel></rss>");
	feed_hostile_test_read_hostile(
	    b, 0.5, "300 000 unclosed div in a text");
}

static void
feed_hostile_test_wide_tags(struct buf *b)
{
	buf_append_string(b, "<rss><channel><item");
	for (int i = 0; i < 30000; i++)
		buf_printf(b, " a%d=''", i);
	buf_append_string(b, "><title>x</title></item></channel></rss>");
	feed_hostile_test_read_hostile(b, 0.2, "S28: 30 000 attributes");
	is_text(first_title(), "x",
	    "the title of an item with 30 000 attributes is kept");
	buf_append_string(b, "<rss><channel>");
	feed_hostile_test_repeat(b, "<item></b></i></u><x a='&&&&' ", 200000);
	feed_hostile_test_read_hostile(b, 2, "200 000 tags without an end");
	buf_append_string(b, "<rss><channel><title>");
	feed_hostile_test_repeat(b, "<!--<![CDATA[<?<a b=\"", 200000);
	feed_hostile_test_read_hostile(
	    b, 2, "200 000 constructs without an end");
	buf_append_string(b, "<rss><channel><title>");
	feed_hostile_test_repeat(
	    b, "&lt;a&lt;!--&lt;script&gt;&lt;/x&lt;b c=\"", 100000);
	buf_append_string(b, "</title></channel></rss>");
	feed_hostile_test_read_hostile(
	    b, 2, "100 000 constructs of HTML without an end");
	feed_hostile_test_repeat(b, "<!DOCTYPE [<!--<?x><q ", 300000);
	feed_hostile_test_read_hostile(b, 2, "a prolog without an end");
	buf_append_string(b, "<rss><channel><x y='");
	feed_hostile_test_repeat(b, "&", 1000000);
	buf_append_string(b, "'/></channel></rss>");
	feed_hostile_test_read_hostile(b, 0.5, "a million bare ampersands");
}

static void
feed_hostile_test_many(struct buf *b)
{
	buf_append_string(b, "<rss><channel>");
	for (int i = 0; i < 200000; i++)
		buf_printf(b,
		    "<item><guid>%d</guid><title>t</title>"
		    "<pubDate>Tue, 03 Mar 2026 10:00:00 GMT"
		    "</pubDate></item>",
		    i);
	buf_append_string(b, "</channel></rss>");
	feed_hostile_test_read_hostile(b, 2, "T25: 200 000 items");
	is_int((int64_t)feed.n_entries, LIMIT_FEED_ENTRIES,
	    "the number of entries is limited");
	is_int((int64_t)feed.n_dropped, 200000 - LIMIT_FEED_ENTRIES,
	    "the dropped items are counted");
	buf_append_string(b, "<rss><channel>");
	feed_hostile_test_repeat(b, "<item/>", 200000);
	feed_hostile_test_read_hostile(b, 1, "200 000 empty items");
	is_int((int64_t)feed.n_entries, LIMIT_FEED_ENTRIES,
	    "the number of entries is limited");
	buf_append_string(b, "<rss><channel>");
	feed_hostile_test_repeat(
	    b, "<item><item><item></item></item></item>", 60000);
	buf_append_string(b, "</channel></rss>");
	feed_hostile_test_read_hostile(b, 2, "180 000 items in items");
	is_int((int64_t)feed.n_entries, LIMIT_FEED_ENTRIES,
	    "the number of items in items is limited");
	buf_append_string(b, "<rss><channel><item>");
	feed_hostile_test_repeat(b, "<category>c</category>", 10000);
	for (int i = 0; i < 10000; i++)
		buf_printf(b, "<category>%d</category>", i);
	buf_append_string(b, "</item></channel></rss>");
	feed_hostile_test_read_hostile(b, 0.5, "T21: 20 000 categories");
	is_int((int64_t)feed.entries[0].categories.n, LIMIT_ENTRY_LIST,
	    "the number of categories is limited");
	buf_append_string(b, "{\"version\":\"https://jsonfeed.org/version/1\","
			     "\"items\":[");
	feed_hostile_test_repeat(b, "[],", 2000000);
	buf_append_string(b, "[]]}");
	feed_hostile_test_read_hostile(b, 1, "two million values of JSON");
	feed_hostile_test_repeat(b, "[", 1000000);
	feed_hostile_test_read_hostile(b, 1, "a million brackets");
}

/* Feeds of logs and journals have the newest item at the end. */
static void
feed_hostile_test_oldest_first(struct buf *b)
{
	bool newest = true;

	buf_append_string(b, "<rss><channel>");
	for (int i = 0; i < N_JOURNAL; i++)
		buf_printf(b,
		    "<item><guid>%d</guid><pubDate>%d</pubDate></item>", i,
		    1700000000 + i * 60);
	buf_append_string(b, "</channel></rss>");
	feed_hostile_test_read_hostile(
	    b, 1, "T25: 50 000 items, the oldest first");
	is_int((int64_t)feed.n_entries, LIMIT_FEED_ENTRIES,
	    "the number of entries is limited");
	is_int((int64_t)feed.n_dropped, N_JOURNAL - LIMIT_FEED_ENTRIES,
	    "the dropped items are counted");
	for (size_t i = 0; i < feed.n_entries; i++)
		newest &=
		    feed.entries[i].published_at ==
		    1700000000 +
			(N_JOURNAL - LIMIT_FEED_ENTRIES + (int64_t)i) * 60;
	ok(newest, "the newest items are kept, in their listed order");
}

static void
feed_hostile_test_long(struct buf *b)
{
	buf_append_string(b, "<rss><channel><item><guid>1</guid><description>"
			     "<![CDATA[");
	feed_hostile_test_repeat(b, "0123456789 ", 1024 * 1024);
	buf_append_string(b, "]]></description><title>behind</title></item>"
			     "<item/></channel></rss>");
	feed_hostile_test_read_hostile(b, 1, "T25: a CDATA section of 11 MB");
	ok(feed.entries[0].summary.len > 3 * MIB &&
		feed.entries[0].summary.len <= LIMIT_FIELD_BYTES,
	    "the beginning of a long CDATA section is kept");
	is_text(first_title(), "behind",
	    "the title after a long CDATA section is kept");
	is_int((int64_t)feed.n_entries, 2,
	    "the item after a long CDATA section is read");
	is_text(feed.why, "a text over its limit was truncated",
	    "the reason states that a text was truncated");
	buf_append_string(b, "<rss><channel><item><description>");
	feed_hostile_test_repeat(b, "0123456789 ", 1024 * 1024);
	buf_append_string(b, "</description></item></channel></rss>");
	feed_hostile_test_read_hostile(b, 1, "T25: a text of 11 MB");
	ok(feed.entries[0].summary.len > 3 * MIB &&
		feed.entries[0].summary.len <= LIMIT_FIELD_BYTES,
	    "T25: the beginning of a long text is kept");
	buf_append_string(b, "{\"version\":\"https://jsonfeed.org/version/1\","
			     "\"items\":[{\"id\":\"0\"}");
	feed_hostile_test_repeat(b, ",{\"id\":\"1\",\"title\":\"t\"}", 200000);
	buf_append_string(b, "]}");
	feed_hostile_test_read_hostile(b, 2, "T25: a JSON Feed of many items");
	ok(feed.n_entries == LIMIT_FEED_ENTRIES && !feed.complete,
	    "T25: items of a JSON Feed with too many values are read");
	buf_append_string(b, "<rss><channel><item><title>");
	feed_hostile_test_repeat(b, "é", 100000);
	buf_append_string(b, "</title><link>http://a.example/");
	feed_hostile_test_repeat(b, "x", 100000);
	buf_append_string(b, "</link></item></channel></rss>");
	feed_hostile_test_read_hostile(b, 0.2, "a long title and link");
	ok(first_title().len <= LIMIT_TITLE_BYTES && utf8_valid(first_title()),
	    "a long title is truncated between characters");
	is_text(
	    feed.entries[0].link, NULL, "a link that is too long is not used");
	buf_append_string(b, "<rss><channel><item><title>e");
	feed_hostile_test_repeat(b, "&#x301;", 100000);
	buf_append_string(b, "</title></item></channel></rss>");
	feed_hostile_test_read_hostile(b, 0.5, "100 000 marks on one letter");
}

/* Returns the peak resident memory of this process. */
__attribute__((unused)) static int64_t
feed_hostile_test_peak_bytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss * KIB;
}

static void
feed_hostile_test_fill(struct buf *b, size_t n_items, size_t n_bytes)
{
	size_t of_each = n_bytes / n_items, from;

	buf_append_string(b, "<rss version='2.0'><channel><title>t</title>");
	for (size_t i = 0; i < n_items; i++) {
		from = b->len;
		buf_printf(b,
		    "<item><guid>%zu</guid><title>Item %zu</title>"
		    "<link>https://example.org/%zu</link><description>",
		    i, i, i);
		while (b->len - from < of_each)
			buf_append_string(b, "Words of &lt;b&gt;the&lt;/b&gt; "
					     "feed, one &amp;amp; "
					     "two. ");
		buf_append_string(b, "</description></item>");
	}
	buf_append_string(b, "</channel></rss>");
}

/* Returns the CPU time in seconds for reading the document. */
static double
feed_hostile_test_time_of(struct buf *b)
{
	double start = feed_hostile_test_now_s();

	feed_test_read(buf_slice(b), SLICE_NONE);
	return feed_hostile_test_now_s() - start;
}

/* T25: ten thousand items and fifty million bytes.  Ten times the input takes
 * about ten times as long, and memory stays below ten times the document. */
static void
feed_hostile_test_large(void)
{
	double small_s, large_s;
	struct buf b;

	buf_init(&b, 64 * MIB);
	feed_hostile_test_fill(&b, 1000, 5 * MIB);
	small_s = feed_hostile_test_time_of(&b);
	is_int((int64_t)feed.n_entries, 1000, "T25: 5 MB in 1 000 items");
	buf_clear(&b);
	feed_hostile_test_fill(&b, 10000, 50 * 1000 * 1000);
	large_s = feed_hostile_test_time_of(&b);
	is_int((int64_t)feed.n_entries, 10000, "T25: 50 MB in 10 000 items");
	ok(feed.complete && feed.entries[9999].summary.len > 1000,
	    "T25: the last item is complete");
	ok(large_s < small_s * 10 * SLOWNESS,
	    "T25: ten times the bytes take about ten times as long");
	printf("# %.3f s and %.3f s\n", small_s, large_s);
#ifndef GLEANER_SANITIZED
	ok(feed_hostile_test_peak_bytes() < (int64_t)b.len * 10,
	    "T25: the memory of the process is less than ten times the "
	    "document");
	printf("# %lld MiB for %lld\n",
	    (long long)(feed_hostile_test_peak_bytes() / MIB),
	    (long long)b.len / MIB);
#endif
	buf_release(&b);
	arena_release(&arena);
	arena_init(&arena, LIMIT_FEED_ARENA_FLOOR);
}

static void
feed_hostile_test_memory(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
#ifdef GLEANER_SANITIZED
	ok(usage.ru_maxrss > 0, "memory: not measured under sanitizers");
#else
	ok(usage.ru_maxrss < 200 * 1024,
	    "the memory of the process is under 200 MiB");
	printf("# %ld KiB\n", usage.ru_maxrss);
#endif
}

int
main(void)
{
	struct buf b;

	arena_init(&arena, LIMIT_FEED_ARENA_FLOOR);
	buf_init(&b, 64 * MIB);
	feed_hostile_test_entities(&b);
	feed_hostile_test_deep(&b);
	feed_hostile_test_wide_tags(&b);
	feed_hostile_test_many(&b);
	feed_hostile_test_oldest_first(&b);
	feed_hostile_test_long(&b);
	feed_hostile_test_memory();
	feed_hostile_test_large();
	buf_release(&b);
	arena_release(&arena);
	return done_testing();
}
