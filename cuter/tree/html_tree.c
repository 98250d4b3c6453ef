/*
 * html_tree.c -- builds the tree from the SAX events of libxml2's HTML parser.
 *
 * No libxml2 document is built. The input is small and balanced (guard.h), so
 * the parser's own depth limit of 256 is not reached.
 */
#include <limits.h>

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

#include "cuter/tree/parser.h"

struct reader {
	struct tree *tree;
	uint32_t
	    skip; /* number of open elements that are outside of the body */
	bool in_body;
};

static void
html_tree_on_start(void *data, const xmlChar *name, const xmlChar **attrs)
{
	struct reader *r = data;
	enum tag tag = tag_find(slice_of((const char *)name))->tag;

	if (tag == TAG_BODY)
		r->in_body = true;
	if (!r->in_body || tag == TAG_BODY || tag == TAG_HTML)
		return;
	tree_open(r->tree, tag);
	for (; attrs != NULL && attrs[0] != NULL; attrs += 2)
		tree_attr_number(
		    r->tree, (const char *)attrs[0], (const char *)attrs[1]);
}

static void
html_tree_on_end(void *data, const xmlChar *name)
{
	struct reader *r = data;
	enum tag tag = tag_find(slice_of((const char *)name))->tag;

	if (r->in_body && tag != TAG_BODY && tag != TAG_HTML)
		tree_close(r->tree);
}

static void
html_tree_on_text(void *data, const xmlChar *text, int len)
{
	struct reader *r = data;

	if (r->in_body && len > 0)
		tree_text(
		    r->tree, (struct slice){ (const char *)text, (size_t)len });
}

static void
html_tree_on_fault(void *data, const char *format, ...)
{
	(void)data;
	(void)format;
}

int
tree_from_libxml2(struct tree *t, struct slice html, struct err *e)
{
	struct reader reader = { .tree = t };
	htmlSAXHandler sax = {
		.startElement = html_tree_on_start,
		.endElement = html_tree_on_end,
		.characters = html_tree_on_text,
		.ignorableWhitespace = html_tree_on_text,
		.warning = html_tree_on_fault,
		.error = html_tree_on_fault,
	};
	htmlParserCtxtPtr context;
	volatile bool out_of_memory = false;
	jmp_buf exhausted, *outer = t->arena->exhausted;

	if (html.len > INT_MAX)
		return err_set(e, ERR_LIMIT, "libxml2: page too large");
	context = htmlCreateMemoryParserCtxt(html.p, (int)html.len);
	if (context == NULL)
		return err_set(e, ERR_LIBRARY, "libxml2: no parser");
	htmlCtxtUseOptions(context, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
					HTML_PARSE_NOWARNING |
					HTML_PARSE_NONET | HTML_PARSE_NODEFDTD);
	xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8);
	if (context->sax != NULL)
		*context->sax = sax;
	context->userData = &reader;

	t->arena->exhausted = &exhausted;
	if (setjmp(exhausted) == 0)
		(void)htmlParseDocument(context);
	else
		out_of_memory = true;
	t->arena->exhausted = outer;
	if (context->myDoc != NULL)
		xmlFreeDoc(context->myDoc);
	htmlFreeParserCtxt(context);
	if (out_of_memory)
		return err_set(e, ERR_LIMIT,
		    "page: the memory limit of a page was reached");
	tree_finish(t);
	return 0;
}
