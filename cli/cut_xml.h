/*
 * cut_xml.h -- CUTER's standalone form: pages in XML, their nodes in XML.
 */
#ifndef CLI_CUT_XML_H
#define CLI_CUT_XML_H

#include "base/charset.h"
#include "cli/cut.h"

/* ---- reading (cut_xml_read.c) ---- */

enum xml_field {
	XML_URL,
	XML_TITLE,   /* what the feed called it */
	XML_SUMMARY, /* what the feed said of it */
	XML_HTML,
	XML_FIELD_COUNT
};

enum xml_result {
	XML_PAGE, /* the fields are those of one */
	XML_END,
	XML_CUT_OFF, /* the input ends within a page */
	XML_TOO_LARGE,
	XML_CHARSET, /* it is in one that is not read */
	XML_UNREADABLE
};

struct xml_reader {
	FILE *in; /* borrowed */
	struct buf data;
	size_t at; /* before it all is done with */
	bool ended, too_large, bad_charset, has_charset;
	struct charset charset; /* of the document; without: UTF-8 */
	struct charsets charsets;
	struct buf field[XML_FIELD_COUNT]; /* UTF-8 */
	struct buf work;
};

void xml_reader_init(struct xml_reader *, FILE *in);
void xml_reader_release(struct xml_reader *);
/* The next page, into r->field.  All but XML_PAGE are the end. */
enum xml_result xml_read_page(struct xml_reader *);

/* ---- writing (cut_format.c, cut_xml.c) ---- */

/* Escaped for HTML and XML, without what XML 1.0 (2.2) does not allow. */
void cut_put_escaped(struct buf *out, struct slice);
/* "  <name>text</name>\n"; nothing where there is no text. */
void cut_put_element(struct buf *out, const char *name, struct slice text);
/* What an article has, as elements. */
void cut_put_article(
    struct buf *out, const struct cuter_article *, struct slice url);

/* gleaner cut --xml: every page of `in`, as they come. */
int cut_run_xml(struct cli *, const struct cut_batch *, FILE *in);

#endif
