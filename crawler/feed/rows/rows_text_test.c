/*
 * rows_text_test.c -- edge cases of text: entities, escapes, characters, CDATA,
 * Atom's types, the choice between several text elements (docs/feed-rows.md,
 * rows T1-T4, T15, T17, T18).
 */
#include "crawler/feed/rows/rows_test.h"

#define D(document) SLICE(document)

static const struct feed_row escapes[] = {
	{ "T1", "references in a CDATA title",
	    D(ITEM("<title><![CDATA[A &amp; B]]></title>")), NULL,
	    "0.title=A & B" },
	{ "T1", "numeric references in a CDATA title",
	    D(ITEM("<title><![CDATA[It&#8217;s &#x2014; so]]></title>")), NULL,
	    "0.title=It’s — so" },
	{ "T1", "references in CDATA are decoded once",
	    D(ITEM("<title><![CDATA[A &amp;amp; B]]></title>")), NULL,
	    "0.title=A &amp; B" },
	{ "T1", "references in a text in CDATA are decoded once",
	    D(ITEM("<description><![CDATA[<p>1 &amp;lt; 2 &lt; "
		   "3</p>]]></description>")),
	    NULL, "0.summary=1 &lt; 2 < 3" },
	{ "T1", "an Atom title of type text is not decoded again",
	    D(ENTRY("<title><![CDATA[A &amp; B]]></title>")), NULL,
	    "0.title=A &amp; B" },
	{ "T1", "an Atom title that was escaped once is not decoded again",
	    D(ENTRY("<title type='text'>&amp;lt;b&amp;gt;</title>")), NULL,
	    "0.title=&lt;b&gt;" },
	{ "T2", "escaped twice in a title",
	    D(ITEM("<title>&amp;lt;b&amp;gt; is bold</title>")), NULL,
	    "0.title=<b> is bold" },
	{ "T2", "escaped twice in a text",
	    D(ITEM("<description>use &amp;lt;b&amp;gt;</description>")), NULL,
	    "0.summary=use <b>" },
	{ "T2", "HTML in a title",
	    D(ITEM("<title>&lt;b&gt;Bold&lt;/b&gt; move</title>")), NULL,
	    "0.title=Bold move" },
	{ "T2", "an element in a title",
	    D(ITEM("<title>A <b>bold</b> move</title>")), NULL,
	    "0.title=A bold move" },
	{ "T2", "br in a title, open and closed",
	    D(RSS("<item><title>a<br>b</title></item>"
		  "<item><title>a<br/>b</title></item>"
		  "<item><title>a&lt;br&gt;b</title></item>")),
	    NULL, "0.title=a b\n1.title=a b\n2.title=a b" },
	{ "T2", "AT&T bare and escaped",
	    D(RSS("<item><title>AT&T</title></item>"
		  "<item><title>AT&amp;T</title></item>")),
	    NULL, "0.title=AT&T\n1.title=AT&T" },
	{ "T2", "a < b bare and escaped",
	    D(RSS("<item><title>a < b</title></item>"
		  "<item><title>a &lt; b</title></item>"
		  "<item><title>1<2 and 3>2</title></item>")),
	    NULL, "0.title=a < b\n1.title=a < b\n2.title=1<2 and 3>2" },
	{ "T2", "bare and escaped ampersands mixed",
	    D(ITEM("<title>Fish & Chips &amp; more</title>")), NULL,
	    "0.title=Fish & Chips & more" },
	{ "T2", "words in angle brackets are not tags",
	    D(ITEM("<title>vector&lt;int&gt; and &lt;T&gt;</title>")), NULL,
	    "0.title=vector<int> and <T>" },
	{ "T3", "HTML's entities without a DTD",
	    D(ITEM("<title>a&nbsp;b&eacute;c&rsquo;s</title><description>"
		   "&ldquo;x&rdquo;&hellip;</description>")),
	    NULL, "0.title=a béc’s\n0.summary=“x”…" },
	{ "T3", "HTML's entities in Atom",
	    D(ENTRY("<title>caf&eacute;</title><summary type='html'>&mdash;"
		    "</summary>")),
	    NULL, "0.title=café\n0.summary=—" },
	{ "T3", "an entity of HTML in an attribute",
	    D(ITEM("<enclosure url='http://a.example/&eacute;' type='a/b'/>")),
	    NULL, "0.enclosures=http://a.example/é a/b " },
	{ "T3", "a name that is not an entity is kept",
	    D(ITEM("<title>&bogus; Q&A; x</title>")), NULL,
	    "0.title=&bogus; Q&A; x" },
};

