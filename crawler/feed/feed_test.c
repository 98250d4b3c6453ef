/*
 * feed_test.c -- feeds of every format, well-formed and broken.  Samples:
 * tests/feeds/NAME with the expected result in NAME.expected (the JSON of
 * parse-feed without nulls and empty lists).
 */
#include "crawler/feed/rows/feed_test.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/text/utf8.h"

/* ---- samples ---- */

static struct slice
feed_test_load(const char *name, const char *ending, struct buf *b)
{
	char path[256];
	FILE *in;

	snprintf(path, sizeof(path), "tests/feeds/%s%s", name, ending);
	buf_clear(b);
	in = fopen(path, "rb");
	if (!ok(in != NULL, "the sample %s exists", path))
		return SLICE_NONE;
	buf_reserve(b, 64 * KIB);
	b->len = fread(b->p, 1, 64 * KIB, in);
	b->p[b->len] = '\0';
	fclose(in);
	return buf_slice(b);
}

/* Removes nulls and empty lists from the JSON of parse-feed. */
static void
feed_test_strip(json_t *value)
{
	const char *key;
	json_t *member;
	void *next;
	size_t i;

	if (json_is_array(value))
		json_array_foreach(value, i, member) feed_test_strip(member);
	json_object_foreach_safe(value, next, key, member)
	{
		feed_test_strip(member);
		if (json_is_null(member) ||
		    (json_is_array(member) && json_array_size(member) == 0) ||
		    strcmp(key, "entries_dropped") == 0)
			json_object_del(value, key);
	}
}

static json_t *
feed_test_feed_as_json(void)
{
	struct json_writer w;
	struct buf out;
	json_t *value;

	buf_init(&out, 16 * MIB);
	json_writer_init(&w, &out);
	json_write_object(&w, NULL);
	feed_write_json(&w, &feed);
	json_write_end_object(&w);
	value = json_loadb(out.p, out.len, 0, NULL);
	feed_test_strip(value);
	buf_release(&out);
	return value;
}

static void
feed_test_sample(const char *name)
{
	struct buf b;
	json_t *got, *expected;
	char *text;

	buf_init(&b, MIB);
	feed_test_load(name, ".expected", &b);
	expected = json_loadb(b.p, b.len, 0, NULL);
	feed_test_read(feed_test_load(name, "", &b), SLICE_NONE);
	got = feed_test_feed_as_json();
	if (!ok(expected && got && json_equal(got, expected), "%s", name)) {
		text = json_dumps(got, JSON_INDENT(1));
		printf("# got %s\n", text ? text : "nothing");
		free(text);
	}
	json_decref(got);
	json_decref(expected);
	buf_release(&b);
}

static void
feed_test_samples(void)
{
	static const char *const names[] = { "rss20.xml", "rss091.xml",
		"rss10.rdf", "atom10.xml", "atom03.xml", "feed.json",
		"broken.xml" };

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		feed_test_sample(names[i]);
}

static void
feed_test_paragraphs(void)
{
	feed_test_read_rss(
	    "<item><description>short</description><encoded>"
	    "&lt;p&gt;One  line.&lt;/p&gt;&lt;p&gt;Two&lt;br&gt;halves."
	    "&lt;/p&gt;&lt;div&gt;&lt;div&gt;Three&lt;/div&gt;&lt;/div&gt;"
	    "</encoded></item>");
	is_text(feed.entries[0].text, "One line.\n\nTwo\nhalves.\n\nThree",
	    "text keeps paragraphs and lines");
	is_text(feed.entries[0].content, "One line. Two halves. Three",
	    "content is one line");
	read_text("<feed xmlns='http://www.w3.org/2005/Atom'><entry><summary>"
		  "one\ntwo\n\n  three</summary></entry></feed>");
	is_text(feed.entries[0].text, "one two\n\nthree",
	    "blank lines divide plain text into paragraphs");
	feed_test_read_rss("<item><media:description>Mail &lt;a@b.example&gt;"
			   "\n\ntwo</media:description></item>");
	is_text(feed.entries[0].text, "Mail <a@b.example>\n\ntwo",
	    "media:description without markup is plain text");
	feed_test_read_rss("<item><itunes:summary>&lt;p&gt;one&lt;/p&gt;two"
			   "</itunes:summary></item>");
	is_text(feed.entries[0].text, "one\n\ntwo",
	    "itunes:summary with markup is HTML");
}

