/*
 * attr_words.h -- the kinds of words in class, id and similar attributes.
 *
 * Unlike marks (marks.c), these words do not change a decision directly: each
 * kind is a feature of the trained model.
 */
#ifndef CUTER_FEATURES_ATTR_WORDS_H
#define CUTER_FEATURES_ATTR_WORDS_H

#include "base/slice.h"

#define ATTR_WORD_KINDS(X)                                                     \
	X(COMMENT)                                                             \
	X(SHARE)                                                               \
	X(RELATED)                                                             \
	X(NAVIGATION)                                                          \
	X(FOOTER)                                                              \
	X(HEADER)                                                              \
	X(SIDE)                                                                \
	X(ADVERTISEMENT)                                                       \
	X(NEWSLETTER)                                                          \
	X(AUTHOR)                                                              \
	X(DATE)                                                                \
	X(CAPTION)                                                             \
	X(TAG)                                                                 \
	X(TITLE)                                                               \
	X(LEAD)                                                                \
	X(META)                                                                \
	X(BODY)                                                                \
	X(CONTENT)                                                             \
	X(MODAL)                                                               \
	X(HIDDEN)                                                              \
	X(MEDIA)                                                               \
	X(CARD)                                                                \
	X(LIST)                                                                \
	X(PARAGRAPH)                                                           \
	X(QUOTE)                                                               \
	X(BOX)                                                                 \
	X(COMMERCE)

enum attr_word_kind {
#define X(kind) ATTR_WORD_##kind,
	ATTR_WORD_KINDS(X)
#undef X
	    ATTR_WORD_COUNT
};

/* Returns the kinds of the words of an attribute's value, one bit each.
 * "article-body", "articleBody" and "article__body" are read alike.
 * O(length). */
uint32_t attr_words_read(struct slice);

/* A word of at most this number of letters is in names that programs made, such
 * as the id "9ad7f97", by chance. */
#define ATTR_CODE_WORD 3
/* Returns true if a program made the name that contains byte `at` of a value:
 * if a letter follows a digit of the name, as in "9ad7f97" but not in
 * "300x250", or if the name is in a UUID. A name consists of letters and
 * digits. O(length of the name). */
bool attr_words_is_code(struct slice value, size_t at);

/* Returns true if a class is that of a post of WordPress. Such a class also has
 * the names of the post's categories and tags, which do not describe the
 * element. O(length). */
bool attr_words_is_post(struct slice class);
/* Returns true if one name of such a class is a category or tag of the post, as
 * in "category-comments" or "tag-cookies". O(1). */
bool attr_words_is_topic(struct slice name);

#endif
