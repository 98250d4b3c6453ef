/*
 * rows_entry_test.c -- edge cases of an entry's values other than text: dates
 * in several elements, media, authors, categories, JSON Feed, sources, order
 * (docs/feed-rows.md, rows D1-D19, T19-T23, T26, T32).
 */
#include "crawler/feed/rows/rows_test.h"

#define D(document) SLICE(document)
#define DATED(date) D(ITEM("<pubDate>" date "</pubDate>"))
#define NS                                                                     \
	"<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom' "         \
	"xmlns:dc='http://purl.org/dc/elements/1.1/' "                         \
	"xmlns:dcterms='http://purl.org/dc/terms/' "                           \
	"xmlns:media='http://search.yahoo.com/mrss/' "                         \
	"xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>"
#define END        "</channel></rss>"
#define NS_ITEM(x) NS "<item>" x "</item>" END
/* three items, the second with these members */
#define SECOND_ITEM(members)                                                   \
	JSON("\"items\":[{\"id\":\"1\"},{\"id\":\"2\"," members                \
	     "},{\"id\":\"3\"}]")

/* base/date/date_test.c tests how dates are parsed; these rows test that the
 * feed parser returns them. */
static const struct feed_row dates[] = {
	{ "D1", "a zone by name", DATED("Mon, 02 Jan 2006 15:04:05 EST"), NULL,
	    "0.published=2006-01-02T20:04:05Z" },
	{ "D2", "a year of two digits, no seconds",
	    DATED("Mon, 2 Jan 06 15:04 +0100"), NULL,
	    "0.published=2006-01-02T14:04:00Z" },
	{ "D3", "a fraction of a second", DATED("2006-01-02T15:04:05.1234Z"),
	    NULL, "0.published=2006-01-02T15:04:05Z" },
	{ "D4", "no zone is UTC", DATED("2006-01-02 15:04:05"), NULL,
	    "0.published=2006-01-02T15:04:05Z" },
	{ "D5", "a superfluous zero", DATED("2003-012-31T10:14:55+00:00"), NULL,
	    "0.published=2003-12-31T10:14:55Z" },
	{ "D6", "a day of the year", DATED("03335"), NULL,
	    "0.published=2003-12-01T00:00:00Z" },
	{ "D7", "a date of JavaScript",
	    DATED("Mon Jan 02 2006 15:04:05 GMT-0700 (MST)"), NULL,
	    "0.published=2006-01-02T22:04:05Z" },
	{ "D8", "a date in the style of newspapers",
	    DATED("Jan. 2, 2006, 3:04 a.m."), NULL,
	    "0.published=2006-01-02T03:04:00Z" },
	{ "D9", "a wrong weekday", DATED("Fri, 02 Jan 2006 15:04:05 GMT"), NULL,
	    "0.published=2006-01-02T15:04:05Z" },
	{ "D10", "one date shows the order of the other",
	    D(RSS("<item><pubDate>02/01/2026 15:04</pubDate></item>"
		  "<item><pubDate>31/01/2026 15:04</pubDate></item>")),
	    NULL,
	    "0.published=2026-01-02T15:04:00Z\n"
	    "1.published=2026-01-31T15:04:00Z" },
	{ "D10", "one date shows that the month is first",
	    D(RSS("<item><pubDate>02/01/2026</pubDate></item>"
		  "<item><pubDate>01/31/2026</pubDate></item>")),
	    NULL, "0.published=2026-02-01T00:00:00Z" },
	{ "D10", "the order of a single date is not guessed",
	    DATED("02/01/2026"), NULL, "0.published=" },
	{ "D10", "the order is not guessed if other dates disagree",
	    D(RSS("<item><pubDate>02/01/2026</pubDate></item>"
		  "<item><pubDate>31/01/2026</pubDate></item>"
		  "<item><pubDate>01/31/2026</pubDate></item>")),
	    NULL, "0.published=" },
	{ "D10", "the weekday of one date shows the order of the other",
	    D(RSS("<item><pubDate>Sat, 06/01/2024 - 15:04</pubDate></item>"
		  "<item><pubDate>Fri, 06/07/2024 - 15:04</pubDate></item>")),
	    NULL,
	    "0.published=2024-06-01T15:04:00Z\n"
	    "1.published=2024-06-07T15:04:00Z" },
	{ "D11", "a date in French", DATED("lun., 02 janv. 2006"), NULL,
	    "0.published=2006-01-02T00:00:00Z" },
	{ "D12", "the year first", DATED("Fri, 2006/09/15 08:19:53 EDT"), NULL,
	    "0.published=2006-09-15T12:19:53Z" },
	{ "D13", "a number of milliseconds", DATED("1136214245000"), NULL,
	    "0.published=2006-01-02T15:04:05Z" },
	{ "D14", "the year 0", DATED("0000-00-00"), NULL, "0.published=" },
	{ "D14", "the start of 1970 is not a date",
	    DATED("Thu, 01 Jan 1970 00:00:00 GMT"), NULL, "0.published=" },
	{ "D14", "the start of 1970 in a zone is not a date",
	    D(NS_ITEM("<pubDate>Thu, 01 Jan 1970 00:00:00 -0500</pubDate>"
		      "<dc:date>2006-01-02</dc:date>")),
	    NULL, "0.published=2006-01-02T00:00:00Z" },
	{ "D14", "the second day of 1970 is a date",
	    DATED("Fri, 02 Jan 1970 00:00:00 GMT"), NULL,
	    "0.published=1970-01-02T00:00:00Z" },
	{ "D15", "30 February", DATED("Thu, 30 Feb 2006 10:00:00 GMT"), NULL,
	    "0.published=" },
	{ "D15", "a valid date replaces an invalid one",
	    D(NS_ITEM("<pubDate>soon</pubDate><dc:date>2006-01-02</dc:date>")),
	    NULL, "0.published=2006-01-02T00:00:00Z" },
	{ "D16", "pubDate has precedence over dc:date; updated is kept",
	    D(NS_ITEM("<dc:date>2006-01-01T00:00:00Z</dc:date>"
		      "<atom:updated>2006-01-03T00:00:00Z</atom:updated>"
		      "<pubDate>Mon, 02 Jan 2006 00:00:00 GMT</pubDate>")),
	    NULL,
	    "0.published=2006-01-02T00:00:00Z\n"
	    "0.updated=2006-01-03T00:00:00Z" },
	{ "D16", "dc:date has precedence over dcterms:issued",
	    D(NS_ITEM("<dcterms:issued>2006-01-05</dcterms:issued>"
		      "<dc:date>2006-01-04</dc:date>"
		      "<dcterms:modified>2006-01-06</dcterms:modified>")),
	    NULL,
	    "0.published=2006-01-04T00:00:00Z\n"
	    "0.updated=2006-01-06T00:00:00Z" },
	{ "D16", "only dcterms:issued",
	    D(NS_ITEM("<dcterms:issued>2006-01-05</dcterms:issued>")), NULL,
	    "0.published=2006-01-05T00:00:00Z\n0.updated=" },
	{ "D16", "Atom 0.3: issued, created, modified",
	    D("<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>"
	      "<created>2006-01-01T00:00:00Z</created>"
	      "<issued>2006-01-02T00:00:00Z</issued>"
	      "<modified>2006-01-03T00:00:00Z</modified></entry><entry>"
	      "<created>2006-01-01T00:00:00Z</created></entry></feed>"),
	    NULL,
	    "0.published=2006-01-02T00:00:00Z\n"
	    "0.updated=2006-01-03T00:00:00Z\n"
	    "1.published=2006-01-01T00:00:00Z" },
	{ "D16", "only the date of PRISM, or an element without a namespace",
	    D("<rss version='2.0' xmlns:prism="
	      "'http://prismstandard.org/namespaces/basic/2.0/'><channel><item>"
	      "<prism:publicationDate>2006-01-05</prism:publicationDate>"
	      "<prism:coverDate>2006-02-01</prism:coverDate></item><item>"
	      "<date>2006-01-06</date></item></channel></rss>"),
	    NULL,
	    "0.published=2006-01-05T00:00:00Z\n"
	    "1.published=2006-01-06T00:00:00Z" },
	{ "D16", "only updated: the entry has no published",
	    D(ENTRY("<updated>2006-01-02T00:00:00Z</updated>")), NULL,
	    "0.published=\n0.updated=2006-01-02T00:00:00Z" },
	{ "T32", "a ttl with a fraction", D(RSS("<ttl> 60.0 </ttl>")), NULL,
	    "ttl=60" },
	{ "T32", "a ttl with a unit", D(RSS("<ttl>45 minutes</ttl>")), NULL,
	    "ttl=45" },
	{ "T32", "a ttl in hours is ignored", D(RSS("<ttl>2 hours</ttl>")),
	    NULL, "ttl=" },
	{ "D17", "the channel's date is not the items'",
	    D(RSS("<pubDate>Mon, 02 Jan 2006 15:04:05 GMT</pubDate>"
		  "<lastBuildDate>Mon, 02 Jan 2006 15:04:05 GMT"
		  "</lastBuildDate><item><title>a</title></item>")),
	    NULL,
	    "published=2006-01-02T15:04:05Z\nupdated=2006-01-02T15:04:05Z\n"
	    "0.published=\n0.updated=" },
	{ "D18", "a date in the future is read unchanged",
	    DATED("Mon, 02 Jan 2106 15:04:05 GMT"), NULL,
	    "0.published=2106-01-02T15:04:05Z" },
	{ "D19", "an element <time> of HTML",
	    DATED("&lt;time datetime=\"2006-01-02T15:04:05Z\" "
		  "class=\"datetime\"&gt;Mon, 01/02/2006 - 10:04"
		  "&lt;/time&gt;\n"),
	    NULL, "0.published=2006-01-02T15:04:05Z" },
	{ "D19", "the attribute content of Drupal",
	    DATED("<![CDATA[<span class='content' "
		  "content='2006-01-02T15:04:05+01:00'>Monday</span>]]>"),
	    NULL, "0.published=2006-01-02T14:04:05Z" },
	{ "D19", "tags and references without such an attribute",
	    DATED("&lt;p content=\"soon\"&gt;Mon, 02 Jan 2006"
		  "&amp;nbsp;15:04 GMT&lt;/p&gt;"),
	    NULL, "0.published=2006-01-02T15:04:00Z" },
};

