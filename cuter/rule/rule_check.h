/*
 * rule_check.h -- checks the expressions of a file of site rules.
 *
 * rules_read() does not need libxml2, so it reads the values of statements as
 * texts.  A program that shows the faults of a file calls rule_check(), too.
 */
#ifndef CUTER_RULE_RULE_CHECK_H
#define CUTER_RULE_RULE_CHECK_H

#include "rules/rules.h"

/* Adds a fault for each value and condition that is not an XPath expression.
 * The texts of the faults are from the arena, whose `exhausted` must be set.
 * O(bytes). */
void rule_check(struct arena *, struct rules *);

#endif
