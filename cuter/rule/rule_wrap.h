/*
 * rule_wrap.h -- the statement wrap_in(ELEMENT) of site rules.
 */
#ifndef CUTER_RULE_RULE_WRAP_H
#define CUTER_RULE_RULE_WRAP_H

#include <libxml/xpath.h>

#include "cuter/tree/tree.h"

/* Gives the found elements of the tree the tag of the element `name`.  Returns
 * the number of changed elements.  Nodes that are not in the tree, texts,
 * links, images, lists and parts of tables stay as they are, and elements that
 * would become a block in a paragraph.  O(nodes in the found elements). */
uint32_t rule_wrap_found(
    struct tree *, const xmlXPathObject *found, struct slice name);

#endif
