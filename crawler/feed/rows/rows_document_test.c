/*
 * rows_document_test.c -- edge cases of whole documents: byte-order marks,
 * charsets, junk before and after, documents that are not feeds, truncated and
 * malformed documents, namespaces, redirect documents, the prolog
 * (docs/feed-rows.md, rows T5-T10, T12-T14, T16, T24, T29, T30).
 */
#include <iconv.h>

#include "base/array.h"
#include "crawler/feed/rows/rows_test.h"

#define D(document) SLICE(document)
#define BOM         "\xef\xbb\xbf"
#define ONE         RSS("<item><title>one</title></item>")
#define IS_ONE      "entries=1\n0.title=one\ncomplete=yes"
#define NO_FEED     "format=unknown\ncomplete=no\nentries=0\n"

static const struct feed_row starts[] = {
	{ "T5", "a byte order mark", D(BOM ONE), NULL, IS_ONE },
	{ "T5", "two byte order marks", D(BOM BOM ONE), NULL, IS_ONE },
	{ "T5", "a byte order mark and white space", D(BOM " \r\n\t" ONE), NULL,
	    IS_ONE },
	{ "T5", "blank lines before the declaration",
	    D("\n\n  <?xml version='1.0'?>" ONE), NULL, IS_ONE },
	{ "T5", "a byte order mark after the declaration",
	    D("<?xml version='1.0'?>" BOM ONE), NULL, IS_ONE },
	{ "T5", "a PHP warning before the declaration",
	    D("<br />\n<b>Warning</b>:  mysql_connect() in "
	      "<b>/var/www/feed.php</b> on line <b>3</b><br />\n"
	      "<?xml version='1.0'?>" ONE),
	    NULL, IS_ONE },
	{ "T5", "a notice in plain text before the declaration",
	    D("Notice: Undefined index: x\n<?xml version='1.0'?>" ONE), NULL,
	    IS_ONE },
	{ "T5", "a message in brackets before the declaration",
	    D("[28-Nov-2020 07:00:01 UTC] PHP Warning: x\n"
	      "<?xml version='1.0'?>" ONE),
	    NULL, IS_ONE },
	{ "T5", "a placeholder before the declaration",
	    D("{feed}\n<?xml version='1.0'?>" ONE), NULL, IS_ONE },
	{ "T5", "a comment before the declaration",
	    D("<!-- cached <rss> page --><?xml version='1.0'?>" ONE), NULL,
	    IS_ONE },
	{ "T5", "other bytes after the root",
	    D(ONE "\n<!-- 12 queries --><script>track()</script>"), NULL,
	    IS_ONE },
	{ "T5", "a second document after the first one",
	    D(ONE "<?xml version='1.0'?>" ITEM("<title>two</title>")), NULL,
	    IS_ONE },
	{ "T5", "NUL after the root", SLICE(ONE "\0\0\0\0"), NULL, IS_ONE },
	{ "T29", "XML 1.1", D("<?xml version=\"1.1\"?>" ONE), NULL, IS_ONE },
	{ "T29", "standalone",
	    D("<?xml version='1.0' encoding='utf-8' standalone='yes'?>" ONE),
	    NULL, IS_ONE },
	{ "T29", "an encoding in single quotes and capitals",
	    D("<?xml version='1.0' encoding='ISO-8859-1'?>" ITEM(
		"<title>caf\xe9</title>")),
	    NULL, "0.title=café" },
	{ "T29", "an encoding with white space around the equals sign",
	    D("<?xml version = \"1.0\" encoding = \"iso-8859-2\" ?>" ITEM(
		"<title>\xb1</title>")),
	    NULL, "0.title=ą" },
	{ "T29", "processing instructions before the root",
	    D("<?xml version='1.0'?><?xml-stylesheet type='text/xsl' "
	      "href='/feed.xsl'?><?x-y <rss> ?>" ONE),
	    NULL, IS_ONE },
	{ "T29", "a document type before the root",
	    D("<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' "
	      "'http://my.netscape.com/publish/formats/rss-0.91.dtd'>" ONE),
	    NULL, IS_ONE },
};

/* ---- charsets ---- */

/* `title` is encoded in `charset`, and the document declares `label`.  The
 * title must be read unchanged. */
