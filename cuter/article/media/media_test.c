/*
 * media_test.c -- pictures of articles, their captions and credits.
 */
#include "base/array.h"
#include "base/limits.h"
#include "cuter/article/media/media.h"
#include "tests/lib/cuter.h"

#define LONG                                                                   \
	"<p>The report on Ada Lovelace, which was to have been published in "  \
	"spring, tells at length what was found, by whom, and why.</p>"
#define TITLE "A title of four words"
#define H1    "<h1>" TITLE "</h1>"
#define TEXT  LONG LONG LONG LONG
#define PIC   "<img src=/p/pic-12345678.jpg>"

static void
media_test_credit(void)
{
	static const struct {
		const char *text, *caption, *credit;
	} rows[] = {
		{ "A bridge. Photo: Ada Lovelace", "A bridge.",
		    "Ada Lovelace" },
		{ "A bridge (Foto: dpa | Ada)", "A bridge", "dpa | Ada" },
		{ "A bridge (Symbolfoto: dpa)", "A bridge", "dpa" },
		{ "A bridge. Archivbild: dpa", "A bridge.", "dpa" },
		{ "A bridge (archieffoto: ANP)", "A bridge", "ANP" },
		{ "A bridge. Foto: \xC2\xA9 dpa", "A bridge.", "dpa" },
		{ "A bridge. \xC2\xA9 Foto: dpa", "A bridge.", "dpa" },
		{ "A bridge. Copyright \xC2\xA9 dpa", "A bridge.", "dpa" },
		{ "A bridge (Photo Credit: Ada)", "A bridge", "Ada" },
		{ "A bridge\xE2\x80\x94"
		  "Foto: Ada",
		    "A bridge", "Ada" },
		{ "A bridgeFoto: Ada", "A bridge", "Ada" },
		{ "Image source: Ada", "", "Ada" },
		{ "A bridge (source: Ada)", "A bridge", "Ada" },
		{ "A bridge Photo: Ada", "A bridge", "Ada" },
		{ "Open source: how the bridge is kept",
		    "Open source: how the bridge is kept", "" },
		{ "A resource: the bridge", "A resource: the bridge", "" },
		{ "A bridge. \xC2\xA9 Ada/AFP", "A bridge.", "Ada/AFP" },
		{ "A bridge. (Ada Lovelace/Associated Press)", "A bridge.",
		    "Ada Lovelace/Associated Press" },
		{ "A bridge at dawn. EFE/ J.J. Ada", "A bridge at dawn.",
		    "EFE/ J.J. Ada" },
		{ "A bridge (left) and a road (right)",
		    "A bridge (left) and a road (right)", "" },
		{ "A bridge. It is old.", "A bridge. It is old.", "" },
		{ "Photo: Ada", "", "Ada" },
		{ "", "", "" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct slice caption = slice_of(rows[i].text), credit = { 0 };

		media_split_credit(&caption, &credit);
		ok(slice_equal(caption, slice_of(rows[i].caption)) &&
			slice_equal(credit, slice_of(rows[i].credit)),
		    "\"%s\": \"%.*s\", \"%.*s\"", rows[i].text,
		    SLICE_ARG(caption), SLICE_ARG(credit));
	}
}

static void
media_test_addresses(void)
{
	ok(media_same_picture(SLICE("https://a.org/x/pic-12345678.jpg?w=300"),
	       SLICE("https://b.org/1200/pic-12345678.webp")),
	    "one picture on two servers is recognised");
	ok(media_same_picture(SLICE("https://a.org/2026/bridge.jpg"),
	       SLICE("https://a.org/small/bridge.png")),
	    "a picture is recognised by the name of its file");
	ok(!media_same_picture(SLICE("https://a.org/20261120/a.jpg"),
	       SLICE("https://a.org/20261120/b.jpg")),
	    "a date does not identify a picture");
	ok(media_same_picture(SLICE("https://a.org/x/02.jpeg?w=300"),
	       SLICE("https://a.org/x/02.jpeg?w=600")),
	    "a picture is recognised by its whole path");
	ok(!media_same_picture(SLICE("https://a.org/image?id=1"),
	       SLICE("https://a.org/image?id=2")),
	    "a script with different queries gives different pictures");
	ok(!media_may_be_crop(
	       SLICE("https://a.org/a-bridge-over-the-river-at-dawn-1.jpg"),
	       SLICE("https://a.org/a-bridge-over-the-river-at-dawn-2.jpg")),
	    "numbers distinguish pictures");
	ok(media_is_junk_url(SLICE("https://a.org/img/site-logo.png")),
	    "a logo is not a picture of an article");
	ok(media_is_junk_url(SLICE("https://a.org/x.svg")),
	    "a drawing is not a picture of an article");
	ok(media_is_junk_url(SLICE("https://a.org/x-100x67.jpg")),
	    "a thumbnail is not a picture of an article");
	ok(!media_is_junk_url(SLICE("https://icon.org/logoi/x-1200x675.jpg")),
	    "words in the host or inside other words do not mark a picture as "
	    "junk");
	ok(!media_is_junk_url(SLICE("https://a.org/WhatsApp-Image.jpg")),
	    "the name of a program does not mark a picture as junk");
}

static void
media_test_entities(void)
{
	static struct entities article, near, far, none, first, long_text;

	entities_add(&article, SLICE("Ada Lovelace met Charles Babbage. Ada "
				     "wrote."));
	entities_add(&near, SLICE("Ada Lovelace at her desk"));
	entities_add(&far, SLICE("The harbour of Valparaiso"));
	ok(entities_cosine(&near, &article) > 0.5,
	    "a caption with the same entities is similar: %.2f",
	    entities_cosine(&near, &article));
	ok(entities_cosine(&far, &article) < 0.1,
	    "a caption with other entities is not similar");
	ok(entities_cosine(&none, &article) == 0,
	    "an empty caption has the similarity 0");
	first.skips_first = first.is_first = true;
	entities_add(&first, SLICE("The report is old. The end? Is "));
	entities_add(&first, SLICE("Ada here"));
	ok(first.n == 1, "the first word of a sentence is not counted");
	entities_add(&long_text, SLICE("about the iPhone and the eBay shop "
				       "in a street near the old harbour of "
				       "Valparaiso, which is in Chile. and "
				       "the un\xC3\xC9qual Andes; 9ths are "
				       "not_Names of anything in it!Bolivia"));
	ok(long_text.n == 4,
	    "only words that begin with a capital are counted: %zu",
	    long_text.n);
	for (int i = 0; i < 5000; i++) {
		char word[24];

		snprintf(word, sizeof(word), "Word%d ", i);
		entities_add(&far, slice_of(word));
	}
	ok(far.n < ENTITIES_MAX, "a full table is unchanged");
}

struct media_page {
	const char *what, *html, *caption, *credit;
	size_t n;
};

static void
media_test_rows(const struct media_page *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct cuter_article a = testing_cut(rows[i].html, TITLE);

		ok(a.n_media == rows[i].n &&
			(a.n_media == 0 || (slice_equal(a.media[0].caption,
						slice_of(rows[i].caption)) &&
					       slice_equal(a.media[0].credit,
						   slice_of(rows[i].credit)))),
		    "%s: %zu \"%.*s\" \"%.*s\"", rows[i].what, a.n_media,
		    SLICE_ARG(a.n_media > 0 ? a.media[0].caption : SLICE_NONE),
		    SLICE_ARG(a.n_media > 0 ? a.media[0].credit : SLICE_NONE));
	}
}

