/*
 * generate.h -- a story, and the page that it stands on.
 */
#ifndef TESTS_ORIGIN_GENERATE_H
#define TESTS_ORIGIN_GENERATE_H

#include "tests/origin/origin.h"

#define STORY_MAX_PARAGRAPHS 13

struct story {
	int feed, item;
	int64_t published_at;
	struct buf title, lead, author;
	struct buf paragraphs[STORY_MAX_PARAGRAPHS];
	size_t n_paragraphs;
};

/* revision 0 is the first text; others have a paragraph more. */
void story_init(struct story *, int feed, int item, int64_t revision);
void story_release(struct story *);

/* page.c: the page as a newspaper would print it, in one of some layouts
 * that the feed's number chooses.  self: "http://127.0.0.1:8080". */
void story_write_page(const struct story *, const char *self, struct buf *);

void write_escaped(struct slice text, struct buf *); /* & < " */

#endif
