/*
 * opml.h -- reads and writes subscription lists, OPML 1.0 and 2.0.
 *
 * opml_write.c writes OPML.
 */
#ifndef CONFIG_OPML_OPML_H
#define CONFIG_OPML_OPML_H

#include "config/config.h"

/* The description of a file that is a web page. */
#define OPML_IS_HTML "an HTML page"

#define OPML_MAX_OTHERS      32   /* feed readers write about ten */
#define OPML_MAX_OTHER_BYTES 2048 /* a longer value is left out */

/* An attribute that is not part of OPML, as written and with its prefix.  The
 * declaration "xmlns:prefix" is then an attribute of this list, too. */
struct opml_attribute {
	const char *name, *value;
};

/* An <outline> with an xmlUrl.  Borrowed during the visit. */
struct opml_feed {
	const char *url, *title, *html_url; /* title, html_url may be NULL */
	/* its folders, outermost first, then its categories */
	const char *const *tags;
	size_t n_tags;
	const struct opml_attribute *others; /* at most OPML_MAX_OTHERS */
	size_t n_others;
	int line;
};

/* Calls visit for each feed in document order.  If visit returns non-zero,
 * opml_read() stops and returns that value.  If the document is not OPML, it
 * returns ERR_CONFIG with the text "line N: ...".  Only the five predefined
 * entities are expanded.  No file is opened and no connection is made. */
int opml_read(struct slice bytes,
    int (*visit)(const struct opml_feed *, void *arg), void *arg,
    struct err *e);

/* Writes an OPML 2.0 document: begin, feeds, end.  The first tag of a feed is
 * its folder; feeds of one folder must be adjacent.  All tags are written to
 * `category` (opml_read() merges folders and categories). */
void opml_begin(struct buf *out, const char *title);
void opml_write(struct buf *out, const struct opml_feed *);
void opml_end(struct buf *out);

#endif