static void
media_test_pages(void)
{
	static const struct media_page rows[] = {
		{ "a caption in the figure",
		    H1 "<figure>" PIC "<figcaption>A bridge. Photo: "
		       "Ada</figcaption></figure>" TEXT,
		    "A bridge.", "Ada", 1 },
		{ "a caption after the figure",
		    H1 "<div><figure>" PIC "</figure><figcaption>A "
		       "bridge.</figcaption></div>" TEXT,
		    "A bridge.", "", 1 },
		{ "a caption with a class, and its credit",
		    H1 "<div>" PIC "<p class=img-info>A bridge. <span "
		       "class=credit>Ada/AFP</span></p></div>" TEXT,
		    "A bridge.", "Ada/AFP", 1 },
		{ "a picture with a paragraph is left out", H1 LONG PIC TEXT,
		    "", "", 0 },
		{ "a teaser",
		    H1 LONG "<a href=/other-story>" PIC "Another</a>" TEXT, "",
		    "", 0 },
		{ "a portrait of the author",
		    H1 "<div class=author>" PIC "</div>" TEXT, "", "", 0 },
		{ "a picture and words with a link to another story",
		    H1 LONG "<div><a href=/other>" PIC
			    "</a><a href=/other>Another</a></div>" TEXT,
		    "", "", 0 },
		{ "a picture with a caption and a link to the page of the "
		  "picture",
		    H1 LONG "<div><a href=/photo/7>" PIC "</a><p "
			    "class=caption>A bridge.</p></div>" TEXT,
		    "A bridge.", "", 1 },
		{ "a picture in a box with the class of a teaser",
		    H1 LONG "<div class=c-teaser__media>" PIC "</div>" TEXT, "",
		    "", 0 },
		{ "a wide picture in a teaser box without a link",
		    H1 LONG "<div class=teaser_img><img width=660 "
			    "src=/p/pic-12345678.jpg><p class=caption>A "
			    "bridge.</p></div>" TEXT,
		    "A bridge.", "", 1 },
		{ "a wide picture in a teaser box with a link to a story",
		    H1 LONG "<div class=teaser><img width=660 "
			    "src=/p/pic-12345678.jpg>"
			    "<a href=/other>Another</a></div>" TEXT,
		    "", "", 0 },
	};

	media_test_rows(rows, ARRAY_LENGTH(rows));
}

