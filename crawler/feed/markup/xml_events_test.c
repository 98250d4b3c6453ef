/*
 * xml_events_test.c -- the reader of well-formed documents reports the same
 * events as libxml2, for documents that are composed at random.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "crawler/feed/markup/xml_events.h"
#include "crawler/feed/markup/xml_lex.h"
#include "tests/lib/tap.h"

#define DOCUMENTS    20000
#define DEEPEST      6
#define LOG_BYTES    (4 * MIB)
#define MAX_CHILDREN 5

/* ---- documents ---- */

static uint32_t state = 1;

static uint32_t
xml_events_test_random(uint32_t below)
{
	state = state * 1664525 + 1013904223;
	return (state >> 8) % below;
}

#define PICK(array) array[xml_events_test_random(ARRAY_LENGTH(array))]

static const char *const names[] = { "a", "item", "xml:b", "p:c", "q:item",
	"xmlns:d", "caf\xc3\xa9", "none:e", "-", "p:caf\xc3\xa9", "xmla" };
static const char *const attribute_names[] = { "xmlns", "xmlns:p", "xmlns:q",
	"href", "p:href", "q:href", "none:href", "xml:base", "xmlns:xml",
	"xmlns:xmlns", "xmlns:caf\xc3\xa9", "xml:xmlns", "isPermaLink" };
static const char *const values[] = { "", "urn:a", "urn:b", "urn:a?b&amp;c",
	"http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/",
	"a&#38;b", "&lt;&gt;&apos;&quot;", "a\tb\nc\r\nd\re", "&#10;&#x9;&#13;",
	"caf\xc3\xa9 &#xe9;&#x1F600;", "a>b ]]>", "  two  spaces " };
static const char *const texts[] = { "", "plain", "a&amp;b", "\r\n", "\r",
	"\n ", "&#13;&#10;", "&lt;p&gt;a long text with markup&lt;/p&gt;",
	"caf\xc3\xa9 &#xe9; \xef\xbf\xbd", "] ]] >", "&quot;&apos;",
	"sixteen bytes ab\rand sixteen bytes more&amp;", "\t" };
static const char *const sections[] = { "<![CDATA[]]>", "<![CDATA[a<b&amp;]]>",
	"<![CDATA[a\r\nb\rc]]>", "<![CDATA[]]]]>", "<!-- a <b> & -->",
	"<!---->", "<?pi a?>", "<?php?>", "<![CDATA[\xef\xbf\xbd>]]>" };
static const char *const spaces[] = { "", "", " ", "\r\n", "\t " };

static void
xml_events_test_put_element(struct buf *out, int depth)
{
	const char *name = PICK(names);

	buf_printf(out, "<%s", name);
	for (uint32_t n = xml_events_test_random(5); n > 0; n--) {
		char quote = xml_events_test_random(2) == 0 ? '"' : '\'';

		buf_printf(out, " %s%s%s=%s%c%s%c", PICK(spaces),
		    PICK(attribute_names), PICK(spaces), PICK(spaces), quote,
		    PICK(values), quote);
	}
	buf_append_string(out, PICK(spaces));
	if (xml_events_test_random(5) == 0) {
		buf_append_string(out, "/>");
		return;
	}
	buf_append_char(out, '>');
	for (uint32_t n = xml_events_test_random(MAX_CHILDREN); n > 0; n--) {
		buf_append_string(out, PICK(texts));
		if (depth < DEEPEST && xml_events_test_random(3) > 0)
			xml_events_test_put_element(out, depth + 1);
		else
			buf_append_string(out, PICK(sections));
	}
	buf_append_string(out, PICK(texts));
	buf_printf(out, "</%s%s>", name, PICK(spaces));
}

/* ---- events ---- */

struct log {
	struct buf text;
	bool in_text;
	size_t left;   /* number of events before the reader is stopped */
	const char *a; /* the name of the element "a" */
	bool is_interned;
};

static bool
xml_events_test_note(struct log *log, bool is_text)
{
	if (log->in_text && !is_text)
		buf_append_string(&log->text, "\"\n");
	if (!log->in_text && is_text)
		buf_append_char(&log->text, '"');
	log->in_text = is_text;
	return is_text || --log->left > 0;
}

