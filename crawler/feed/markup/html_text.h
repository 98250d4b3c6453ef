/*
 * html_text.h -- converts HTML to plain text.
 */
#ifndef CRAWLER_FEED_MARKUP_HTML_TEXT_H
#define CRAWLER_FEED_MARKUP_HTML_TEXT_H

#include "crawler/feed/normalise.h"

/* Writes the readable text of markup: without tags and comments, and without
 * script, style, template, iframe, noembed and noframes and their content; a
 * paragraph break where a block begins or ends, a line break for <br>;
 * character references decoded as HTML5 does.  O(length). */
void html_write_text(struct text_writer *, struct slice html);

/* True if a text has an HTML tag or a character reference, and so is probably
 * markup. */
bool html_is_markup(struct slice text);

#endif
