/*
 * media.h -- what belongs to one picture or player: its caption, its credit,
 * its worth.  Private to article/.
 */
#ifndef CUTER_ARTICLE_MEDIA_H
#define CUTER_ARTICLE_MEDIA_H

#include "cuter/article/article.h"

/* caption.c: fills caption and credit, told apart.  O(nodes of its box). */
void media_find_caption(
    const struct page *, uint32_t node, struct cuter_media *);
/* Takes "(Photo: X/AFP)", "© X" off a caption's end to *ret_credit. */
void media_split_credit(struct slice *caption, struct slice *ret_credit);

/* image_junk.c: icons, logos, portraits of authors, advertisements, teasers of
 * other stories.  The address alone, and with its place. */
bool media_is_junk_url(struct slice url);
bool media_is_junk(const struct page *, uint32_t node, struct slice url);
/* Of a picture without a caption: is it a thumbnail, or a teaser of another
 * story? */
bool media_is_aside(
    const struct page *, uint32_t node, const struct cuter_media *);
/* Two addresses of one picture: sizes, formats and servers may differ. */
bool media_same_picture(struct slice a, struct slice b);
/* "a-long-name-like-that-og.jpg" and "a-long-name-like-that-h.jpg": likely, of
 * what is shared and what is shown. */
bool media_may_be_a_cut(struct slice a, struct slice b);

/* relevance.c: entities of the article, for cosines with captions. */
#define ENTITIES_MAX 512 /* a power of two */
struct entities {
	uint64_t hash[ENTITIES_MAX];
	double count[ENTITIES_MAX];
	size_t n;
	double square; /* sum of the counts' squares */
};
void entities_add(struct entities *, struct slice text);
/* 0 .. 1; 0 where either has none. */
double entities_cosine(const struct entities *, const struct entities *);

#endif
