/*
 * xml_test.c -- tests texts in XML: references, forbidden characters, invalid
 * UTF-8.
 */
#include <stdlib.h>

#include <libxml/parser.h>

#include "serve/feed/xml.h"
#include "tests/lib/tap.h"

static void
xml_test_is(struct slice text, const char *expected, const char *name)
{
	struct buf out;

	buf_init(&out, 4096);
	xml_put_text(&out, text);
	is_text(buf_slice(&out), expected, name);
	buf_release(&out);
}

/* libxml2 parses a document made of random bytes, and returns all characters
 * that XML allows. */
static void
xml_test_random(void)
{
	int n_wrong = 0;

	srandom(1);
	for (int round = 0; round < 20000; round++) {
		char bytes[24];
		struct buf out;
		xmlDocPtr document;

		for (size_t i = 0; i < sizeof(bytes); i++)
			bytes[i] = (char)random();
		buf_init(&out, 4096);
		buf_append_string(&out, "<?xml version=\"1.0\"?><a b=\"");
		xml_put_text(&out, (struct slice){ bytes, sizeof(bytes) });
		buf_append_string(&out, "\">");
		xml_put_text(&out, (struct slice){ bytes, sizeof(bytes) });
		buf_append_string(&out, "</a>");
		document = xmlReadMemory(out.p, (int)out.len, NULL, NULL,
		    XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
		n_wrong += document == NULL;
		xmlFreeDoc(document);
		buf_release(&out);
	}
	is_int(n_wrong, 0, "20 000 random texts are well-formed");
}

int
main(void)
{
	struct buf out;

	xml_test_is(SLICE("plain, Grüße\n\t"), "plain, Grüße\n\t", "plain");
	xml_test_is(SLICE("<a href=\"x\">&'"),
	    "&lt;a href=&quot;x&quot;&gt;&amp;&#39;", "references");
	xml_test_is(SLICE("]]>"), "]]&gt;", "the end of a CDATA section");
	xml_test_is(SLICE("a\r\nb"), "a&#13;\nb", "a carriage return is kept");
	xml_test_is(SLICE("a\0b\x01\x1f"), "a\uFFFDb\uFFFD\uFFFD",
	    "controls are replaced");
	xml_test_is(SLICE("\x7f\xC2\x85"), "\x7f\xC2\x85", "C1 is allowed");
	xml_test_is(SLICE("\xEF\xBF\xBE\xEF\xBF\xBF"), "\uFFFD\uFFFD",
	    "U+FFFE and U+FFFF are replaced");
	xml_test_is(SLICE("\xED\xA0\x80x"), "\uFFFD\uFFFD\uFFFDx",
	    "a lone surrogate is replaced");
	xml_test_is(SLICE("\xff\xC3"), "\uFFFD\uFFFD", "invalid UTF-8");
	xml_test_is(SLICE("\xE2\x80\x8F\xD7\xA9\xF0\x9F\x98\x80"),
	    "\xE2\x80\x8F\xD7\xA9\xF0\x9F\x98\x80", "marks and emoji are kept");
	buf_init(&out, 4096);
	xml_put_element(&out, "title", SLICE("a<b"));
	is_text(buf_slice(&out), "<title>a&lt;b</title>\n",
	    "an element with text is written");
	buf_release(&out);
	xml_test_random();
	xmlCleanupParser();
	return done_testing();
}
