/*
 * article_block.h -- the article that cuter_extract() returns: a copy that is
 * independent of the extractor, in one allocation.
 *
 * extractor.c makes extractors and articles, accessors.c has the accessors of
 * articles and media, node_accessors.c those of nodes.
 */
#ifndef CUTER_LIB_ARTICLE_BLOCK_H
#define CUTER_LIB_ARTICLE_BLOCK_H

#include "cuter/cuter.h"

struct article_block {
	/* must be first: callers get its address */
	struct cuter_article article;
	struct slice explanation;
	struct allocator allocator; /* of this block */
};

/* Copies all parts of the article that have an accessor. Texts end with a NUL.
 * Returns NULL if there is no memory. The result is owned:
 * article_block_free(). O(bytes). */
struct article_block *article_block_new(const struct allocator *,
    const struct cuter_article *, struct slice explanation);
void article_block_free(struct article_block *);

#endif
