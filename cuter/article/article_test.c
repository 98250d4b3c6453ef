/*
 * article_test.c -- tests the text, the HTML and the metadata that are made
 * from the chosen nodes.
 */
#include "base/array.h"
#include "base/limits.h"
#include "cuter/article/pages_test.h"
#include "tests/lib/cuter.h"

static void
article_test_text(void)
{
	struct cuter_article a = testing_cut(
	    PAGE("",
		"<h2>Section</h2><ul><li>first item<li>second <b>item</b></ul>"
		"<p>line one<br>line two<br><br>paragraph two</p>"
		"<pre>a\n  b</pre>"
		"<table><tr><th>Name<th>Age<tr><td>Ada<td>36</table>"
		"<blockquote><p>Quoted words</p></blockquote>"),
	    TITLE);

	has(a.body, "\n\nSection\n\n- first item\n- second item\n\n",
	    "a heading and a list are in the text");
	has(a.body, "line one\nline two\n\nparagraph two\n\n",
	    "a <br> is a line break in the text");
	has(a.body, "\n\na\n  b\n\n", "preformatted text keeps its lines");
	has(a.body, "Name | Age\nAda | 36\n\n",
	    "the cells of a table are in lines");
	has(a.body, "\n\nQuoted words\n\n", "a quote is a paragraph");
	ok(a.body.p[0] == 'T' && a.body.p[a.body.len - 1] == '.',
	    "the body has no white space at its ends");
}

static void
article_test_html(void)
{
	struct cuter_article a = testing_cut(
	    PAGE("",
		"<p onclick=evil() style=color:red>See <a href=/there?a=1&b=2>"
		"there</a>, <a href=javascript:evil()>not here</a> &lt;b&gt; "
		"<i>well</i>, or so it is said by "
		"some.</p><ul><li>first<li>second</ul>"
		"<figure><img src=pic.jpg alt='A &quot;pic&quot;'><figcaption>"
		"The caption</figcaption></figure>"),
	    TITLE);

	has(a.body_html,
	    "<a href=\"https://news.example.org/there?a=1&amp;b=2\">there</a>",
	    "the addresses of links are absolute");
	lacks(a.body_html, "javascript",
	    "links with the scheme javascript are left out");
	has(a.body_html, "not here", "the text of such a link is kept");
	has(a.body_html, "&lt;b&gt;", "markup in the text is escaped");
	has(a.body_html, "<em>well</em>", "emphasis is kept");
	lacks(a.body_html, "onclick", "event handlers are left out");
	lacks(a.body_html, "style", "styles are left out");
	has(a.body_html, "<ul><li>first</li><li>second</li></ul>",
	    "lists are kept");
	has(a.body_html,
	    "<figure><img src=\"https://news.example.org/2026/11/pic.jpg\" "
	    "alt=\"A &quot;pic&quot;\"><figcaption>The caption</figcaption>"
	    "</figure>",
	    "a figure with its caption");
	lacks(a.body, "The caption", "which is not in the text");
	is_int((int64_t)a.n_media, 1, "the article has one image");
	is_text(a.media[0].caption, "The caption", "the image has its caption");
}

/* The caption of a table is its first element, as HTML requires.  The caption
 * of a layout table, whose table is not written, is a paragraph. */
static void
article_test_table_caption(void)
{
	struct cuter_article a = testing_cut(
	    PAGE("",
		"<table><caption>The oil that was used in each month, in "
		"<b>litres</b></caption><tr><th>Month<th>Litres<tr><td>January "
		"was cold<td>Four hundred litres</table>"
		"<table><caption><p>The days of rain in each month, as the "
		"keeper wrote them down</p></caption><tr><th>Month<th>Days<tr>"
		"<td>March was wet<td>Seventeen days</table>"),
	    TITLE);

	has(a.body_html,
	    "<table><caption>The oil that was used in each month, in "
	    "<strong>litres</strong></caption><tr><th>Month</th>",
	    "the caption of a table is kept");
	has(a.body_html,
	    "<table><caption><p>The days of rain in each "
	    "month, as the keeper wrote them down</p></caption>",
	    "a caption with a paragraph");
	has(a.body, "used in each month, in litres\nMonth | Litres\n",
	    "the text of a caption");
	a = testing_cut(
	    "<table><caption>The harbour in autumn, told by those who were "
	    "there when the lamp was lit.</caption><tr><td><h1>" TITLE
	    "</h1>" LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG
		LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG
	    "</table>",
	    TITLE);
	lacks(a.body_html, "<table>", "a layout table is not written");
	lacks(a.body_html, "<caption>", "nor is its caption");
}

