/*
 * names.h -- what the words of class, id and the like speak of, by kind.
 *
 * Unlike marks, nothing follows from a name: each kind is a number among
 * others, and training finds what it is worth.
 */
#ifndef CUTER_FEATURES_NAMES_H
#define CUTER_FEATURES_NAMES_H

#include "base/slice.h"

#define NAME_KINDS(X)                                                          \
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

enum name_kind {
#define X(kind) NAME_##kind,
	NAME_KINDS(X)
#undef X
	    NAME_COUNT
};

/* Where the names that begin with a letter stand, and which letters come
 * second (a bit each, NUL the lowest): made once a page, O(names). */
#define NAMES_LETTERS 26
struct names_index {
	uint16_t first[NAMES_LETTERS + 1];
	uint32_t seconds[NAMES_LETTERS];
};
void names_index_init(struct names_index *);

/* The kinds of one value of an attribute, a bit each.  "article-body",
 * "articleBody" and "article__body" say the same.  O(length). */
uint32_t names_read(const struct names_index *, struct slice);

#endif
