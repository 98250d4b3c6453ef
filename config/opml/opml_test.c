/*
 * opml_test.c -- subscription lists: read, written, and read again after
 * writing.
 */

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "config/config.h"
#include "config/opml/opml.h"
#include "tests/lib/tap.h"

static struct buf seen;

/* Writes a line of the form "line url|title|html|tag,tag". */
static int
opml_test_note(const struct opml_feed *feed, void *arg)
{
	(void)arg;
	buf_printf(&seen, "%d %s|%s|%s|", feed->line, feed->url,
	    feed->title ? feed->title : "-",
	    feed->html_url ? feed->html_url : "-");
	for (size_t i = 0; i < feed->n_tags; i++)
		buf_printf(&seen, "%s%s", i > 0 ? "," : "", feed->tags[i]);
	buf_append_char(&seen, '\n');
	return 0;
}

static int
opml_test_count(const struct opml_feed *feed, void *arg)
{
	(void)feed;
	++*(int *)arg;
	return 0;
}

static int
opml_test_stop_at_two(const struct opml_feed *feed, void *arg)
{
	(void)feed;
	return ++*(int *)arg == 2 ? 77 : 0;
}

static const struct {
	const char *name, *text, *seen;
} good[] = {
	{ "feeds in nested folders and outside of folders",
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<opml version=\"2.0\"><head><title>x</title></head><body>\n"
	    "<outline text=\"News\"><outline title=\"World\">\n"
	    "<outline type=\"rss\" text=\"A\" title=\" A &amp; B \""
	    " xmlUrl=\"http://a.example/?x=1&amp;y=2\""
	    " htmlUrl=\"http://a.example/\"/>\n"
	    "</outline>\n"
	    "<outline text=\"B\" xmlUrl=\"http://b.example/\"></outline>\n"
	    "</outline>\n"
	    "<outline xmlUrl=\"http://c.example/\"/>\n"
	    "</body></opml>\n",
	    "4 http://a.example/?x=1&y=2|A & B|http://a.example/|News/World\n"
	    "6 http://b.example/|B|-|News\n"
	    "8 http://c.example/|-|-|\n" },
	{ "OPML 1.0 with capital letters and ISO-8859-1",
	    "<?xml version='1.0' encoding='ISO-8859-1'?>"
	    "<OPML version='1.0'><body><Outline Text='caf\xE9' XMLURL='http://"
	    "a.example/'/></body></OPML>",
	    "1 http://a.example/|caf\xC3\xA9|-|\n" },
	{ "ampersands in all notations",
	    "<opml><body><outline text='a&amp;amp;b&#38;c&#x26;d&amp;#38;e'"
	    " xmlUrl='u?&amp;'/></body></opml>",
	    "1 u?&|a&amp;b&c&d&#38;e|-|\n" },
	{ "categories of a feed in a folder",
	    "<opml><body><outline text='f'><outline text='t' "
	    "category='/f,/b/c, d'"
	    " xmlUrl='u'/></outline></body></opml>",
	    "1 u|t|-|f,b/c,d\n" },
	{ "a folder in a folder of the same name, and a folder without a name",
	    "<opml><body><outline text='f'><outline text='f'><outline text=' '>"
	    "<outline text='t' xmlUrl='u'/></outline></outline>"
	    "<outline text='s' xmlUrl='v'/></outline>"
	    "<outline text='r' xmlUrl='w'/></body></opml>",
	    "1 u|t|-|f/f\n1 v|s|-|f\n1 w|r|-|\n" },
	{ "line ends in a title become blanks",
	    "<opml><body><outline text='a&#10;b&#9;c' xmlUrl=' u '/></body>"
	    "</opml>",
	    "1 u|a b c|-|\n" },
	{ "a byte order mark, comments, CDATA and processing instructions",
	    "\xEF\xBB\xBF<?xml version='1.0'?><!-- <!DOCTYPE a = = > -->"
	    "<opml><head><title><![CDATA[<!x]]></title></head><?y z?>"
	    "<body><outline text='a' xmlUrl='u'/></body></opml>",
	    "1 u|a|-|\n" },
	{ "OPML without feeds", "<opml/>", "" },
	{ "ampersands that are not escaped are text",
	    "<opml><body>\n<outline text='A & B &c &; &amp' "
	    "xmlUrl='u?a&b=1&amp;c'/></body></opml>",
	    "2 u?a&b=1&c|A & B &c &; &amp|-|\n" },
	{ "entities of HTML",
	    "<opml><body><outline text='caf&eacute;&nbsp;&foo;' xmlUrl='u'/>"
	    "</body></opml>",
	    "1 u|caf\xC3\xA9\xC2\xA0&foo;|-|\n" },
	{ "an ampersand in a comment and in CDATA",
	    "<opml><!-- a & b --><head><title><![CDATA[a & b]]></title></head>"
	    "<body><outline text='a' xmlUrl='u'/></body></opml>",
	    "1 u|a|-|\n" },
};