/* ---- classification ---- */

static void
feed_test_kinds(void)
{
	static const struct {
		const char *text;
		enum feed_format format;
		const char *why;
	} rows[] = {
		{ "", FEED_UNKNOWN, "an empty document" },
		{ " \n\xef\xbb\xbf ", FEED_UNKNOWN, "an empty document" },
		{ "<!DOCTYPE html><title>Log in</title>", FEED_UNKNOWN,
		    "an HTML page" },
		{ "<html><head><link rel=alternate></head></html>",
		    FEED_UNKNOWN, "an HTML page" },
		{ "<urlset></urlset>", FEED_SITEMAP, NULL },
		{ "{\"a\":1}", FEED_UNKNOWN, "JSON that is not a feed" },
		{ "just words", FEED_UNKNOWN, "plain text" },
		{ "<note>x</note>", FEED_UNKNOWN, "XML that is not a feed" },
		{ "<soap:Envelope xmlns:soap='urn:s'><soap:Header/><soap:Body>"
		  "<soap:Fault/></soap:Body></soap:Envelope>",
		    FEED_UNKNOWN, "XML that is not a feed" },
		{ "<?xml version='1.0'?><Envelope><Body/></Envelope>",
		    FEED_UNKNOWN, "XML that is not a feed" },
		{ "<?xml version='1.0'?><data><head/><body/></data>",
		    FEED_UNKNOWN, "XML that is not a feed" },
		{ "<s:Envelope><s:Body><rss/></s:Body></s:Envelope>", FEED_RSS,
		    NULL },
		{ "<div></div><body>x</body>", FEED_UNKNOWN, "an HTML page" },
		{ "<?xml version='1.0'?><h:html xmlns:h='"
		  "http://www.w3.org/1999/xhtml'><h:head/></h:html>",
		    FEED_UNKNOWN, "an HTML page" },
		{ "<rss/>", FEED_RSS, NULL },
		{ "<rss version='2.0'></rss>", FEED_RSS20, NULL },
		{ "\xef\xbb\xbf\xef\xbb\xbf <?xml version='1.1'?><feed "
		  "xmlns='http://www.w3.org/2005/Atom'/>",
		    FEED_ATOM10, NULL },
		{ "<Channel xmlns='http://purl.org/net/rss1.1#'/>", FEED_RSS11,
		    NULL },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		int rc = read_text(rows[i].text);

		ok(rc == 0 && feed.format == rows[i].format &&
			feed.complete == (rows[i].format != FEED_UNKNOWN),
		    "%.40s is %s", rows[i].text,
		    feed_format_name(rows[i].format));
		is_text(feed.why, rows[i].why,
		    "the reason of an unknown format is given");
	}
}

static void
feed_test_vocabulary(void)
{
	read_text("<rss xmlns='http://www.w3.org/2005/Atom'><channel><ITEM>"
		  "<TiTlE>A</TiTlE><PubDate>2 Jan 2026</PubDate></ITEM>"
		  "</channel></rss>");
	is_text(first_title(), "A", "T16: RSS in Atom's namespace, any case");
	is_int(feed.entries[0].published_at,
	    date_from_civil(2026, 1, 2, 0, 0, 0),
	    "T16: RSS in Atom's namespace has its date");
	read_text("<feed><entry><title>B</title></entry></feed>");
	is_text(first_title(), "B", "T16: Atom without a namespace");
	feed_test_read_rss("<item><dc:creator>C</dc:creator><content:encoded>D"
			   "</content:encoded></item>");
	is_text(feed.entries[0].content, "D",
	    "T16: undeclared prefixes are read like declared ones");
	is_int((int64_t)feed.entries[0].authors.n, 1,
	    "T16: an undeclared prefix of an author is known");
	feed_test_read_rss(
	    "<title>Feed</title><image><title>Image</title><link>/i"
	    "</link></image><item><title>x</title></item>");
	is_text(feed.title, "Feed", "T19: an image's title is not the feed's");
	is_text(feed.link, NULL,
	    "T19: the link of an image is not that of the feed");
	feed_test_read_rss(
	    "<item><pubDate>02/01/2026</pubDate></item><item><pubDate>"
	    "31/01/2026</pubDate></item>");
	is_int(feed.entries[0].published_at,
	    date_from_civil(2026, 1, 2, 0, 0, 0),
	    "D10: another date of the feed shows the order of day and month");
	feed_test_read_rss("<item><pubDate>02/01/2026</pubDate></item>");
	is_int(feed.entries[0].published_at, DATE_NONE,
	    "D10: a single ambiguous date is refused");
}

