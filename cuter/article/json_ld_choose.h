/*
 * json_ld_choose.h -- chooses the page's article among the article objects of
 * JSON-LD.
 *
 * Pages also have objects for related articles. Objects belong to one article
 * if they have the same "@id" or nearly the same headline.
 */
#ifndef CUTER_ARTICLE_JSON_LD_CHOOSE_H
#define CUTER_ARTICLE_JSON_LD_CHOOSE_H

#include "cuter/features/features.h"

/* Maximum number of articles that are compared; the objects of further articles
 * are ignored if another article is chosen. */
#define JSON_LD_STORIES 16

/* One article. The slices are from the arena. */
struct json_ld_story {
	struct words headline;
	struct slice id, url; /* SLICE_NONE: none */
};

struct json_ld_stories {
	struct json_ld_story items[JSON_LD_STORIES];
	size_t n;
};

/* True if two objects describe the same article. O(words²). */
bool json_ld_story_is_same(
    const struct json_ld_story *, const struct json_ld_story *);
/* Adds the article of an object, if its headline is not in the list and the
 * list is not full. O(articles * words²). */
void json_ld_story_add(struct json_ld_stories *, const struct json_ld_story *);
/* Returns the index of the article of the page: the article with the feed's
 * title, else with og:title or the text of an <h1>, else with the address of
 * the page, else the first article. n must not be 0. */
size_t json_ld_story_choose(
    const struct page *, const struct json_ld_stories *);

#endif