static const struct feed_row characters[] = {
	{ "T4", "control characters are removed",
	    D(ITEM("<title>a\x01\x08z\x0b\x1f!</title>")), NULL,
	    "0.title=az!\ncomplete=yes" },
	{ "T4", "NUL does not end the document",
	    SLICE(RSS("<item><title>a\0b</title></item>"
		      "<item><title>c</title></item>")),
	    NULL, "0.title=ab\n1.title=c\nentries=2" },
	{ "T4", "control characters as references",
	    D(ITEM("<title>a&#0;&#8;b&#x1f;c&#xffff;d</title>")), NULL,
	    "0.title=a�bcd\ncomplete=yes" },
	{ "T4", "U+FFFE and U+FFFF",
	    D(ITEM("<title>a\xef\xbf\xbe"
		   "b\xef\xbf\xbf"
		   "c</title>")),
	    NULL, "0.title=abc" },
	{ "T4", "surrogates in two references are one character",
	    D(RSS("<item><title>&#55357;&#56841; ok</title></item>"
		  "<item><title>&#xD83D;&#xDE09;</title></item>"
		  "<item><title><![CDATA[&#55357;&#56841;]]></title></item>"
		  "<item><description>&lt;p&gt;&amp;#55357;&amp;#56841;"
		  "</description></item>")),
	    NULL, "0.title=😉 ok\n1.title=😉\n2.title=😉\n3.summary=😉" },
	{ "T4", "half of a surrogate pair is not a character",
	    D(ITEM("<title>a &#55357; b</title>")), NULL,
	    "complete=yes\nentries=1" },
	{ "T4", "joiners in Persian, Malayalam and an emoji",
	    D(RSS("<item><title>\u0645\u06cc\u200c\u062e\u0648\u0627"
		  "</title></item><item><title>&lt;b&gt;\u0d28\u0d4d&amp;zwj;"
		  "&lt;/b&gt; \u0d28</title></item>"
		  "<item><title>\U0001f3f3\ufe0f\u200d\U0001f308</title>"
		  "</item>")),
	    NULL,
	    "0.title=\u0645\u06cc\u200c\u062e\u0648\u0627\n"
	    "1.title=\u0d28\u0d4d\u200d \u0d28\n"
	    "2.title=\U0001f3f3\ufe0f\u200d\U0001f308" },
	{ "T4", "joiners that join nothing",
	    D(RSS("<item><title>a\u200cb\u2014\u200dc\u200b</title></item>"
		  "<item><title>&#x200c;&#xa0;&#x200c; &#x200d;</title></item>"
		  "<item><title>\u0645\u200c\u200c\u06cc</title></item>")),
	    NULL,
	    "0.title=ab\u2014c\n1.title=\n"
	    "2.title=\u0645\u200c\u06cc" },
	{ "T4", "U+0008 in CDATA", D(ITEM("<title><![CDATA[a\bb]]></title>")),
	    NULL, "0.title=ab" },
	{ "T4", "surrogates as bytes of CESU-8",
	    D(ITEM("<title>x \xed\xa0\xbd\xed\xb8\x89 y</title>")), NULL,
	    "complete=yes\nentries=1" },
};