static const struct {
	const char *name, *text, *fault;
} bad[] = {
	{ "an empty text is refused", "", "line 1: an empty file" },
	{ "a text of white space is refused", " \n ", "line 1: an empty file" },
	{ "YAML is refused", "feeds: []", "line 1: not XML in UTF-8" },
	{ "HTML is refused", "<html><body/></html>", "line 1: an HTML page" },
	{ "OPML without its end is refused",
	    "<opml><body>\n<outline text='a' xmlUrl='u'/>",
	    "line 2: Premature end of data in tag body line 1" },
	{ "tags that are not nested are refused", "<opml>\n<body>\n</opml>",
	    "line 3: Opening and ending tag mismatch: body line 2 and opml" },
	{ "a document type declaration is refused",
	    "<?xml version='1.0'?>\n<!DOCTYPE opml [<!ENTITY a SYSTEM "
	    "'file:///etc/passwd'>]><opml><body><outline text='&a;' "
	    "xmlUrl='u'/></body></opml>",
	    "line 2: a document type declaration, which is not allowed" },
	{ "the encoding UTF-7 is refused",
	    "<?xml version='1.0' encoding='UTF-7'?><opml/>",
	    "line 1: the encoding is not supported; save the file in UTF-8" },
	{ "a declaration of UTF-16 in 8-bit text is refused",
	    "<?xml version='1.0' encoding = \"utf-16\"?><opml/>",
	    "line 1: the encoding is not supported; save the file in UTF-8" },
	{ "invalid UTF-8 is refused",
	    "<opml><body><outline text='\xE9' xmlUrl='u'/></body></opml>",
	    "line 1: Input is not proper UTF-8, indicate encoding !" },
};

static void
opml_test_read(void)
{
	struct err e = ERR_INIT;

	for (size_t i = 0; i < ARRAY_LENGTH(good); i++) {
		buf_clear(&seen);
		is_int(opml_read(slice_of(good[i].text), opml_test_note, NULL,
			   NULL, &e),
		    0, good[i].name);
		is_text(buf_slice(&seen), good[i].seen, good[i].name);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		struct slice text;

		buf_clear(&seen);
		is_int(opml_read(slice_of(bad[i].text), opml_test_note, NULL,
			   NULL, &e),
		    ERR_CONFIG, bad[i].name);
		text = slice_of(e.text);
		is_text(slice_sub(text, 0, strlen(bad[i].fault)), bad[i].fault,
		    bad[i].name);
	}
}

static void
opml_test_stop(void)
{
	struct err e = ERR_INIT;
	int n = 0;

	is_int(opml_read(SLICE("<opml><body><outline xmlUrl='a'/>"
			       "<outline xmlUrl='b'/><outline xmlUrl='c'/>"
			       "</body></opml>"),
		   opml_test_stop_at_two, &n, NULL, &e),
	    77, "the value that the visitor returned is returned");
	is_int(n, 2, "the visitor is not called after it returned an error");
}

static void
opml_test_try_hostile(
    const char *name, struct buf *text, int expected, double max_ms)
{
	struct err e = ERR_INIT;
	int64_t before = clock_process_cpu_ns();
	double ms;
	int n = 0;

	is_int(opml_read(buf_slice(text), opml_test_count, &n, NULL, &e),
	    expected, name);
	ms = (double)(clock_process_cpu_ns() - before) / 1e6;
	ok(ms < max_ms, "%s is read in %.0f ms", name, ms);
	buf_clear(text);
}

