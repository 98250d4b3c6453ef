/*
 * media.h -- caption, credit and relevance of a picture or player.  Private to
 * cuter/article/.
 */
#ifndef CUTER_ARTICLE_MEDIA_MEDIA_H
#define CUTER_ARTICLE_MEDIA_MEDIA_H

#include "cuter/article/article.h"

/* caption.c: fills caption and credit.  O(nodes of the picture's box). */
void media_find_caption(
    const struct page *, uint32_t node, struct cuter_media *);
/* Moves "(Photo: X/AFP)" or "© X" from the end of a caption to *ret_credit. */
void media_split_credit(struct slice *caption, struct slice *ret_credit);

/* True if the text begins with a credit: "Photo: X", "© X". */
bool caption_begins_with_credit(struct slice);
/* caption_plain.c: returns the node whose text is the caption of an image, if
 * the markup does not mark it as a caption; TREE_NOWHERE if no node
 * near the image has such a text.  O(nodes near the image). */
uint32_t caption_find_plain(const struct page *, uint32_t image);
/* caption_ads.c: true if the words are those of an advertisement. O(bytes). */
bool caption_is_advertising(struct slice);

/* image_junk.c: recognises icons, logos, portraits of authors, advertisements
 * and teasers of other articles. media_is_junk_url() uses only the address;
 * media_is_junk() also uses the position on the page. */
bool media_is_junk_url(struct slice url);
bool media_is_junk(const struct page *, uint32_t node, struct slice url);
/* True if the address contains the extension of an image file. */
bool media_is_file(struct slice href);
/* True for a thumbnail or a teaser of another article. Call it only for a
 * picture without a caption. */
bool media_is_teaser(
    const struct page *, uint32_t node, const struct cuter_media *);
/* True for two addresses of one picture: sizes, formats and servers may differ.
 */
bool media_same_picture(struct slice a, struct slice b);
/* caption.c: true if the node is an image or player with another address than
 * `image`. O(length of the addresses). */
bool media_is_other(const struct page *, uint32_t image, uint32_t node);
/* True for names like "a-long-name-like-that-og.jpg" and
 * "a-long-name-like-that-h.jpg": probably crops of one picture. */
bool media_may_be_crop(struct slice a, struct slice b);

/* relevance.c: sets of entities, compared by their cosine. */
#define ENTITIES_MAX 512 /* a power of two */
struct entities {
	uint64_t hash[ENTITIES_MAX];
	double count[ENTITIES_MAX];
	size_t n;
	bool skips_first; /* do not count the first word of a sentence */
	bool is_first;    /* the next word begins a sentence; to be set before
			     each paragraph */
};
/* Counts the entities of a text: words that begin with a capital, and words of
 * scripts without capitals.  A full set ignores further words.  O(length). */
void entities_add(struct entities *, struct slice text);
/* Returns the cosine of two sets, 0 .. 1; 0 if a set is empty. */
double entities_cosine(const struct entities *, const struct entities *);
/* Returns the similarity of a caption to the article, 0 .. 1: the cosine of the
 * two sets. For a caption without a repeated entity, only the article's
 * repeated entities are compared, if there are any. */
double entities_similarity(
    const struct entities *caption, const struct entities *article);

#endif