static const struct feed_row sections[] = {
	{ "T15", "the end of a section in a section",
	    D(RSS("<item><description><![CDATA[a ]]> b]]></description></item>"
		  "<item><title>next</title></item>")),
	    NULL, "0.summary=a b]]>\n1.title=next\nentries=2" },
	{ "T15", "a split section",
	    D(ITEM("<title><![CDATA[a]]]]><![CDATA[>b]]></title>")), NULL,
	    "0.title=a]]>b" },
	{ "T15", "a section in a section",
	    D(RSS("<item><description><![CDATA[<p>a</p><![CDATA[b]]>c]]>"
		  "</description></item><item><title>n</title></item>")),
	    NULL, "1.title=n\nentries=2" },
	{ "T15", "several sections and text are one text",
	    D(ITEM("<title>a <![CDATA[<b>b</b>]]> c <![CDATA[d]]></title>")),
	    NULL, "0.title=a b c d" },
	{ "T15", "an escaped section",
	    D(ITEM(
		"<description>&lt;![CDATA[&lt;p&gt;a&lt;/p&gt;]]&gt;"
		"</description><link>&lt;![CDATA[http://e.example/x]]></link>"
		"<guid>&lt;![CDATA[ g ]]&gt;</guid>")),
	    NULL,
	    "0.summary=a\n0.link=http://e.example/x\n0.id=g\ncomplete=yes" },
	{ "T15", "a section that is all of a section",
	    D(RSS(
		"<item><title><![CDATA[<![CDATA[a & b]]>]]></title></item>"
		"<item><title><![CDATA[ <![CDATA[ a ]]]]></title></item>"
		"<item><title><![CDATA[<![CDATA[a]]></title></item>"
		"<item><title>How to use &lt;![CDATA[ ]]&gt;</title></item>")),
	    NULL,
	    "0.title=a & b\n1.title=a\n2.title=a\n"
	    "3.title=How to use <![CDATA[ ]]>" },
	{ "T15", "a section in an attribute",
	    D(ITEM("<enclosure url='<![CDATA[http://e.example/?a=1&b=2]]>' "
		   "type=\"<![CDATA[audio/mpeg]]>\" length='7'/>")),
	    NULL, "0.enclosures=http://e.example/?a=1&b=2 audio/mpeg 7" },
	{ "T15", "an empty section is an empty text",
	    D(ITEM("<title><![CDATA[]]></title><link><![CDATA[ ]]></link>")),
	    NULL, "0.title=\n0.link=" },
};

