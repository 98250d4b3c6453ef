/*
 * breadcrumb.h -- private to article/: the breadcrumbs of a page, which name
 * the sections to which the article belongs ("Home > Sport > Football").
 */
#ifndef CUTER_ARTICLE_BREADCRUMB_H
#define CUTER_ARTICLE_BREADCRUMB_H

#include "cuter/article/article.h"

struct json_t;

/* Reads an object of the type BreadcrumbList into ld->crumbs.  Does nothing if
 * the object has another type, or if crumbs were read before.  O(crumbs),
 * limited. */
void breadcrumb_read_json_ld(
    struct arena *, const struct json_t *object, struct json_ld *ld);

/* Returns the names of the sections in the breadcrumbs, joined by " > ":
 * "Sport > Football".  The breadcrumbs are those of JSON-LD, else those in the
 * elements before the title.  The home page, the site's name and the article
 * are left out.  Returns SLICE_NONE if no name is left.  Arena.  *ret_source is
 * set if there is a name.  O(nodes before the title). */
struct slice breadcrumb_section(const struct page *, const struct json_ld *,
    struct slice site_name, enum cuter_source *ret_source);

#endif