static void
opml_test_hostile(void)
{
	struct buf text;

	buf_init(&text, LIMIT_OPML_BYTES + MIB);
	buf_append_string(&text, "<opml><body><outline");
	for (int i = 0; i < 300000; i++)
		buf_printf(&text, " a%d=''", i);
	buf_append_string(&text, "/></body></opml>");
	opml_test_try_hostile("300 000 attributes", &text, ERR_CONFIG, 1000);
	buf_append_string(&text, "<opml><body>");
	for (int i = 0; i < 300000; i++)
		buf_append_string(&text, "<outline text='x'>");
	opml_test_try_hostile("300 000 folders", &text, ERR_CONFIG, 1000);
	for (int i = 0; i < 300000; i++)
		buf_append_string(&text, "<!--");
	opml_test_try_hostile(
	    "comments without an end", &text, ERR_CONFIG, 1000);
	buf_append_string(&text, "<opml><body>");
	for (int i = 0; i < 100000; i++)
		buf_printf(&text,
		    "<outline type='rss' text='Feed %d' xmlUrl="
		    "'https://%d.example/rss.xml'/>\n",
		    i, i);
	buf_append_string(&text, "</body></opml>");
	opml_test_try_hostile("100 000 feeds", &text, 0, 5000);
	buf_append_string(&text, "<opml>");
	while (text.len <= (size_t)LIMIT_OPML_BYTES)
		buf_append_string(&text, "                                ");
	opml_test_try_hostile("more than 32 MiB", &text, ERR_CONFIG, 1000);
	buf_release(&text);
}

/* ------------------------------------------------------------------- write */

static const char *const tags_none[] = { NULL };
static const char *const tags_tech[] = { "tech", "a \"<&>' b" };
static const char *const tags_news[] = { "news, local" };

static const struct opml_feed feeds[] = {
	{ "https://a.example/?x=1&y=<2>", "A & \"B\"\n\x01", NULL, tags_tech, 2,
	    NULL, 0, 0 },
	{ "https://b.example/", NULL, "https://b.example/home", tags_tech, 1,
	    NULL, 0, 0 },
	{ "https://c.example/", "C", NULL, tags_news, 1, NULL, 0, 0 },
	{ "https://d.example/", "\xFF", NULL, tags_none, 0, NULL, 0, 0 },
	{ "https://e.example/", "E", NULL, tags_tech, 1, NULL, 0, 0 },
};

static void
opml_test_write(void)
{
	struct err e = ERR_INIT;
	struct opml_writer writer;
	struct buf out;

	buf_init(&out, 1 << 20);
	opml_begin(&writer, &out, "My <feeds>");
	for (size_t i = 0; i < ARRAY_LENGTH(feeds); i++)
		opml_write(&writer, &feeds[i]);
	opml_end(&writer);
	is_text(buf_slice(&out),
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<opml version=\"2.0\">\n"
	    "  <head>\n"
	    "    <title>My &lt;feeds&gt;</title>\n"
	    "  </head>\n"
	    "  <body>\n"
	    "    <outline text=\"tech\">\n"
	    "      <outline type=\"rss\" text=\"A &amp; &quot;B&quot; "
	    "\xEF\xBF\xBD\" title=\"A &amp; &quot;B&quot; \xEF\xBF\xBD\" "
	    "category=\"/tech,/a &quot;&lt;&amp;&gt;' b\" "
	    "xmlUrl=\"https://a.example/?x=1&amp;y=&lt;2&gt;\"/>\n"
	    "      <outline type=\"rss\" text=\"https://b.example/\" "
	    "category=\"/tech\" xmlUrl=\"https://b.example/\" "
	    "htmlUrl=\"https://b.example/home\"/>\n"
	    "    </outline>\n"
	    "    <outline text=\"news, local\">\n"
	    "      <outline type=\"rss\" text=\"C\" title=\"C\" "
	    "category=\"/news%2C local\" xmlUrl=\"https://c.example/\"/>\n"
	    "    </outline>\n"
	    "    <outline type=\"rss\" text=\"\xEF\xBF\xBD\" "
	    "title=\"\xEF\xBF\xBD\" xmlUrl=\"https://d.example/\"/>\n"
	    "    <outline text=\"tech\">\n"
	    "      <outline type=\"rss\" text=\"E\" title=\"E\" "
	    "category=\"/tech\" xmlUrl=\"https://e.example/\"/>\n"
	    "    </outline>\n"
	    "  </body>\n"
	    "</opml>\n",
	    "the feeds are written with their tags");
	buf_clear(&seen);
	is_int(opml_read(buf_slice(&out), opml_test_note, NULL, NULL, &e), 0,
	    "the written OPML can be read");
	is_text(buf_slice(&seen),
	    "8 https://a.example/?x=1&y=<2>|A & \"B\" \xEF\xBF\xBD|-|"
	    "tech,a \"<&>' b\n"
	    "9 https://b.example/|https://b.example/|https://b.example/home|"
	    "tech\n"
	    "12 https://c.example/|C|-|news, local\n"
	    "14 https://d.example/|\xEF\xBF\xBD|-|\n"
	    "16 https://e.example/|E|-|tech\n",
	    "the read OPML contains the written feeds");
	buf_release(&out);
}

