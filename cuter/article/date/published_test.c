/*
 * published_test.c -- tests which dates are found on pages, in texts and in
 * addresses.
 */
#include "base/array.h"
#include "cuter/article/date/published.h"
#include "tests/lib/cuter.h"

#define LONG                                                                   \
	"<p>The report, which was to have been published in spring, tells at " \
	"length what was found, by whom, and why it took so long.</p>"
#define TITLE "A title of four words"
#define H1    "<h1>" TITLE "</h1>"
#define TEXT  "<div>" LONG LONG LONG LONG "</div>"
#define TWICE                                                                  \
	META "2026-05-04><meta property=article:modified_time "                \
	     "content=2026-05-04>"
#define META "<meta property=article:published_time content="

static int64_t
published_test_day(int year, int month, int mday)
{
	return date_from_civil(year, month, mday, 0, 0, 0);
}

static const struct {
	const char *text;
	enum date_order order;
	int year, month, mday; /* 0: none */
} texts[] = {
	{ "Posted on April 13, 2023 \xC2\xB7 10 min read", DATE_ORDER_UNKNOWN,
	    2023, 4, 13 },
	{ "Written by Ada in Valley on 1 June 2019 at 08:34 PM",
	    DATE_ORDER_UNKNOWN, 2019, 6, 1 },
	{ "Datum 28.04.2023", DATE_ORDER_UNKNOWN, 2023, 4, 28 },
	{ "\xE5\x85\xAC\xE9\x96\x8B\xE6\x97\xA5:2019\xE5\xB9\xB4"
	  "4\xE6\x9C\x88"
	  "14\xE6\x97\xA5",
	    DATE_ORDER_UNKNOWN, 2019, 4, 14 },
	{ "July 30, 2019January 18, 2023", DATE_ORDER_UNKNOWN, 2019, 7, 30 },
	{ "Ada Field\xE2\x80\xA2Oct 20, 2025", DATE_ORDER_UNKNOWN, 2025, 10,
	    20 },
	{ "03/10/2023", DATE_ORDER_DAY_FIRST, 2023, 10, 3 },
	{ "03/10/2023", DATE_ORDER_MONTH_FIRST, 2023, 3, 10 },
	{ "03/10/2023", DATE_ORDER_UNKNOWN, 0, 0, 0 },
	{ "The best 50 phones of 2026", DATE_ORDER_UNKNOWN, 0, 0, 0 },
	{ "April 2019", DATE_ORDER_UNKNOWN, 0, 0, 0 },
	{ "12. 10. 2023 15:04", DATE_ORDER_UNKNOWN, 2023, 10, 12 },
	{ "2023. 10. 12. \xEC\x98\xA4\xED\x9B\x84 3:04", DATE_ORDER_UNKNOWN,
	    2023, 10, 12 },
	{ "In 1848 there were 12 of them", DATE_ORDER_UNKNOWN, 0, 0, 0 },
	{ "12:30", DATE_ORDER_UNKNOWN, 0, 0, 0 },
	{ "20 Noyabr 2026, 01:20", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "20 Naoyabr 2026, 01:20", DATE_ORDER_UNKNOWN, 0, 0, 0 },
	{ "Naoyabr 2026 11:01", DATE_ORDER_UNKNOWN, 0, 0, 0 },
	{ "1 January 2026", DATE_ORDER_UNKNOWN, 2026, 1, 1 },
	{ "January 2026, 1 reader", DATE_ORDER_UNKNOWN, 0, 0, 0 },
	{ "20 พฤศจิกายน 2026 09:01", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "เผยแพร่ 20 พ.ย. 2569 09:01", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "2569-11-20 10:00", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "20 tháng 11 2026 09:01", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "20 नवंबर 2026 01:15 IST", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "२० नवंबर २०२६", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "۲۰ نوفمبر ۲۰۲۶", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "20 تشرين الثاني 2026 01:15", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "20. novembris 2026 01:15", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "2026. gada 20. novembris", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "20. nóvember 2026 kl. 01:15", DATE_ORDER_UNKNOWN, 2026, 11, 20 },
	{ "", DATE_ORDER_UNKNOWN, 0, 0, 0 },
};