static void
feed_test_moves(void)
{
	read_text("<redirect><newLocation> https://new.example/feed "
		  "</newLocation></redirect>");
	is_text(feed.new_url, "https://new.example/feed",
	    "T24: a redirect document");
	ok(feed.format == FEED_UNKNOWN && !feed.complete,
	    "T24: a redirect document is not a feed");
	feed_test_read_rss(
	    "<itunes:new-feed-url>https://n.example/</itunes:new-feed-url>"
	    "<item><link>http://proxy.example/1</link>"
	    "<feedburner:origLink>http://a.example/1</feedburner:origLink>"
	    "</item>");
	is_text(feed.new_url, "https://n.example/", "T24: in a feed");
	is_text(feed.entries[0].original_link, "http://a.example/1",
	    "I11: the address that a proxy replaced is read");
	is_text(feed.entries[0].link, "http://proxy.example/1",
	    "I11: the link of the proxy is kept");
	feed_test_read_rss(
	    "<item><link>https://www.google.com/url?q=x&amp;url="
	    "https%3A%2F%2Fa.example%2F2</link></item>"
	    "<item><link>https://a.example/url?url=https%3A%2F%2Fb.example"
	    "</link></item>");
	is_text(feed.entries[0].original_link, "https://a.example/2",
	    "the address in an aggregator's link");
	ok(feed.entries[1].original_link.len == 0,
	    "the parameter url of another site is not an address");
}

static void
feed_test_identity(void)
{
	struct slice *keys;

	feed_test_read_rss(
	    "<item><guid>g</guid><link>/1</link><title>1</title></item>"
	    "<item><guid>g</guid><link>/2</link><title>2</title></item>"
	    "<item><guid>h</guid><title>3</title></item>"
	    "<item><guid>h</guid><title>3</title></item>"
	    "<item><link>/5</link></item>"
	    "<item><enclosure url='/6.mp3'/></item>"
	    "<item><description>7</description></item>"
	    "<item><description>8</description></item>"
	    "<item><guid>H</guid><title>3</title></item>"
	    "<item><guid isPermaLink='true'>abc</guid></item>");
	feed_entry_keys(&arena, &feed, &keys);
	ok(!slice_equal(keys[0], keys[1]),
	    "I4: two items with one guid have different keys");
	ok(slice_equal(keys[2], keys[3]),
	    "I5: an item listed twice has one key");
	is_text(keys[2], "h", "the guid is the key");
	is_text(keys[4], "https://base.example/5",
	    "I1: without a guid, the link is the key");
	is_text(keys[5], "https://base.example/6.mp3",
	    "I1: without guid and link, the enclosure is the key");
	ok(keys[6].len > 0 && !slice_equal(keys[6], keys[7]),
	    "I1: without an enclosure, a hash of the content is the key");
	ok(!slice_equal(keys[2], keys[8]), "guids differ by case");
	is_text(feed.entries[9].link, NULL, "I2: a guid that is not a URL");
}

/* ---- encodings ---- */

/* Encodes UTF-8 of up to U+FFFF in units of 2 or 4 bytes. */
static void
feed_test_widen(
    struct slice text, size_t width, bool big_endian, struct buf *out)
{
	uint32_t rune;

	for (size_t i = 0; i < text.len;) {
		i += utf8_decode(text.p + i, text.len - i, &rune);
		for (size_t k = 0; k < width; k++) {
			size_t byte = big_endian ? width - 1 - k : k;

			buf_append_char(out, (char)(rune >> 8 * byte & 0xff));
		}
	}
}

