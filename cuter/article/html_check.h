/*
 * html_check.h -- checks that a text is HTML as article_html() writes it.
 *
 * The hub checks the replies of workers, and the commands check texts that an
 * older version may have stored.  The check does not need the page and
 * allocates no memory.
 */
#ifndef CUTER_ARTICLE_HTML_CHECK_H
#define CUTER_ARTICLE_HTML_CHECK_H

#include "base/slice.h"

/* True if `html` has the grammar of html_check.c, so that a browser shows it as
 * text, links and images and runs nothing.  `html`: UTF-8, which is not checked
 * here.  O(bytes), no allocation. */
bool article_html_check(struct slice html);

#endif
