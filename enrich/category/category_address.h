/*
 * category_address.h -- the categories that the address of a page means.
 *
 * Many publishers name the section of an article in the path of its address:
 * https://news.example/sport/football/a-draw.html.  The first
 * CATEGORY_ADDRESS_SEGMENTS segments are looked up like labels
 * (category_labels.h).  The last segment is not looked up, because it names the
 * article.  If no segment means a category, the first part of the host name is
 * looked up: sport.news.example.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_ADDRESS_H
#define ENRICH_CATEGORY_CATEGORY_ADDRESS_H

#include <stdint.h>

#include "base/slice.h"

#define CATEGORY_ADDRESS_SEGMENTS 2
#define CATEGORY_ADDRESS_BYTES    96 /* longer segments are left out */

/* A segment of an address, or a part of its host, that means categories, as a
 * label: percent escapes are decoded, and hyphens are spaces. */
struct category_address {
	char label[CATEGORY_ADDRESS_BYTES];
	size_t len;
	uint32_t categories; /* bits 1 << index (config/profile/category.h) */
};

/* Finds the first segment that means one or more categories.  Returns false and
 * sets ret->categories to 0 if no segment means a category.  O(length of the
 * address).
 */
bool category_of_address(
    struct slice url, struct slice language_tag, struct category_address *ret);

#endif
