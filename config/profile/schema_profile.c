/*
 * schema_profile.c -- the table of the keys of a profile (`profiles`).
 */
#include <stddef.h>

#include "base/array.h"
#include "base/limits/limits_portal.h"
#include "config/schema.h"

#define PROFILE(member) offsetof(struct config_profile, member), 0
#define PROFILE_LIST(list, n)                                                  \
	offsetof(struct config_profile, list),                                 \
	    offsetof(struct config_profile, n)

const struct schema_key schema_profile_keys[] = {
	{ "name", SCHEMA_TEXT, PROFILE(name), 1, LIMIT_PROFILE_NAME_BYTES, NULL,
	    0, NULL,
	    "The name by which commands and addresses select the profile. "
	    "Required." },
	{ "keywords", SCHEMA_TAGS, PROFILE_LIST(keywords, n_keywords), 0,
	    LIMIT_PROFILE_LIST, NULL, 0, "[]",
	    "Words, or terms of up to three words. They are compared with the "
	    "keywords of articles by their stems." },
	{ "categories", SCHEMA_TAGS, PROFILE_LIST(categories, n_categories), 0,
	    LIMIT_PROFILE_LIST, NULL, 0, "[]",
	    "Categories of articles, by the names of `gleaner categories`." },
	{ "feeds", SCHEMA_TAGS, PROFILE_LIST(feeds, n_feeds), 0,
	    LIMIT_PROFILE_LIST, NULL, 0, "[]",
	    "Feeds whose articles are preferred: addresses, or parts of "
	    "titles." },
	{ "lang", SCHEMA_TAGS, PROFILE_LIST(languages, n_languages), 0,
	    LIMIT_PROFILE_LIST, NULL, 0, "[]",
	    "Languages, such as en. Articles in other languages are left out; "
	    "[] means any." },
	{ "min_score", SCHEMA_SHARE, PROFILE(min_score), 0, 1, NULL, 0, "0.1",
	    "Articles with a lower score are not listed." },
};
const size_t schema_n_profile_keys = ARRAY_LENGTH(schema_profile_keys);
