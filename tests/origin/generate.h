/*
 * generate.h -- a generated article and its page.
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

/* Makes an article. Revision 0 is the first text; later revisions have an
 * additional paragraph. */
void story_init(struct story *, int feed, int item, int64_t revision);
void story_release(struct story *);

/* Writes the page in one of several layouts, which the number of the feed
 * selects (page.c). `self`: the address of the origin, such as
 * "http://127.0.0.1:8080". */
void story_write_page(const struct story *, const char *self, struct buf *);

void write_escaped(struct slice text, struct buf *); /* & < " */

#endif