static bool
xml_events_test_on_start(void *context, const struct xml_element *element)
{
	struct log *log = context;
	bool go_on = xml_events_test_note(log, false);

	buf_printf(&log->text, "<%s %s %s", element->local, element->prefix,
	    element->uri);
	for (size_t i = 0; i < element->n_attributes; i++) {
		const struct xml_attribute *a = &element->attributes[i];

		buf_printf(&log->text, " %s %s %s=[%.*s]", a->local, a->prefix,
		    a->uri, SLICE_ARG(a->value));
	}
	buf_append_string(&log->text, ">\n");
	if (strcmp(element->local, "a") == 0) {
		log->is_interned &= log->a == NULL || log->a == element->local;
		log->a = element->local;
	}
	return go_on;
}

static bool
xml_events_test_on_text(void *context, struct slice text)
{
	struct log *log = context;

	xml_events_test_note(log, true);
	buf_append_slice(&log->text, text);
	return true;
}

static bool
xml_events_test_on_end(void *context, size_t at)
{
	struct log *log = context;
	bool go_on = xml_events_test_note(log, false);

	buf_printf(&log->text, "> %zu\n", at);
	return go_on;
}

static const struct xml_events events = { xml_events_test_on_start,
	xml_events_test_on_text, xml_events_test_on_end };

static void
xml_events_test_begin(struct log *log, size_t left)
{
	log->in_text = false;
	log->left = left;
	log->a = NULL;
	log->is_interned = true;
	buf_clear(&log->text);
}

/* ---- tests ---- */

struct compared {
	int n_accepted, n_different, n_not_interned;
};

static void
xml_events_test_compare(struct slice xml, size_t left, struct log *expected,
    struct log *got, struct compared *ret)
{
	char why[XML_WHY_BYTES];
	bool is_whole;

	if (xml_wellformed_end(xml) != xml.len)
		return;
	ret->n_accepted++;
	xml_events_test_begin(expected, left);
	xml_events_test_begin(got, left);
	is_whole = xml_read(xml, &events, expected, why);
	if (xml_read_wellformed(xml, &events, got, why) != is_whole ||
	    !slice_equal(buf_slice(&expected->text), buf_slice(&got->text))) {
		if (ret->n_different++ == 0)
			printf("# %.*s\nexpected:\n%s\ngot:\n%s\n",
			    SLICE_ARG(xml), expected->text.p, got->text.p);
	}
	ret->n_not_interned += !got->is_interned;
}

static void
xml_events_test_random_documents(struct log *expected, struct log *got)
{
	struct compared compared = { 0 };
	struct buf xml;

	buf_init(&xml, LOG_BYTES);
	for (int i = 0; i < DOCUMENTS; i++) {
		buf_clear(&xml);
		xml_events_test_put_element(&xml, 0);
		xml_events_test_compare(buf_slice(&xml),
		    i % 10 == 0 ? 1 + xml_events_test_random(9) : SIZE_MAX,
		    expected, got, &compared);
	}
	buf_release(&xml);
	ok(compared.n_accepted > DOCUMENTS / 10, "%d documents are well-formed",
	    compared.n_accepted);
	is_int(compared.n_different, 0, "the events are those of libxml2");
	is_int(compared.n_not_interned, 0, "equal names are equal pointers");
}

static void
xml_events_test_limits(struct log *got)
{
	char why[XML_WHY_BYTES];
	struct buf xml;

	buf_init(&xml, 64 * MIB);
	buf_append_string(&xml, "<r>");
	for (int i = 0; i <= LIMIT_FEED_NAMES; i++)
		buf_printf(&xml, "<n%d/>", i);
	buf_append_string(&xml, "</r>");
	xml_events_test_begin(got, SIZE_MAX);
	ok(!xml_read_wellformed(buf_slice(&xml), &events, got, why),
	    "a document with too many names is refused");
	is_text(slice_of(why), "more than 4096 different names",
	    "the reason of the refusal is reported");

	buf_clear(&xml);
	buf_append_string(&xml, "<r>");
	for (size_t i = 0; i < 2 * MIB; i++)
		buf_append_string(&xml, "&lt;p>");
	buf_append_string(&xml, "</r>");
	xml_events_test_begin(got, SIZE_MAX);
	ok(xml_read_wellformed(buf_slice(&xml), &events, got, why),
	    "a text with many references");
	buf_release(&xml);
}

int
main(void)
{
	struct log expected, got;

	buf_init(&expected.text, LOG_BYTES);
	buf_init(&got.text, LOG_BYTES);
	xml_events_test_random_documents(&expected, &got);
	xml_events_test_limits(&got);
	buf_release(&expected.text);
	buf_release(&got.text);
	return done_testing();
}
