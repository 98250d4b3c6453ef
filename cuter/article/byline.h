/*
 * byline.h -- who wrote it, as each witness has it.
 */
#ifndef CUTER_ARTICLE_BYLINE_H
#define CUTER_ARTICLE_BYLINE_H

#include "cuter/article/article.h"
#include "cuter/article/name.h"

/* Where a list of names was found, in the order in which equals are
 * preferred. */
enum witness {
	WITNESS_LINE,    /* "By …" near the title */
	WITNESS_JSON_LD, /* author of its article */
	WITNESS_ELEMENT, /* rel=author, itemprop=author near the title */
	WITNESS_META,    /* the head's fields */
	WITNESS_LINK,    /* a link to an author's page near the title */
	WITNESS_CLASS,   /* a class that speaks of authors near the title */
	WITNESS_FIELD,   /* the head's fields that hold accounts, too */
	WITNESS_TAIL,    /* any of the shown ones behind the text */
	WITNESS_COUNT
};

/* byline_page.c: the witnesses that are shown, each list in the page's order.
 * ret_line is the line that was read for WITNESS_LINE, if any. O(nodes near
 * the title and the text's end). */
void byline_read_page(struct page *, const struct cuter_article *,
    struct names lists[WITNESS_COUNT], struct slice *ret_line);

#endif