/* Small pictures: icons and thumbnails. */
static void
media_test_small(void)
{
	static const struct media_page rows[] = {
		{ "a picture under an icon",
		    H1 LONG "<div class=pic--has-icon>" PIC "<p "
			    "class=caption>A bridge.</p></div>" TEXT,
		    "A bridge.", "", 1 },
		{ "an icon by its class",
		    H1 LONG "<div class=hint-icon>" PIC "</div>" TEXT, "", "",
		    0 },
		{ "a thumbnail",
		    H1 LONG "<img src=/p/pic-12345678.jpg?width=144>" TEXT, "",
		    "", 0 },
		{ "a thumbnail whose width is in the query",
		    H1 LONG "<img src='/p/pic-12345678.jpg?view=1&w=144'>" TEXT,
		    "", "", 0 },
		{ "a small picture with a caption",
		    H1 "<figure><img src=/p/pic-12345678.jpg width=180>"
		       "<figcaption>A bridge.</figcaption></figure>" TEXT,
		    "A bridge.", "", 1 },
		{ "a picture inside a button",
		    H1 LONG "<button><figure>" PIC "<figcaption>A bridge."
			    "</figcaption></figure></button>" TEXT,
		    "A bridge.", "", 1 },
		{ "a headline is not a caption",
		    H1 LONG "<h2>" PIC "A bridge</h2>" TEXT, "", "", 0 },
		{ "an icon", H1 LONG "<img src=/a.jpg width=32>" TEXT, "", "",
		    0 },
		{ "a copy in <noscript>",
		    H1 LONG "<figure><img class=lazy data-src=/p/a.jpg>"
			    "<noscript><img src=/p/a.jpg></noscript>"
			    "<figcaption>A bridge.</figcaption></figure>" TEXT,
		    "A bridge.", "", 1 },
		{ "a copy in <noscript> without <figcaption>",
		    H1 LONG "<div><img class=lazy data-src=/p/a.jpg>"
			    "<noscript><img src=/p/a.jpg></noscript>"
			    "<span>A bridge.</span></div>" TEXT,
		    "A bridge.", "", 1 },
		{ "a copy in <noscript> in another size",
		    H1 LONG "<figure><img class=lazy "
			    "data-src=/p/pic-12345678-300x200.jpg>"
			    "<noscript><img src=/p/pic-12345678.jpg>"
			    "</noscript><figcaption>A bridge.</figcaption>"
			    "</figure>" TEXT,
		    "A bridge.", "", 1 },
		{ "an address for lazy loading",
		    H1 "<figure><img src=data:image/gif;base64,R0 "
		       "data-src=/p/pic-12345678.jpg><figcaption>A "
		       "bridge.</figcaption></figure>" TEXT,
		    "A bridge.", "", 1 },
	};

	media_test_rows(rows, ARRAY_LENGTH(rows));
}

