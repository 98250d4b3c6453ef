/*
 * category_labels.h -- the categories that publishers' own labels mean.
 *
 * A label is a section, a tag or a category of a feed, such as "Wirtschaft",
 * "business/markets" or "Sport & Freizeit".  The folder labels/ has a list of
 * labels for each category and language, written for this project.
 * category_labels.py computes category_labels.inc from these lists.
 *
 * The whole label is looked up first, then each part of the label, up to the
 * first part that is found.  If a part is not found, words that name no subject
 * ("news", "latest") are removed from both ends of the part.  If no part is
 * found, the label has no category.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_LABELS_H
#define ENRICH_CATEGORY_CATEGORY_LABELS_H

#include <stdint.h>

#include "base/slice.h"
#include "config/profile/category.h"

/* Returns the categories that a label means, as a set of bits 1 << index; 0 if
 * none.  The language of the article is tried first, then English, then the
 * others.  Character references in the label are decoded.  O(length of the
 * label). */
uint32_t category_of_label(struct slice label, struct slice language_tag);

/* Returns the number of labels in the lists, including the labels without
 * accents.  For tests. */
size_t category_labels_count(void);

#endif
