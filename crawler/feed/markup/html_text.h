/*
 * html_text.h -- converts HTML to plain text.
 */
#ifndef CRAWLER_FEED_MARKUP_HTML_TEXT_H
#define CRAWLER_FEED_MARKUP_HTML_TEXT_H

#include "crawler/feed/normalise.h"

/* Writes the readable text of markup. Tags and comments are omitted; script,
 * style, template, iframe, noembed and noframes are omitted with their content.
 * A paragraph break is written at the beginning and the end of a block, and a
 * line break for <br>. Character references are decoded as in HTML5. In a text
 * without tags and in <pre>, a blank line is a paragraph break; in <pre>, a
 * line break is kept. O(length). */
void html_write_text(struct text_writer *, struct slice html);

/* True if a text has an HTML tag or a character reference, and so is probably
 * markup. */
bool html_is_markup(struct slice text);

#endif