static const struct feed_row media[] = {
	{ "T19", "media:content alone and in groups",
	    D(NS_ITEM("<media:content url='/1.jpg'/><media:group>"
		      "<media:content url='/2.jpg'/><media:content "
		      "url='/3.mp4' type='video/mp4'/></media:group>")),
	    NULL,
	    "0.media=https://base.example/1.jpg | https://base.example/2.jpg "
	    "| https://base.example/3.mp4" },
	{ "T19", "a group's title is not the item's",
	    D(NS_ITEM("<media:group><media:title>m</media:title>"
		      "</media:group><title>t</title>")),
	    NULL, "0.title=t" },
	{ "T19",
	    "a picture's title is not the item's, also if XML is ill-formed",
	    D(NS_ITEM("<media:content url='/1.jpg'><media:title>m</media:title>"
		      "<media:description>d</media:description>"
		      "</media:content><title>a & b</title>")),
	    NULL,
	    "0.title=a & b\n0.summary=\n0.media=https://base.example/1.jpg" },
	{ "T19", "a thumbnail is not a media:content",
	    D(NS_ITEM("<media:thumbnail url='/t.jpg'/>")), NULL, "0.media=" },
	{ "T19", "duplicates, an empty and a relative one",
	    D(NS_ITEM("<media:content url='m.jpg'/><media:content url=''/>"
		      "<media:content/><media:content url='m.jpg'/>")),
	    NULL, "0.media=https://base.example/dir/m.jpg" },
	{ "T19", "lengths that are not numbers",
	    D(RSS("<item><enclosure url='/1' type='a/b' length='1 MB'/></item>"
		  "<item><enclosure url='/1' length='-1'/></item>"
		  "<item><enclosure url='/1' length=''/></item>"
		  "<item><enclosure url='/1' length=' 12 '/></item>"
		  "<item><enclosure url='/1' "
		  "length='99999999999999999999999'/></item>")),
	    NULL,
	    "0.enclosures=https://base.example/1 a/b \n"
	    "1.enclosures=https://base.example/1  \n"
	    "2.enclosures=https://base.example/1  \n"
	    "3.enclosures=https://base.example/1  12\n"
	    "4.enclosures=https://base.example/1  " },
	{ "T19", "an enclosure without an address, one twice, one relative",
	    D(ITEM("<enclosure type='a/b'/><enclosure url=''/><enclosure "
		   "url='a.mp3'/><enclosure url='a.mp3'/>")),
	    NULL, "0.enclosures=https://base.example/dir/a.mp3  " },
	{ "T19", "Atom's enclosure",
	    D(ENTRY("<link rel='enclosure' href='/a.mp3' type='audio/mpeg' "
		    "length='7'/>")),
	    NULL, "0.enclosures=https://base.example/a.mp3 audio/mpeg 7" },
	{ "T19", "an image's title and link are not the channel's",
	    D(RSS("<image><title>i</title><link>/i</link><url>/i.png</url>"
		  "</image><title>t</title>")),
	    NULL, "title=t\nlink=\nimage=https://base.example/i.png" },
	{ "T19", "the channel's image has precedence over that of iTunes",
	    D(NS "<itunes:image href='/it.png'/><image><url>/i.png</url>"
		 "</image><item><itunes:image href='/item.png'/></item>" END),
	    NULL, "image=https://base.example/i.png" },
	{ "T19", "the image of an item is not the channel's",
	    D(NS "<item><itunes:image href='/item.png'/></item>" END), NULL,
	    "image=" },
	{ "T19", "a thumbnail is not one of the media",
	    D(NS_ITEM("<media:thumbnail url='/small.png'/><media:content "
		      "url='/a.png'/>")),
	    NULL, "0.media=https://base.example/a.png\nimage=" },
	{ "T19", "the link of a text input is not the channel's",
	    D(RSS("<textInput><title>Search</title><link>/s</link>"
		  "<description>d</description></textInput><title>t</title>")),
	    NULL, "title=t\nlink=\ndescription=" },
};