/* A layout table and a list that spans the whole page are not written as table
 * and list. */
static void
article_test_frames(void)
{
	struct cuter_article a = testing_cut(
	    "<table><tr><td><a href=/>Home</a><td><h1>" TITLE
	    "</h1>" LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG
		LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG
	    "</table>",
	    TITLE);

	lacks(a.body_html, "<td>", "a layout table is not written");
	lacks(a.body, " | ", "the cells of a layout table are not in one line");
	has(a.body, "so long.\n\nThe report",
	    "the paragraphs of a layout table are paragraphs");
}

static void
article_test_json_ld(void)
{
	struct cuter_article a = testing_cut(
	    HEADLESS(
		"<script type='application/ld+json'>/* x */ {\"@graph\":[{"
		"\"@type\":[\"Thing\",\"NewsArticle\"],\"headline\":\"H &amp; "
		"I\",\"author\":[{\"@type\":\"Person\",\"name\":\"Ada "
		"Lovelace\"},\"Jean Bartik\"],\"datePublished\":\"2026-11-02T"
		"08:30:00+01:00\",\"dateModified\":\"2026-11-03\",\"publisher"
		"\":{\"name\":\"The Example\"},\"keywords\":\"a, b\",\"image\":"
		"[{\"url\":\"/lead.jpg\"}],\n\"isAccessibleForFree\":\"False\","
		"\"description\":\"raw\nline end\"}]};</script>"),
	    NULL);

	is_text(a.title, "H & I", "the headline, references decoded");
	is_int((int64_t)a.n_authors, 2, "the article has two authors");
	is_text(a.authors[0], "Ada Lovelace",
	    "the first author is given as an object");
	is_text(a.authors[1], "Jean Bartik",
	    "the second author is given as a text");
	is_text(a.byline, "Ada Lovelace, Jean Bartik", "a byline of both");
	is_int(a.published_at, date_from_civil(2026, 11, 2, 7, 30, 0),
	    "the date of publication is read");
	is_int(a.modified_at, date_from_civil(2026, 11, 3, 0, 0, 0),
	    "the date of modification is read");
	is_text(a.site_name, "The Example", "the name of the site is read");
	is_int((int64_t)a.n_tags, 2, "the article has two tags");
	ok(a.flags & CUTER_FLAG_PAYWALL, "the article has the flag paywall");
	is_text(a.usage, "isAccessibleForFree: false",
	    "the declared use of the article is kept");
	is_text(a.media[a.n_media - 1].url, "https://news.example.org/lead.jpg",
	    "the lead image is read");
	ok(a.media[a.n_media - 1].is_lead, "the lead image is marked");
	is_text(a.language, "en", "the language is read");
}

static void
article_test_usage(void)
{
	struct cuter_article a = testing_cut(
	    PAGE("<meta name='tdm-policy' content='https://e.org/p.json'>"
		 "<meta name=ROBOTS content='noarchive,\n noai'>"
		 "<meta name=robots content='max-snippet:5\xc3\xa9'>"
		 "<meta name='tdm-reservation' content='1'>"
		 "<meta name=robots content=''>"
		 "<script type='application/ld+json'>{\"@type\":\"Article\","
		 "\"isAccessibleForFree\":true}</script>",
		"<p>One.</p>"),
	    NULL);

	is_text(a.usage,
	    "meta robots: noarchive, noai\nmeta robots: max-snippet:5??\n"
	    "meta tdm-reservation: 1\nmeta tdm-policy: https://e.org/p.json\n"
	    "isAccessibleForFree: true",
	    "the page's statements about its use are read");
	a = testing_cut(PAGE("", "<p>One.</p>"), NULL);
	is_int((int64_t)a.usage.len, 0, "most pages have no statement");
}

