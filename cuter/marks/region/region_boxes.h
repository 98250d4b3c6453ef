/*
 * region_boxes.h -- the stories of a page that have no headlines.
 */
#ifndef CUTER_MARKS_REGION_BOXES_H
#define CUTER_MARKS_REGION_BOXES_H

#include "cuter/marks/region/region_headings.h"

/* Fills r->headings, r->n with the parts of the page that may be stories
 * without headlines; the region of each part is set. The parts of one group
 * have the same key. The array is in the page's arena. O(nodes). */
void region_boxes_collect(struct regions *r);
/* Returns true if the parts of a group are stories. The group must have at
 * least two parts, and their markup or their first lines must show that they
 * are not paragraphs of one text. `of` is one of the parts. O(parts). */
bool region_boxes_are_stories(const struct regions *r, size_t of);

#endif