static const struct feed_row people[] = {
	{ "T20", "a@b (Name)",
	    D(ITEM("<author>jane@a.example (Jane Doe)</author>")), NULL,
	    "0.authors=Jane Doe" },
	{ "T20", "Name <a@b>",
	    D(ITEM("<author>Jane Doe &lt;jane@a.example&gt;</author>")), NULL,
	    "0.authors=Jane Doe" },
	{ "T20", "several persons with addresses",
	    D(ITEM("<author>jane@a.example (Doe, Jane), \"Joe, J.\" "
		   "&lt;joe@a.example&gt;; k@a.example</author>")),
	    NULL, "0.authors=Doe, Jane | Joe, J. | k@a.example" },
	{ "T20", "a comma in a name",
	    D(ITEM("<author>Doe, Jane &lt;jane@a.example&gt;</author>")), NULL,
	    "0.authors=Doe, Jane" },
	{ "T20", "only an address", D(ITEM("<author>jane@a.example</author>")),
	    NULL, "0.authors=jane@a.example" },
	{ "T20", "several dc:creator, one in CDATA, one twice",
	    D(NS_ITEM("<dc:creator>A</dc:creator><dc:creator><![CDATA[B C]]>"
		      "</dc:creator><dc:creator>A</dc:creator>")),
	    NULL, "0.authors=A | B C" },
	{ "T20", "HTML in a name",
	    D(NS_ITEM("<dc:creator>&lt;a href='/x'&gt;Jane&lt;/a&gt; &amp;amp; "
		      "Joe</dc:creator>")),
	    NULL, "0.authors=Jane & Joe" },
	{ "T20", "elements in RSS's author",
	    D(ITEM("<author><name>Jane</name><email>j@a.example</email>"
		   "</author>")),
	    NULL, "0.authors=Jane" },
	{ "T20", "Atom's: the name, else the address",
	    D(ENTRY("<author><email>j@a.example</email><name>Jane</name>"
		    "<uri>/j</uri></author><author><email>k@a.example</email>"
		    "</author><contributor><name>No</name></contributor>")),
	    NULL, "0.authors=Jane | k@a.example" },
	{ "T20", "the authors of the feed are kept separately",
	    D(ATOM("<author><name>Staff</name></author><entry><title>a</title>"
		   "</entry><entry><author><name>Jane</name></author>"
		   "</entry>")),
	    NULL, "authors=Staff\n0.authors=\n1.authors=Jane" },
	{ "T20", "itunes:author is used only if there is no other author",
	    D(NS "<item><itunes:author>i</itunes:author><dc:creator>c"
		 "</dc:creator></item><item><itunes:author>i</itunes:author>"
		 "</item>" END),
	    NULL, "0.authors=c\n1.authors=i" },
	{ "T20", "an empty author is left out",
	    D(NS_ITEM("<author/><dc:creator> </dc:creator>")), NULL,
	    "0.authors=" },
};