static const struct {
	const char *id, *name, *charset, *label, *content_type, *title;
} encoded[] = {
	{ "T6", "UTF-16 with a byte order mark, declared as UTF-8", "UTF-16",
	    "utf-8", NULL, "Žluťoučký kůň 😉" },
	{ "T6", "UTF-16LE without a byte order mark", "UTF-16LE", "utf-8", NULL,
	    "Žluťoučký" },
	{ "T6", "UTF-16BE without a byte order mark", "UTF-16BE", "utf-16",
	    NULL, "Žluťoučký" },
	{ "T6", "UTF-16BE whose header says UTF-8", "UTF-16BE", "utf-16",
	    "text/xml; charset=utf-8", "Žluťoučký" },
	{ "T6", "UTF-32LE", "UTF-32LE", "utf-32", NULL, "Žluťoučký" },
	{ "T6", "UTF-32BE", "UTF-32BE", "utf-32", NULL, "Žluťoučký" },
	{ "T6", "EBCDIC", "CP037", "ebcdic-cp-us", NULL, "Caf\xc3\xa9" },
	{ "T7", "Windows-1252 said to be Latin-1", "WINDOWS-1252", "iso-8859-1",
	    NULL, "“Café” – 5 €" },
	{ "T7", "Windows-1252 said to be UTF-8", "WINDOWS-1252", "utf-8", NULL,
	    "Les élèves français étaient à l’école" },
	{ "T7", "ISO-8859-1 said to be UTF-8", "ISO-8859-1", "utf-8", NULL,
	    "Straße nach Öhringen für Fußgänger" },
	{ "T7", "KOI8-R by its header", "KOI8-R", "utf-8",
	    "text/xml; charset=koi8-r", "Привет, мир" },
	{ "T7", "Windows-1251 by its header", "WINDOWS-1251", "utf-8",
	    "application/rss+xml;charset=\"Windows-1251\"", "Привет, мир" },
	{ "T7", "Windows-1251 said to be UTF-8", "WINDOWS-1251", "utf-8", NULL,
	    "Правительство приняло решение о новом бюджете страны" },
	{ "T7", "KOI8-R said to be UTF-8", "KOI8-R", "utf-8", NULL,
	    "Правительство приняло решение о новом бюджете страны" },
	{ "T7", "GBK said to be GB2312", "GBK", "gb2312", NULL, "朱镕基說話" },
	{ "T7", "GBK said to be UTF-8", "GBK", "utf-8", NULL,
	    "中国政府今天宣布了一项新的经济政策和发展计划" },
	{ "T7", "Big5", "BIG5", "big5", NULL, "台灣的新聞" },
	{ "T7", "Big5 said to be UTF-8", "BIG5", "utf-8", NULL,
	    "台灣政府今天宣布了一項新的經濟政策和發展計畫" },
	{ "T7", "EUC-KR", "EUC-KR", "euc-kr", NULL, "한국의 뉴스" },
	{ "T7", "EUC-KR said to be UTF-8", "EUC-KR", "utf-8", NULL,
	    "정부는 오늘 새로운 경제 정책을 발표했다고 밝혔다" },
	{ "T7", "Shift_JIS", "SHIFT_JIS", "shift_jis", NULL, "日本のニュース" },
	{ "T7", "Shift_JIS said to be UTF-8", "SHIFT_JIS", "utf-8", NULL,
	    "日本政府は今日あたらしい経済政策を発表しました" },
	{ "T7", "EUC-JP said to be UTF-8", "EUC-JP", "utf-8", NULL,
	    "日本政府は今日あたらしい経済政策を発表しました" },
	{ "T7", "UTF-8 said to be ISO-8859-1", "UTF-8", "iso-8859-1", NULL,
	    "Žluťoučký kůň" },
	{ "T7", "a header that contradicts the declaration", "ISO-8859-2",
	    "windows-1251", "text/xml; charset=iso-8859-2", "Žluťoučký kůň" },
	{ "T7", "UTF-8 whose header says ISO-8859-1", "UTF-8", "utf-8",
	    "text/xml; charset=ISO-8859-1", "„Größe“ – Žluťoučký" },
	{ "T7", "an unknown charset in the declaration", "UTF-8", "bogus-8",
	    NULL, "Žluťoučký kůň" },
	{ "T7", "an unknown charset in the header", "UTF-8", "utf-8",
	    "text/xml; charset=bogus-8", "Žluťoučký kůň" },
	{ "T7", "a charset in the header only", "ISO-8859-2", NULL,
	    "text/xml; charset=ISO-8859-2", "Žluťoučký kůň" },
	{ "T7", "text/xml without a charset is not ASCII", "UTF-8", NULL,
	    "text/xml", "Žluťoučký kůň" },
	{ "T7", "text/xml; charset=us-ascii is not ASCII, either", "UTF-8",
	    "utf-8", "text/xml; charset=us-ascii", "Žluťoučký kůň" },
	{ "T7", "no declared charset, and not UTF-8", "WINDOWS-1252", NULL,
	    NULL, "Les élèves étaient à l’école" },
	{ "T7", "utf8 without its hyphen", "UTF-8", "utf8", NULL, "Žluťoučký" },
};

