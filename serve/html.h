/*
 * html.h -- writes the HTML of pages.
 *
 * Every text from the database or from a request passes through one of these
 * functions, except the HTML of an article (page/body_html.h).  Their output is
 * valid between tags and in a quoted attribute.
 *
 * html_page.c writes the frame of a page.
 */
#ifndef SERVE_HTML_H
#define SERVE_HTML_H

#include "base/buf.h"
#include "base/slice.h"

struct serve_response;

/* Appends a text: & < > " ' become references; controls other than \n and \t,
 * U+2028 to U+202E and U+2066 to U+2069 are removed, because they can change
 * the order of the following text; invalid UTF-8 becomes U+FFFD. O(bytes). */
void html_put_text(struct buf *out, struct slice);
/* Like html_put_text(), on one line: white space becomes one space. */
void html_put_line(struct buf *out, struct slice);
/* Appends the text that printf() would print, escaped. */
void html_printf(struct buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Appends a text as one segment of a path or a value of a query:
 * percent-encoded, except for unreserved characters (RFC 3986, section 2.3). */
void html_put_encoded(struct buf *out, struct slice);
/* Appends the address of the page of a tag: "/tag/x".  For a tag that ends in
 * .atom or .json, it is "/tag?name=x.json", because /tag/x.json is the feed of
 * the tag "x". */
void html_put_tag_path(struct buf *out, struct slice tag);
/* Appends <a href="URL" rel="noopener noreferrer">, if `url` is an absolute
 * http or https URL; otherwise nothing. Returns true if it has written the tag.
 */
bool html_open_link(struct buf *out, struct slice url);
/* Appends ' lang="…" dir="…"' for a language tag (BCP 47) of letters, digits
 * and hyphens; nothing for any other text.  dir is rtl for languages and
 * scripts that are written from right to left, else ltr. */
void html_put_language(struct buf *out, struct slice language);
/* Returns whether text in that language is written from right to left. */
bool html_is_rtl(struct slice language);
/* Appends <time datetime="…" dir="ltr">2026-11-20 17:48 UTC</time>; "–" for
 * DATE_NONE. */
void html_put_time(struct buf *out, int64_t at);

/* Like html_put_line(), for a text that is shortened to at most max_bytes, at a
 * space if there is one in the second half.  "…" marks the omission. */
void html_put_excerpt(struct buf *out, struct slice, size_t max_bytes);

/* The values in the head of a page. */
struct html_page {
	struct slice title;  /* SLICE_NONE: the name of the program */
	const char *section; /* path of the item of the navigation to which the
				page belongs */
	/* Path of the listing without suffix, encoded: "/tag/x" or "/index".
	 * The page names the .atom and .json of this path as alternates.
	 * SLICE_NONE: the page has no listing. */
	struct slice listing;
	struct slice listing_query; /* encoded, without '?'; or SLICE_NONE */
	struct slice
	    next; /* target of the next page, percent-encoded, or SLICE_NONE */
	const char *next_label; /* text of the link to the next page; NULL:
				   "Older articles" */
};

/* Writes the page up to and including <main>, and sets the type and the field
 * Link of the response. */
void html_begin_page(struct serve_response *, const struct html_page *);
/* Writes the end of the page, with a link to the next page if there is one. */
void html_end_page(struct serve_response *, const struct html_page *);

#endif
