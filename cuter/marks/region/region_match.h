/*
 * region_match.h -- the story of a page that the feed's title or summary names.
 */
#ifndef CUTER_MARKS_REGION_MATCH_H
#define CUTER_MARKS_REGION_MATCH_H

#include "cuter/marks/region/region_headings.h"

/* Least number of unlinked words of a region that is a story. */
#define STORY_WORDS 25
/* Least number of unlinked words of a region that contains more than a
 * standfirst. */
#define WHOLE_WORDS 60
/* A region contains only the standfirst of a story if another region with the
 * same title has more than SMALL_PART times as many words. */
#define SMALL_PART 3
/* Least share of words that the page's own title and its headline have in
 * common. The site's name in the title may have words in common with a heading,
 * too. */
#define PAGE_AGREES  0.75
#define LONG_WORD    4 /* bytes; shorter words are not compared */
#define LONG_HEADING 4 /* minimum words; section headings mostly have fewer */

/* region_bounds.c */

/* Sets region, box and words of each heading. */
void region_bounds_measure(struct regions *r);
/* Returns the number of unlinked words in the nodes [from, to), without the
 * blocks before block `first`. O(blocks). */
uint32_t region_bounds_words(
    const struct page *page, uint32_t from, uint32_t to, uint32_t first);
/* Like region_bounds_measure(), and reads the words of each heading into its
 * `line`. */
void region_bounds_read(struct regions *r);

/* region_titles.c */

/* Returns the larger number. */
double region_titles_larger(double a, double b);
/* Returns the similarity, 0 .. 1, of a line to the page's own title (og:title
 * or <title>). */
double region_titles_page_agrees(
    const struct regions *r, const struct words *line);
/* Returns true if the page declares a title (og:title or <title>). */
bool region_titles_has_own(const struct regions *r);
/* Returns true if the page's <title> begins with a heading of at least two
 * words and continues after it. After a short heading, the next character must
 * not be a letter or digit. */
bool region_titles_begins(const struct regions *r, const struct heading *h);
/* Returns true if the feed's title is the page's own title, or the beginning of
 * it, and heading `h` is not. */
bool region_titles_is_own(const struct regions *r, const struct words *title,
    const struct heading *h);
/* Returns true if a heading of at least two words has the words of the feed's
 * title, without the name of the site after it or a label before it, or if the
 * heading begins with a title of at least LONG_HEADING words. A number, date or
 * other label before the heading is ignored if it has at least WORDS_FEW more
 * words. */
bool region_titles_equals(const struct regions *r, const struct heading *h);
/* Returns true if an unlinked heading element agrees with the feed's title. */
bool region_titles_has_feed_title(
    const struct regions *r, const struct words *title);
/* Returns true if an unlinked heading element agrees with the page's own title
 * or is the beginning of it: the page then has only one story. */
bool region_titles_has_page_title(const struct regions *r);
/* To be called for a page with several stories. Returns the headline that has
 * at least 90 % of the words of the feed's title, in any order, if each other
 * headline has at most half of them. Returns r->n if no headline meets both
 * conditions. O(headings * words). */
size_t region_titles_covering(
    const struct regions *r, const struct words *title);
/* Returns the headline of the story that the title names, or r->n if it names
 * no story of the page. Also returns r->n if a heading without text of its own
 * agrees with the title nearly as well as the best headline: that heading is
 * the title of the page, and the other headings are sections of one article. If
 * several headlines agree nearly equally, the summary may select one of them.
 * *ret_decided is true if the summary selects a headline whose region is not
 * much shorter than the others. */
size_t region_titles_find(
    const struct regions *r, const struct words *title, bool *ret_decided);

/* region_stories.c */

/* The siblings of a heading `of`: the other headings with the same key whose
 * regions have at least STORY_WORDS words, or that have teasers if no region
 * has as many. n_linked siblings are links, and n_long have at least
 * LONG_HEADING words. n_articles siblings have a container of their own that is
 * declared as an article (next_stories_is_article()). n_variants siblings have
 * almost the words of `of`, and n_parallel have a container like that of `of`,
 * or are divided by <hr>. n_before siblings are before `of`. */
struct siblings {
	size_t n, n_linked, n_long, n_articles, n_variants, n_parallel;
	size_t n_before;
	size_t words; /* unlinked words of the siblings' regions */
};

