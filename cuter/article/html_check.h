/*
 * html_check.h -- is a text the HTML that article_html() writes?
 *
 * The hub asks it of what a worker says, the commands of what an older version
 * may have stored.  It knows nothing of pages and needs no memory.
 */
#ifndef CUTER_ARTICLE_HTML_CHECK_H
#define CUTER_ARTICLE_HTML_CHECK_H

#include "base/slice.h"

/* True if html has the grammar of html_check.c, so that a browser shows it as
 * text, links and images and runs nothing.  html: UTF-8, which is not checked
 * here.  O(bytes), no allocation. */
bool article_html_check(struct slice html);

#endif