static void
article_test_json_ld_body(void)
{
	struct cuter_article a = testing_cut(
	    "<script type=application/ld+json>{\"@type\":\"Article\","
	    "\"articleBody\":\"One &lt;two&gt; three four five six seven "
	    "eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
	    "seventeen eighteen nineteen twenty.\\n\\nAnd the same once more "
	    "as a second paragraph, so that it is long enough to be a text of "
	    "some forty words and more.\"}</script><div id=app></div>",
	    NULL);

	is_int(a.origin, CUTER_ORIGIN_JSON_LD,
	    "the text of a page rendered by a script comes from JSON-LD");
	has(a.body, "twenty.\n\nAnd the same", "the body is the articleBody");
	has(a.body_html, "</p>\n<p>And", "the HTML is from it, too");
	ok(a.confidence > 0 && a.confidence < 0.8,
	    "the confidence of such a text is below 0.8");
}

/* Malformed JSON-LD is refused or repaired; the extractor does not crash. */
static void
article_test_bad_json_ld(void)
{
	static const char *const scripts[] = { "", "{", "[", "{]", "null", "1",
		"\"x\"", "{\"@type\":\"Article\"",
		"{\"@type\":1,\"author\":[[[]]]}",
		"{\"@type\":\"Article\",\"author\":{\"name\":{}}}",
		"{\"@type\":\"Article\",\"headline\":[],\"image\":[[]]}",
		"{\"@type\":\"Article\",\"headline\":\"\\ud800\"}",
		"{\"@graph\":{\"@graph\":{\"@graph\":{\"@graph\":1}}}}" };
	static char page[400000], deep[200000];
	struct cuter_article a;

	for (size_t i = 0; i < ARRAY_LENGTH(scripts); i++) {
		snprintf(page, sizeof(page),
		    "<script type=application/ld+json>%s</script>" PAGE("", ""),
		    scripts[i]);
		a = testing_cut(page, TITLE);
		is_text(a.title, TITLE, scripts[i]);
	}
	memset(deep, '[', sizeof(deep) - 1);
	snprintf(page, sizeof(page),
	    "<script type=application/ld+json>%s</script>" PAGE("", ""), deep);
	a = testing_cut(page, TITLE);
	has(a.body, "The report", "200 000 open brackets");
}

/* 2000 objects of the JSON-LD of a page are read.  The list and each number in
 * it count as objects. */
static void
article_test_many_objects(void)
{
	static const struct {
		int n, authors;
		const char *name;
	} rows[] = { { 1998, 1, "object 2000 is read" },
		{ 1999, 0, "object 2001 is not read" } };
	struct cuter_article a;
	struct buf page;

	buf_init(&page, 64 * 1024);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		buf_clear(&page);
		buf_append_string(&page, "<script type=application/ld+json>[");
		for (int k = 0; k < rows[i].n; k++)
			buf_append_string(&page, "0,");
		buf_append_string(
		    &page, "{\"@type\":\"Article\",\"author\":\"Ann "
			   "Pear\"}]</script>" PAGE("", ""));
		a = testing_cut(page.p, TITLE);
		is_int((int64_t)a.n_authors, rows[i].authors, rows[i].name);
	}
	buf_release(&page);
}

