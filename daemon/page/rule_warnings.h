/*
 * rule_warnings.h -- warns of expressions of site rules that are not valid.
 *
 * The module config reads the files of site rules.  It does not depend on
 * libxml2 and therefore does not check their expressions.
 */
#ifndef DAEMON_PAGE_RULE_WARNINGS_H
#define DAEMON_PAGE_RULE_WARNINGS_H

#include "config/config.h"

/* Appends a line for each XPath expression that is not valid, in the form of
 * config_load(): "FILE:LINE: warning: rules: PATH:LINE: REASON".  Without
 * memory for a file, its expressions are not checked. */
void rule_warnings(const struct config *, struct buf *faults);

#endif