static void
rows_document_test_append_in(
    struct buf *out, const char *charset, struct slice text)
{
	iconv_t converter = iconv_open(charset, "UTF-8");
	char bytes[4096], *from = (char *)(uintptr_t)text.p, *to = bytes;
	size_t left = text.len, unused = sizeof(bytes);

	if (converter == (iconv_t)-1)
		return;
	if (iconv(converter, &from, &left, &to, &unused) == 0)
		buf_append(out, bytes, sizeof(bytes) - unused);
	iconv_close(converter);
}

static void
rows_document_test_encoded(void)
{
	struct buf text, bytes;
	char expected[512];

	buf_init(&text, MIB);
	buf_init(&bytes, MIB);
	for (size_t i = 0; i < ARRAY_LENGTH(encoded); i++) {
		struct feed_row row = { encoded[i].id, encoded[i].name,
			SLICE_NONE, encoded[i].content_type, expected };

		buf_clear(&text);
		buf_clear(&bytes);
		if (encoded[i].label)
			buf_printf(&text, "<?xml version='1.0' encoding='%s'?>",
			    encoded[i].label);
		buf_printf(&text, ITEM("<title>%s</title>"), encoded[i].title);
		rows_document_test_append_in(
		    &bytes, encoded[i].charset, buf_slice(&text));
		row.document = buf_slice(&bytes);
		snprintf(expected, sizeof(expected), "0.title=%s\ncomplete=yes",
		    encoded[i].title);
		rows_check(&row);
	}
	buf_release(&text);
	buf_release(&bytes);
}

static const struct feed_row mixed[] = {
	{ "T8", "one item in another charset",
	    D("<?xml version='1.0' encoding='utf-8'?>" RSS(
		"<item><title>Žluťoučký kůň</title></item>"
		"<item><title>\x93Ol\xe9\x94</title></item>"
		"<item><title>příliš</title></item>")),
	    NULL, "0.title=Žluťoučký kůň\n1.title=“Olé”\n2.title=příliš" },
	{ "T8", "two charsets in one text",
	    D(ITEM("<title>na\xefve, naïve, ěščřž</title>")), NULL,
	    "0.title=naïve, naïve, ěščřž" },
	{ "T8", "a field that was encoded twice",
	    D(RSS("<item><title>CafÃ©</title></item>"
		  "<item><title>Café</title></item>")),
	    NULL, "0.title=Café\n1.title=Café" },
};

/* ---- classification ---- */

#define HTML(rest) "<!DOCTYPE html><html><head>" rest "</body></html>"

