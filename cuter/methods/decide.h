/*
 * decide.h -- turns a method's choice of nodes or words into the class and
 * reason of each block.
 *
 *	decide_begin(page);            hidden blocks are out, others undecided
 *	decide_omit_nodes(page, ...);  undecided blocks in the nodes are out
 *	decide_take_nodes(page, ...);  undecided blocks in the nodes are text
 *	decide_end(page, reason);      the remaining blocks are out
 *
 * For all methods, hidden text is never taken, and the title's block is the
 * title and not part of the text.
 */
#ifndef CUTER_METHODS_DECIDE_H
#define CUTER_METHODS_DECIDE_H

#include "cuter/page.h"

/* Makes all blocks undecided, except hidden ones, which are empty. */
void decide_begin(struct page *);
/* True if the block has no reason yet. */
bool decide_is_undecided(const struct block *);
/* Sets class and reason of a block. */
void decide_set(struct block *, enum cuter_class, enum reason);
/* nodes[i]: true if node i and its subtree were chosen. A block is affected if
 * more than half of it is in such nodes. O(nodes). */
void decide_omit_nodes(
    struct page *, const bool *nodes, enum cuter_class, enum reason);
void decide_take_nodes(struct page *, const bool *nodes);
/* words[b]: the number of chosen words of block b. A block is taken if more
 * than half of its words are chosen. */
void decide_take_words(struct page *, const uint32_t *words);
/* Gives the undecided blocks the class navigation and this reason.  If the
 * title was chosen, it gets the reason of the title. */
void decide_end(struct page *, enum reason);

#endif
