/*
 * cut_xml_test.c -- pages in XML: every notation is read, and the output is
 * well-formed and has the same content, for any bytes in the input.
 */
#include <libxml/parser.h>
#include <libxml/xpath.h>

#include "base/array.h"
#include "base/limits.h"
#include "cli/cut/cut_xml.h"
#include "cli/testing.h"
#include "tests/lib/tap.h"

#define STORY                                                                  \
	"The first sentence of the page is long enough to be told from a "     \
	"menu. So is the second, which says nothing new, but says it at some " \
	"length."

/* The output for an XML input. `doc`: the parsed output; NULL if the output is
 * not well-formed. */
struct answered {
	struct testing t;
	int code;
	xmlDocPtr doc;
};

static void
cut_xml_test_run(struct answered *a, struct slice xml)
{
	static const struct command command = { .name = "cut" };
	const struct cut_batch batch = { .jobs = 1 };
	FILE *in = fmemopen((void *)(uintptr_t)xml.p, xml.len, "r");
	struct slice out;

	testing_init(&a->t, &command);
	a->code = cut_run_xml(&a->t.cli, &batch, in);
	fclose(in);
	out = testing_out(&a->t);
	a->doc = xmlReadMemory(out.p, (int)out.len, "out.xml", NULL,
	    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
		XML_PARSE_HUGE);
	ok(a->doc != NULL, "the output is well-formed XML");
	if (a->doc == NULL)
		printf("# %.*s\n", SLICE_ARG(slice_sub(out, 0, 2000)));
}

static void
cut_xml_test_end(struct answered *a)
{
	xmlFreeDoc(a->doc);
	testing_release(&a->t);
}

/* Returns the result of an XPath expression as text. */
static void
cut_xml_test_is_at(
    const struct answered *a, const char *path, const char *wanted)
{
	xmlXPathContextPtr context = xmlXPathNewContext(a->doc);
	char whole[512];
	xmlXPathObjectPtr found;
	xmlChar *text;

	snprintf(whole, sizeof(whole), "string(%s)", path);
	found = xmlXPathEvalExpression((const xmlChar *)whole, context);
	text = xmlXPathCastToString(found);
	ok(strcmp((const char *)text, wanted) == 0, "%s: \"%.60s\"", path,
	    (const char *)text);
	xmlFree(text);
	xmlXPathFreeObject(found);
	xmlXPathFreeContext(context);
}

static void
cut_xml_test_forms(void)
{
	static const char *const forms[] = {
		"<page><url>https://e.example/a?b=1&amp;c=2</url><title>A "
		"title "
		"&amp; more</title><html><![CDATA[<h1>A title &amp; more</h1>"
		"<p>" STORY "</p>]]></html></page>",
		"<?xml version='1.0' encoding='utf-8'?><!DOCTYPE page "
		"[<!ENTITY "
		"a \"b>\">]><pages><!-- <page/> --><page><html>&lt;h1>A title "
		"&amp;amp; more&lt;/h1>&lt;p&gt;" STORY "&#60;/p&#x3e;</html>"
		"<title>A title &amp; "
		"more</title><url>\nhttps://e.example/a?b=1"
		"&amp;c=2\n</url></page></pages>",
		"<page x='>'><url><![CDATA[https://e.example/a?b=1&c=2]]></url>"
		"<title>A title &#38; more</title><unknown><a/></unknown>"
		"<html><html><body class='/>'><h1>A title &amp; "
		"more</h1><p>" STORY "</p></body></html></html></page>",
		"\xEF\xBB\xBF<page ><url>https://e.example/a?b=1&amp;c=2</url "
		"><title>A "
		"title &amp; more</title><html><![CDATA[<h1>A title &amp; "
		"more</h1><p>]]>" STORY "<![CDATA[</p>]]></html></page>",
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		struct answered a;

		cut_xml_test_run(&a, slice_of(forms[i]));

		is_int(a.code, CLI_OK, "each form of a page is accepted");
		cut_xml_test_is_at(&a, "count(/cuter/page)", "1");
		cut_xml_test_is_at(
		    &a, "/cuter/page/url", "https://e.example/a?b=1&c=2");
		cut_xml_test_is_at(&a, "/cuter/page/title", "A title & more");
		cut_xml_test_is_at(&a, "/cuter/page/body/p", STORY);
		cut_xml_test_is_at(&a, "//node[@element='h1']/@class", "text");
		cut_xml_test_is_at(&a, "//node[@body='yes']", STORY);
		cut_xml_test_end(&a);
	}
}

