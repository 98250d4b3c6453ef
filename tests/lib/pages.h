/*
 * pages.h -- generated pages of any size: paragraphs with links, and typical
 * boilerplate after every fourth paragraph.
 */
#ifndef TESTS_LIB_PAGES_H
#define TESTS_LIB_PAGES_H

#include "base/buf.h"

/* Writes a page of slightly more than `bytes` bytes to `out` (cleared first).
 */
__attribute__((unused)) static void
make_page(struct buf *out, size_t bytes)
{
	buf_clear(out);
	buf_append_string(out,
	    "<!DOCTYPE html><html lang=en><head><title>A page made by code"
	    "</title></head><body><nav class=menu><ul><li><a href=/a>Home</a>"
	    "<li><a href=/b>News</a></ul></nav><main><article>"
	    "<h1 class=\"headline\">A page made by code</h1>");
	for (unsigned i = 0; out->len < bytes; i++) {
		buf_printf(out,
		    "<p class=\"text part-%u\">Paragraph %u tells at some "
		    "length, with a <a href=\"/see/%u\" rel=related "
		    "onclick=\"go()\">link</a> and <em>stress</em>, what was "
		    "found in spring, by whom, and why it took so long; "
		    "nobody, &ldquo;nobody&rdquo;, had asked.</p>\n",
		    i % 7, i, i);
		if (i % 4 == 0)
			buf_printf(out,
			    "<script>var part%u = { a: \"<b>\", b: %u };"
			    "</script><div class=\"related box\"><ul>"
			    "<li><a href=\"/r/%u\">Read this, too</a></li>"
			    "<li><a href=\"/s/%u\"><img src=\"/i/%u.jpg\" "
			    "alt=\"A picture\"> And that</a></li></ul></div>\n",
			    i, i, i, i, i);
	}
	buf_append_string(out, "</article></main><footer>The end</footer>"
			       "</body></html>");
}

#endif