static const struct feed_row categories[] = {
	{ "T21", "categories in CDATA, with a domain, one twice",
	    D(ITEM("<category>a</category><category domain='http://x/'>"
		   "<![CDATA[b & c]]></category><category>a</category>")),
	    NULL, "0.categories=a | b & c" },
	{ "T21", "a list with commas is one category",
	    D(ITEM("<category>a, b, c</category>")), NULL,
	    "0.categories=a, b, c" },
	{ "T21", "nested categories of iTunes are not used",
	    D(NS_ITEM("<itunes:category text='Arts'><itunes:category "
		      "text='Food'/></itunes:category><category>a"
		      "</category>")),
	    NULL, "0.categories=a" },
	{ "T21", "Atom's term, not its label",
	    D(ENTRY("<category term='t' label='L'/><category label='M'/>")),
	    NULL, "0.categories=t" },
	{ "T21", "dc:subject", D(NS_ITEM("<dc:subject>s</dc:subject>")), NULL,
	    "0.categories=s" },
	{ "T21", "a reference in a category",
	    D(ITEM("<category>R&amp;amp;D</category>")), NULL,
	    "0.categories=R&D" },
	{ "T21", "categories of the channel are not those of its items",
	    D(RSS("<category>c</category><item><title>a</title></item>")), NULL,
	    "0.categories=" },
};

