/*
 * linear_test.c -- the time for a page is linear in its size: a page ten times
 * as large may take up to FAIR times ten times as long. The least CPU time of
 * several runs is used, since caches and other processes disturb the
 * measurement.
 */
#include <time.h>

#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/cuter.h"
#include "tests/lib/pages.h"

#define RUNS 3
/* Largest allowed growth of the time for each byte when the page becomes ten
 * times as large. If the time were quadratic, it would grow by a factor of
 * ten. */
#define FAIR        4.0
#define SMALLEST    10000
#define IDS_SECONDS 2.0 /* usually 0.05 s */

static double
linear_test_cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Cuts small pages many times, so that the clock's resolution does not
 * matter. */
static double
linear_test_seconds_for(const struct buf *page, int times)
{
	double best = 0;

	for (int run = 0; run < RUNS; run++) {
		double begun = linear_test_cpu_seconds(), took;

		for (int i = 0; i < times; i++)
			testing_cut_with(
			    buf_slice(page), "A page made by code", NULL, NULL);
		took = (linear_test_cpu_seconds() - begun) / times;
		if (run == 0 || took < best)
			best = took;
	}
	return best;
}

/* Many authors that are only an "@id" without an object, in a block of JSON-LD
 * with many objects. A search of all objects for each author would take
 * minutes. */
static void
linear_test_ids(struct buf *page)
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
	ok(linear_test_seconds_for(page, 1) < IDS_SECONDS,
	    "authors with an unknown @id take less than IDS_SECONDS");
}

static void
linear_test_make_thumbnails(struct buf *page, unsigned n)
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

static void
linear_test_make_teaser(struct buf *page, unsigned n)
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

static void
linear_test_make_articles(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page, "<article><h1>A page made by code</h1><p>");
	for (int i = 0; i < 8; i++)
		buf_append_string(page,
		    "The report, which was to have been published in spring, "
		    "tells at length what was found, and why it took so "
		    "long. ");
	buf_append_string(page, "</p></article>");
	for (unsigned i = 0; i < n; i++)
		buf_append_string(page, "<article>x</article>");
}

static void
linear_test_make_boxes(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page,
	    "<h1>A page made by code</h1><article><p>The report, which was to "
	    "have been published in spring, tells at length what was found, by "
	    "whom, and why it took so long.</p>");
	for (unsigned i = 0; i < n; i++)
		buf_append_string(page,
		    "<div><b>Another subject</b><p>Few words</p></div>");
	buf_append_string(page, "</article>");
}

static void
linear_test_make_panels(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page, "<title>The Post</title><main>");
	for (unsigned i = 0; i < n; i++)
		buf_printf(page,
		    "<h3>A page made by %s</h3><div hidden>The report, which "
		    "was to have been published in spring, tells at length "
		    "what was found, by whom, and why it took so long. It has "
		    "nine chapters and a map.</div>",
		    i == n / 2 ? "code" : "hand");
}

static void
linear_test_make_images(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page, "<title>The Post</title><main>");
	for (unsigned i = 0; i < n; i++)
		buf_printf(page,
		    "<h3><img src=/%u.png alt='A page made by %s'></h3>"
		    "<p>The report was to have been published in spring.</p>",
		    i, i == n / 2 ? "code" : "many hands");
}

static void
linear_test_make_related(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page,
	    "<article><h1>A page made by code</h1><p>The code of a page</p>");
	for (unsigned i = 0; i < n; i++)
		buf_append_string(
		    page, "<p>The report tells at length what was found.</p>");
	buf_append_string(page, "</article><section>");
	for (unsigned i = 0; i < 128; i++)
		buf_printf(page,
		    "%s<h%u><a href=/%u>Seven orchestras play tonight</a></h%u>"
		    "<p>Musicians from nine countries rehearse under the glass "
		    "roof, and nobody sleeps.</p>%s",
		    i % 16 == 0 ? "<div>" : "", 2 + i / 16 % 3, i,
		    2 + i / 16 % 3, i % 16 == 15 ? "</div>" : "");
	buf_append_string(page, "</section>");
}