#define ADA "Ada Lovelace at her desk"

/* Cuts a page with this markup. `caption` NULL: the picture must be left out.
 */
static void
media_test_plain_row(
    const char *what, const char *html, const char *caption, const char *credit)
{
	struct cuter_article a;
	struct buf page;
	bool is_found;

	buf_init(&page, 64 * KIB);
	buf_printf(&page, H1 LONG LONG "%s" LONG LONG, html);
	a = testing_cut_with(buf_slice(&page), TITLE, NULL, NULL);
	is_found = a.n_media == 1 && caption != NULL &&
		   slice_equal(a.media[0].caption, slice_of(caption)) &&
		   slice_equal(a.media[0].credit, slice_of(credit));
	if (!ok(caption != NULL ? is_found : a.n_media == 0, "%s: %zu \"%.*s\"",
		what, a.n_media,
		SLICE_ARG(a.n_media > 0 ? a.media[0].caption : SLICE_NONE)))
		printf("# %s\n", html);
	buf_release(&page);
}

static const struct {
	const char *what, *html, *caption, *credit;
} plain_captions[] = {
	{ "a span in the box", "<div>" PIC "<span>" ADA "</span></div>",
	    ADA, "" },
	{ "a text in the box", "<div>" PIC "<br>" ADA "</div>", ADA,
	    "" },
	{ "a paragraph in the box",
	    "<div><div>" PIC "</div><p>" ADA "</p></div>", ADA, "" },
	{ "a caption after hidden text",
	    "<div>" PIC "<span hidden>Image 1 of 3</span><p>" ADA
	    "</p></div>",
	    ADA, "" },
	{ "a text before the image",
	    "<div><div>" ADA "</div>" PIC "</div>", ADA, "" },
	{ "a line with em", "<p>" PIC "</p><p><em>" ADA "</em></p>",
	    ADA, "" },
	{ "em in the image's paragraph",
	    "<p>" PIC "<br><em>" ADA "</em></p>", ADA, "" },
	{ "a line with small",
	    "<div>" PIC "</div><small>" ADA "</small>", ADA, "" },
	{ "a line of another kind",
	    "<div>" PIC "</div><div class=note><span>" ADA
	    "</span></div>",
	    ADA, "" },
	{ "cells of a column",
	    "<table><tr><td>" PIC "</td></tr><tr><td>" ADA
	    "</td></tr></table>",
	    ADA, "" },
	{ "cells of a row",
	    "<table><tr><td>" PIC "</td><td>" ADA "</td></tr></table>",
	    ADA, "" },
	{ "a link to the larger image",
	    "<div><a href=/p/large.jpg>" PIC "</a><span>" ADA
	    "</span></div>",
	    ADA, "" },
	{ "a line that is a credit",
	    "<p>" PIC "</p><p>Photo: Jane Roe / Reuters</p>", "",
	    "Jane Roe / Reuters" },
	{ "a credit in the box",
	    "<div>" PIC "<br>" ADA " \xC2\xA9 Jane Roe</div>", ADA,
	    "Jane Roe" },
	{ "the line with the words of the image",
	    "<p><img src=/p/pic-12345678.jpg alt='A bridge "
	    "over the river.'></p><p>A bridge over the river.</p>",
	    "A bridge over the river.", "" },
};

