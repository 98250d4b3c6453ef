/*
 * repair_test.c -- well-formed XML is unchanged; malformed XML becomes
 * well-formed, and a second repair changes nothing.
 */
#include "base/array.h"
#include "base/limits.h"
#include "crawler/feed/markup/repair.h"
#include "tests/lib/tap.h"

static const char *const is_valid[] = {
	"<rss/>",
	"<rss version='2.0'><channel/></rss>",
	"<a:b xmlns:a=\"u\"><c d = 'e>f'/></a:b >",
	"<r>&amp;&#65;&#x41; ] ]] > é</r>",
	"<r><![CDATA[<&]] >]]><!-- a - b --><?pi x?></r>",
	"<r><item><item/></item></r>",
	"<r><title><p>a</p><br></br></title></r>",
};

static const struct {
	const char *from, *to;
} broken[] = {
	{ "<r>a & b</r>", "<r>a &amp; b</r>" },
	{ "<r>&nbsp;&lt;</r>", "<r>\xc2\xa0&lt;</r>" },
	{ "<r a=b c='d' c=\"e\" f/>", "<r a=\"b\" c=\"d\" f=\"\"/>" },
	{ "<r a='\"<&'/>", "<r a=\"&quot;&lt;&amp;\"/>" },
	{ "<r><a><b></a></r>", "<r><a><b/></a></r>" },
	{ "<r></x></r>", "<r></r>" },
	{ "<r><title>a<br>b</title></r>", "<r><title>a<br/>b</title></r>" },
	{ "<r><item><item></item></r>", "<r><item></item><item></item></r>" },
	{ "<r><title>a<link>b</link></r>",
	    "<r><title>a</title><link>b</link></r>" },
	{ "<r><description>a<pubDate>b</pubDate></r>",
	    "<r><description>a</description><pubDate>b</pubDate></r>" },
	{ "<r><media:content><media:title>a & b</media:title><media:category>c"
	  "</media:category></media:content></r>",
	    "<r><media:content><media:title>a &amp; b</media:title>"
	    "<media:category>c</media:category></media:content></r>" },
	{ "<r><media:content><media:content><guid>a</guid></r>",
	    "<r><media:content></media:content><media:content></media:content>"
	    "<guid>a</guid></r>" },
	{ "<r>1 < 2 <3</r>", "<r>1 &lt; 2 &lt;3</r>" },
	{ "<r><!-- a -- b -->c</r>", "<r>c</r>" },
	{ "<r><!DOCTYPE x>c</r>", "<r>c</r>" },
	{ "<r><?pi?x ?>c</r>", "<r>c</r>" },
	{ "<r>]]></r>", "<r>]]&gt;</r>" },
	{ "<r>]]<!--->--->></r>", "<r>]] ></r>" },
	{ "<r><![CDATA[a]]\x01></r>", "<r><![CDATA[a]] >]]></r>" },
	{ "<r>a\x08z\xef\xbf\xbf</r>", "<r>az</r>" },
	{ "<r><a>text", "<r><a>text</a></r>" },
	{ "<r><a>text &am", "<r><a>text </a></r>" },
	{ "<r><a>text <b", "<r><a>text </a></r>" },
	{ "<r><a><![CDATA[text", "<r><a><![CDATA[text]]></a></r>" },
};

static void
repair_test_wellformed(struct buf *out)
{
	struct repaired r;

	for (size_t i = 0; i < ARRAY_LENGTH(is_valid); i++) {
		xml_repair(slice_of(is_valid[i]), out, &r);
		ok(!r.is_changed && r.xml.p == is_valid[i] &&
			r.xml.len == strlen(is_valid[i]),
		    "%s is unchanged", is_valid[i]);
	}
	xml_repair(SLICE("<r/><junk>"), out, &r);
	is_text(r.xml, "<r/>", "text after the root is removed");
}

static void
repair_test_broken(struct buf *out)
{
	struct repaired r, again;
	struct buf second;

	buf_init(&second, 1 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(broken); i++) {
		xml_repair(slice_of(broken[i].from), out, &r);
		is_text(r.xml, broken[i].to, broken[i].from);
		xml_repair(r.xml, &second, &again);
		ok(r.is_changed && !again.is_changed,
		    "a second repair changes nothing");
	}
	buf_release(&second);
}

static void
repair_test_limits(struct buf *out)
{
	struct repaired r;
	struct buf b;

	buf_init(&b, 1 << 20);
	buf_append_string(&b, "<r");
	for (int i = 0; i < LIMIT_FEED_ATTRIBUTES; i++)
		buf_printf(&b, " a%d=''", i);
	buf_append_string(&b, "/>");
	xml_repair(buf_slice(&b), out, &r);
	ok(!r.is_changed, "the maximal number of attributes is kept");
	b.len -= 2;
	buf_append_string(&b, " b=''/>");
	xml_repair(buf_slice(&b), out, &r);
	ok(r.is_changed &&
		slice_find(r.xml, SLICE(" b="), 0) == SLICE_NOT_FOUND,
	    "one attribute more is removed");
	buf_clear(&b);
	for (int i = 0; i < LIMIT_FEED_DEPTH; i++)
		buf_append_string(&b, "<a>");
	for (int i = 0; i < LIMIT_FEED_DEPTH; i++)
		buf_append_string(&b, "</a>");
	xml_repair(buf_slice(&b), out, &r);
	ok(!r.is_changed, "the maximal depth is kept");
	xml_repair(SLICE("<rss><channel><item><title>x"), out, &r);
	ok(r.is_cut && r.cut_at == strlen("<rss><channel><item><title>x"),
	    "xml_repair() reports where the document ended");
	is_text(slice_of(r.inside), "title",
	    "xml_repair() reports the element in which the document ended");
	buf_release(&b);
}

int
main(void)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	repair_test_wellformed(&out);
	repair_test_broken(&out);
	repair_test_limits(&out);
	buf_release(&out);
	return done_testing();
}
