/*
 * safe_html.c -- checks an article's HTML before it is printed.
 *
 * The daemon checks the HTML of a worker (worker/message/message_article.c),
 * but another program or an earlier version may have written the row. The check
 * takes about 3 ns per byte, so every output repeats it.
 */
#include "store/article/safe_html.h"

#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/article/html_check.h"

struct slice
safe_html(const struct article_row *row, struct buf *scratch)
{
	if (row->body_html.p == NULL ||
	    (utf8_valid(row->body_html) && article_html_check(row->body_html)))
		return row->body_html;
	buf_clear(scratch);
	article_text_to_html(row->body, scratch);
	return buf_slice(scratch);
}
