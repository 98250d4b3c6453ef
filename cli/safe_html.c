/*
 * safe_html.c -- an article's HTML, as it may be shown.
 *
 * The daemon checks what a worker sends (daemon/message_article.c), but a row
 * may have been stored before it did, or by another program.  The check costs
 * some 3 ns a byte, so each output does it.
 */
#include "cli/safe_html.h"

#include "base/utf8.h"
#include "cuter/article/article.h"
#include "cuter/article/html_check.h"

struct slice
safe_html(const struct article_row *row, struct buf *scratch)
{
	if (row->body_html.p == NULL || (utf8_valid(row->body_html) &&
					    article_html_check(row->body_html)))
		return row->body_html;
	buf_clear(scratch);
	article_text_to_html(row->body, scratch);
	return buf_slice(scratch);
}