static const struct feed_row json[] = {
	{ "T22", "1.0: author",
	    D("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{"
	      "\"id\":\"1\",\"author\":{\"name\":\"Jane\"}}]}"),
	    NULL, "format=jsonfeed\n0.authors=Jane\ncomplete=yes" },
	{ "T22", "1.1: authors and language",
	    D(JSON("\"language\":\"de\",\"items\":[{\"id\":\"1\",\"authors\":[{"
		   "\"name\":\"A\"},{\"name\":\"B\"}]}]")),
	    NULL, "language=de\n0.authors=A | B" },
	{ "T22", "authors as an object",
	    D(JSON_ITEM("\"id\":\"1\",\"authors\":{\"name\":\"A\"}")), NULL,
	    "0.authors=A" },
	{ "T22", "null for a feed", D("null"), NULL,
	    "format=unknown\ncomplete=no\nentries=0" },
	{ "T22", "neither url nor external_url",
	    D(JSON_ITEM("\"id\":\"1\",\"content_text\":\"c\"")), NULL,
	    "entries=1\n0.link=\n0.content=c" },
	{ "T22", "only an external_url",
	    D(JSON_ITEM("\"id\":\"1\",\"external_url\":\"http://a.example/\"")),
	    NULL, "entries=1\n0.id=1" },
	{ "T22", "a number for an id", D(JSON_ITEM("\"id\":4711")), NULL,
	    "0.id=4711" },
	{ "T22", "an id with a fraction", D(JSON_ITEM("\"id\":1.5")), NULL,
	    "0.id=1.5" },
	{ "T22", "numbers that are too large",
	    D(JSON("\"items\":[{\"id\":98765432109876543210,\"title\":"
		   "\"98765432109876543210\"},{\"id\":1e999,"
		   "\"attachments\":[{\"url\":\"/a\","
		   "\"size_in_bytes\":-98765432109876543210}]},"
		   "{\"id\":9223372036854775807}]")),
	    NULL,
	    "complete=yes\nentries=3\n0.id=98765432109876543210\n"
	    "0.title=98765432109876543210\n1.id=1e999\n"
	    "2.id=9223372036854775807" },
	{ "T22", "no version, but items of a feed",
	    D("{\"title\":\"t\",\"feed_url\":\"http://a.example/f\","
	      "\"items\":[{\"id\":\"1\",\"title\":\"a\"}]}"),
	    NULL, "format=jsonfeed\n0.title=a" },
	{ "T22", "a byte order mark and white space before JSON",
	    D("\xef\xbb\xbf \n" JSON_ITEM("\"id\":\"1\"")), NULL,
	    "format=jsonfeed\nentries=1\ncomplete=yes" },
	{ "T22", "null for a date, a title, tags",
	    D(JSON_ITEM("\"id\":\"1\",\"date_published\":null,\"title\":null,"
			"\"tags\":null,\"attachments\":null")),
	    NULL, "entries=1\n0.published=\n0.title=\n0.categories=" },
	{ "T22", "items in an object with numbers as names",
	    D(JSON("\"items\":{\"0\":{\"id\":\"a\"},\"2\":null,\"10\":{"
		   "\"id\":\"b\"},\"3\":{\"id\":\"c\"}}")),
	    NULL, "entries=3\n0.id=a\n1.id=b\n2.id=c" },
	{ "T22", "an object that is not a list of items",
	    D(JSON("\"items\":{\"0\":{\"id\":\"a\"},\"next\":{}}")), NULL,
	    "entries=0" },
	{ "T22", "null for an item",
	    D(JSON("\"items\":[null,{\"id\":\"1\"},[],7]")), NULL,
	    "entries=1\n0.id=1" },
	{ "T22", "half of an emoji at the end of a cut title",
	    D(JSON("\"items\":[{\"id\":\"1\",\"title\":\"cut \\uD83d\"},{"
		   "\"id\":\"2\",\"title\":\"\\ude09 \\ud83d\\ude09 "
		   "\\\\ud83d\"}]")),
	    NULL,
	    "complete=yes\nentries=2\n0.title=cut \xef\xbf\xbd\n"
	    "1.title=\xef\xbf\xbd \xf0\x9f\x98\x89 \\ud83d" },
	{ "T22", "an emoji that is cut in an escape",
	    D(JSON("\"items\":[{\"id\":\"1\",\"title\":\"cut \\ud83d\\ude\"},{"
		   "\"id\":\"2\",\"title\":\"\\ud8\"}]")),
	    NULL,
	    "complete=yes\nentries=2\n0.title=cut "
	    "\xef\xbf\xbdude\n1.title=ud8" },
	{ "T22", "a line break that is not escaped",
	    D(JSON_ITEM("\"id\":\"1\",\"title\":\"two\nlines\t\\\"\"")), NULL,
	    "complete=yes\nentries=1\n0.title=two lines \"" },
	{ "T22", "a comma after the last tag",
	    D(JSON("\"items\":[{\"id\":\"1\",\"tags\":[\"a\",\"b\" , ]},{"
		   "\"id\":\"2\",\"title\":\"a,]\",},]")),
	    NULL, "complete=yes\nentries=2\n0.categories=a | b\n1.title=a,]" },
	{ "T22", "escapes of JavaScript",
	    D(JSON("\"items\":[{\"id\":\"1\",\"title\":\"It\\'s \\x \\u12 "
		   "\\u00e9\\\\\"},{\"id\":\"2\"}]")),
	    NULL, "complete=yes\nentries=2\n0.title=It's x u12 \xc3\xa9\\" },
	{ "T22", "a quotation mark that is not escaped, in the second item",
	    D(SECOND_ITEM("\"title\":\"say \"hi\" now\"")), NULL,
	    "complete=no\nentries=1\n0.id=1" },
	{ "T22", "a missing bracket after the second item",
	    D(JSON("\"items\":[{\"id\":\"1\"},{\"id\":\"2\"],\"_x\":1")), NULL,
	    "complete=no\nentries=1\n0.id=1" },
	{ "T22", "NaN in the second item", D(SECOND_ITEM("\"size\":NaN")), NULL,
	    "complete=no\nentries=1\n0.id=1" },
	{ "T22", "a missing comma in the second item",
	    D(SECOND_ITEM("\"title\":\"a\" \"summary\":\"b\"")), NULL,
	    "complete=no\nentries=1\n0.id=1" },
	{ "T22", "a no-break space between members of the second item",
	    D(SECOND_ITEM("\xc2\xa0\"title\":\"a\"")), NULL,
	    "complete=no\nentries=1\n0.id=1" },
	{ "T22", "the first hub of WebSub",
	    D(JSON("\"items\":[],\"hubs\":[7,{\"type\":\"rssCloud\",\"url\":"
		   "\"http://a.example/c\"},{\"type\":\"webSub\",\"url\":"
		   "\"http://a.example/h\"},{\"url\":"
		   "\"http://a.example/i\"}]")),
	    NULL, "hub=http://a.example/h" },
	{ "T22", "a hub without a type",
	    D(JSON("\"items\":[],\"hubs\":[{\"url\":\"http://a.example/h\"}]")),
	    NULL, "hub=http://a.example/h" },
	{ "T22", "null for the items", D(JSON("\"items\":null")), NULL,
	    "format=jsonfeed\nentries=0" },
	{ "T22", "members of another type are ignored",
	    D(JSON_ITEM("\"id\":\"1\",\"title\":{\"a\":1},\"tags\":\"x\","
			"\"url\":[\"http://a.example/\"],"
			"\"attachments\":[7,{\"url\":\"/a\",\"mime_type\":"
			"\"a/b\",\"size_in_bytes\":7}]")),
	    NULL,
	    "entries=1\n0.title=\n0.link=\n"
	    "0.enclosures=https://base.example/a a/b 7" },
};

