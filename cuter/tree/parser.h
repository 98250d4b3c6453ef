/*
 * parser.h -- the four ways from prefiltered HTML to a tree.
 *
 * tidy is the paper's own choice (seed 002, section III) and repairs best,
 * but must be kept from what guard.h refuses, and takes two thirds of a
 * page's time: what it would not change is read by ours, to the same tree.
 * libxml2's HTML parser is linear and shallow; the plain reader is ours, too,
 * trusts nothing and cannot fail.
 */
#ifndef CUTER_TREE_PARSER_H
#define CUTER_TREE_PARSER_H

#include "base/err.h"
#include "cuter/tree/tidy_memory.h"
#include "cuter/tree/tree.h"

/* html is what prefilter_run() wrote.  The tree has been tree_init()ed and is
 * finished on success.  ERR_LIMIT when tidy wanted more memory than its cap,
 * ERR_LIBRARY when it would not have the page: the tree is then to be begun
 * anew by another parser.  The arena's `exhausted` may be taken; the parser's
 * own memory is given back in any case. */
int tree_from_tidy(
    struct tree *, struct tidy_memory *, struct slice html, struct err *e);
/* The tree that tidy would give, where it has nothing to repair; false where it
 * has: the tree is then to be begun anew. */
bool tree_from_nested(struct tree *, struct slice html);
/* ERR_LIBRARY when libxml2 gave no document. */
int tree_from_libxml2(struct tree *, struct slice html, struct err *e);
void tree_from_plain(struct tree *, struct slice html);

/* Once in a process, before it is locked in: both libraries load what they
 * load on first use.  The locale, which tidy sets from the environment, is put
 * back here and by tree_from_tidy(); no other thread may use it meanwhile. */
void parsers_warm_up(void);

#endif