/* Captions that the markup does not mark as captions. */
static void
media_test_plain(void)
{
	static const char *const others[] = {
		"<p>" PIC " The report was found by a clerk in a drawer.</p>",
		"<p>" PIC "</p><p>The report was found by a clerk.</p>",
		"<p>" PIC "</p><h2>The report</h2>",
		"<p>" PIC "</p><ul><li>The report</ul>",
		"<div><a href=/other>" PIC "</a><span>" ADA "</span></div>",
		"<div>" PIC "<a href=/other>" ADA "</a></div>",
		"<div class=byline>" PIC "<span>By Jane Roe</span></div>",
	};

	for (size_t i = 0; i < ARRAY_LENGTH(plain_captions); i++)
		media_test_plain_row(plain_captions[i].what,
		    plain_captions[i].html, plain_captions[i].caption,
		    plain_captions[i].credit);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		media_test_plain_row("no caption", others[i], NULL, NULL);
}

static void
media_test_ads(void)
{
	static const char *const ads[] = { "Advertisement",
		"ADVERTISEMENT:", "Anzeige", "Shoes. Sponsored",
		"Buy now: the best shoes", "Shoes, 50% off today",
		"Offer: 30 % off", "Jetzt bestellen!", "Publicité", "広告",
		"Реклама", "The shoes - shop now" };
	static const char *const others[] = { "A bridge",
		"Police received a complaint (Anzeige) from a man", "Address",
		"She was promoted to captain", "The cut-off valve", "",
		"He buys now and then a book" };

	for (size_t i = 0; i < ARRAY_LENGTH(ads); i++)
		ok(caption_is_advertising(slice_of(ads[i])),
		    "advertisement: %s", ads[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		ok(!caption_is_advertising(slice_of(others[i])),
		    "no advertisement: \"%s\"", others[i]);
}

/* The expected relevance is computed by hand. In the article "Ada" and
 * "Lovelace" occur four times each inside of a sentence; "The" only begins
 * sentences. */
static void
media_test_relevance(void)
{
	static const struct {
		const char *what, *attributes, *caption;
		double relevance;
	} rows[] = {
		/* 0.3 + 0.6 * (1*4 + 1*4) / (sqrt(2) * sqrt(32)) */
		{ "a caption with the names of the article", "", ADA, 0.9 },
		{ "a caption with the names, and a large image", "width=800",
		    ADA, 1 },
		/* 0.3 + 0.6 * 4 / (1 * sqrt(32)) */
		{ "a caption with one of two names", "", "Ada at her desk",
		    0.3 + 0.6 * 4 / 5.656854249492381 },
		{ "a caption without the names", "",
		    "The harbour of Valparaiso", 0.3 },
		/* (0.3 + 0.1) * 0.25 */
		{ "an advertisement", "width=800",
		    "Buy now: the best shoes, 50% off", 0.1 },
		/* (0.3 + 0.6) * 0.25 */
		{ "an advertisement with the names", "", "Buy now: " ADA,
		    0.225 },
		/* "Valparaiso" occurs twice, so the cosine over all entities is
		 * used: (1*4) / (sqrt(1 + 4) * sqrt(32)) */
		{ "a caption with a repeated name", "",
		    "Valparaiso, Ada, Valparaiso",
		    0.3 + 0.6 * 4 / (2.23606797749979 * 5.656854249492381) },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct cuter_article a;
		struct buf page;
		double gap;

		buf_init(&page, 64 * KIB);
		buf_printf(&page,
		    H1 LONG LONG
		    "<figure><img src=/p/pic-12345678.jpg %s>"
		    "<figcaption>%s</figcaption></figure>" LONG LONG
		    "<meta property=og:image content=//cdn.org/x-7654321.jpg>",
		    rows[i].attributes, rows[i].caption);
		a = testing_cut_with(buf_slice(&page), TITLE, NULL, NULL);
		gap = a.n_media > 0 ? a.media[0].relevance - rows[i].relevance
				    : 1;
		ok(a.n_media > 0 && gap < 1e-9 && gap > -1e-9,
		    "relevance of %s: %.4f, %.4f", rows[i].what,
		    a.n_media > 0 ? a.media[0].relevance : 0,
		    rows[i].relevance);
		buf_release(&page);
	}
}

static void
media_test_lead(void)
{
	struct cuter_article a = testing_cut(
	    "<meta property=og:image "
	    "content=//cdn.org/1200/pic-12345678.jpg>" H1 "<figure>" PIC
	    "</figure>" TEXT "<figure><img src=/other-987654321.jpg>"
	    "<figcaption>A bridge.</figcaption></figure>" LONG,
	    TITLE);

	is_int((int64_t)a.n_media, 2, "the shared picture is not listed twice");
	ok(a.media[0].is_lead && !a.media[1].is_lead,
	    "the shared picture is the lead");
	ok(a.media[0].relevance >= a.media[1].relevance,
	    "the lead has the highest relevance");
	a = testing_cut(
	    "<meta property=og:image content=//cdn.org/x-1234567.jpg>" H1 TEXT,
	    TITLE);
	ok(a.n_media == 1 && a.media[0].is_lead,
	    "a shared picture that is not on the page");
	a = testing_cut("<meta property=og:image "
			"content=//cdn.org/a-bridge-over-the-river-at-dawn-og"
			".jpg><figure><img src=//cdn.org/a-bridge-over-the-"
			"river-at-dawn-h.jpg><figcaption>A bridge.</figcaption>"
			"</figure>" H1 TEXT,
	    TITLE);
	ok(a.n_media == 1 && a.media[0].is_lead,
	    "another crop of the shared picture above the title is the lead");
	if (a.n_media == 1)
		is_text(a.media[0].caption, "A bridge.", "with its caption");
	a = testing_cut("<meta property=og:image content=//cdn.org/x-7654321"
			".jpg>" H1 "<div><img src=/pic/harbour.jpg width=900 "
			"height=600><p class=caption>Photo: Ada</p></div>" TEXT,
	    TITLE);
	ok(a.n_media == 1 && a.media[0].is_lead &&
		slice_ends_nocase(a.media[0].url, SLICE("harbour.jpg")),
	    "a shared crop is not listed beside a picture that has only a "
	    "credit");
	a = testing_cut(
	    "<meta property=og:image content=//cdn.org/logo.png>" H1 TEXT,
	    TITLE);
	is_int((int64_t)a.n_media, 0, "a logo is not the lead");
	a = testing_cut("<meta property=og:image "
			"content='//cdn.org/{{size}}/pic-7654321.jpg'>"
			"<meta name=twitter:image "
			"content=//cdn.org/pic-7654321.jpg>" H1 TEXT,
	    TITLE);
	ok(a.n_media == 1 &&
		slice_ends_nocase(a.media[0].url, SLICE("org/pic-7654321.jpg")),
	    "an address with a placeholder is not listed");
}

/* A page with many pictures must be read in linear time and bounded memory. */
static void
media_test_many(void)
{
	struct cuter_article a;
	struct buf page;

	buf_init(&page, 4 * MIB);
	buf_append_string(&page, H1 LONG "<div><figure>");
	for (unsigned i = 0; i < 30000; i++)
		buf_printf(&page, "<img src=/p/a%u.jpg>", i);
	buf_append_string(
	    &page, "</figure><figcaption>A bridge.</figcaption></div>" TEXT);
	a = testing_cut_with(buf_slice(&page), TITLE, NULL, NULL);
	is_int((int64_t)a.n_media, LIMIT_ARTICLE_LIST,
	    "of 30 000 pictures with a caption LIMIT_ARTICLE_LIST are kept");
	ok(a.body.len > 0, "the text is kept beside 30 000 pictures");
	buf_release(&page);
}

int
main(void)
{
	testing_begin();
	media_test_credit();
	media_test_many();
	media_test_addresses();
	media_test_entities();
	media_test_pages();
	media_test_small();
	media_test_plain();
	media_test_ads();
	media_test_relevance();
	media_test_lead();
	return testing_end();
}
