/*
 * byline.h -- the sources of authors' names.
 */
#ifndef CUTER_ARTICLE_AUTHOR_BYLINE_H
#define CUTER_ARTICLE_AUTHOR_BYLINE_H

#include "cuter/article/article.h"
#include "cuter/article/author/name.h"

/* The source of a list of names. If two sources have equal weights, the source
 * with the lower number is preferred. */
enum byline_source {
	BYLINE_LINE,    /* "By …" near the title */
	BYLINE_JSON_LD, /* the article's author in JSON-LD */
	BYLINE_ELEMENT, /* rel=author, itemprop=author near the title */
	BYLINE_META,    /* fields of the page's head */
	BYLINE_LINK,    /* a link to an author's page near the title */
	BYLINE_CLASS,   /* a class that names authors near the title */
	BYLINE_FIELD,   /* fields of the page's head that often hold account
			   names */
	BYLINE_CREDIT,  /* reporters and authors in Chinese, Japanese, Korean */
	BYLINE_ALONE,   /* a name beside the date near the title */
	BYLINE_TAIL,    /* visible bylines after the text */
	BYLINE_EDITOR,  /* editors in Chinese and Japanese */
	BYLINE_COUNT
};

/* byline_page.c: fills the lists of the visible sources, in the order of the
 * page. *ret_line gets the line with a leader whose names were read, else
 * SLICE_NONE. O(nodes near the title and the end of the text). */
void byline_read_page(struct page *, const struct cuter_article *,
    struct names lists[BYLINE_COUNT], struct slice *ret_line);

/* byline_alone.c: adds the names of a line without leader and markup beside the
 * date, between the title and the first paragraph. Adds nothing if `names` has
 * names. O(bytes of a few blocks). */
void byline_read_alone(
    const struct page *, const struct cuter_article *, struct names *);

/* byline_page.c: true if an element's attributes or the target of its link
 * denote an author. O(length of the attributes). */
bool byline_denotes_author(const struct page *, uint32_t node);

/* byline_reporter.c: adds the names of authors and editors from lines and
 * brackets in Chinese, Japanese and Korean. Searches from the title to the
 * first paragraphs of the text, and from its last paragraphs on. Adds nothing
 * if `authors` has names. O(bytes of a few blocks). */
void byline_read_reporters(struct page *, const struct cuter_article *,
    struct names *authors, struct names *editors);

#endif