/* Labels, each with a line of another look after it. */
static void
linear_test_make_labels(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page,
	    "<article><h1>A page made by code</h1><p>The code of a page was "
	    "made by another page, which tells at length what was found.</p>"
	    "</article>");
	for (unsigned i = 0; i < n; i++)
		buf_printf(page,
		    "<h2>Related stories</h2><div class=t%u>Seven orchestras "
		    "play tonight</div><p>Musicians from nine countries "
		    "rehearse under the glass roof, and nobody sleeps.</p>",
		    i % 64);
}

static void
linear_test_make_last_links(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(page, "<title>The Post</title><main>");
	for (unsigned i = 0; i < n; i++)
		buf_printf(page,
		    "<p>The report tells at length what was found, and by "
		    "whom. <a href=/%u>A page made by %s</a></p>",
		    i, i == 99 ? "code" : "many hands");
}

/* A long part without a headline, and sections with headlines. */
static void
linear_test_make_headless(struct buf *page, unsigned n)
{
	buf_clear(page);
	buf_append_string(
	    page, "<title>A page made by code</title><main><section>");
	for (unsigned i = 0; i < n; i++)
		buf_append_string(
		    page, "<p>The code of the page tells what was made.</p>");
	for (unsigned i = 0; i < 180; i++)
		buf_printf(page,
		    "</section><section><h2>Orchestra %u will play tonight</h2>"
		    "<p>Musicians from nine countries rehearse this week under "
		    "the glass roof, and nobody sleeps before the last of them "
		    "has packed the violin, the horn or the "
		    "drum.</p><p>Tickets are free.</p>",
		    i);
	buf_append_string(page, "</section>");
}

static const struct shape {
	void (*make)(struct buf *, unsigned n);
	unsigned n;
	const char *name;
} shapes[] = {
	/* searching all blocks before each thumbnail for a caption would take
	 * seconds */
	{ linear_test_make_thumbnails, 8000, "thumbnails with a few words" },
	/* the link of the teaser is after all images; searching for it from
	 * each image would take half a minute */
	{ linear_test_make_teaser, 8000, "images in one teaser" },
	/* searching all blocks before each article would take seconds */
	{ linear_test_make_articles, 8000, "articles after the article" },
	/* counting the words around each box would take half a minute */
	{ linear_test_make_boxes, 8000, "boxes with headlines" },
	/* comparing each hidden panel with all others would take seconds */
	{ linear_test_make_panels, 4000, "hidden panels" },
	{ linear_test_make_images, 8000, "headlines that are images" },
	/* comparing the article with each story after it would take seconds */
	{ linear_test_make_related, 8000, "paragraphs before stories" },
	/* comparing the lines after each label would take seconds */
	{ linear_test_make_labels, 4000, "labels before stories" },
	{ linear_test_make_last_links, 8000, "links after texts" },
	/* comparing all headlines with the first part would take seconds */
	{ linear_test_make_headless, 8000, "paragraphs without headline" },
};

static void
linear_test_shape(struct buf *page, const struct shape *shape)
{
	double few, many;

	shape->make(page, shape->n);
	few = linear_test_seconds_for(page, 1);
	shape->make(page, 10 * shape->n);
	many = linear_test_seconds_for(page, 1);
	printf("# %s: %.0f and %.0f ms\n", shape->name, few * 1e3, many * 1e3);
	ok(many < 10 * FAIR * few, "%u %s take linear time", 10 * shape->n,
	    shape->name);
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
		each = linear_test_seconds_for(&page, times) / (double)page.len;
		printf("# %zu bytes: %.1f ns a byte\n", page.len, each * 1e9);
		if (before > 0)
			ok(each < FAIR * before, "%zu bytes, linear", bytes);
		before = each;
		bytes *= 10;
	}
	make_page(&page, 10 * MIB - 4096);
	ok(linear_test_seconds_for(&page, 1) / (double)page.len < FAIR * before,
	    "the time for 10 MiB grows linearly");
	linear_test_ids(&page);
	for (size_t i = 0; i < ARRAY_LENGTH(shapes); i++)
		linear_test_shape(&page, &shapes[i]);
	buf_release(&page);
	return testing_end();
}
