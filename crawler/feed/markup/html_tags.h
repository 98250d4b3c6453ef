/*
 * html_tags.h -- properties of HTML elements by name.
 */
#ifndef CRAWLER_FEED_MARKUP_HTML_TAGS_H
#define CRAWLER_FEED_MARKUP_HTML_TAGS_H

#include "base/slice.h"

enum html_tag_flag {
	HTML_TAG_KNOWN = 1,
	HTML_TAG_BLOCK = 2,    /* rendered on lines of its own */
	HTML_TAG_VOID = 4,     /* has no content and no end tag */
	HTML_TAG_RAW = 8,      /* content is neither markup nor readable text */
	HTML_TAG_BREAK = 16,   /* br: a new line, not a new paragraph */
	HTML_TAG_TEMPLATE = 32 /* content is markup that is not rendered */
};

/* Returns the flags of an element's name in any case; 0 for unknown names. */
unsigned html_tag_flags(struct slice name);

/* Returns the length of the tag name at the start of text: a letter, then
 * anything up to white space, "/", "<" or ">"; 0 if there is none. */
size_t html_tag_name_length(struct slice text);

#endif
