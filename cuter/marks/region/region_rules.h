/*
 * region_rules.h -- rules between the stories of a page: <hr>, and lines of
 * signs such as "* * *".
 */
#ifndef CUTER_MARKS_REGION_RULES_H
#define CUTER_MARKS_REGION_RULES_H

#include "cuter/marks/region/region_headings.h"

/* Returns true if a text consists of signs that divide texts, and white space.
 * O(length). */
bool region_rules_is_line(struct slice text);
/* Returns true if a rule is directly before a node. O(1). */
bool region_rules_precede(const struct tree *, uint32_t node);
/* Keeps of the headings of each kind that are lines of one look only those that
 * a rule precedes, and the first one. A heading that agrees with the title must
 * be among them; otherwise, and if no rule precedes a heading, nothing is done.
 * Other lines of this look are parts of the stories. O(headings^2). */
void region_rules_choose(struct regions *, const struct words *title);

#endif
