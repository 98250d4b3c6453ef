/*
 * opml.h -- subscription lists, OPML 1.0 and 2.0, in and out.
 */
#ifndef CONFIG_OPML_H
#define CONFIG_OPML_H

#include "config/config.h"

/* What is said of a file that is a web page. */
#define OPML_IS_HTML "an HTML page"

#define OPML_MAX_OTHERS      32   /* readers write ten */
#define OPML_MAX_OTHER_BYTES 2048 /* a longer value is left out */

/* An attribute that OPML does not know: as written, its prefix too; then an
 * "xmlns:prefix" is another of them. */
struct opml_attribute {
	const char *name, *value;
};

/* One <outline> with an xmlUrl.  Borrowed during the visit. */
struct opml_feed {
	const char *url, *title, *html_url; /* title, html_url may be NULL */
	/* its folders, outermost first, then its categories */
	const char *const *tags;
	size_t n_tags;
	const struct opml_attribute *others; /* at most OPML_MAX_OTHERS */
	size_t n_others;
	int line;
};

/* Calls visit for each feed in document order; a non-zero return stops and
 * is returned.  ERR_CONFIG with "line N: …" where it is no OPML.  No entity
 * but the predefined five is expanded, no file or net is touched. */
int opml_read(struct slice bytes,
    int (*visit)(const struct opml_feed *, void *arg), void *arg,
    struct err *e);

/* Writes an OPML 2.0 document: begin, feeds, end.  The first tag of a feed
 * is its folder (feeds of a folder must come together); all of them are in
 * `category` (opml_read puts folders and categories together, each once). */
void opml_begin(struct buf *out, const char *title);
void opml_write(struct buf *out, const struct opml_feed *);
void opml_end(struct buf *out);

#endif