static const struct feed_row aggregated[] = {
	{ "T23", "values of a source are not those of the entry",
	    D(ENTRY("<source><id>urn:planet</id><title>Planet</title><updated>"
		    "2001-01-01T00:00:00Z</updated><link href='/planet'/>"
		    "<author><name>P</name></author></source><id>urn:1</id>"
		    "<title>t</title>")),
	    NULL, "0.id=urn:1\n0.title=t\n0.updated=\n0.link=\n0.authors=" },
	{ "T23", "values of a source of RSS are not those of the item",
	    D(ITEM("<source url='http://a.example/f'>Elsewhere</source><title>t"
		   "</title>")),
	    NULL, "0.title=t\n0.link=" },
	{ "T26", "items have the order of the document, not of their dates",
	    D(RSS("<item><title>pinned</title><pubDate>2001-01-01</pubDate>"
		  "</item><item><title>new</title><pubDate>2026-01-02</pubDate>"
		  "</item><item><title>newer</title><pubDate>2026-01-03"
		  "</pubDate></item>")),
	    NULL, "entries=3\n0.title=pinned\n1.title=new\n2.title=newer" },
};

int
main(void)
{
	ROWS_CHECK(dates);
	ROWS_CHECK(media);
	ROWS_CHECK(people);
	ROWS_CHECK(categories);
	ROWS_CHECK(json);
	ROWS_CHECK(aggregated);
	return done_testing();
}