/* Sets seen[i] if the region or its heading has term i of `wanted`. */
void region_stories_find(const struct regions *r, const struct heading *h,
    const struct words *wanted, bool *seen);
struct siblings region_stories_siblings(const struct regions *r, size_t of);
/* Returns the maximum coverage (region_stories_coverage()) with which headings
 * are headlines although further signs are weak. `sure`: another sign shows
 * that heading `of` is one of several headlines. In one article, the headline
 * is before the sections and not in a container like theirs. */
double region_stories_most_coverage(const struct siblings *s, bool sure);
/* Returns the share of the terms of heading `of` that a sibling's heading or
 * region contains: the mean of all siblings; 0 without siblings. */
double region_stories_coverage(const struct regions *r, size_t of);

/* Returns true if the headings with the same key as heading
 * `of` are headlines of separate stories.
 *
 * Headings of sections of one article have words in common with the page's own
 * title, are not links and have no containers that are articles. If the
 * feed's title names one of the headings (is_named) and the page's own title
 * has other words, fewer signs of separate stories are required. */
bool region_stories_are_several(
    const struct regions *r, size_t of, bool is_named);

/* Returns true if most neighbouring headings with this key have containers of
 * the same kind side by side, or are divided by <hr>. */
bool region_stories_have_boxes(const struct regions *r, uint32_t key);

/* region_summary.c */

struct summary_match {
	size_t found;        /* heading of the region with the largest share;
				r->n: none */
	double best, second; /* shares of the summary's word pairs: in this
				region; the largest one in other text */
};

/* Returns the share, 0 .. 1, of the summary's word pairs in a region; 0 if the
 * summary has too few words. */
double region_summary_share(const struct regions *r, const struct heading *h);
/* Compares the summary with all regions that have the same key as heading
 * `group`. */
void region_summary_match(
    const struct regions *r, size_t group, struct summary_match *ret);

/* Returns true if at least two regions with the same key are stories.
 * *ret_first is set to a heading of the key whose regions contain the most
 * words. */
bool region_summary_group(const struct regions *r, size_t *ret_first);
/* Returns the story of a group that contains the summary's words; r->n: no
 * story. are_several: the headings show that the page has several stories.
 * has_title: the feed's title has enough words to be one of the headings. The
 * region must contain most of the summary if are_several is false or has_title
 * is true. */
size_t region_summary_find(
    const struct regions *r, size_t group, bool are_several, bool has_title);

/* region_lone.c */

/* Returns true if a headline is the only one of its kind, and
 * the headlines of other stories are of another kind. The region of the
 * headline is then set to the text before, after or beside these stories. */
bool region_lone_is_story(struct regions *r, size_t of);
/* Returns the headline with the feed's title that is repeated above all
 * stories: a heading with at most a teaser has the same words and is of another
 * kind. Returns r->n if there is none. */
size_t region_lone_repeated(const struct regions *r);

/* region_related.c: sets MARK_OTHER_STORY on the stories after or beside an
 * article whose headline has the feed's title, if they have other subjects.
 * O(text). */
void region_related_mark(const struct regions *r, const struct words *title);

/* region_edges.c: sets MARK_META_LINE on the first and last lines of a story
 * that the stories with the same key have, too.  O(headings). */
void region_edges_mark(const struct regions *r, size_t of);

/* region_labels.c: fills r->headings, r->n with the labels of tabs or of a
 * table of contents, if one of them has the feed's title and links to, or
 * belongs to, a text of the page. The regions of the labels are set. *ret_found
 * is the label with the title. The array is in the page's arena. Returns false,
 * and leaves *ret_found as it is, if there are no such labels. */
bool region_labels_find(
    struct regions *r, const struct words *title, size_t *ret_found);

/* The functions below are in region_texts.c. They search the parts that
 * region_boxes_collect() returns. */

/* Returns the part that contains the summary; r->n: there is none. */
size_t region_texts_by_summary(const struct regions *r);
/* Returns the part that contains the words of the title, if the page's own
 * title agrees with the title; r->n: there is none. */
size_t region_texts_by_title(const struct regions *r, struct slice title);
/* Returns true if most of the page's text is in several stories without
 * headlines. */
bool region_texts_are_several(const struct regions *r);

#endif