static const struct feed_row kinds[] = {
	{ "T9", "RSS as text/html", D(ONE), "text/html; charset=utf-8",
	    IS_ONE },
	{ "T9", "RSS as text/plain", D(ONE), "text/plain", IS_ONE },
	{ "T9", "RSS as application/octet-stream", D(ONE),
	    "application/octet-stream", IS_ONE },
	{ "T9", "RSS without a media type", D(ONE), NULL, IS_ONE },
	{ "T9", "RSS as application/json", D(ONE), "application/json", IS_ONE },
	{ "T9", "JSON as text/html", D(JSON_ITEM("\"id\":\"1\"")), "text/html",
	    "format=jsonfeed\nentries=1" },
	{ "T10", "a login page",
	    D(HTML("<title>Log in</title></head><body><form>x</form>")),
	    "application/rss+xml", NO_FEED "why=an HTML page" },
	{ "T10", "a consent page",
	    D("<html lang=de><head><meta charset=utf-8><title>Zustimmung"
	      "</title></head><body>Cookies</body></html>"),
	    "text/html", NO_FEED "why=an HTML page" },
	{ "T10", "an HTML page about an error",
	    D("\n<HTML><BODY><H1>500</H1></BODY></HTML>"), "text/xml",
	    NO_FEED "why=an HTML page" },
	{ "T10", "a challenge that begins with a comment",
	    D("<!-- a <rss> --><!doctype HTML><head><title>Just a moment..."
	      "</title></head><body></body>"),
	    NULL, NO_FEED "why=an HTML page" },
	{ "T10", "a page that shows a feed",
	    D(HTML("</head><body><pre>&lt;rss&gt;</pre><rss><channel/></rss>")),
	    NULL, NO_FEED "why=an HTML page" },
	{ "T10", "a feed inside the template of an HTML page",
	    D(HTML("<script>var a='<rss version=2><item/>'</script></head>"
		   "<body><!-- <rss version='2.0'> --><div>\n<?xml "
		   "version='1.0'?>\n" ITEM("<title>a</title>") "</div>")),
	    "text/html", "format=rss20\nentries=1\n0.title=a\ncomplete=yes" },
	{ "T10", "an Atom feed inside a page without document type",
	    D("<html><body>" ENTRY("<title>a</title>") "</body></html>"), NULL,
	    "format=atom10\nentries=1\n0.title=a\ncomplete=yes" },
	{ "T10", "a script that contains a feed",
	    D(HTML("<script>a='" ITEM("<title>a</title>") "'</script>")), NULL,
	    NO_FEED "why=an HTML page" },
	{ "T9", "a feed after the document type of HTML",
	    D("<!DOCTYPE html>\n<?xml version='1.0'?><!-- a -->" RSS(
		"<item><title>a</title></item>")),
	    "text/html", "format=rss20\nentries=1\ncomplete=yes" },
	{ "T10", "an error in XML",
	    D("<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>"),
	    "application/xml", NO_FEED "why=XML that is not a feed" },
	{ "T10", "an error in JSON", D("{\"error\":\"not found\"}"), NULL,
	    NO_FEED "why=JSON that is not a feed" },
	{ "T10", "an error as plain text", D("Service Unavailable"), NULL,
	    NO_FEED "why=plain text" },
};

/* The root far from the start: comments, instructions and a document type of
 * some KiB are skipped. */
static void
rows_document_test_far_root(void)
{
	struct feed_row row = { "T9", "a root after 200 comments", SLICE_NONE,
		NULL, IS_ONE };
	struct buf b;

	buf_init(&b, MIB);
	buf_append_string(&b, "<?xml version='1.0'?>");
	for (int i = 0; i < 200; i++)
		buf_printf(
		    &b, "<!-- note %d of this house -->\n<?p %d?>", i, i);
	buf_append_string(&b, ONE);
	row.document = buf_slice(&b);
	rows_check(&row);
	buf_release(&b);
}

