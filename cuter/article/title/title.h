/*
 * title.h -- shared by title.c, title_heading.c and title_site.c: the parts of
 * the search for the headline.
 */
#ifndef CUTER_ARTICLE_TITLE_H
#define CUTER_ARTICLE_TITLE_H

#include "cuter/article/article.h"

#define TITLE_HEADING_BYTES 600 /* size of a headline with its kicker */
#define TITLE_HEADING_PARTS 12  /* texts of a heading; the rest is ignored */

/* A kicker is a separate text above the headline. An unseen text is for screen
 * readers only. */
enum heading_part { HEADING_TEXT, HEADING_KICKER, HEADING_UNSEEN };

/* The texts of a heading, one for each text node. */
struct heading {
	struct slice parts[TITLE_HEADING_PARTS]; /* arena */
	enum heading_part kinds[TITLE_HEADING_PARTS];
	size_t n;
};

/* title_site.c: returns a title as one line without the site's name at its
 * start or end.  is_title_element: a last part that is shorter than the rest is
 * removed, too, because <title> ends with a section or a site.  Arena;
 * O(length). */
struct slice title_without_site(const struct page *,
    const struct cuter_article *, struct slice title, bool is_title_element);
/* True if a part of a title is the name of the site: the page declares the
 * name, or the page's address contains it. */
bool title_names_site(
    const struct page *, const struct cuter_article *, struct slice part);
/* True if the text is the last part of <title>, and the parts before it are
 * longer. Such a text is the site's name, although the page does not declare
 * it. */
bool title_ends_title_element(const struct page *, struct slice text);

/* title_heading.c: reads a heading's visible texts.  Arena; O(nodes). */
void title_read_heading(
    const struct page *, uint32_t node, struct heading *ret);
/* Returns parts [from, to) of a heading as one line, with or without its
 * kicker and unseen texts.  Arena. */
struct slice title_join_heading(const struct page *, const struct heading *,
    size_t from, size_t to, bool with_kicker);
/* True if the heading links to the site's home page, like a logo. */
bool title_leads_home(const struct page *, uint32_t heading);
/* True for a heading in a list item or in a breadcrumb. The last item of a
 * breadcrumb is often an <h1>. */
bool title_is_crumb(const struct page *, uint32_t heading);
/* True for a heading with itemprop=headline. */
bool title_is_marked(const struct tree *, uint32_t node);

#endif