/* The URL ends with the first words of the headline. */
static void
article_test_title_in_address(void)
{
	static const struct {
		const char *url, *said, *title;
	} rows[] = {
		{ "https://www.example.org/harbour-what-we-know-1.html",
		    "Harbour \xE2\x80\x93 what we know",
		    "Harbour \xE2\x80\x93 what we know" },
		{ "https://www.harbour.example/what-we-know",
		    "Harbour - what we know", "what we know" },
		{ "https://www.example.org/politics/what-we-know",
		    "Politics | What we know", "What we know" },
		{ "https://www.example.org/politics/what-we-know",
		    "What we know - Politics", "What we know" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		char page[2048];
		struct cuter_input input = { .url = slice_of(rows[i].url) };
		struct cuter_article a = { 0 };
		struct err e = ERR_INIT;

		snprintf(page, sizeof(page),
		    "<meta property=og:title content='%s'><div>" LONG LONG
		    "</div>",
		    rows[i].said);
		input.bytes = slice_of(page);
		ok(cuter_cut(testing_cuter, &input, NULL, &a, &e) == 0,
		    "the page is cut");
		is_text(a.title, rows[i].title, rows[i].url);
	}
}

static void
article_test_title(void)
{
	struct cuter_article a;

	a = testing_cut("<title>Some thing happened today - The Example"
			"</title><meta property=og:site_name content='The "
			"Example'><div>" LONG LONG "</div>",
	    NULL);
	is_text(a.title, "Some thing happened today",
	    "<title> without the site's name");
	a = testing_cut("<title>Politics</title><meta property=og:title "
			"content='Some thing &amp; more | news.example.org'>"
			"<div>" LONG LONG "</div>",
	    NULL);
	is_text(
	    a.title, "Some thing & more", "og:title is read without the host");
	a = testing_cut("<title>Some thing happened today&nbsp;|&nbsp;The "
			"Example</title><meta property=og:site_name "
			"content='The Example'><div>" LONG LONG "</div>",
	    NULL);
	is_text(a.title, "Some thing happened today",
	    "the site's name with no-break spaces is removed");
	a = testing_cut("<title>Some thing happened today| The Example</title>"
			"<meta property=og:site_name content='The Example'>"
			"<div>" LONG LONG "</div>",
	    NULL);
	is_text(a.title, "Some thing happened today", "without a space before");
	a = testing_cut("<title>\xE9\xA6\x96\xE7\x9B\xB8\xE3\x81\x8C\xE4"
			"\xBC\x9A\xE8\xA6\x8B\xEF\xBD\x9C\xE6\x96\xB0\xE8"
			"\x81\x9E</title><meta property=og:site_name content='"
			"\xE6\x96\xB0\xE8\x81\x9E'><div>" LONG LONG "</div>",
	    NULL);
	is_text(a.title,
	    "\xE9\xA6\x96\xE7\x9B\xB8\xE3\x81\x8C\xE4\xBC\x9A\xE8\xA6\x8B",
	    "after a wide bar");
	a = testing_cut("<title>Politics</title><h1>Heading of the page</h1>"
			"<div>" LONG LONG "</div>",
	    NULL);
	is_text(a.title, "Heading of the page", "the only <h1> is the title");
	a = testing_cut("<div>" LONG LONG "</div>", "What the feed said");
	is_text(a.title, "What the feed said",
	    "without another title the feed's title is used");
}

static void
article_test_authors(void)
{
	static const struct {
		const char *html, *authors;
	} pages[] = {
		{ "<meta name=author content='By Ada Lovelace and Jean "
		  "Bartik'>",
		    "Ada Lovelace|Jean Bartik|" },
		{ "<meta name=author content='https://example.org/x'>", "" },
		{ "<meta name=author content='desk@example.org'>", "" },
		{ "<h1>" TITLE "</h1><p class=byline>Von Ada Lovelace</p>",
		    "Ada Lovelace|" },
		{ "<h1>" TITLE "</h1><a rel=author href=/a>Ada Lovelace</a>",
		    "Ada Lovelace|" },
		{ "<h1>" TITLE "</h1><div itemprop=author><span itemprop=name>"
		  "Ada Lovelace</span></div>",
		    "Ada Lovelace|" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		char html[4096], names[256] = "";
		struct cuter_article a;

		snprintf(html, sizeof(html), "%s<div>" LONG LONG "</div>",
		    pages[i].html);
		a = testing_cut(html, TITLE);
		for (size_t k = 0; k < a.n_authors; k++)
			snprintf(names + strlen(names),
			    sizeof(names) - strlen(names), "%.*s|",
			    SLICE_ARG(a.authors[k]));
		ok(strcmp(names, pages[i].authors) == 0, "%s: %s",
		    pages[i].html, names);
	}
}

static void
article_test_dates(void)
{
	static const struct {
		const char *html;
		int year, month, day;
	} pages[] = {
		{ "<meta property=article:published_time "
		  "content=2026-05-04T10:00:00Z>",
		    2026, 5, 4 },
		{ "<h1>" TITLE "</h1><time datetime=2026-05-04>x</time>", 2026,
		    5, 4 },
		{ "<h1>" TITLE "</h1><p>Posted on May 4, 2026</p>", 2026, 5,
		    4 },
		{ "<script type=application/ld+json>{\"@type\":\"WebPage\","
		  "\"datePublished\":\"2026-05-04\"}</script>",
		    2026, 5, 4 },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		char html[4096];
		struct cuter_article a;
		int64_t day;

		snprintf(html, sizeof(html), "%s<div>" LONG LONG "</div>",
		    pages[i].html);
		a = testing_cut(html, TITLE);
		day = date_from_civil(
		    pages[i].year, pages[i].month, pages[i].day, 0, 0, 0);
		ok(a.published_at != DATE_NONE && a.published_at >= day &&
			a.published_at < day + 86400,
		    "%s", pages[i].html);
	}
	ok(testing_cut("<h1>" TITLE "</h1><p>12:30</p>" LONG, TITLE)
		    .published_at == DATE_NONE,
	    "a time without a date is not a date");
}

static void
article_test_lead(void)
{
	static const char page[] =
	    "<h1>" TITLE "</h1><p class=standfirst>A "
	    "sentence that says what it is about, and of whom.</p>"
	    "<div><p class=byline>By Ada Lovelace</p></div><div>" LONG LONG LONG
	    "</div>";
	static const char lead[] =
	    "A sentence that says what it is about, and of whom.";
	struct cuter_options without = { .no_lead = true };
	struct cuter_article a = testing_cut(page, TITLE);

	is_text(a.lead, lead, "the standfirst is a field");
	ok(slice_starts(a.body, slice_of(lead)),
	    "the body begins with the standfirst");
	a = testing_cut_with(slice_of(page), TITLE, NULL, &without);
	is_text(
	    a.lead, lead, "a standfirst that is not in the body is a field");
	ok(slice_starts(a.body, SLICE("The report")),
	    "the body then begins after the standfirst");
	a = testing_cut_with(slice_of(page), TITLE, lead, NULL);
	ok(slice_starts(a.body, SLICE("The report")),
	    "a body that begins with it is not repeated");
}

static void
article_test_flags(void)
{
	struct cuter_article a = testing_cut(
	    "<h1>" TITLE "</h1><p>Not much of a text, but a few words.</p>",
	    TITLE);

	ok(a.flags & CUTER_FLAG_STUB, "a short text is marked as a stub");
	a = testing_cut("<p>We and our partners use cookies and need your "
			"consent to go on. You can change your privacy "
			"settings at any time, as the GDPR wants it.</p>",
	    TITLE);
	ok(a.flags & CUTER_FLAG_CONSENT,
	    "a consent wall gets the flag consent");
	ok(a.confidence <= 0.2, "a consent wall has a low confidence: %.2f",
	    a.confidence);
	a = testing_cut("<ul><li><a href=/1>One headline of many here</a><li>"
			"<a href=/2>Another headline of many here</a><li><a "
			"href=/3>A third headline of many here</a></ul><p>And "
			"some words.</p>",
	    TITLE);
	is_int(a.page_class, CUTER_PAGE_LISTING, "a page of links");
}

static void
article_test_base(void)
{
	struct cuter_article a = testing_cut(
	    "<base href=//cdn.example.net/x/><link rel=canonical href=/canon>"
	    "<h1>" TITLE "</h1><div>" LONG "<img src=a.png>" LONG "</div>",
	    TITLE);

	is_text(a.media[0].url, "https://cdn.example.net/x/a.png",
	    "<base> is applied to the addresses of images");
	is_text(a.canonical_url, "https://cdn.example.net/canon",
	    "<base> is applied to the canonical address");
}

/* The head links to feeds of another site, with several forms of their types.
 */
static void
article_test_feeds(void)
{
	struct cuter_article a = testing_cut(
	    "<base href=https://feeds.example.net/x/>"
	    "<link rel='home Alternate' type='Application/RSS+xml; charset=x' "
	    "href=news.xml>"
	    "<link rel=alternate type=application/atom+xml "
	    "href='https://feeds.example.net/a?b=1&amp;c=2'>"
	    "<link rel=alternate hreflang=de href=https://example.net/de>"
	    "<link rel=stylesheet type=application/rss+xml href=s.xml>"
	    "<link rel=alternate type=application/rss+xml "
	    "href=javascript:alert(1)>"
	    "<h1>" TITLE "</h1><div>" LONG
	    "<link rel=alternate type=application/rss+xml "
	    "href=https://evil.example/x></div>",
	    TITLE);

	is_int((int64_t)a.n_feeds, 2,
	    "I2: two feeds that the head names are read");
	is_text(a.feeds[0], "https://feeds.example.net/x/news.xml",
	    "I2: the address of the first feed is absolute");
	is_text(a.feeds[1], "https://feeds.example.net/a?b=1&c=2",
	    "I2: character references in the address of a feed are decoded");
}

/* The address is that of rel=canonical, else that of og:url. An address on the
 * page's own site is preferred. */
static void
article_test_canonical(void)
{
	static const struct {
		const char *head, *expected, *name;
	} rows[] = {
		{ "<link rel=canonical href=/a><meta property=og:url "
		  "content=/b>",
		    "/a", "rel=canonical goes first" },
		{ "<meta property=og:url content=/b>", "/b", "then og:url" },
		{ "<link rel=canonical href=https://agency.example/x>"
		  "<meta property=og:url content=/b>",
		    "/b", "one of the page's own site goes before another's" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		char html[4096];
		struct cuter_article a;

		snprintf(html, sizeof(html),
		    "%s<h1>" TITLE "</h1><div>" LONG "</div>", rows[i].head);
		a = testing_cut(html, TITLE);
		ok(slice_ends(a.canonical_url, slice_of(rows[i].expected)) &&
			!slice_starts(
			    a.canonical_url, SLICE("https://agency.example")),
		    "I14: %s", rows[i].name);
	}
}

static size_t
article_test_count(struct slice s, struct slice what)
{
	size_t n = 0, at = 0;

	while ((at = slice_find(s, what, at)) != SLICE_NOT_FOUND) {
		at += what.len;
		n++;
	}
	return n;
}

/* Escaping makes the text longer than the buffer. */
static void
article_test_html_bound(void)
{
	struct cuter_article a;
	struct buf page;

	buf_init(&page, 8 * MIB);
	buf_append_string(&page, "<h1>" TITLE "</h1>");
	while (page.len < (size_t)LIMIT_ARTICLE_BYTES) {
		buf_append_string(&page, "<p>He said");
		for (int i = 0; i < 50; i++)
			buf_append_string(&page, ", \"yes\" & \"no\"");
		buf_append_string(&page, ".</p>");
	}
	a = testing_cut_with(buf_slice(&page), TITLE, NULL, NULL);
	ok(a.body.len > (size_t)LIMIT_ARTICLE_BYTES / 2,
	    "the text has %zu bytes", a.body.len);
	ok(a.flags & CUTER_FLAG_TRUNCATED,
	    "HTML over the limit is marked as truncated");
	ok(a.body_html.len > (size_t)LIMIT_ARTICLE_BYTES &&
		article_test_count(a.body_html, SLICE("<p>")) ==
		    article_test_count(a.body_html, SLICE("</p>")) &&
		slice_ends(a.body_html, SLICE("</p>\n")),
	    "%zu bytes, and balanced", a.body_html.len);
	buf_release(&page);
}

int
main(void)
{
	testing_begin();
	article_test_text();
	article_test_html();
	article_test_html_bound();
	article_test_table_caption();
	article_test_frames();
	article_test_json_ld();
	article_test_usage();
	article_test_json_ld_body();
	article_test_bad_json_ld();
	article_test_many_objects();
	article_test_title();
	article_test_title_in_address();
	article_test_authors();
	article_test_dates();
	article_test_lead();
	article_test_flags();
	article_test_base();
	article_test_feeds();
	article_test_canonical();
	return testing_end();
}