static const struct feed_row cut[] = {
	{ "T12", "cut in a tag",
	    D("<rss><channel><item><guid>1</guid><title>a</title></item>"
	      "<item><guid>2</guid><tit"),
	    NULL, "complete=no\nentries=2\n0.title=a\n1.id=2\n1.title=" },
	{ "T12", "cut in a CDATA section",
	    D("<rss><channel><item><guid>1</guid><description><![CDATA[half "
	      "of it"),
	    NULL,
	    "complete=no\nentries=1\n0.summary=half of it\n"
	    "why=ended inside <description>" },
	{ "T12", "cut in a character",
	    D("<rss><channel><item><guid>1</guid><title>caf\xc3"), NULL,
	    "complete=no\n0.title=caf" },
	{ "T12", "cut in an entity",
	    D("<rss><channel><item><guid>1</guid><title>a &am"), NULL,
	    "complete=no\n0.title=a" },
	{ "T12", "cut in a link: the link is left out",
	    D("<rss><channel><item><guid>1</guid><link>http://a.example/lo"),
	    NULL, "complete=no\nentries=1\n0.link=" },
	{ "T12", "cut in a guid: the item is left out",
	    D("<rss><channel><item><guid>1</guid></item><item><guid>2"), NULL,
	    "complete=no\nentries=1" },
	{ "T12", "cut in a date: the date is left out",
	    D("<rss><channel><item><guid>1</guid><pubDate>Mon, 02 Jan 2006"),
	    NULL, "complete=no\nentries=1\n0.published=" },
	{ "T12", "cut after a link, before a guid: the link is kept",
	    D("<rss><channel><item><title>a</title><link>http://a.example/1"
	      "</link><description>half"),
	    NULL, "complete=no\nentries=1\n0.link=http://a.example/1" },
	{ "T12", "cut in an item without guid and link: the item is left out",
	    D("<rss><channel><item><title>a</title><description>half"), NULL,
	    "complete=no\nentries=0" },
	{ "T12", "cut in a source: the entry does not get the id of the source",
	    D("<feed xmlns='http://www.w3.org/2005/Atom'><entry><link "
	      "href='http://a.example/1'/><source><id>2</id><title>b"),
	    NULL, "complete=no\nentries=1\n0.id=\n0.title=" },
	{ "T12", "only the end tag of rss is missing",
	    D("<rss><channel><item><title>a</title></item></channel>"), NULL,
	    "complete=no\nentries=1\nwhy=ended inside <rss>" },
	{ "T12", "cut in JSON",
	    D("{\"version\":\"https://jsonfeed.org/version/1\","
	      "\"items\":[{\"id\":\"1\"},{\"id\":\"2"),
	    NULL, "complete=no\nentries=1" },
	{ "T13", "an empty document", D(""), NULL,
	    NO_FEED "why=an empty document" },
	{ "T13", "white space", D(BOM " \n"), NULL,
	    NO_FEED "why=an empty document" },
	{ "T13", "an empty element rss", D("<rss/>"), NULL,
	    "format=rss\ncomplete=yes\nentries=0" },
	{ "T13", "rss without a channel", D("<rss version='2.0'></rss>"), NULL,
	    "format=rss20\ncomplete=yes\nentries=0" },
	{ "T13", "a channel without items", D(RSS("<title>t</title>")), NULL,
	    "title=t\ncomplete=yes\nentries=0" },
	{ "T13", "items outside of the channel",
	    D("<rss version='2.0'><channel><title>t</title></channel>"
	      "<item><title>a</title></item></rss>"),
	    NULL, "title=t\nentries=1\n0.title=a" },
	{ "T13", "RSS 1.0: items beside the channel, in any order",
	    D("<rdf:RDF xmlns='http://purl.org/rss/1.0/' "
	      "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
	      "<item rdf:about='http://a.example/1'><title>a</title></item>"
	      "<channel "
	      "rdf:about='http://a.example/'><title>t</title></channel>"
	      "<item rdf:about='http://a.example/2'><title>b</title></item>"
	      "</rdf:RDF>"),
	    NULL,
	    "format=rss10\ntitle=t\nentries=2\n0.title=a\n"
	    "0.id=http://a.example/1\n1.title=b" },
	{ "T13", "an empty item is an item",
	    D(RSS("<item/><item><title>a</title></item>")), NULL,
	    "entries=2\n1.title=a" },
};

