/*
 * html_text.h -- markup to plain text.
 */
#ifndef CRAWLER_FEED_HTML_TEXT_H
#define CRAWLER_FEED_HTML_TEXT_H

#include "crawler/feed/normalise.h"

/* Writes what a reader of the markup sees: tags and comments away, script,
 * style, template, iframe, noembed and noframes with their content, a
 * paragraph's gap where a block begins or ends, a line's at <br>, references
 * decoded as HTML5 does.  O(length). */
void html_write_text(struct text_writer *, struct slice html);

/* Whether a text holds a tag of HTML or a character reference, and so will
 * have been meant as markup. */
bool html_is_markup(struct slice text);

#endif