/* Tests that nested folders are opened and closed when the path of the next
 * feed differs. */
static void
opml_test_write_folders(void)
{
	static const char *const paths[] = { "World/Asia", "World/Europe/North",
		"World/Europe/South", "World", "a//b", "/c" };
	struct err e = ERR_INIT;
	struct opml_writer writer;
	struct buf out;

	buf_init(&out, 1 << 20);
	opml_begin(&writer, &out, "f");
	for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
		struct opml_feed feed = {
			.url = "u", .tags = &paths[i], .n_tags = 1
		};

		opml_write(&writer, &feed);
	}
	opml_end(&writer);
	is_text(
	    slice_sub(buf_slice(&out),
		slice_find(buf_slice(&out), SLICE("<body>\n"), 0) + 7, out.len),
	    "    <outline text=\"World\">\n"
	    "      <outline text=\"Asia\">\n"
	    "        <outline type=\"rss\" text=\"u\" "
	    "category=\"/World/Asia\" xmlUrl=\"u\"/>\n"
	    "      </outline>\n"
	    "      <outline text=\"Europe\">\n"
	    "        <outline text=\"North\">\n"
	    "          <outline type=\"rss\" text=\"u\" "
	    "category=\"/World/Europe/North\" xmlUrl=\"u\"/>\n"
	    "        </outline>\n"
	    "        <outline text=\"South\">\n"
	    "          <outline type=\"rss\" text=\"u\" "
	    "category=\"/World/Europe/South\" xmlUrl=\"u\"/>\n"
	    "        </outline>\n"
	    "      </outline>\n"
	    "      <outline type=\"rss\" text=\"u\" category=\"/World\" "
	    "xmlUrl=\"u\"/>\n"
	    "    </outline>\n"
	    "    <outline text=\"a//b\">\n"
	    "      <outline type=\"rss\" text=\"u\" category=\"/a//b\" "
	    "xmlUrl=\"u\"/>\n"
	    "    </outline>\n"
	    "    <outline text=\"/c\">\n"
	    "      <outline type=\"rss\" text=\"u\" category=\"//c\" "
	    "xmlUrl=\"u\"/>\n"
	    "    </outline>\n"
	    "  </body>\n"
	    "</opml>\n",
	    "folders in folders are written");
	buf_clear(&seen);
	is_int(opml_read(buf_slice(&out), opml_test_note, NULL, NULL, &e), 0,
	    "written folders can be read");
	is_text(buf_slice(&seen),
	    "9 u|u|-|World/Asia\n13 u|u|-|World/Europe/North\n"
	    "16 u|u|-|World/Europe/South\n19 u|u|-|World\n22 u|u|-|a//b\n"
	    "25 u|u|-|/c\n",
	    "each feed has its path again");
	buf_release(&out);
}