static const struct feed_row open[] = {
	{ "T14", "br and img without end tags",
	    D(RSS("<item><description>a<br>b<img src='x.png'>c</description>"
		  "</item><item><title>next</title></item>")),
	    NULL, "entries=2\n0.summary=a bc\n1.title=next\ncomplete=yes" },
	{ "T14", "p and li without end tags",
	    D(RSS("<item><description>x <p>y<li>z</description><title>a"
		  "</title></item><item><title>next</title></item>")),
	    NULL, "entries=2\n0.title=a\n1.title=next" },
	{ "T14", "a text without an end tag before the next item",
	    D(RSS("<item><description>x<item><title>next</title></item>")),
	    NULL, "entries=2\n0.summary=x\n1.title=next" },
	{ "T31", "entries that the feed reports as deleted",
	    D("<feed xmlns='http://www.w3.org/2005/Atom' xmlns:at='"
	      "http://purl.org/atompub/tombstones/1.0'><title>t</title>"
	      "<at:deleted-entry ref='tag:a,1' when='2025-11-29T12:11:12Z'>"
	      "<title>x</title><id>y</id><link href='/x'/></at:deleted-entry>"
	      "<entry><id>2</id></entry><at:deleted-entry ref='a?b&amp;c'/>"
	      "<at:deleted-entry ref=' '/></feed>"),
	    NULL,
	    "title=t\nid=\nlink=\nentries=1\n"
	    "deleted= tag:a,1 2025-11-29T12:11:12Z |  a?b&c \ncomplete=yes" },
	{ "T14", "an item inside an item",
	    D(RSS("<item><title>a</title><guid>1</guid><item><title>b</title>"
		  "<guid>2</guid><item><guid>3</guid></item></item>"
		  "<item><guid>4</guid></item><link>/1</link></item>"
		  "<item><guid>5</guid></item>")),
	    NULL,
	    "entries=5\n0.id=3\n1.id=2\n1.title=b\n2.id=4\n3.id=1\n"
	    "3.title=a\n3.link=https://base.example/1\n4.id=5\ncomplete=yes" },
	{ "T14", "a title without an end tag before the next element",
	    D(ITEM("<title>a<link>http://a.example/</link><guid>g</guid>")),
	    NULL, "0.title=a\n0.link=http://a.example/\n0.id=g" },
	{ "T14", "a link without an end tag",
	    D(ITEM("<link>http://a.example/<title>a</title>")), NULL,
	    "0.link=http://a.example/\n0.title=a" },
	{ "T14", "end tags in the wrong order",
	    D(RSS("<item><description><b>x<i>y</b>z</i></description></item>"
		  "<item><title>next</title></item>")),
	    NULL, "entries=2\n0.summary=xyz\n1.title=next" },
	{ "T14", "end tags without start tags",
	    D(RSS("<item></b></p><title>a</title></item></item>"
		  "<item><title>next</title></item>")),
	    NULL, "entries=2\n0.title=a\n1.title=next" },
	{ "T14", "elements of the feed without end tags before its items",
	    D("<rss version='2.0'><channel><br><docs>x<title>t</title>"
	      "<image><url>/i.png</url><item><title>a</title></item>"
	      "<item><title>next</title></item></channel></rss>"),
	    NULL, "title=t\nentries=2\n0.title=a\n1.title=next\ncomplete=yes" },
	{ "T14", "links of Atom without end tags before the entries",
	    D(ATOM("<title>t</title><link href='/'><link rel='self' href='/f'>"
		   "<entry><id>1</id><category term='c'><link href='/1'>"
		   "<title>a</title></entry><entry><id>2</id></entry>")),
	    NULL,
	    "title=t\nentries=2\n0.title=a\n0.categories=c\n"
	    "0.link=https://base.example/1\n1.id=2" },
	{ "T14", "elements of an item without end tags",
	    D(ITEM("<media:thumbnail url='/t.jpg'><p><font><link>/1</link>"
		   "<guid>1</guid><title>a</title><dc:type>x</dc:type>")),
	    NULL, "0.title=a\n0.link=https://base.example/1\n0.id=1" },
	{ "T14", "attributes without quotes, repeated, or without a value",
	    D(ITEM("<enclosure url=http://a.example/1.mp3 type=audio/mpeg "
		   "type=x hidden/><title>a</title>")),
	    NULL,
	    "0.title=a\n0.enclosures=http://a.example/1.mp3 audio/mpeg " },
};

