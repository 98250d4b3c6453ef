/*
 * html_tags.h -- what is known of HTML's elements by their names.
 */
#ifndef CRAWLER_FEED_HTML_TAGS_H
#define CRAWLER_FEED_HTML_TAGS_H

#include "base/slice.h"

enum html_tag_flag {
	HTML_TAG_KNOWN = 1,
	HTML_TAG_BLOCK = 2,    /* stands on lines of its own */
	HTML_TAG_VOID = 4,     /* has no content and no end tag */
	HTML_TAG_RAW = 8,      /* content is no markup and nothing to read */
	HTML_TAG_BREAK = 16,   /* br: a line, not a paragraph */
	HTML_TAG_TEMPLATE = 32 /* content is markup and nothing to read */
};

/* Flags of an element's name in any case; 0 if HTML has none such. */
unsigned html_tag_flags(struct slice name);

/* Length of the name that stands at the beginning of text: a letter, then
 * anything up to white space, '/', '<' or '>'.  0 if there is none. */
size_t html_tag_name_length(struct slice text);

#endif