/* A document whose characters have two or four bytes. */
static void
opml_test_wide(void)
{
	static const char text[] = "<?xml version='1.0' encoding='UTF-16'?>\n"
				   "<opml><body>\n<outline text='A & B' "
				   "xmlUrl='u'/></body></opml>";
	static const struct {
		const char *name, *mark;
		size_t mark_len, width, at;
	} rows[] = {
		{ "UTF-16LE with a mark", "\xFF\xFE", 2, 2, 0 },
		{ "UTF-16BE with a mark", "\xFE\xFF", 2, 2, 1 },
		{ "UTF-16LE without a mark", "", 0, 2, 0 },
		{ "UTF-16BE without a mark", "", 0, 2, 1 },
		{ "UTF-32LE", "\xFF\xFE\0\0", 4, 4, 0 },
		{ "UTF-32BE", "", 0, 4, 3 },
	};
	struct buf wide;

	buf_init(&wide, 1 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct opml_repairs repairs;
		struct err e = ERR_INIT;

		buf_clear(&wide);
		buf_clear(&seen);
		buf_append(&wide, rows[i].mark, rows[i].mark_len);
		for (const char *c = text; *c != '\0'; c++)
			for (size_t n = 0; n < rows[i].width; n++)
				buf_append_char(
				    &wide, n == rows[i].at ? *c : '\0');
		is_int(opml_read(buf_slice(&wide), opml_test_note, NULL,
			   &repairs, &e),
		    0, rows[i].name);
		is_text(buf_slice(&seen), "3 u|A & B|-|\n", rows[i].name);
		ok(repairs.n == 1 && repairs.line == 3,
		    "the line of the ampersand is reported");
	}
	buf_release(&wide);
}

static struct buf kept;
static struct opml_writer kept_writer;

static int
opml_test_write_again(const struct opml_feed *feed, void *arg)
{
	opml_write(&kept_writer, feed);
	*(size_t *)arg = feed->n_others;
	return 0;
}

static void
opml_test_others(void)
{
	static const char text[] =
	    "<opml version=\"2.0\" xmlns:frss=\"https://freshrss.org/opml\">"
	    "<body><outline type=\"rss\" text=\"A\" xmlUrl=\"https://a/\" "
	    "description=\"News &amp; &quot;more&quot;\" language=\"\" "
	    "frss:priority=\"10\" frss:cssFullContent=\"a &lt; b\" "
	    "xml:lang=\"de\" version=\"RSS2\"/></body></opml>";
	struct err e = ERR_INIT;
	struct buf once, many;
	size_t n = 0;

	buf_init(&kept, 1 << 20);
	buf_init(&once, 1 << 20);
	buf_init(&many, 1 << 20);
	opml_begin(&kept_writer, &kept, "t");
	is_int(opml_read(slice_of(text), opml_test_write_again, &n, NULL, &e),
	    0, "attributes that OPML does not know");
	opml_end(&kept_writer);
	is_int((int64_t)n, 5,
	    "unknown attributes reach the visitor with their namespace");
	ok(slice_find(buf_slice(&kept),
	       SLICE(" description=\"News &amp; &quot;more&quot;\" "
		     "xmlns:frss=\"https://freshrss.org/opml\" "
		     "frss:priority=\"10\" frss:cssFullContent=\"a &lt; b\" "
		     "version=\"RSS2\"/>"),
	       0) != SLICE_NOT_FOUND,
	    "unknown attributes are written with their namespaces");
	buf_append_slice(&once, buf_slice(&kept));
	buf_clear(&kept);
	opml_begin(&kept_writer, &kept, "t");
	is_int(opml_read(buf_slice(&once), opml_test_write_again, &n, NULL, &e),
	    0, "the written OPML with unknown attributes can be read");
	opml_end(&kept_writer);
	is_text(buf_slice(&kept), once.p,
	    "a second round of reading and writing changes nothing");
	buf_append_string(&many, "<opml><body><outline xmlUrl=\"https://a/\"");
	for (int i = 0; i < 100; i++)
		buf_printf(&many, " a%d=\"%d\"", i, i);
	buf_append_string(&many, "/></body></opml>");
	opml_read(buf_slice(&many), opml_test_write_again, &n, NULL, &e);
	is_int((int64_t)n, OPML_MAX_OTHERS,
	    "at most OPML_MAX_OTHERS unknown attributes are kept");
	buf_release(&many);
	buf_release(&once);
	buf_release(&kept);
}

int
main(void)
{
	buf_init(&seen, 1 << 20);
	opml_test_read();
	opml_test_stop();
	opml_test_hostile();
	opml_test_write();
	opml_test_write_folders();
	opml_test_wide();
	opml_test_others();
	buf_release(&seen);
	return done_testing();
}
