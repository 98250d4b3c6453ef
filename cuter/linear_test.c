/*
 * linear_test.c -- a page ten times as large takes some ten times as long, and
 * not a hundred: by CPU time, the least of some runs, with room for caches
 * that are too small and neighbours that are loud.
 */
#include <time.h>

#include "config/limits.h"
#include "tests/lib/cuter.h"
#include "tests/lib/pages.h"

#define RUNS        3
#define FAIR        4.0 /* times as long a byte; quadratic would be ten */
#define SMALLEST    10000
#define IDS_SECONDS 2.0 /* a twentieth is usual */

static double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Small pages are cut so often that a clock's tick is nothing. */
static double
seconds_for(const struct buf *page, int times)
{
	double best = 0;

	for (int run = 0; run < RUNS; run++) {
		double begun = cpu_seconds(), took;

		for (int i = 0; i < times; i++)
			testing_cut_with(
			    buf_slice(page), "A page made by code", NULL, NULL);
		took = (cpu_seconds() - begun) / times;
		if (run == 0 || took < best)
			best = took;
	}
	return best;
}

/* Authors that are only an "@id", and no object of it in a block that has room
 * for many: who looks for each everywhere is at it for minutes. */
static void
test_ids(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page, "<h1>A page made by code</h1>"
				"<script type=application/ld+json>[[");
	for (int i = 0; i < 60; i++) {
		buf_append_string(page, "{\"@type\":\"Article\",\"author\":[");
		for (int k = 0; k < LIMIT_ARTICLE_LIST; k++)
			buf_append_string(page, "{\"@id\":\"#a\"},");
		buf_append_string(page, "0]},");
	}
	buf_append_string(page, "0]");
	for (int i = 0; i < 190; i++) {
		buf_append_string(page, ",[0");
		for (int k = 0; k < 190; k++)
			buf_append_string(page, ",[0,0,0,0,0,0,0,0]");
		buf_append_string(page, "]");
	}
	buf_append_string(page, "]</script>");
	ok(seconds_for(page, 1) < IDS_SECONDS, "authors by @id, none of them");
}

static void
make_thumbnails(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page,
	    "<h1>A page made by code</h1><article><p>The report, which was to "
	    "have been published in spring, tells at length what was found, by "
	    "whom, and why it took so long.</p>");
	for (unsigned i = 0; i < n; i++)
		buf_printf(page,
		    "<div>x%u y<div><img width=100 src=/i/%u.jpg></div></div>",
		    i, i);
	buf_append_string(page, "</article>");
}

/* Thumbnails with a few words each: who looks through all blocks before one
 * for its caption is at it for seconds. */
static void
test_thumbnails(struct buf *page)
{
	double few, many;

	make_thumbnails(page, 8000);
	few = seconds_for(page, 1);
	make_thumbnails(page, 80000);
	many = seconds_for(page, 1);
	ok(many < 10 * FAIR * few, "80 000 thumbnails, linear");
}

static void
make_teaser(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page,
	    "<h1>A page made by code</h1><article><p>The report, which was to "
	    "have been published in spring, tells at length what was found, by "
	    "whom, and why it took so long.</p><div class=teaser>");
	for (unsigned i = 0; i < n; i++)
		buf_printf(page, "<img width=700 src=/i/%u.jpg>", i);
	buf_append_string(page, "<a href=/x>x</a></div></article>");
}

/* Wide pictures in the box of one teaser, whose link stands behind them all:
 * who looks for it from each is at it for half a minute. */
static void
test_teaser(struct buf *page)
{
	double few, many;

	make_teaser(page, 8000);
	few = seconds_for(page, 1);
	make_teaser(page, 80000);
	many = seconds_for(page, 1);
	ok(many < 10 * FAIR * few, "a teaser of 80 000 pictures, linear");
}

int
main(void)
{
	struct buf page;
	double before = 0;
	size_t bytes = SMALLEST;

	testing_begin();
	buf_init(&page, 16 * MIB);
	for (int times = 100; times > 0; times /= 10) {
		double each;

		make_page(&page, bytes);
		each = seconds_for(&page, times) / (double)page.len;
		printf("# %zu bytes: %.1f ns a byte\n", page.len, each * 1e9);
		if (before > 0)
			ok(each < FAIR * before, "%zu bytes, linear", bytes);
		before = each;
		bytes *= 10;
	}
	make_page(&page, 10 * MIB - 4096);
	ok(seconds_for(&page, 1) / (double)page.len < FAIR * before,
	    "10 MiB, linear");
	test_ids(&page);
	test_thumbnails(&page);
	test_teaser(&page);
	buf_release(&page);
	return testing_end();
}
