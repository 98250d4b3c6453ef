/*
 * opml.h -- reads and writes subscription lists, OPML 1.0 and 2.0.
 *
 * opml_write.c writes OPML, opml_repair.c prepares a document for the reader.
 */
#ifndef CONFIG_OPML_OPML_H
#define CONFIG_OPML_OPML_H

#include "config/config.h"

/* Text of the error for a file that is a web page. */
#define OPML_IS_HTML "an HTML page"

#define OPML_HTML_URL "htmlUrl" /* the attribute for the site's address */

#define OPML_MAX_OTHERS      32   /* feed readers write about ten */
#define OPML_MAX_OTHER_BYTES 2048 /* a longer value is left out */

/* An attribute that is not part of OPML.  Its name is as written, with its
 * prefix.  For each prefix, the declaration "xmlns:prefix" is an attribute of
 * the list, too. */
struct opml_attribute {
	const char *name, *value;
};

/* An <outline> with an xmlUrl.  Borrowed during the visit. */
struct opml_feed {
	const char *url, *title, *html_url; /* `title` and `html_url` may be
					       NULL */
	/* The first tag is the path of the folder, such as
	 * "World/Europe/North". The categories follow in the same form. */
	const char *const *tags;
	size_t n_tags;
	const struct opml_attribute *others; /* at most OPML_MAX_OTHERS */
	size_t n_others;
	int line;
};

/* Counts the ampersands that are not the start of a reference of XML. */
struct opml_repairs {
	int64_t n;
	int line; /* line of the first repair; 0: none */
};

/* Calls visit for each feed in document order.  If visit returns non-zero,
 * opml_read() stops and returns that value.  If the document is not OPML, it
 * returns ERR_CONFIG with the text "line N: ...".  UTF-16 and UTF-32 are
 * recognised by their first bytes.  The five entities of XML and the references
 * of HTML are expanded; any other ampersand is read as the character.
 * ret_repairs, which may be NULL, counts the references of HTML and the other
 * ampersands.  No file is opened and no connection is made.  O(bytes). */
int opml_read(struct slice bytes,
    int (*visit)(const struct opml_feed *, void *arg), void *arg,
    struct opml_repairs *ret_repairs, struct err *e);

/* Writes an OPML 2.0 document: begin, feeds, end.  The first tag of a feed is
 * the path of its folder; feeds of one folder must be adjacent.  All tags are
 * written to `category` (opml_read() merges folders and categories). */
struct opml_writer {
	struct buf *out;   /* borrowed */
	struct buf folder; /* the path of the open folders; "": none */
	size_t depth;      /* number of open folders */
};
/* Writes the head of the file.  `out` is borrowed until opml_end(). */
void opml_begin(struct opml_writer *ret, struct buf *out, const char *title);
/* Writes a feed, and the start and end of folders before it. */
void opml_write(struct opml_writer *, const struct opml_feed *);
/* Must be called once; releases the writer's memory. */
void opml_end(struct opml_writer *);

#endif
