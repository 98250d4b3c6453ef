/*
 * category_labels.h -- the categories that publishers' own labels mean.
 *
 * A label is a section, a tag or a category of a feed, such as "Wirtschaft",
 * "business/markets" or "Sport & Freizeit". There is a list of words for each
 * category and language. The whole label is searched in the lists first, then
 * each part of the label, up to the first part that is found. If no part is
 * found, the label has no category.
 *
 * category_words.c has the lists, which were written for this project.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_LABELS_H
#define ENRICH_CATEGORY_CATEGORY_LABELS_H

#include <stdint.h>

#include "base/slice.h"
#include "config/profile/category.h"

#define CATEGORY_LANGUAGES 15

/* The words of one language, separated and enclosed by "|". */
struct category_words {
	const char *code; /* ISO 639-1 */
	const char *words[CATEGORY_COUNT];
};
extern const struct category_words category_words[CATEGORY_LANGUAGES];

/* Returns the categories that a label means, as a set of bits 1 << index; 0 if
 * none.  The language of the article is tried first, then English, then the
 * others.  O(length of the label and of the lists). */
uint32_t category_of_label(struct slice label, struct slice language_tag);

#endif