static const struct feed_row precedence[] = {
	{ "T17", "encoded without a namespace",
	    D(ITEM("<description>short</description><encoded>&lt;p&gt;long"
		   "&lt;/p&gt;</encoded>")),
	    NULL, "0.summary=short\n0.content=long" },
	{ "T17", "elements of Atom without a namespace",
	    D(ITEM("<content>&lt;p&gt;c&lt;/p&gt;</content><summary>s"
		   "</summary><published>2006-01-02T15:04:05Z</published>"
		   "<updated>2006-01-03T15:04:05Z</updated>")),
	    NULL,
	    "0.content=c\n0.summary=s\n0.published=2006-01-02T15:04:05Z\n"
	    "0.updated=2006-01-03T15:04:05Z" },
	{ "T17", "elements of RSS before elements of Atom without a namespace",
	    D(ITEM("<content>c</content><encoded>e</encoded><summary>s"
		   "</summary><description>d</description><published>"
		   "2006-01-03</published><pubDate>2006-01-02</pubDate>")),
	    NULL,
	    "0.content=e\n0.summary=d\n0.published=2006-01-02T00:00:00Z" },
	{ "T17", "content and description, in either order",
	    D(RSS("<item><description>s</description>"
		  "<content:encoded>c</content:encoded></item>"
		  "<item><content:encoded>c</content:encoded>"
		  "<description>s</description></item>")),
	    NULL, "0.summary=s\n0.content=c\n1.summary=s\n1.content=c" },
	{ "T17", "equal description and content are both kept",
	    D(ITEM("<description>x</description><content:encoded>x"
		   "</content:encoded>")),
	    NULL, "0.summary=x\n0.content=x" },
	{ "T17", "a description longer than the content is kept",
	    D(ITEM("<description>much longer than that</description>"
		   "<content:encoded>short</content:encoded>")),
	    NULL, "0.summary=much longer than that\n0.content=short" },
	{ "T17", "only content: the entry has no summary",
	    D(ITEM("<content:encoded>c</content:encoded>")), NULL,
	    "0.summary=\n0.content=c" },
	{ "T17", "description has precedence over all others",
	    D(ITEM("<media:description>m</media:description>"
		   "<itunes:summary>i</itunes:summary>"
		   "<dc:description>d</dc:description>"
		   "<description>r</description>")),
	    NULL, "0.summary=r" },
	{ "T17", "dc has precedence over itunes, itunes over media",
	    D(RSS("<item><media:description>m</media:description>"
		  "<itunes:summary>i</itunes:summary>"
		  "<dc:description>d</dc:description></item>"
		  "<item><media:description>m</media:description>"
		  "<itunes:summary>i</itunes:summary></item>"
		  "<item><media:description>m</media:description></item>")),
	    NULL, "0.summary=d\n1.summary=i\n2.summary=m" },
	{ "T17", "the full text for Yandex, Mail.ru and Rambler",
	    D("<rss version='2.0' xmlns:yandex='http://news.yandex.ru' "
	      "xmlns:m='http://news.mail.ru/'><channel><item>"
	      "<description>s</description><yandex:full-text>&lt;p&gt;a"
	      "&lt;/p&gt;b</yandex:full-text></item><item><m:full-text>c"
	      "</m:full-text></item><item><rambler:fulltext><p>d<br>e"
	      "</rambler:fulltext><title>t</title></item></channel></rss>"),
	    NULL,
	    "0.summary=s\n0.content=a b\n1.content=c\n2.content=d e\n"
	    "2.title=t" },
	{ "T17", "content:encoded has precedence over the full text",
	    D(ITEM("<yandex:full-text>y</yandex:full-text><content:encoded>c"
		   "</content:encoded>")),
	    NULL, "0.content=c" },
	{ "T17", "an empty description is not used",
	    D(ITEM("<description/><itunes:summary>i</itunes:summary>")), NULL,
	    "0.summary=i" },
	{ "T17", "two descriptions: the first that is not empty",
	    D(ITEM("<description> </description><description>a</description>"
		   "<description>b</description>")),
	    NULL, "0.summary=a" },
	{ "T17", "Atom's summary and content in RSS",
	    D("<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'>"
	      "<channel><item><atom:summary>s</atom:summary><atom:content>c"
	      "</atom:content></item></channel></rss>"),
	    NULL, "0.summary=s\n0.content=c" },
};