static const struct feed_row names[] = {
	{ "T16", "namespaces that are entities of the document",
	    D("<!DOCTYPE rdf:RDF [<!ENTITY rdf "
	      "'http://www.w3.org/1999/02/22-rdf-syntax-ns#'><!ENTITY rss "
	      "'http://purl.org/rss/1.0/'><!ENTITY dc "
	      "'http://purl.org/dc/elements/1.1/'>]><rdf:RDF "
	      "xmlns:rdf='&rdf;' xmlns='&rss;' xmlns:dc='&dc;'>"
	      "<channel rdf:about='/'><title>t</title></channel><item "
	      "rdf:about='http://a.example/1'><title>a</title><dc:creator>c"
	      "</dc:creator></item></rdf:RDF>"),
	    NULL,
	    "format=rss10\ntitle=t\nentries=1\n0.title=a\n0.authors=c\n"
	    "0.id=http://a.example/1" },
	{ "T16", "undeclared prefixes",
	    D(ITEM("<content:encoded>c</content:encoded><dc:creator>d"
		   "</dc:creator><media:content url='/m.jpg'/>")),
	    NULL,
	    "0.content=c\n0.authors=d\n0.media=https://base.example/m.jpg" },
	{ "T16", "elements of RSS in an entry of Atom",
	    D("<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>a"
	      "</title><guid>g</guid><link>http://a.example/1</link><pubDate>"
	      "Mon, 02 Jan 2006 15:04:05 GMT</pubDate><description>&lt;p&gt;b"
	      "&lt;/p&gt;</description></entry><entry><id>2</id><guid>3</guid>"
	      "<published>2006-01-02</published><pubDate>3 Jan 2006</pubDate>"
	      "</entry></feed>"),
	    NULL,
	    "format=atom10\nentries=2\n0.title=a\n0.id=g\n"
	    "0.link=http://a.example/1\n0.published=2006-01-02T15:04:05Z\n"
	    "0.summary=b\n1.published=2006-01-02T00:00:00Z" },
	{ "T16", "a URI without its slash",
	    D("<rss xmlns:c='http://purl.org/rss/1.0/modules/content'><channel>"
	      "<item><c:encoded>c</c:encoded></item></channel></rss>"),
	    NULL, "0.content=c" },
	{ "T16", "white space in a URI",
	    D("<rss xmlns:c=' http://purl.org/rss/1.0/modules/content/ \n'>"
	      "<channel><item><c:encoded>c</c:encoded></item></channel></rss>"),
	    NULL, "0.content=c" },
	{ "T16", "https in a URI",
	    D("<rss xmlns:x='https://purl.org/dc/elements/1.1/' "
	      "xmlns:m='https://search.yahoo.com/mrss/'><channel><item>"
	      "<x:creator>d</x:creator><m:content url='/m'/></item></channel>"
	      "</rss>"),
	    NULL, "0.authors=d\n0.media=https://base.example/m" },
	{ "T16", "an unusual prefix for a namespace",
	    D("<rss xmlns:foo='http://purl.org/dc/elements/1.1/'><channel>"
	      "<item><foo:creator>d</foo:creator></item></channel></rss>"),
	    NULL, "0.authors=d" },
	{ "T16", "a usual prefix for another namespace",
	    D("<rss xmlns:dc='http://other.example/ns'><channel><item>"
	      "<dc:creator>d</dc:creator></item></channel></rss>"),
	    NULL, "0.authors=" },
	{ "T16", "the default namespace swapped: RSS 1.0 under a prefix",
	    D("<RDF xmlns='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
	      "xmlns:r='http://purl.org/rss/1.0/'><r:channel><r:title>t"
	      "</r:title></r:channel><r:item><r:title>a</r:title></r:item>"
	      "</RDF>"),
	    NULL, "title=t\n0.title=a" },
	{ "T16", "Atom under a prefix",
	    D("<atom:feed xmlns:atom='http://www.w3.org/2005/Atom'><atom:entry>"
	      "<atom:title>a</atom:title></atom:entry></atom:feed>"),
	    NULL, "format=atom10\n0.title=a" },
	{ "T16", "tags in capitals",
	    D("<RSS VERSION='2.0'><CHANNEL><ITEM><TITLE>a</TITLE><PubDate>Mon, "
	      "02 Jan 2006 15:04:05 GMT</PubDate><GUID "
	      "ISPERMALINK='false'>http://a.example/</GUID></ITEM></CHANNEL>"
	      "</RSS>"),
	    NULL,
	    "0.title=a\n0.published=2006-01-02T15:04:05Z\n0.link=\n"
	    "0.id=http://a.example/" },
	{ "T16", "RSS in Atom's namespace",
	    D("<rss version='2.0' xmlns='http://www.w3.org/2005/Atom'><channel>"
	      "<item><title>a</title><link>/1</link></item></channel></rss>"),
	    NULL, "0.title=a\n0.link=https://base.example/1" },
	{ "T16", "Atom without a namespace",
	    D("<feed><title>t</title><entry><title>a</title><link href='/1'/>"
	      "</entry></feed>"),
	    NULL, "title=t\n0.title=a\n0.link=https://base.example/1" },
	{ "T16", "a10: and atom10:",
	    D("<rss xmlns:a10='http://www.w3.org/2005/Atom' "
	      "xmlns:atom10='http://www.w3.org/2005/Atom'><channel>"
	      "<atom10:link rel='self' href='/self'/><item><a10:updated>"
	      "2006-01-02T15:04:05Z</a10:updated><a10:author><a10:name>n"
	      "</a10:name></a10:author></item></channel></rss>"),
	    NULL,
	    "self=https://base.example/self\n"
	    "0.updated=2006-01-02T15:04:05Z\n0.authors=n" },
	{ "T16", "items with an unknown namespace",
	    D("<rss version='2.0'><channel><title>t</title>"
	      "<item xmlns='http://foo.example/'><title>a</title></item>"
	      "<item xmlns='http://foo.example/'><title>b</title></item>"
	      "</channel></rss>"),
	    NULL, "title=t\nentries=2\n0.title=a\n1.title=b" },
	{ "T16", "an item of Atom's namespace is not an item",
	    D(ATOM("<item><title>no</title></item><entry><title>a</title>"
		   "</entry>")),
	    NULL, "entries=1\n0.title=a" },
	{ "T16", "an element of an extension is not an item",
	    D(RSS("<x:item xmlns:x='http://foo.example/'><title>no</title>"
		  "</x:item><item><title>a</title></item>")),
	    NULL, "entries=1\n0.title=a" },
	{ "T16", "the namespace of Media RSS at the RSS Advisory Board",
	    D("<rss version='2.0' xmlns:media='"
	      "http://www.rssboard.org/media-rss'><channel><item>"
	      "<media:content url='/a.jpg' medium='image'/></item></channel>"
	      "</rss>"),
	    NULL, "0.media=https://base.example/a.jpg" },
	{ "T16", "an unknown element is ignored together with its content",
	    D(ITEM("<x:extra xmlns:x='http://x.example/'><title>no</title>"
		   "<link>/no</link></x:extra><title>yes</title>")),
	    NULL, "0.title=yes\n0.link=" },
};

