/*
 * region_match.h -- the story of a page that the feed's title or summary names.
 */
#ifndef CUTER_MARKS_REGION_MATCH_H
#define CUTER_MARKS_REGION_MATCH_H

#include "cuter/marks/region_headings.h"

#define STORY_WORDS                                                            \
	25 /* least number of unlinked words of a region that is a             \
	      story */
#define TITLE_AGREES                                                           \
	0.62 /* least share of words that headline and title have in common */
#define LONG_HEADING 4 /* words; headings of sections are mostly shorter */

/* region_titles.c */

/* Returns the larger number. */
double region_titles_larger(double a, double b);
/* Returns the similarity, 0 .. 1, of a line to the page's own title (og:title
 * or <title>). */
double region_titles_page_agrees(
    const struct regions *r, const struct words *line);
/* Returns true if the page has a title of its own. */
bool region_titles_has_own(const struct regions *r);
/* Returns true if the page's own title begins with the words of a heading and
 * continues. */
bool region_titles_begins(const struct regions *r, const struct heading *h);
/* Returns true if a line of the page agrees with the feed's title or the page's
 * own title: the page then has only one story. */
bool region_titles_has_headline(
    const struct regions *r, const struct words *title);
/* Returns the headline of the story that the title names, or r->n if it names
 * no story of the page. If a heading of higher rank agrees with the title as
 * well and has no text of its own, that heading is the title of the page, and
 * the other headings are sections of one article. */
size_t region_titles_find(const struct regions *r, const struct words *title);

/* region_stories.c: returns true if the headings with the same key as heading
 * `of` are headlines of separate stories.
 *
 * Headings of sections of one article have words in common with the title, are
 * not links and are not in separate <article> elements. If the page's own
 * title has other words, the headings are those of separate stories; this is
 * certain if the feed's title names one of the headings (is_named). */
bool region_stories_are_several(
    const struct regions *r, size_t of, bool is_named);

/* Returns true if the headings with this key have containers of the same kind,
 * which stand side by side, or are divided by <hr>. */
bool region_stories_have_boxes(const struct regions *r, uint32_t key);

/* region_summary.c */

/* Returns true if at least two regions with the same key are stories; ret_first
 * is a heading with the key whose regions contain most words. */
bool region_summary_group(const struct regions *r, size_t *ret_first);
/* Returns the story of a group that contains the summary's words; r->n: no
 * story. If the headings do not show that the page has several stories
 * (are_several is false), the region must contain most of the summary. */
size_t region_summary_find(
    const struct regions *r, size_t group, bool are_several);

#endif
