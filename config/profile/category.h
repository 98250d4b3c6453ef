/*
 * category.h -- the categories of articles: the 17 top-level terms of IPTC
 * Media Topics, by short names.
 *
 * Source: IPTC Media Topics (iptc.org/standards/media-topics), first level.
 */
#ifndef CONFIG_PROFILE_CATEGORY_H
#define CONFIG_PROFILE_CATEGORY_H

#include <stddef.h>

#include "base/slice.h"

#define CATEGORY_COUNT 17
#define CATEGORY_NONE  SIZE_MAX

struct category {
	const char
	    *name; /* name in the database, the configuration and addresses */
	const char *title; /* the name of the term */
	int code;          /* medtop:CODE, without leading zeros */
};

/* The categories, sorted by their codes. */
extern const struct category categories[CATEGORY_COUNT];

/* Returns the index of a name, or CATEGORY_NONE.  The comparison is exact. */
size_t category_find(struct slice name);

#endif