static void
cut_xml_test_many(void)
{
	struct answered a;

	cut_xml_test_run(&a,
	    SLICE("<?xml "
		  "version=\"1.0\"?><pages><page><url>1</url><html>&lt;p>" STORY
		  "&lt;img src=/a.jpg></html></page><page/></pages>\n"
		  "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>"
		  "<page><url>2</url><html>&lt;p>caf\xE9 &#233; " STORY
		  "</html></page>"
		  "<page><url>3</url><title>none</title></page>"));

	is_int(a.code, CLI_OK, "several concatenated documents");
	cut_xml_test_is_at(&a, "count(/cuter/page)", "4");
	cut_xml_test_is_at(&a, "/cuter/page[1]/url", "1");
	cut_xml_test_is_at(&a, "count(/cuter/page[2]/body/p)", "0");
	cut_xml_test_is_at(
	    &a, "/cuter/page[3]/body/p", "caf\xC3\xA9 \xC3\xA9 " STORY);
	cut_xml_test_is_at(&a, "/cuter/page[4]/url", "3");
	cut_xml_test_is_at(&a, "count(//node[@element='img'])", "1");
	cut_xml_test_end(&a);
	cut_xml_test_run(&a, SLICE(" \n"));
	is_int(a.code, CLI_OK, "an input without pages is not an error");
	cut_xml_test_is_at(&a, "count(/cuter/page)", "0");
	cut_xml_test_end(&a);
}

/* Writes every byte, and the characters that XML forbids, into each field. */
static void
cut_xml_test_any_bytes(void)
{
	struct buf xml;

	buf_init(&xml, 1 << 20);
	for (int i = 0; i < 256; i += 8) {
		struct answered a;

		buf_clear(&xml);
		buf_append_string(&xml, "<page><url><![CDATA[");
		for (int k = i; k < i + 8; k++)
			buf_append_char(&xml, (char)k);
		buf_append_string(&xml, "]]></url><html><![CDATA[<p>" STORY);
		for (int k = i; k < i + 8; k++)
			buf_append_char(&xml, (char)k);
		buf_append_string(&xml,
		    "&#0;&#1;&#xFFFE;&#xFFFF;&#xD800;&#x1F600;&#12;"
		    "<img alt=\"\"<>&'\x01\xFF\" "
		    "src=\"\x02\xC2\x9B'&lt;\"><p "
		    "class=\"");
		for (int k = i; k < i + 8; k++)
			buf_append_char(&xml, (char)k);
		buf_append_string(&xml, "\">" STORY "]]></html></page>");
		cut_xml_test_run(&a, buf_slice(&xml));
		cut_xml_test_is_at(&a, "count(/cuter/page)", "1");
		cut_xml_test_is_at(&a, "count(//p) > 0", "true");
		cut_xml_test_end(&a);
	}
	buf_release(&xml);
}

static void
cut_xml_test_faults(void)
{
	static const struct {
		const char *xml, *pages, *error;
	} rows[] = {
		{ "<page><url>1</url><html>&lt;p>x</html></page><page><html>",
		    "2", "the input ends inside a <page>" },
		{ "<page><html><![CDATA[<p>x</html></page>", "1",
		    "the input ends inside a <page>" },
		{ "<page><title", "1", "the input ends inside a <page>" },
		{ "<?xml version='1.0' encoding='x-none'?><page/>", "1",
		    "the document's encoding is not supported; use UTF-8" },
		{ "<?xml version='1.0' encoding='UTF-16'?><page/>", "1",
		    "the document's encoding is not supported; use UTF-8" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct answered a;

		cut_xml_test_run(&a, slice_of(rows[i].xml));

		is_int(a.code, CLI_FAILED, "an error is reported");
		cut_xml_test_is_at(&a, "count(/cuter/page)", rows[i].pages);
		cut_xml_test_is_at(
		    &a, "/cuter/page[last()]/error", rows[i].error);
		cut_xml_test_end(&a);
	}
}

/* The time for hostile input must be linear in its length. */
static void
cut_xml_test_hostile(void)
{
	static const char *const pieces[] = { "<a>", "<html>", "<![CDATA[",
		"<!--", "&amp;", "&", "]]>", "<page>", "<", "'",
		"<!DOCTYPE [" };
	struct buf xml;

	buf_init(&xml, 8 * MIB);
	for (size_t i = 0; i < ARRAY_LENGTH(pieces); i++) {
		struct answered a;

		buf_clear(&xml);
		buf_append_string(&xml, "<page><title>x</title><html>");
		while (xml.len < 2 * MIB)
			buf_append_string(&xml, pieces[i]);
		buf_append_string(&xml, "</html></page>");
		cut_xml_test_run(&a, buf_slice(&xml));
		cut_xml_test_is_at(&a, "count(/cuter/page)", "1");
		cut_xml_test_end(&a);
	}
	/* an input with two thousand small pages */
	buf_clear(&xml);
	for (int i = 0; i < 2000; i++)
		buf_append_string(&xml, "<page><html>&lt;p>x</html></page>");
	{
		struct answered a;

		cut_xml_test_run(&a, buf_slice(&xml));

		cut_xml_test_is_at(&a, "count(/cuter/page)", "2000");
		cut_xml_test_end(&a);
	}
	buf_release(&xml);
}

int
main(void)
{
	cut_xml_test_forms();
	cut_xml_test_many();
	cut_xml_test_any_bytes();
	cut_xml_test_faults();
	cut_xml_test_hostile();
	return done_testing();
}
