/*
 * parser.h -- the four parsers that make a tree of prefiltered HTML.
 *
 * tidy is the choice of the paper (Adam, Bouras, Poulopoulos, CUTER, section
 * III). It must not be used for the pages that guard.h reports, and takes as
 * long as all other passes together. Therefore tree_from_nested() is used in
 * its place, and tidy only if the caller requests it. libxml2's HTML parser is
 * linear and repairs less than tidy. The plain parser uses no library, accepts
 * any input, and cannot fail.
 *
 * The parsers are in nested_tree.c, tidy_tree.c, html_tree.c (libxml2) and
 * plain_tree.c.
 */
#ifndef CUTER_TREE_PARSER_H
#define CUTER_TREE_PARSER_H

#include "base/err.h"
#include "cuter/tree/tidy_memory.h"
#include "cuter/tree/tree.h"

/* Builds the tree with tidy. `html` is the output of prefilter_run();
 * tree_init() was called on the tree, which is finished on success. Errors:
 * ERR_LIMIT if tidy's memory or the arena reached its limit, ERR_LIBRARY if
 * tidy found no body. After an error the caller calls tree_init() again and
 * tries another parser. tidy's memory is released in any case. */
int tree_from_tidy(
    struct tree *, struct tidy_memory *, struct slice html, struct err *e);
/* Builds the tree of the tags as they are nested. Returns false if `html` is
 * not the output of prefilter_run(); the caller then calls tree_init() again.
 * O(bytes). */
bool tree_from_nested(struct tree *, struct slice html);
/* Builds the tree with libxml2. Errors: ERR_LIMIT if the page is too large or
 * the arena reached its limit, ERR_LIBRARY if libxml2 gave no parser. */
int tree_from_libxml2(struct tree *, struct slice html, struct err *e);
/* Builds the tree with the plain parser. O(bytes). */
void tree_from_plain(struct tree *, struct slice html);

/* Call once in a process before it is sandboxed: tidy and libxml2 load files on
 * first use. Two threads must not call this function at the same time. */
void parsers_warm_up(void);

#endif