static void
published_test_find(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		int64_t at = DATE_NONE;
		unsigned flags;
		bool found = published_find(
		    slice_of(texts[i].text), texts[i].order, &at, &flags);

		ok(texts[i].year == 0
			? !found
			: found &&
			      at / 86400 == published_test_day(texts[i].year,
						texts[i].month, texts[i].mday) /
						86400,
		    "\"%s\"", texts[i].text);
	}
}

static void
published_test_words(void)
{
	static const char *const changed[] = {
		"Last updated: 4 May",
		"MIS \xC3\x80 JOUR LE 4 MAI",
		"\xD0\x9E\xD0\xB1\xD0\xBD\xD0\xBE\xD0\xB2\xD0\xBB\xD0\xB5\xD0"
		"\xBD\xD0\xBE 4 \xD0\xBC\xD0\xB0\xD1\x8F 2026",
		"\xD0\x9E\xD0\x91\xD0\x9D\xD0\x9E\xD0\x92\xD0\x9B\xD0\x95\xD0"
		"\x9D\xD0\x9E: 4.5.2026",
		"G\xC3\x9CNCELLEME: 4.5.2026",
		"\xD0\x9E\xD0\xBD\xD0\xBE\xD0\xB2\xD0\xBB\xD0\xB5\xD0\xBD\xD0"
		"\xBE 4.5.2026",
		"\xCE\xA4\xCE\xB5\xCE\xBB\xCE\xB5\xCF\x85\xCF\x84\xCE\xB1\xCE"
		"\xAF\xCE\xB1 "
		"\xCE\xB5\xCE\xBD\xCE\xB7\xCE\xBC\xCE\xAD\xCF\x81\xCF\x89\xCF"
		"\x83\xCE\xB7 4/5/2026",
		"\xD8\xA2\xD8\xAE\xD8\xB1 "
		"\xD8\xAA\xD8\xAD\xD8\xAF\xD9\x8A\xD8\xAB 4/5/2026",
		"\xEC\xB5\x9C\xEC\xA2\x85\xEC\x88\x98\xEC\xA0\x95 2026.5.4",
		"P\xC3\xA4ivitetty 4.5.2026",
		"Friss\xC3\xADtve: 2026.5.4",
		"C\xE1\xBA\xADp nh\xE1\xBA\xADt 4/5/2026",
		"Diperbarui 4 Mei 2026",
		"\xD7\xA2\xD7\x95\xD7\x93\xD7\x9B\xD7\x9F 4.5.2026",
		"Actualizat 4.5.2026",
		"2026\xE5\xB9\xB4"
		"5\xE6\x9C\x88"
		"4\xE6\x97\xA5 \xE6\x9B\xB4\xE6\x96\xB0",
	};
	static const char *const labels[] = {
		"\xD0\x9E\xD0\xBF\xD1\x83\xD0\xB1\xD0\xBB\xD0\xB8\xD0\xBA\xD0"
		"\xBE\xD0\xB2\xD0\xB0\xD0\xBD\xD0\xBE: 4.5.2026",
		"VER\xC3\x96"
		"FFENTLICHT AM 4.5.2026",
		"PUBLI\xC3\x89 LE 4 MAI 2026",
		"\xD0\x9E\xD0\xBF\xD1\x83\xD0\xB1\xD0\xBB\xD1\x96\xD0\xBA\xD0"
		"\xBE\xD0\xB2\xD0\xB0\xD0\xBD\xD0\xBE 4.5.2026",
	};
	static const char *const unchanged[] = {
		"Posted on 4 May 2026",
		"\xEA\xB9\x80\xEC\x88\x98\xEC\xA0\x95 \xEA\xB8\xB0\xEC\x9E\x90 "
		"2026.5.4",
	};

	for (size_t i = 0; i < ARRAY_LENGTH(changed); i++)
		ok(published_mentions_change(slice_of(changed[i])),
		    "this text mentions a change: %s", changed[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(unchanged); i++)
		ok(!published_mentions_change(slice_of(unchanged[i])),
		    "this text does not mention a change: %s", unchanged[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(labels); i++)
		ok(published_is_label(slice_of(labels[i])),
		    "this text is a label of the publication: %s", labels[i]);
}

static void
published_test_url(void)
{
	int64_t at;

	ok(published_in_url(SLICE("https://x.org/2026/11/20/a"), &at) &&
		at == published_test_day(2026, 11, 20),
	    "a date in a path as /2026/11/20/");
	ok(published_in_url(SLICE("https://x.org/a-20261120-b"), &at) &&
		at == published_test_day(2026, 11, 20),
	    "a date in a path as -20261120-");
	ok(published_in_url(SLICE("https://x.org/2026-11-20-a"), &at),
	    "a date in a path as /2026-11-20-");
	ok(!published_in_url(SLICE("https://x.org/120261120345"), &at),
	    "digits in a longer number are not a date");
	ok(!published_in_url(SLICE("https://x.org/2026/13/20/"), &at),
	    "an address with an invalid month gives no date");
	ok(!published_in_url(SLICE("https://x.org/2026/11/"), &at),
	    "an address without a day gives no date");
}

static void
published_test_zone(void)
{
	is_int(published_zone(SLICE("https://www.example.jp/a"), SLICE("en"),
		   published_test_day(2026, 7, 1)),
	    540, "the zone of a country with one zone is known");
	is_int(published_zone(SLICE("https://a.de/"), SLICE("de"),
		   published_test_day(2026, 7, 1)),
	    120, "the zone of the site follows summer time");
	is_int(published_zone(SLICE("https://a.de/"), SLICE("de"),
		   published_test_day(2026, 12, 1)),
	    60, "the zone of the site follows winter time");
	is_int(published_zone(SLICE("https://a.com/"), SLICE("ko"),
		   published_test_day(2026, 12, 1)),
	    540, "the zone of a language of one country is known");
	is_int(published_zone(SLICE("https://a.com/"), SLICE("en"),
		   published_test_day(2026, 12, 1)),
	    CUTER_ZONE_NONE,
	    "the zone of a language of many countries is not known");
	is_int(published_zone_of(SLICE("2026-11-20T10:00:00-03:30")), -210,
	    "a date with an offset has that offset as its zone");
	is_int(published_zone_of(SLICE("2026-11-20T10:00:00Z")), 0,
	    "a date with Z has the zone 0");
	is_int(published_zone_of(SLICE("2026-11-20T10:00:00")), CUTER_ZONE_NONE,
	    "a date without an offset has no zone");
}

struct published_page {
	const char *what, *html;
	int year, month, mday; /* 0: none */
};

static void
published_test_rows(const struct published_page *rows, size_t n)
{
	struct cuter_input input = { .url = SLICE("https://example.org/a"),
		.hint_title = SLICE(TITLE),
		.now_at = date_from_civil(2026, 11, 20, 10, 0, 0) };

	for (size_t i = 0; i < n; i++) {
		struct cuter_article a = { 0 };
		struct err e = ERR_INIT;

		input.bytes = slice_of(rows[i].html);
		if (cuter_cut(testing_cuter, &input, NULL, &a, &e) != 0)
			a.published_at = 1;
		ok(rows[i].year == 0 ? a.published_at == DATE_NONE
				     : a.published_at / 86400 ==
					   published_test_day(rows[i].year,
					       rows[i].month, rows[i].mday) /
					       86400,
		    "%s", rows[i].what);
	}
}

static const struct published_page pages[] = {
	{ "a date in a metadata field",
	    META "2026-05-04T10:00:00Z>" H1 TEXT, 2026, 5, 4 },
	{ "a date line with other words",
	    H1 "<p>Posted on May 4, 2026 - 5 min read</p>" TEXT, 2026,
	    5, 4 },
	{ "a date in the text of <time>",
	    H1 "<time>May 4, 2026</time>" TEXT, 2026, 5, 4 },
	{ "a date in a property as Drupal writes it",
	    H1
	    "<span property='dc:date dc:created' "
	    "content=2026-05-04T10:00:00Z>Mon, 05/04/2026</span>" TEXT,
	    2026, 5, 4 },
	{ "a date in the attribute content of <time>",
	    H1 "<time itemprop=datePublished "
	       "content=2026-05-04T10:00:00Z>today</time>" TEXT,
	    2026, 5, 4 },
	{ "a date in prism.publicationDate",
	    "<meta name=prism.publicationDate content=2026-05-04>" H1
		TEXT,
	    2026, 5, 4 },
	{ "a date in the text of an itemprop",
	    H1 "<span itemprop=datePublished>May 4, 2026</span>" TEXT,
	    2026, 5, 4 },
	{ "an older date line replaces the date in metadata",
	    META "2026-05-04>" H1 "<p>August 4, 2025</p>" TEXT, 2025, 8,
	    4 },
	{ "an older date of a change does not replace the date in "
	  "metadata",
	    META "2026-05-04>" H1 "<p>Updated May 2, 2026</p>" TEXT,
	    2026, 5, 4 },
	{ "the date of a change in Cyrillic letters is not used",
	    H1 "<p>"
	       "\xD0\x9E\xD0\xB1\xD0\xBD\xD0\xBE\xD0\xB2\xD0\xBB\xD0"
	       "\xB5\xD0\xBD\xD0\xBE "
	       "02.05.2026</"
	       "p><p>"
	       "\xD0\x9E\xD0\xBF\xD1\x83\xD0\xB1\xD0\xBB\xD0\xB8\xD0"
	       "\xBA\xD0\xBE\xD0\xB2\xD0\xB0\xD0\xBD\xD0\xBE "
	       "01.05.2026</p>" TEXT,
	    2026, 5, 1 },
	{ "a date in the title of the page",
	    "<title>" TITLE " | EX | 28.04.2023</title>" H1 TEXT, 2023,
	    4, 28 },
	{ "a date in metadata after the visit is not used",
	    META "2027-05-04>" H1 "<p>May 4, 2026</p>" TEXT, 2026, 5,
	    4 },
	{ "a date in metadata with the time of the visit is not used",
	    META "2026-11-20T09:59:30Z>" H1 "<p>May 4, 2026</p>" TEXT,
	    2026, 5, 4 },
	{ "a label and a date beside the text",
	    H1 TEXT "<aside><h4>Published</h4><p>May 4, 2026</p>"
		    "</aside>",
	    2026, 5, 4 },
	{ "a sentence about the first publication",
	    META "2026-05-04>" H1 TEXT
		 "<p>This article was originally published on 3 May "
		 "2025 and has been kept up since.</p>",
	    2025, 5, 3 },
	{ "a date line after the standfirst",
	    META "2026-05-04>" H1 "<div>" LONG
		 "<p>7 min read</p><p>May 3, 2025</p>" LONG LONG LONG
		 "</div>",
	    2025, 5, 3 },
	{ "a date in a caption after the standfirst is not used",
	    META "2026-05-04>" H1 "<div>" LONG
		 "<div><img src=a.jpg><p>The bridge over the river, as "
		 "it was on May 3, 2025</p></div>" LONG LONG LONG
		 "</div>",
	    2026, 5, 4 },
};

static void
published_test_pages(void)
{
	published_test_rows(pages, ARRAY_LENGTH(pages));
}

#define LD                                                                     \
	"<script type=application/ld+json>{\"@type\":\"NewsArticle\","         \
	"\"headline\":\"" TITLE                                                \
	"\",\"author\":{\"@type\":\"Person\",\"name\":\"Ada Field\"},"         \
	"\"datePublished\":\"2026-11-18T10:00:00Z\"}</script>"
#define RELATED "<a href=/y>Harbour wall breaks in storm</a>"

static const struct published_page other_pages[] = {
	{ "a date in the navigation before the title is not used",
	    LD "<nav class=crumbs><a href=/>Home</a> "
	       "<a href=/x>Storm of 13 November 2015</a></nav>" H1 TEXT,
	    2026, 11, 18 },
	{ "a date in the navigation before a date line is not used",
	    LD "<nav class=crumbs><a href=/x>13 November 2015</a>"
	       "</nav>" H1 "<p class=meta>18 November 2026</p>" TEXT,
	    2026, 11, 18 },
	{ "a date in a kicker",
	    LD
	    "<div class=kicker>Storm of 13 November 2015</div>" H1 TEXT,
	    2026, 11, 18 },
	{ "the date of a related article in a list",
	    LD H1 "<aside><h3>Related</h3><ul><li>" RELATED
		  " <span>12 March 2024</span></li></ul></aside>" TEXT,
	    2026, 11, 18 },
	{ "the date of a related article in a box",
	    LD H1 "<div class=box>" RELATED
		  "<p>12 March 2024</p></div>" TEXT,
	    2026, 11, 18 },
	{ "the date of a related article with a headline of two words",
	    LD H1 "<div class=box><a href=/y>Older story</a>"
		  "<p>12 March 2024</p></div>" TEXT,
	    2026, 11, 18 },
	{ "the date of a related article whose date is in another "
	  "element",
	    LD H1 "<div class=box><div>" RELATED "</div><div><p>"
		  "12 March 2024</p></div></div>" TEXT,
	    2026, 11, 18 },
	{ "the date of a picture",
	    LD H1 "<div class=img><img src=a.jpg>"
		  "<span>The wall on 5 May 2019</span></div>" TEXT,
	    2026, 11, 18 },
	{ "the date of a picture in a paragraph",
	    LD H1 "<p>Photo: the wall, 5 May 2019</p>" TEXT, 2026, 11,
	    18 },
	{ "a date line after a line that shows the date of JSON-LD",
	    LD H1 "<p>18 November 2026</p><p>5 May 2019</p>" TEXT, 2026,
	    11, 18 },
	{ "a date line before a line that shows the date of JSON-LD",
	    LD H1 "<p>5 May 2019</p><p>18 November 2026</p>" TEXT, 2026,
	    11, 18 },
	{ "a date line with the author in JSON-LD",
	    LD H1 "<p>Ada Field 5 May 2019</p>" TEXT, 2019, 5, 5 },
	{ "a date line after a link to the author",
	    LD H1 "<div><a href=/author/ada>Ada C. Field</a>"
		  "<p>5 May 2019</p></div>" TEXT,
	    2019, 5, 5 },
	{ "a date line in a list of the article",
	    LD H1 "<ul><li>By Ada Field</li><li>On 5 May 2019</li>"
		  "</ul>" TEXT,
	    2019, 5, 5 },
	{ "the date of a picture does not replace the time of the "
	  "fetch",
	    META "2026-11-20T09:59:30Z>" H1
		 "<p>Photo: the wall, 5 May 2019</p>" TEXT,
	    2026, 11, 20 },
};

/* Dates near the title that are not the article's own. */
static void
published_test_others(void)
{
	published_test_rows(other_pages, ARRAY_LENGTH(other_pages));
}

static void
published_test_date_lines(void)
{
	static const char *const dates[] = { "4 May 2025",
		"Published on May 4, 2025 at 10:00 a.m. EST",
		"Sunday, May 4, 2025", "So., 4. Mai 2025, 10:00 Uhr",
		"By Jane van Roe | May 4, 2025", "Started by Jane, 4 May 2025",
		"Oct 15, 2015 \xC2\xB7 18 min read",
		"Berlin | 4. Mai 2025 | 12 Kommentare",
		"Date de publication : 4 mai 2025", "2025-05-04T10:00:00",
		"発布日:2025年5月4日 10:00", "公開日:2025年5月4日",
		"2025年5月4日 星期日", "20 नवंबर 2026", "20 พฤศจิกายน 2569",
		"Ada Field 4 May 2025" };
	static const char *const others[] = { "Storm of 13 November 2015",
		"The wall on 5 May 2019", "Photo: the wall, 5 May 2019",
		"Photo by Jane Roe, 5 May 2019", "Foto | 5. Mai 2019",
		"Joined: Mon Jul 24, 2017 9:28 am",
		"The best of all the old days | 4 May 2025",
		"2015年11月13日的风暴袭击了海港" };

	for (size_t i = 0; i < ARRAY_LENGTH(dates); i++)
		ok(published_is_date_line(
		       slice_of(dates[i]), SLICE("Ada Field ")),
		    "a date line: %s", dates[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		ok(!published_is_date_line(
		       slice_of(others[i]), SLICE("Ada Field ")),
		    "not a date line: %s", others[i]);
}

/* Pages with several dates, some of them of other stories. */
static void
published_test_several(void)
{
	static const struct published_page rows[] = {
		{ "a date of publication after the text",
		    TWICE H1 TEXT "<p>Published <time>May 3, 2025</time></p>",
		    2025, 5, 3 },
		{ "two dates after the text are not used",
		    TWICE H1 TEXT "<p>Published May 3, 2025</p>"
				  "<p>Published May 1, 2025</p>",
		    2026, 5, 4 },
		{ "the time of a quoted message is not used",
		    H1 "<p>Posted on May 4, 2026</p><div><p>Look at this."
		       "<time class=quoted-tweet__time>May 3, "
		       "2025</time></div>" TEXT,
		    2026, 5, 4 },
		{ "an itemprop of another story before the heading is not used",
		    "<nav><ul><li><a href=/x>Other<time itemprop=datePublished "
		    "datetime=2026-01-02>2 Jan</time></a></li></ul></nav>" H1
		    "<time itemprop=datePublished datetime=2026-05-04>4 May"
		    "</time>" TEXT,
		    2026, 5, 4 },
		{ "a <time> whose class names a change is not used",
		    H1 "<time class=modified datetime=2026-05-09>9 May</time>"
		       "<time class=date datetime=2026-05-04>4 May</time>" TEXT,
		    2026, 5, 4 },
		{ "1970-01-01T00:00:00Z in metadata is not used",
		    META "1970-01-01T01:00:00+01:00>" H1
			 "<p>May 4, 2026</p>" TEXT,
		    2026, 5, 4 },
		{ "a year alone is not a date", META "2026>" H1 TEXT, 0, 0, 0 },
		{ "a date in the navigation after the text is not used",
		    H1 TEXT "<nav><p>May 4, 2026</p></nav>", 0, 0, 0 },
	};

	published_test_rows(rows, ARRAY_LENGTH(rows));
}

static void
published_test_modified(void)
{
	static const char *const reversed[] = {
		H1 "<p>Updated May 9, 2026; published May 4, 2026</p>" TEXT,
		H1 "<p class=date>Updated: May. 09, 2026, 10:15 | Published: "
		   "May. 04, 2026, 9:00</p>" TEXT,
		H1 "<div>Updated <time datetime=2026-05-09>May 9</time></div>"
		   "<div>Published <time datetime=2026-05-04>May 4</time>"
		   "</div>" TEXT,
		H1 "<p>Published <time datetime=2026-05-04>May 4</time>, last "
		   "updated on <time datetime=2026-05-09>May 9</time></p>" TEXT,
	};
	struct cuter_article a =
	    testing_cut(META "2026-05-04T10:00:00+02:00>" H1
			     "<p>Last updated: May 9, 2026</p>" TEXT,
		TITLE);

	is_int(a.published_at, date_from_civil(2026, 5, 4, 8, 0, 0),
	    "the date of publication is read in UTC");
	is_int(a.published_zone, 120,
	    "the zone of the date of publication is kept");
	is_int(a.modified_at, published_test_day(2026, 5, 9),
	    "the date of modification is read");
	a = testing_cut(H1
	    "<p>Published May 4, 2026 | Updated May 9, 2026</p>" TEXT,
	    TITLE);
	is_int(a.published_at, published_test_day(2026, 5, 4),
	    "the first date of a line with both is that of publication");
	is_int(a.modified_at, published_test_day(2026, 5, 9),
	    "the date of modification in this case");
	a = testing_cut(META "2026-05-09>" H1
			     "<p>May 4, 2026, updated May 9, 2026</p>" TEXT,
	    TITLE);
	is_int(a.published_at, published_test_day(2026, 5, 4),
	    "a later date in metadata does not replace the first date of the "
	    "line");
	is_int(a.modified_at, published_test_day(2026, 5, 9),
	    "the date of modification in this case");
	a = testing_cut(
	    H1 "<p>May 9, 2026 updated, May 4, 2026</p>" TEXT, TITLE);
	is_int(a.modified_at, published_test_day(2026, 5, 9),
	    "a date of a change before its word is read");
	for (size_t i = 0; i < ARRAY_LENGTH(reversed); i++) {
		a = testing_cut(reversed[i], TITLE);
		ok(a.published_at / 86400 ==
			published_test_day(2026, 5, 4) / 86400,
		    "a change before the publication, page %zu: date of "
		    "publication",
		    i);
		ok(a.modified_at / 86400 ==
			published_test_day(2026, 5, 9) / 86400,
		    "the date of modification in this case");
	}
	a = testing_cut(META "2026-05-05T02:00:00Z>" H1
			     "<time datetime=2026-05-04T22:00:00-04:00>May 4, "
			     "2026</time>" TEXT,
	    TITLE);
	is_int(a.published_zone, -240,
	    "of two equal instants the one with a local zone is used");
}

static struct cuter_article
published_test_german(const char *html)
{
	struct cuter_input input = { .url = SLICE("https://example.de/a"),
		.hint_title = SLICE(TITLE),
		.bytes = slice_of(html),
		.now_at = date_from_civil(2026, 11, 20, 10, 0, 0) };
	struct cuter_article a = { 0 };
	struct err e = ERR_INIT;

	ok(cuter_cut(testing_cuter, &input, NULL, &a, &e) == 0, "%s", e.text);
	return a;
}

/* Lines that confirm or replace the date in metadata. */
static void
published_test_confirmed(void)
{
	struct cuter_article a = published_test_german(
	    META "2026-11-19T23:00:00Z>" H1
		 "<p>Neues aus dem Hafen, 20.11.2026</p>" TEXT);

	is_int(a.published_at, date_from_civil(2026, 11, 19, 23, 0, 0),
	    "a line confirms the date in metadata");
	is_int(a.published_zone, 60, "the line gives the zone of the date");
	a = published_test_german(
	    META "2026-11-20T10:00:00Z><nav><p>Heute: 20.11.2026</p></nav>" H1
		 "<p>10.11.2026</p>" TEXT);
	is_int(a.published_at, date_from_civil(2026, 11, 9, 23, 0, 0),
	    "a line replaces the time of the fetch");
	ok(a.fields[CUTER_FIELD_PUBLISHED].confidence < 0.98,
	    "a line that shows the time of the fetch does not confirm it");
}

int
main(void)
{
	testing_begin();
	published_test_find();
	published_test_words();
	published_test_url();
	published_test_zone();
	published_test_pages();
	published_test_others();
	published_test_date_lines();
	published_test_several();
	published_test_modified();
	published_test_confirmed();
	return testing_end();
}
