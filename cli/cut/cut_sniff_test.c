/*
 * cut_sniff_test.c -- bytes that are not a page are refused, and unusual pages
 * are accepted.
 */
#include "base/array.h"
#include "cli/cut/cut.h"
#include "tests/lib/tap.h"

#define BYTES(literal)                                                         \
	{                                                                      \
		(literal), sizeof(literal) - 1                                 \
	}

static const struct {
	struct slice bytes;
	const char *content_type, *what; /* NULL: the bytes may be a page */
} rows[] = {
	{ BYTES("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), NULL, "a PDF document" },
	{ BYTES("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), NULL, "a PNG image" },
	{ BYTES("PK\x03\x04\x14\0\x06\0"), NULL,
	    "a ZIP archive (or EPUB, DOCX, ODT)" },
	{ BYTES("\x7f"
		"ELF\x02\x01\x01\0\0\0"),
	    NULL, "a program" },
	{ BYTES("\x01\x02\x03\x04some\x05\x06\x07\x08"), NULL, "binary data" },
	{ BYTES("\x01\x02\x03\x04some\x05\x06\x07\x08"), "text/html",
	    "binary data" },
	{ BYTES("<!DOCTYPE html><p>A page"), NULL, NULL },
	{ BYTES("<p>A page \x01 with a slip of the editor in a long line"),
	    NULL, NULL },
	{ BYTES("Only words"), NULL, NULL },
	{ BYTES(""), NULL, NULL },
	{ BYTES("\xff\xfe<\0p\0>\0A\0"), NULL, NULL },
	{ BYTES("\xfe\xff\0<\0p\0>\0A"), NULL, NULL },
	{ BYTES("<\0p\0>\0A\0"), NULL, NULL },
	{ BYTES("A\0B\0<\0p\0>\0"), "text/html; charset=UTF-16LE", NULL },
	{ BYTES("\x1b$B%F%9%H\x1b(B <p>ISO-2022-JP"), NULL, NULL },
	{ BYTES("<p>\xe6\x97\xa5\xe6\x9c\xac"), NULL, NULL },
};

static const struct {
	struct slice bytes;
	bool is_feed;
} feeds[] = {
	{ BYTES("<rss version='2.0'>"), true },
	{ BYTES("\xef\xbb\xbf<?xml version='1.0'?>\n<!-- <p> -->\n<feed>"),
	    true },
	{ BYTES("<?xml version='1.0'?><!DOCTYPE rdf>\n<rdf:RDF\nxmlns='u'>"),
	    true },
	{ BYTES("<!DOCTYPE html><rssreader>"), false },
	{ BYTES("<html><rss>"), false },
	{ BYTES("<!-- without end <rss>"), false },
	{ BYTES("<rss"), false },
};

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(feeds); i++)
		ok(cut_sniff_is_feed(feeds[i].bytes) == feeds[i].is_feed,
		    "feed %zu", i);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		const char *what =
		    cut_sniff(rows[i].bytes, slice_of(rows[i].content_type));

		ok((what == NULL) == (rows[i].what == NULL) &&
			(what == NULL || strcmp(what, rows[i].what) == 0),
		    "N9: row %zu is %s", i, what != NULL ? what : "a page");
	}
	return done_testing();
}