static const struct feed_row moved[] = {
	{ "T24", "a notice that a feed has moved",
	    D("<?xml version='1.0'?><redirect><newLocation> "
	      "https://new.example/feed </newLocation></redirect>"),
	    NULL, "format=unknown\nnew_url=https://new.example/feed" },
	{ "T24", "a notice in upper case",
	    D("<Redirect><NEWLOCATION>/f</NEWLOCATION></Redirect>"), NULL,
	    "format=unknown\nnew_url=https://base.example/f" },
	{ "T24", "itunes:new-feed-url",
	    D(RSS("<itunes:new-feed-url>https://n.example/</"
		  "itunes:new-feed-url>")),
	    NULL, "format=rss20\nnew_url=https://n.example/" },
};

static const struct feed_row sitemaps[] = {
	{ "T30", "a feed that declares the sitemaps' namespace is a feed",
	    D("<rss version='2.0' xmlns:news='http://www.google.com/schemas/"
	      "sitemap-news/0.9' xmlns:sm='http://www.sitemaps.org/schemas/"
	      "sitemap/0.9'><channel><item><news:news><news:title>no"
	      "</news:title></news:news><sm:loc>/no</sm:loc><title>one</title>"
	      "</item></channel></rss>"),
	    NULL, "format=rss20\n0.link=\n" IS_ONE },
	{ "T30", "a feed of Atom that declares this namespace is a feed",
	    D("<feed xmlns='http://www.w3.org/2005/Atom' "
	      "xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9'><entry>"
	      "<title>one</title></entry></feed>"),
	    NULL, "format=atom10\n" IS_ONE },
};

int
main(void)
{
	ROWS_CHECK(starts);
	rows_document_test_encoded();
	ROWS_CHECK(mixed);
	ROWS_CHECK(kinds);
	rows_document_test_far_root();
	ROWS_CHECK(cut);
	ROWS_CHECK(open);
	ROWS_CHECK(names);
	ROWS_CHECK(moved);
	ROWS_CHECK(sitemaps);
	return done_testing();
}