static const struct feed_row types[] = {
	{ "T18", "the type text has no markup",
	    D(ENTRY("<content>a &lt;b&gt; &amp;amp; c</content>")), NULL,
	    "0.content=a <b> &amp; c" },
	{ "T18", "html",
	    D(ENTRY("<content type='html'>&lt;p&gt;a &amp;amp; b&lt;/p&gt;"
		    "&lt;script&gt;x()&lt;/script&gt;</content>")),
	    NULL, "0.content=a & b" },
	{ "T18", "xhtml without its div",
	    D(ENTRY("<content type='xhtml'><div "
		    "xmlns='http://www.w3.org/1999/xhtml'><p>a <em>b</em> "
		    "&lt;c&gt;</p></div></content>")),
	    NULL, "0.content=a b <c>" },
	{ "T18", "xhtml with elements of SVG",
	    D(ENTRY("<content type='xhtml'><div "
		    "xmlns='http://www.w3.org/1999/xhtml'><svg><g "
		    "id='a'><path d='M0'/></g></svg><p>n &lt;b</p>"
		    "</div></content>")),
	    NULL, "0.content=n <b" },
	{ "T18", "xhtml with a prefix",
	    D(ENTRY("<content type='xhtml'><x:div "
		    "xmlns:x='http://www.w3.org/1999/xhtml'><x:p>a</x:p><x:p>b"
		    "</x:p></x:div></content>")),
	    NULL, "0.content=a b" },
	{ "T18", "a body of XHTML",
	    D("<rss version='2.0'><channel><item><body "
	      "xmlns='http://www.w3.org/1999/xhtml'><p>Use &lt;br&gt; and "
	      "&amp;amp; if a&lt;b</p></body></item></channel></rss>"),
	    NULL, "0.content=Use <br> and &amp; if a<b" },
	{ "T18", "base64 of a type that is not text",
	    D(ENTRY("<content "
		    "type='application/x-note'>SGVsbG8gd29ybGQ=</content>")),
	    NULL, "0.content=Hello world" },
	{ "T18", "base64 of a picture is not text",
	    D(ENTRY("<summary>s</summary><content type='image/gif'>"
		    "R0lGODlhAQABAIAAAP//\n/wAAACwAAAAAAQABAAACAkQBADs=\n"
		    "</content>")),
	    NULL, "0.content=\n0.summary=s" },
	{ "T18", "invalid base64 of a picture is not text",
	    D(ENTRY("<content type='image/png'>iVBORw0KGgo.AAA</content>")),
	    NULL, "0.content=" },
	{ "T18", "a title with a binary type is text",
	    D(ENTRY("<title type='application/octet-stream'>test</title>")),
	    NULL, "0.title=test" },
	{ "T18", "an invalid type of a text that looks like base64",
	    D(ENTRY("<content type='plain'>Good</content>")), NULL,
	    "0.content=Good" },
	{ "T18", "a text with a wrong type",
	    D(ENTRY("<content type='application/octet-stream'>x = 5, or so"
		    "</content>")),
	    NULL, "0.content=x = 5, or so" },
	{ "T18", "content with src has no text",
	    D(ENTRY("<content type='text/html' src='http://a.example/1'/>")),
	    NULL, "0.content=" },
	{ "T18", "media types, in any case, with parameters",
	    D(ENTRY("<content type='TEXT/HTML; charset=utf-8'>&lt;b&gt;a"
		    "&lt;/b&gt;</content>")),
	    NULL, "0.content=a" },
	{ "T18", "0.3: escaped",
	    D("<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>"
	      "<content type='text/html' mode='escaped'>&lt;b&gt;a&lt;/b&gt;"
	      "</content></entry></feed>"),
	    NULL, "0.content=a\nformat=atom03" },
	{ "T18", "0.3: base64",
	    D("<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>"
	      "<content type='text/html' mode='base64'>PGI+YTwvYj4=</content>"
	      "</entry></feed>"),
	    NULL, "0.content=a" },
	{ "T18", "0.3: base64 of a picture is no text either",
	    D("<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>"
	      "<content type='image/gif' mode='base64'>R0lGODlhAQABAIAAAP//"
	      "/wAAACwAAAAAAQABAAACAkQBADs=</content></entry></feed>"),
	    NULL, "0.content=" },
	{ "T18", "0.3: xml",
	    D("<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>"
	      "<content type='application/xhtml+xml' mode='xml'><div "
	      "xmlns='http://www.w3.org/1999/xhtml'>a<br/>b</div></content>"
	      "</entry></feed>"),
	    NULL, "0.content=a b" },
	{ "T18", "an empty xhtml title is an empty text",
	    D(ENTRY("<title type='xhtml'><div "
		    "xmlns='http://www.w3.org/1999/xhtml'> </div></title>")),
	    NULL, "0.title=" },
	{ "T18", "an unknown type is text",
	    D(ENTRY("<title type='blurb'>a &lt; b</title>")), NULL,
	    "0.title=a < b" },
};

int
main(void)
{
	ROWS_CHECK(escapes);
	ROWS_CHECK(characters);
	ROWS_CHECK(sections);
	ROWS_CHECK(precedence);
	ROWS_CHECK(types);
	return done_testing();
}