static void
feed_test_wide(void)
{
	struct slice lines =
	    SLICE("\r\n<rss><channel><item><title>Žluťoučký</title>"
		  "</item></channel></rss>");
	struct slice with_mark = SLICE(
	    "\xef\xbb\xbf<?xml version='1.0' encoding='utf-8'?>"
	    "<rss><channel><item><title>Žluťoučký</title></item></channel>"
	    "</rss>");
	struct buf b;

	buf_init(&b, MIB);
	for (int i = 0; i < 8; i++) {
		struct slice text =
		    slice_sub(with_mark, i & 1 ? 3 : 0, with_mark.len);

		buf_clear(&b);
		feed_test_widen(text, i & 2 ? 2 : 4, i & 4, &b);
		feed_test_read(buf_slice(&b), SLICE_NONE);
		is_text(first_title(), "Žluťoučký",
		    i & 2 ? "T6: UTF-16" : "T6: UTF-32");
	}
	for (int i = 0; i < 2; i++) {
		buf_clear(&b);
		feed_test_widen(lines, 2, i, &b);
		feed_test_read(buf_slice(&b), SLICE_NONE);
		is_text(first_title(), "Žluťoučký",
		    "T6: UTF-16 that begins with a line end");
	}
	buf_release(&b);
}

static void
feed_test_charsets(void)
{
	static const struct {
		const char *text, *type, *title, *name;
	} rows[] = {
		{ "<?xml version='1.0' encoding='windows-1251'?><rss><channel>"
		  "<item><title>\xcf\xf0\xe8\xe2\xe5\xf2</title></item>"
		  "</channel></rss>",
		    NULL, "Привет", "declared" },
		{ "<rss><channel><item><title>\xcf\xf0\xe8\xe2\xe5\xf2</title>"
		  "</item></channel></rss>",
		    "text/xml; charset=\"windows-1251\"", "Привет",
		    "in the header" },
		{ "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel>"
		  "<item><title>Привет</title></item></channel></rss>",
		    NULL, "Привет", "T7: UTF-8 labelled Latin-1" },
		{ "<?xml version='1.0' encoding='bogus-8'?><rss><channel><item>"
		  "<title>Привет</title></item></channel></rss>",
		    NULL, "Привет", "T7: a charset that nobody knows" },
		{ "<?xml version='1.0' encoding='utf-8'?><rss><channel><item>"
		  "<title>Caf\xe9 \x93Привет\x94</title></item></channel>"
		  "</rss>",
		    NULL, "Café “Привет”",
		    "T8: bytes of Windows-1252 in UTF-8" },
		{ "<?xml version='1.0' encoding='Shift_JIS'?><rss><channel>"
		  "<item><title>\x93\xfa\x96\x7b</title></item></channel>"
		  "</rss>",
		    NULL, "日本", "T7: Shift_JIS" },
		{ "<rss><channel><item><title>\xc3\x83\xc2\xa9t\xc3\x83\xc2\xa9"
		  "</title></item></channel></rss>",
		    NULL, "été", "UTF-8 encoded twice" },
		{ "<rss><channel><item><title>&#147;e&#x301;&#148;</title>"
		  "</item></channel></rss>",
		    NULL, "“é”", "C1 as Windows-1252, Form C" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		feed_test_read(slice_of(rows[i].text), slice_of(rows[i].type));
		is_text(first_title(), rows[i].title, rows[i].name);
	}
	feed_test_read(SLICE("<rss><channel><item><title>a\0b\bc</title></item>"
			     "<item><title><![CDATA[d\be]]></title></item>"
			     "</channel></rss>"),
	    SLICE_NONE);
	is_text(first_title(), "abc",
	    "T4: NUL and controls are removed, text is kept");
	is_text(feed.entries[1].title, "de",
	    "T4: NUL and controls in CDATA are removed, too");
	ok(feed.complete, "T4: a document with control characters is complete");
}

/* RFC 5005, section 2: only the element of the feed itself is used. */
static void
feed_test_has_all(void)
{
	static const struct {
		const char *text;
		bool is_all;
	} rows[] = {
		{ "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:h="
		  "\"http://purl.org/syndication/history/1.0\"><h:complete/>"
		  "<entry><title>a</title></entry></feed>",
		    true },
		{ "<rss><channel><fh:complete/><item><title>a</title></item>"
		  "</channel></rss>",
		    true },
		{ "<rss><channel><item><title>a</title><fh:complete/></item>"
		  "</channel></rss>",
		    false },
		{ "<rss><channel><complete/><item><title>a</title></item>"
		  "</channel></rss>",
		    false },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		feed_test_read(slice_of(rows[i].text), SLICE_NONE);
		ok(feed.n_entries == 1 && feed.is_all == rows[i].is_all,
		    "E45: fh:complete, row %zu", i);
	}
}

/* ---- malformed documents ---- */

/* An error in an item must not affect the next item. */
static void
feed_test_repair(void)
{
	static const struct {
		const char *channel, *title, *name;
		size_t entries;
	} rows[] = {
		{ "<item><title>a<br>b</title></item><item/>", "a b",
		    "T14: br left open", 2 },
		{ "<item><title>a</title><description>x <p>y<li>z"
		  "</description></item><item/>",
		    "a", "p and li left open", 2 },
		{ "<item><title>a</title><description>x<item><title>b</title>"
		  "</item>",
		    "a", "an item that the next finds open", 2 },
		{ "<item><title>Fish & Chips &amp; more</title></item>",
		    "Fish & Chips & more", "bare ampersand", 1 },
		{ "<item><title>a &lt; b &nbsp; &rsquo; &bogus;</title></item>",
		    "a < b ’ &bogus;", "T3: HTML's entities, and no entity",
		    1 },
		{ "<item><title><![CDATA[a]]]]><![CDATA[>b]]></title></item>",
		    "a]]>b", "T15: a split CDATA section", 1 },
		{ "<item><title>a ]]> b</title></item>", "a ]]> b",
		    "T15: the end of a CDATA section in a text", 1 },
		{ "<item><title><![CDATA[open</title></item><item/>", "open",
		    "T12: a CDATA section left open", 2 },
		{ "<item a=1 a=2 b='<' c><title>x</title></item>", "x",
		    "attributes unquoted, twice, bare", 1 },
		{ "<item></b></i></nothing><title>x</title></item>", "x",
		    "end tags without a start tag", 1 },
		{ "<item><title>x</Title></item><item/>", "x",
		    "an end tag in another case", 2 },
		{ "<item><!-- a -- b --><title>x</title></item>", "x",
		    "a comment that XML forbids", 1 },
		{ "<item><title>]]&#1;>]\b]></title></item>", "]] >] ]>",
		    "a removed character does not create ]]>", 1 },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		feed_test_read_rss(rows[i].channel);
		is_text(first_title(), rows[i].title, rows[i].name);
		ok(feed.n_entries == rows[i].entries && feed.complete,
		    "the feed is complete and has %zu entries",
		    rows[i].entries);
	}
}

/* No prefix of a document may crash the parser, be read as complete, or give a
 * value that the document does not contain. */
static void
feed_test_truncated(const char *name)
{
	struct buf b;
	struct slice whole, part;
	size_t n_whole, wrong = 0;

	buf_init(&b, MIB);
	whole = slice_trim(feed_test_load(name, "", &b));
	if (slice_find(whole, SLICE("</rss>"), 0) != SLICE_NOT_FOUND)
		whole.len = slice_find(whole, SLICE("</rss>"), 0) + 6;
	feed_test_read(whole, SLICE_NONE);
	n_whole = feed.n_entries;
	for (size_t n = 0; n < whole.len; n++) {
		/* The copy has the exact size, so that a read after its end is
		 * detected. */
		char *copy = malloc(n > 0 ? n : 1);

		if (n > 0)
			memcpy(copy, whole.p, n);
		part = (struct slice){ copy, n };
		if (feed_test_read(part, SLICE_NONE) != 0 || feed.complete ||
		    feed.n_entries > n_whole)
			wrong++;
		for (size_t i = 0; i < feed.n_entries; i++)
			wrong += !utf8_valid(feed.entries[i].title);
		free(copy);
	}
	is_int((int64_t)wrong, 0, name);
	buf_release(&b);
}

static void
feed_test_cut_entry(void)
{
	read_text("<rss><channel><item><guid>1</guid><title>whole</title>"
		  "</item><item><guid>2</guid><link>http://a.example/lo");
	is_int((int64_t)feed.n_entries, 2,
	    "T12: a truncated entry with a guid is kept");
	is_text(feed.entries[1].link, NULL,
	    "T12: the truncated link of an entry is left out");
	is_text(
	    feed.why, "ended inside <link>", "T12: the reason names the place");
	read_text("<rss><channel><item><guid>1</guid></item><item><guid>2");
	is_int(
	    (int64_t)feed.n_entries, 1, "T12: a truncated guid is not a guid");
	read_text("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":["
		  "{\"id\":\"1\"},{\"id\":\"2\"},{\"id\":\"3");
	ok(feed.n_entries == 2 && !feed.complete,
	    "T12: the complete entries of truncated JSON are read");
}

/* The pictures that represent an entry. */
static void
feed_test_picture(void)
{
	read_text("<rss xmlns:media='http://search.yahoo.com/mrss/' "
		  "xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'>"
		  "<channel><itunes:image href='http://a.example/0.png'/><item>"
		  "<itunes:image href='http://a.example/1.png'/>"
		  "<media:thumbnail url='http://a.example/2.png'/></item>"
		  "<item><itunes:image href='http://a.example/3.png'/></item>"
		  "<item><media:content url='http://a.example/4.mp4'>"
		  "<media:thumbnail url='http://a.example/4.png'/>"
		  "</media:content></item>"
		  "</channel></rss>");
	is_text(feed.entries[0].picture, "http://a.example/2.png",
	    "T19: a thumbnail is the picture of an entry");
	is_text(feed.entries[1].picture, "http://a.example/3.png",
	    "T19: without a thumbnail, the image of a podcast is the picture");
	is_text(feed.entries[2].picture, "http://a.example/4.png",
	    "T19: the thumbnail of a video is the picture");
	is_text(feed.image, "http://a.example/0.png",
	    "T19: the image of the feed is that of the channel");
	read_text("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":["
		  "{\"id\":\"1\",\"image\":\"http://a.example/1.png\","
		  "\"banner_image\":\"http://a.example/2.png\"},{\"id\":\"2\","
		  "\"banner_image\":\"http://a.example/2.png\"}]}");
	is_text(feed.entries[0].picture, "http://a.example/1.png",
	    "T22: JSON Feed: image");
	is_text(feed.entries[1].picture, "http://a.example/2.png",
	    "T22: JSON Feed: banner_image");
}

static void
feed_test_source(void)
{
	const struct feed_input input = {
		.bytes = SLICE(
		    "<feed xmlns='http://www.w3.org/2005/Atom'><author><name>P"
		    "</name></author><entry><id>1</id><source><title>Q</title>"
		    "</source></entry><entry><id>2</id></entry></feed>")
	};
	struct err e = ERR_INIT;
	struct feed got;

	arena_clear(&arena);
	ok(feed_read(&arena, &input, &got, &e) == 0 && got.n_entries == 2 &&
		got.entries[0].has_source && !got.entries[1].has_source &&
		got.authors.n == 1 && got.entries[0].title.len == 0,
	    "T23: an entry with a source is a copy");
}

int
main(void)
{
	arena_init(&arena, LIMIT_FEED_ARENA_FLOOR);
	feed_test_samples();
	feed_test_paragraphs();
	feed_test_kinds();
	feed_test_vocabulary();
	feed_test_moves();
	feed_test_identity();
	feed_test_wide();
	feed_test_charsets();
	feed_test_has_all();
	feed_test_source();
	feed_test_repair();
	feed_test_truncated("rss20.xml");
	feed_test_truncated("rss10.rdf");
	feed_test_truncated("atom10.xml");
	feed_test_truncated("broken.xml");
	feed_test_truncated("feed.json");
	feed_test_cut_entry();
	feed_test_picture();
	arena_release(&arena);
	return done_testing();
}
