/*
 * cut_xml.h -- the standalone form of CUTER: pages and their nodes in XML.
 */
#ifndef CLI_CUT_CUT_XML_H
#define CLI_CUT_CUT_XML_H

#include "base/text/charset.h"
#include "cli/cut/cut.h"

/* ---- reading (cut_xml_read.c) ---- */

enum xml_field {
	XML_URL,
	XML_TITLE,   /* title in the feed */
	XML_SUMMARY, /* summary in the feed */
	XML_HTML,
	XML_FIELD_COUNT
};

enum xml_result {
	XML_PAGE, /* the fields contain a page */
	XML_END,
	XML_CUT_OFF, /* the input ends inside of a page */
	XML_TOO_LARGE,
	XML_CHARSET, /* the charset is not supported */
	XML_UNREADABLE
};

struct xml_reader {
	FILE *in; /* borrowed */
	struct buf data;
	size_t at; /* number of bytes of the input that were processed */
	bool ended, too_large, bad_charset, has_charset;
	struct charset charset; /* charset of the document; UTF-8 if has_charset
				   is false */
	struct charsets charsets;
	struct buf field[XML_FIELD_COUNT]; /* UTF-8 */
	struct buf work;
};

void xml_reader_init(struct xml_reader *, FILE *in);
void xml_reader_release(struct xml_reader *);
/* Reads the next page into r->field. Every result but XML_PAGE is final. */
enum xml_result xml_read_page(struct xml_reader *);

/* ---- writing (cut_format.c, cut_xml.c) ---- */

/* Appends text escaped for HTML and XML, without controls other than \n and \t,
 * and without the other characters that XML 1.0, section 2.2, forbids. */
void cut_put_escaped(struct buf *out, struct slice);
/* Appends "  <name>text</name>\n", or nothing if the text is empty. */
void cut_put_element(struct buf *out, const char *name, struct slice text);
/* Appends the members of an article as elements. */
void cut_put_article(
    struct buf *out, const struct cuter_article *, struct slice url);

/* gleaner cut --xml: cuts every page of `in` in the order of the input. */
int cut_run_xml(struct cli *, const struct cut_batch *, FILE *in);

#endif
